"""What the journal adds to a draft, because only inside the write is it certain what came before. Pure.

Two rules, both marked as inferred:

- FOLLOWS: the memories of a task form one chain by (step, row). One that arrives late goes between its neighbours, and
  the edge that joined these is listed to be removed. Forgotten memories keep their place, so that restoring one leaves
  the chain as it was.
- CAUSED: an action that uses a literal (an order id, a path) was caused by the first memory of the task whose
  observation held it: it could have it from nowhere else. A cause that the caller gave is never doubled.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from ...errors import MemoryInvalid
from ..values.model import Draft, Link

MAX_STEP = 2**31 - 1


class Past(Protocol):
    """What a task held before the memory that is being completed."""

    def last_step(self) -> int | None:
        """Return the highest step, or None in an empty task."""
        ...

    def neighbours(self, step: int) -> tuple[str | None, str | None]:
        """Return the ids of the last memory at or before `step`, and of the first after it."""
        ...

    def first_seen(self, literals: Sequence[str]) -> Mapping[str, str]:
        """Return, for each literal that an observation held, the id of the first memory that did."""
        ...


@dataclass(frozen=True, slots=True)
class Completion:
    """`links`: those of the draft, then what the rules found. `unlinks`: derived edges that it replaces."""

    step: int | None
    links: tuple[Link, ...]
    unlinks: tuple[Link, ...]


def complete(draft: Draft, past: Past | None) -> Completion:
    """Complete a draft by its task's past; None for a draft without a task.

    Raises MemoryInvalid for a step outside [0, MAX_STEP], also where that would be the next one.
    """
    if past is None:
        return Completion(_checked(draft.step), draft.links, ())
    step = _next_step(past.last_step()) if draft.step is None else draft.step
    before, after = past.neighbours(step)
    rules = (*_follows(draft.id, before, after), *_causes(draft, past))
    unlinks = () if before is None or after is None else (Link("FOLLOWS", after, before, inferred=True),)
    return Completion(_checked(step), _merged(draft.links, rules), unlinks)


def _next_step(last: int | None) -> int:
    return 0 if last is None else last + 1


def _checked(step: int | None) -> int | None:
    if step is None or 0 <= step <= MAX_STEP:
        return step
    raise MemoryInvalid(f"`step` is {step}; steps go from 0 to {MAX_STEP}.", field="step")


def _follows(id: str, before: str | None, after: str | None) -> Iterable[Link]:
    if before is not None:
        yield Link("FOLLOWS", id, before, inferred=True)
    if after is not None:
        yield Link("FOLLOWS", after, id, inferred=True)


def _causes(draft: Draft, past: Past) -> Iterable[Link]:
    """Yield one CAUSED link a cause, its reason the literals that it gave, in the order of their use."""
    literals: dict[str, list[str]] = {}
    for literal, cause in past.first_seen(draft.literals_used).items() if draft.literals_used else ():
        literals.setdefault(cause, []).append(literal)
    for cause, used in literals.items():
        yield Link("CAUSED", cause, draft.id, ", ".join(used), inferred=True)


def _merged(given: tuple[Link, ...], found: tuple[Link, ...]) -> tuple[Link, ...]:
    """Return both, each edge once; what was given first stands."""
    edges: dict[tuple[str, str, str], Link] = {}
    for link in (*given, *found):
        edges.setdefault((link.type, link.source, link.target), link)
    return tuple(edges.values())
