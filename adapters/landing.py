"""Writing what a log holds into a store, in batches, and keeping count of it.

The same id with other words is refused by the store and reported. Where that is the first memory of a conversation, two
conversations have one name, and the second is left out as a whole: its end must not follow the beginning of the first.
What is said of a memory that was left out (an edge, that it was forgotten) is left out with it: in this store its id is
somebody else's.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from ..engine.journal.replay import Told
from ..engine.values.model import Draft
from ..errors import MemoryInvalid, MemoryNotFound
from .entries import Entry, Terms, entry_of
from .protocol import Bad, Item, Unit
from .summary import Summary
from .targets import Target

BATCH = 1000
"""Memories in one transaction: large enough that a commit is shared, small enough that progress is seen."""

NAMING = ("links", "unlinks", "ids")
"""Lists of a payload that name memories."""


@dataclass(slots=True)
class Landing:
    """One import on its way.

    landed: called after each batch with how far the log was read. waiting: what is read and not yet written.
    strangers: conversations that turned out to bear the name of another one. left_out: (namespace, id) of what the
    store refused.
    """

    target: Target
    terms: Terms
    summary: Summary
    landed: Callable[[int], None] = lambda position: None
    waiting: list[Entry] = field(default_factory=list[Entry])
    strangers: set[str | None] = field(default_factory=set[str | None])
    left_out: set[tuple[str, str]] = field(default_factory=set[tuple[str, str]])

    def take(self, item: Item) -> None:
        """Take in one item, and write when there are enough."""
        if isinstance(item, Bad):
            self.summary.refuse(item)
            return
        try:
            self.waiting.append(entry_of(item, self.terms))
        except MemoryInvalid as error:
            name = f"{item.fields.get('id')}: " if isinstance(item, Unit) else ""
            self.summary.refuse(Bad(item.number, f"{name}{error.message}", item.position))
        if len(self.waiting) >= BATCH:
            self.flush()

    def flush(self) -> None:
        """Write what waits. Edges may name memories that come later, so all memories of a batch are written first."""
        if not self.waiting:
            return
        entries, self.waiting = self.waiting, []
        self._remember([entry for entry in entries if isinstance(entry.what, Draft)])
        self._replay([entry for entry in entries if isinstance(entry.what, Told)])
        self.landed(entries[-1].position)

    def _remember(self, entries: Sequence[Entry]) -> None:
        """Write memories. A batch that is refused is halved until what is wrong with it stands alone."""
        drafts = [self._cleared(entry.what) for entry in entries if isinstance(entry.what, Draft)]
        self.left_out.update((draft.namespace, draft.id) for draft in drafts if draft.task in self.strangers)
        drafts = [draft for draft in drafts if draft.task not in self.strangers]
        try:
            new = self.target.remember(drafts) if drafts else []
        except MemoryInvalid as error:
            self._halve(entries, self._remember, error)
            return
        self._count(drafts, new)

    def _replay(self, entries: Sequence[Entry]) -> None:
        """Keep events; one that is refused is found in the same way."""
        cleared = [self._cleared_event(entry.what) for entry in entries if isinstance(entry.what, Told)]
        events = [event for event in cleared if event is not None]
        try:
            new = self.target.replay(events) if events else []
        except (MemoryInvalid, MemoryNotFound) as error:
            self._halve(entries, self._replay, error)
            return
        memories = [(event.draft, fresh) for event, fresh in zip(events, new, strict=True) if event.draft is not None]
        self._count([draft for draft, _ in memories], [fresh for _, fresh in memories])
        changes = [event for event, fresh in zip(events, new, strict=True) if fresh and event.draft is None]
        self.summary.edges += sum(len(event.payload["links"]) for event in changes if event.kind == "link")
        self.summary.changes += sum(event.kind != "link" for event in changes)

    def _halve(
        self,
        entries: Sequence[Entry],
        write: Callable[[Sequence[Entry]], None],
        error: MemoryInvalid | MemoryNotFound,
    ) -> None:
        if len(entries) == 1:
            self._refuse(entries[0], error)
            return
        middle = len(entries) // 2
        write(entries[:middle])
        write(entries[middle:])

    def _cleared(self, draft: Draft) -> Draft:
        """Return a memory without its edges to what was left out."""
        if not self.left_out:
            return draft
        links = [link for link in draft.links if self._may_name(draft.namespace, link.source, link.target)]
        return draft if len(links) == len(draft.links) else replace(draft, links=tuple(links))

    def _cleared_event(self, event: Told) -> Told | None:
        """Return an event without what it says of memories that were left out; None where nothing stays."""
        if not self.left_out:
            return event
        said = {field: event.payload[field] for field in NAMING if field in event.payload}
        kept = {
            field: [value for value in values if self._may_name(event.namespace, *_named(value))]
            for field, values in said.items()
        }
        if event.draft is None and not any(kept.values()):
            return None
        return event if kept == said else replace(event, payload={**event.payload, **kept})

    def _may_name(self, namespace: str, *ids: str) -> bool:
        return not any((namespace, id) in self.left_out for id in ids)

    def _count(self, drafts: Sequence[Draft], new: Sequence[bool]) -> None:
        self.summary.new += sum(new)
        self.summary.known += len(new) - sum(new)
        self.summary.tasks.update(draft.task for draft in drafts if draft.task is not None)

    def _refuse(self, entry: Entry, error: MemoryInvalid | MemoryNotFound) -> None:
        draft, reason = entry.what if isinstance(entry.what, Draft) else entry.what.draft, error.message
        if draft is not None:
            self.left_out.add((draft.namespace, draft.id))
        if isinstance(entry.what, Draft) and entry.what.step == 0 and "fields" in error.data:
            self.strangers.add(entry.what.task)
            reason = f"Another conversation is called `{entry.what.task}` in the store; this one is left out."
        self.summary.refuse(Bad(entry.number, reason, entry.position))


def _named(value: str | Mapping[str, str]) -> tuple[str, ...]:
    """Return the ids in an element of such a list."""
    return (value,) if isinstance(value, str) else (value["source"], value["target"])
