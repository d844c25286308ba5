"""Where an import writes to: a store, or, for a dry run, a copy of its journal that is thrown away.

What is new, known or refused depends on what is in the store and on what the same log has brought before; only the real
write knows it all. So a dry run is the real run against a copy, without vectors, and says what a run would.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from ..engine.embedding.port import Embedder
from ..engine.journal.journal import Journal
from ..engine.journal.replay import Told
from ..engine.values.model import Draft, Receipt
from ..engine.writing.vectors import Vectorizer
from ..engine.writing.writer import known


class Store(Protocol):
    """What importing needs of an engine."""

    namespace: str

    @property
    def journal(self) -> Journal: ...

    @property
    def embedder(self) -> Embedder: ...

    def remember_drafts(self, drafts: Sequence[Draft]) -> list[Receipt]: ...


class Target(Protocol):
    """Takes drafts and events, all of a sequence or none. Raises MemoryInvalid, MemoryNotFound."""

    def remember(self, drafts: Sequence[Draft]) -> list[bool]: ...

    def replay(self, events: Sequence[Told]) -> list[bool]: ...


@dataclass(frozen=True, slots=True)
class Real:
    """A store. Of events, too, the memories get their vectors at once where the embedder is quick."""

    store: Store

    def remember(self, drafts: Sequence[Draft]) -> list[bool]:
        return [receipt.new for receipt in self.store.remember_drafts(drafts)]

    def replay(self, events: Sequence[Told]) -> list[bool]:
        places = [place for place, event in enumerate(events) if event.draft is not None]
        drafts = [event.draft for event in events if event.draft is not None]
        made = Vectorizer(self.store.journal, self.store.embedder).made_of(drafts, known(self.store.journal, drafts))
        if made.vectors is None:
            return self.store.journal.replay(events)
        found = dict(zip(places, made.vectors, strict=True))
        vectors = [found.get(place) for place in range(len(events))]
        return self.store.journal.replay(events, vectors, model=made.model)


@dataclass(frozen=True, slots=True)
class Rehearsal:
    """A copy of a store's journal."""

    journal: Journal

    def remember(self, drafts: Sequence[Draft]) -> list[bool]:
        return [receipt.new for receipt in self.journal.append(drafts)]

    def replay(self, events: Sequence[Told]) -> list[bool]:
        return self.journal.replay(events)


@contextmanager
def target_of(store: Store, *, dry_run: bool) -> Iterator[Target]:
    """Open what is to be written to. Raises StoreError where a copy has no room."""
    if not dry_run:
        yield Real(store)
        return
    with tempfile.TemporaryDirectory(prefix="clew-") as folder:
        copy = Path(folder) / "rehearsal.clew"
        store.journal.backup(copy)
        with Journal.open(copy) as journal:
            yield Rehearsal(journal)
