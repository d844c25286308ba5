"""The journal: the one thing that is never thrown away. Every other file of this room is a part of it.

    append / record -> one transaction: event, index, words, literals, vectors -> durable
    events, memories, words, vectors <- read on the caller's own connection, never waiting for a writer

A server was refused because a store is a folder that one carries about; a log file of our own, because SQLite's has
been killed more often than ours would ever be.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ...errors import StoreExists
from ..model import Draft, Event, EventKind, Link, Memory, Receipt
from ..times import now
from . import changes, embeddings, files, reader, schema
from .batch import Batch
from .embeddings import Embedded, Rows, Vectors
from .payloads import link_fields, unlink_fields
from .reindex import reindex
from .settings import GET, SET
from .sqlite_border import BUSY_SECONDS, Connection, Connections
from .verify import Finding, verify
from .words import Found, search

COUNTS = """SELECT (SELECT count(*) FROM events), (SELECT count(*) FROM memories),
    (SELECT count(*) FROM memories WHERE retracted_at IS NOT NULL), (SELECT count(*) FROM vectors),
    (SELECT count(*) FROM pending), (SELECT count(*) FROM namespaces)"""


@dataclass(frozen=True, slots=True)
class Counts:
    """How much is in a store. `memories` counts forgotten ones too."""

    events: int
    memories: int
    forgotten: int
    vectors: int
    pending: int
    namespaces: int


class Journal:
    """An open journal. Safe to share between threads; other processes may have it open too. Close it at the end.

    After `close`, and in a child made by fork, every method raises StoreClosed; where the disk or another process does
    not let it work, StoreError or one of its kinds. `clock` gives microseconds.
    """

    def __init__(self, path: Path | str, *, clock: Callable[[], int] = now, busy_seconds: float = BUSY_SECONDS) -> None:
        """Open an existing store; `open` says what is raised."""
        self.path = files.place_of(path)
        self._clock = clock
        self._connections = Connections(files.journal_file(self.path), busy_seconds=busy_seconds)
        try:
            schema.upgrade(self._connections.writer)
        except BaseException:
            self.close()
            raise

    @classmethod
    def create(cls, path: Path | str, **options: Any) -> Journal:
        """Make an empty store, a directory, and open it. Raises StoreExists where something is there already."""
        with files.appearing(files.place_of(path)) as file:
            connection = Connection(file, durable=False)
            schema.create(connection)
            connection.close()
        return cls(path, **options)

    @classmethod
    def open(cls, path: Path | str, *, create: bool = False, **options: Any) -> Journal:
        """Open a store; where there is none, make it if `create` says so. Options: `clock`, `busy_seconds`.

        Raises StoreNotFound, StoreExists (something else is there), StoreDamaged for what is not a journal, and
        StoreError for a journal of a newer version or a place that cannot be written.
        """
        store = Path(path)
        if create and not files.is_store(store):
            try:
                return cls.create(store, **options)
            except StoreExists:
                if not files.is_store(store):  # else another process was quicker, and made the same
                    raise
        return cls(store, **options)

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the files, once the statements that run have ended. Closing twice does nothing."""
        self._connections.close()

    # ---- writing -------------------------------------------------------------------------------

    def append(self, drafts: Sequence[Draft], vectors: Vectors | None = None) -> list[Receipt]:
        """Remember all of these in one transaction, or none; when this returns they are on the disk.

        vectors: one a draft, as in `embeddings.Vectors`; without any, the memories wait for theirs. Raises
        MemoryInvalid for an id that stands for something else already, EmbeddingError for vectors that do not fit.
        """
        with self._connections.writer.transaction() as connection:
            batch = Batch(connection, self._clock())
            receipts = [batch.add(draft) for draft in drafts]
            batch.write()
            new = [index for index, receipt in enumerate(receipts) if receipt.new]
            rows = [receipts[index].row for index in new]
            if vectors is None:
                embeddings.wait(connection, rows)
            else:
                embeddings.put(connection, rows, embeddings.chosen(vectors, new, len(drafts)))
        return receipts

    def record(
        self, kind: EventKind, namespace: str, payload: Mapping[str, Any], operation: str | None = None
    ) -> Event:
        """Keep an event of another kind than `remember`; its payload as in `Event`.

        An operation that was recorded before returns its event. Raises MemoryInvalid for a payload that does not fit
        its kind, MemoryNotFound for ids to forget or restore that are not there.
        """
        with self._connections.writer.transaction() as connection:
            return changes.record(connection, kind, namespace, payload, operation, self._clock())

    def link(self, namespace: str, links: Iterable[Link], operation: str | None = None) -> Event:
        """Draw edges. They may name memories that have not come yet. Raises MemoryInvalid."""
        return self.record("link", namespace, {"links": [link_fields(link) for link in links]}, operation)

    def unlink(self, namespace: str, links: Iterable[Link], operation: str | None = None) -> Event:
        """Take edges back; type, source and target say which. Raises MemoryInvalid."""
        return self.record("unlink", namespace, {"unlinks": [unlink_fields(link) for link in links]}, operation)

    def forget(self, namespace: str, ids: Iterable[str], operation: str | None = None) -> Event:
        """Retract memories, as of now. All of them or, with MemoryNotFound, none."""
        return self.record("forget", namespace, {"ids": list(ids)}, operation)

    def restore(self, namespace: str, ids: Iterable[str], operation: str | None = None) -> Event:
        """Bring forgotten memories back. All of them or, with MemoryNotFound, none."""
        return self.record("restore", namespace, {"ids": list(ids)}, operation)

    # ---- following -----------------------------------------------------------------------------

    def head(self) -> int:
        """Return the number of the last event; 0 in an empty journal."""
        return self._connections.reader.value("SELECT coalesce(max(seq), 0) FROM events")

    def history(self, seq: int) -> str:
        """Return 64 hex digits that stand for all events up to `seq`: two journals that agree in them agree so far.

        Empty where there is no such event.
        """
        return reader.history(self._connections.reader, seq)

    def version(self) -> int:
        """Return a number that differs whenever anyone has committed anything since. Costs a few microseconds."""
        return self._connections.watcher.value("PRAGMA data_version")

    def events(self, after: int = 0) -> Iterator[Event]:
        """Yield the events with a number above `after`, in order."""
        return reader.events(self._connections.reader, after)

    # ---- reading -------------------------------------------------------------------------------

    def memories(self, rows: Sequence[int] | Rows) -> list[Memory]:
        """Return the memories of these rows, in this order, forgotten ones too. Raises MemoryNotFound."""
        return reader.memories(self._connections.reader, rows)

    def row_of(self, namespace: str, id: str) -> int | None:
        """Return the row of a memory, forgotten or not; None where there is none."""
        return self.rows_of(namespace, [id])[0]

    def rows_of(self, namespace: str, ids: Sequence[str]) -> list[int | None]:
        """Return the row of each id, forgotten or not; None where there is none."""
        return reader.rows_of(self._connections.reader, namespace, ids)

    def find(self, namespace: str, **wanted: Any) -> list[int]:
        """Return rows, the newest first. Filters as in `reader.find`: task, type, forgotten, before, limit."""
        return reader.find(self._connections.reader, namespace, **wanted)

    def namespaces(self) -> list[str]:
        """Return the namespaces, in the order of their first event."""
        return list(reader.namespaces(self._connections.reader))

    def words(self, namespaces: Sequence[str], question: str, *, every: bool = False) -> Found:
        """Return all memories of these namespaces that hold any word of the question, or `every` one, by BM25.

        Forgotten ones too, for the caller to mask.
        """
        connection = self._connections.reader
        numbers = [reader.namespace_number(connection, name) for name in dict.fromkeys(namespaces)]
        return search(connection, filter(None, numbers), question, every=every)

    def counts(self) -> Counts:
        return Counts(*self._connections.reader.rows(COUNTS)[0])

    # ---- vectors -------------------------------------------------------------------------------

    def vectors(self, after: int = 0) -> Embedded:
        """Return the vectors written after number `after`; go on from the `number` that comes with them."""
        return embeddings.load(self._connections.reader, after)

    def pending_rows(self) -> list[int]:
        """Return the rows that wait for a vector, the oldest first."""
        return [row for (row,) in self._connections.reader.rows("SELECT row FROM pending ORDER BY row")]

    def put_vectors(self, rows: Sequence[int] | Rows, vectors: Vectors) -> None:
        """Keep the vectors of memories, in place of those they have. Raises EmbeddingError, ModelChanged."""
        with self._connections.writer.transaction() as connection:
            embeddings.put(connection, rows, vectors)

    def forget_vectors(self, settings: Mapping[str, str]) -> None:
        """Drop all vectors, so that another model can make them: every memory waits for its own.

        settings: what names the new model, changed in the same step, so that nobody sees one without the other.
        """
        with self._connections.writer.transaction() as connection:
            embeddings.forget_all(connection)
            connection.run_many(SET, settings.items())

    # ---- the store itself ----------------------------------------------------------------------

    def setting(self, name: str) -> str | None:
        """Return a setting, or None. The engine's are named `embedding.`..., the journal's own `journal.`..."""
        return self._connections.reader.value(GET, (name,))

    def set_setting(self, name: str, value: str) -> None:
        self._connections.writer.run(SET, (name, value))

    def verify(self) -> list[Finding]:
        """Read everything and return what is damaged, the most serious first; nothing, in a healthy journal."""
        return verify(self._connections.reader)

    def reindex(self) -> None:
        """Make index and words again from the events: the cure for findings of the kinds `index` and `words`."""
        with self._connections.writer.transaction() as connection:
            reindex(connection)

    def backup(self, path: Path | str) -> None:
        """Write a copy of the store, as it is now, to a new directory; others may go on writing. Raises StoreExists."""
        with files.appearing(files.place_of(path)) as file:
            target = Connection(file, durable=False)
            self._connections.reader.copy_to(target)
            target.close()
