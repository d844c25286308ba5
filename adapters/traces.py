"""The spans of a file, in the order in which they began, each with what it is part of.

Most spans are no agent's (requests, databases) and only stand between two that are. So of those only the parent is
kept, and the way up through them is walked once: what was found is noted for each span on the way. A circle of parents,
which no trace has and any file may hold, ends where it meets itself.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from .operations import Operation, operation_of
from .otlp import Span

Key = tuple[str, str]
"""A trace and a span of it."""


@dataclass(frozen=True, slots=True)
class Work:
    """A span of an agent, and what it does."""

    span: Span
    operation: Operation

    @property
    def key(self) -> Key:
        return self.span.trace, self.span.id


@dataclass(frozen=True, slots=True)
class Owner:
    """Whose a span is; None where nobody says so."""

    conversation: str | None = None
    agent: str | None = None


@dataclass(slots=True)
class Traces:
    """The spans so far. others: the number of those that are no agent's."""

    works: dict[Key, Work] = field(default_factory=dict[Key, Work])
    others: int = 0
    _parents: dict[Key, str] = field(default_factory=dict[Key, str])
    _around: dict[Key, Key | None] = field(default_factory=dict[Key, Key | None])
    _owners: dict[Key, Owner] = field(default_factory=dict[Key, Owner])

    def take(self, spans: Iterable[Span | str]) -> Iterator[str]:
        """Take in spans, and yield a sentence for each that is none. One that was exported twice is one."""
        for span in spans:
            if isinstance(span, str):
                yield span
                continue
            key = span.trace, span.id
            if key in self._parents:
                continue
            self._parents[key] = span.parent
            operation = operation_of(span)
            if operation is None:
                self.others += 1
            else:
                self.works[key] = Work(span, operation)

    def in_order(self) -> list[Work]:
        """Return the spans of agents by when they began; the longer one first, and what has no time last."""
        return sorted(self.works.values(), key=_began)

    def around(self, key: Key) -> Key | None:
        """Return the nearest span of an agent that a span is part of, also one that the file does not hold (yet)."""
        way: list[Key] = []
        found: Key | None = None
        at = key
        while at not in self._around:
            self._around[at] = None
            way.append(at)
            parent = self._parents.get(at, "")
            at = (at[0], parent)
            if not parent:
                break
            if at in self.works or at not in self._parents:
                found = at
                break
        else:
            found = self._around[at]
        self._around.update(dict.fromkeys(way, found))
        return found

    def owner(self, work: Work) -> Owner:
        """Return whose a span is: as it says itself, else as the spans around it say, from the inside out."""
        way: list[Work] = []
        known = Owner()
        at: Work | None = work
        while at is not None:
            if at.key in self._owners:
                known = self._owners[at.key]
                break
            self._owners[at.key] = Owner()
            way.append(at)
            outer = self.around(at.key)
            at = None if outer is None else self.works.get(outer)
        for inner in reversed(way):
            said = inner.operation
            known = Owner(said.conversation or known.conversation, said.agent or known.agent)
            self._owners[inner.key] = known
        return known

    def conversations(self) -> dict[str, str]:
        """Return the conversation of each trace in which there is one only."""
        every: defaultdict[str, set[str]] = defaultdict(set)
        for work in self.works.values():
            if work.operation.conversation is not None:
                every[work.span.trace].add(work.operation.conversation)
        return {trace: next(iter(names)) for trace, names in every.items() if len(names) == 1}


def _began(work: Work) -> tuple[bool, int, int]:
    start, end = work.span.start, work.span.end
    return start is None, start or 0, -(end or 0)
