"""The journal: the one thing that is never thrown away. Every other file of this room is a part of it.

    append / record -> one transaction: event, index, words, literals, vectors -> durable
    events, memories, words, vectors <- read on the caller's own connection, never waiting for a writer

A server was refused because a store is a folder that one carries about; a log file of our own, because SQLite's has
been killed more often than ours would ever be.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ...errors import ModelChanged, StoreError, StoreExists
from ..values.model import Definition, Draft, Event, EventKind, Link, Memory, Receipt
from ..values.times import now
from . import (
    changes,
    copies,
    definitions,
    embeddings,
    files,
    head_mark,
    migration,
    reader,
    schema,
    settings,
    settings_check,
    upkeep,
    vector_check,
)
from .batch import Batch
from .disks import refuse_network_disk
from .embeddings import Embedded, Rows, Vectors
from .finding import Finding
from .ledger import AHEAD
from .leftovers import sweep
from .payloads import link_fields, unlink_fields
from .postings import Lengths
from .reindex import reindex
from .replay import Told, keep
from .salvage import salvage
from .sqlite_border import BUSY_SECONDS, Connection, Connections
from .staging import Staging
from .timeline import Timeline
from .verify import verify
from .words import Found, is_of_words, search

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

    def __init__(
        self,
        path: Path | str,
        *,
        clock: Callable[[], int] = now,
        busy_seconds: float = BUSY_SECONDS,
        forgiving: bool = False,
    ) -> None:
        """Open an existing store; `open` says what is raised."""
        self.path = files.place_of(path)
        refuse_network_disk(self.path)
        self._clock = clock
        file = files.journal_file(self.path)
        self._opened = files.identity_of(self.path)  # before it is opened: what replaces it meanwhile is another
        self._head = head_mark.HeadFile(self.path, self._opened)
        mark = head_mark.read(self.path)  # before the journal: whoever writes now writes there first
        self._lengths = Lengths()
        self._connections = Connections(file, busy_seconds=busy_seconds, check=self._refuse_if_moved)
        try:
            migration.upgrade(self._connections.writer)
            self._loss = head_mark.loss(self._connections.writer, mark)
            head_mark.refuse(self.path, "" if forgiving else self._loss)
        except BaseException:
            self.close()
            raise

    @classmethod
    def create(cls, path: Path | str, **options: Any) -> Journal:
        """Make an empty store, a directory, and open it. Raises StoreExists where something is there already."""
        place = files.place_of(path)
        refuse_network_disk(place)
        sweep(place)
        with files.appearing(place) as file:
            connection = Connection(file, durable=False)
            schema.create(connection)
            connection.close()
        return cls(path, **options)

    @classmethod
    def open(cls, path: Path | str, *, create: bool = False, **options: Any) -> Journal:
        """Open a store; where there is none, make it if `create` says so. Options: `clock`, `busy_seconds`, and
        `forgiving`: also one that lacks acknowledged events at its end. It can be read, and not be written to until
        `accept_end`.

        Raises StoreNotFound, StoreExists (something else is there), StoreDamaged for what is not a journal or lost its
        end, and StoreError for a journal of a newer version, a place that cannot be written, or a network disk.
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
        self._head.close()

    # ---- writing -------------------------------------------------------------------------------

    def append(
        self, drafts: Sequence[Draft], vectors: Vectors | None = None, *, model: str | None = None
    ) -> list[Receipt]:
        """Remember all of these in one transaction, or none; when this returns they are on the disk.

        vectors: one a draft, as in `embeddings.Vectors`; without any, the memories wait for theirs, as they do where
        `model` (the setting FINGERPRINT, when the vectors were made) is not the store's any more. Raises MemoryInvalid
        for an id that stands for something else already, EmbeddingError for vectors that do not fit.
        """
        with self._writing() as connection:
            batch = Batch(connection, self._clock())
            receipts = batch.add_all(drafts)
            batch.write()
            new = [index for index, receipt in enumerate(receipts) if receipt.new]
            rows = [receipts[index].row for index in new]
            if vectors is None or embeddings.model_changed(connection, model):
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
        with self._writing() as connection:
            return changes.record(connection, kind, namespace, payload, operation, self._clock())

    def replay(self, events: Sequence[Told], vectors: Vectors | None = None, *, model: str | None = None) -> list[bool]:
        """Keep events of another journal as they were there, in one transaction; say of each whether it was new.

        events: as `replay.told` returns them. vectors: one an event; they and `model` as in `append`. Raises
        MemoryInvalid, MemoryNotFound, as in `replay.keep`.
        """
        with self._writing() as connection:
            if vectors is not None and embeddings.model_changed(connection, model):
                vectors = None
            return keep(connection, events, self._clock(), vectors)

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

    def definitions(self, namespace: str) -> list[Definition]:
        """Return what names stand for in a namespace, by kind and name."""
        connection = self._connections.reader
        return definitions.definitions(connection, reader.namespace_number(connection, namespace))

    # ---- following -----------------------------------------------------------------------------

    def head(self) -> int:
        """Return the number of the last event; 0 in an empty journal."""
        return self._connections.reader.value("SELECT coalesce(max(seq), 0) FROM events")

    def history(self, seq: int) -> str:
        """Return 64 hex digits for all events up to `seq`, the same in journals that agree so far; empty for none."""
        return reader.history(self._connections.reader, seq)

    def version(self) -> int:
        """Return a number that differs whenever anyone has committed anything since. Costs a few microseconds.

        Raises StoreClosed where another store stands at this path by now, or none.
        """
        self._refuse_if_moved()
        return self._connections.watcher.value("PRAGMA data_version")

    def events(self, after: int = 0) -> Iterator[Event]:
        """Yield the events with a number above `after`, in order."""
        return reader.events(self._connections.reader, after)

    def of_kind(self, kind: EventKind) -> Iterator[Event]:
        """Yield the events of one kind, in order."""
        return reader.of_kind(self._connections.reader, kind)

    def timeline(self) -> Timeline:
        return Timeline(self._connections)

    def salvage(self, skipped: Callable[[str], object]) -> Iterator[Event]:
        """Yield the events of a damaged journal that are sound, in order; `skipped` is told of each other one."""
        return salvage(self._connections.reader, skipped)

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

        Forgotten ones too, for the caller to mask. Words that are found to be damaged are made anew, once.
        """
        connection = self._connections.reader
        found = [reader.namespace_number(connection, name) for name in dict.fromkeys(namespaces)]
        numbers = [*filter(None, found)]
        try:
            return search(connection, self._lengths, numbers, question, every=every)
        except StoreError as error:
            if not is_of_words(error) or copies.losses(self.verify()):  # nothing is made of what is damaged itself
                raise
        self.reindex()
        return search(connection, self._lengths, numbers, question, every=every)

    def counts(self) -> Counts:
        return Counts(*self._connections.reader.rows(COUNTS)[0])

    # ---- vectors -------------------------------------------------------------------------------

    def vectors(self, after: int = 0) -> Embedded:
        """Return the vectors written after number `after`; go on from the `number` that comes with them.

        Damaged ones are left out, and their memories wait for new ones from now on.
        """
        found = embeddings.load(self._connections.reader, after)
        if found.damaged:
            with suppress(StoreError):  # reading goes on where writing is impossible
                self.mend_vectors()
        return found

    def pending_rows(self) -> list[int]:
        """Return the rows that wait for a vector, the oldest first."""
        return [row for (row,) in self._connections.reader.rows("SELECT row FROM pending ORDER BY row")]

    def put_vectors(self, rows: Sequence[int] | Rows, vectors: Vectors, *, model: str | None = None) -> None:
        """Keep the vectors of memories, in place of those they have. Raises EmbeddingError, ModelChanged.

        model: as in `append`; vectors of another than the store's are refused.
        """
        with self._writing() as connection:
            if embeddings.model_changed(connection, model):
                raise ModelChanged("The store's model was changed while its vectors were made.", hint="Try again.")
            embeddings.put(connection, rows, vectors)

    # ---- the store itself ----------------------------------------------------------------------

    def setting(self, name: str) -> str | None:
        """Return a setting, or None. The engine's are named `embedding.`..., the journal's own `journal.`..."""
        return settings.get(self._connections.reader, name)

    def set_setting(self, name: str, value: str) -> None:
        with self._writing() as connection:
            settings.put(connection, name, value)

    def verify(self) -> list[Finding]:
        """Read everything and return what is damaged, the most serious first; nothing, in a healthy journal."""
        return verify(self._connections.reader)

    def reindex(self) -> None:
        """Make index and words again from the events: the cure for findings of the kinds `index` and `words`."""
        with self._writing() as connection:
            reindex(connection)

    def mend_vectors(self) -> None:
        """Drop what is damaged; memories without a vector wait for one: the cure for findings of the kind `vectors`."""
        with self._writing() as connection:
            vector_check.mend(connection)

    def mend_settings(self) -> list[str]:
        """Set right what can be: the cure for findings of the kind `settings`. Return what is left, in sentences."""
        with self._writing() as connection:
            return settings_check.mend(connection, self._clock() + AHEAD)

    def accept_end(self) -> str:
        """Go on without the acknowledged events that are missing at the end; return which, empty where none are.

        The cure for findings of the kind `end`, where there is no backup: what was lost stays lost.
        """
        with self._connections.writer.transaction() as connection:
            self._refuse_if_moved()
            if lost := head_mark.loss(connection, head_mark.read(self.path)):
                self._head.reset(head_mark.end_of(connection))
        self._loss = ""
        return lost

    def mend_mark(self) -> None:
        """Write the mark of the end anew, alone. Raises StoreError."""
        with self._writing() as connection:
            self._head.reset(head_mark.end_of(connection))

    def backup(self, path: Path | str) -> int:
        """Write a copy of the store to a new directory, as in `copies.copy`; others may go on writing.

        Return the number of its last event. Raises StoreExists, StoreError, StoreDamaged.
        """
        return copies.copy(self._connections.reader, files.place_of(path))

    def staging(self) -> Staging:
        """Return what changes the model of the vectors while the old ones serve."""
        return Staging(self._connections, self._writing)

    def room(self) -> upkeep.Room:
        return upkeep.room(self._connections.reader)

    def members(self) -> list[upkeep.Members]:
        """Return every namespace with the number of its memories."""
        return upkeep.members(self._connections.reader)

    def compact(self) -> None:
        """Give back what the file holds in vain; as in `upkeep.compact`. Raises StoreBusy, StoreError."""
        upkeep.compact(self._connections.writer)

    def empty_log(self) -> bool:
        """Empty the write-ahead log; False where somebody is at it. Raises StoreError."""
        return upkeep.empty_log(self._connections.writer)

    def versions(self) -> dict[str, str]:
        """Return the version of the tables, and of SQLite."""
        reader = self._connections.reader
        return {"journal": str(schema.version_of(reader)), "sqlite": upkeep.sqlite_version(reader)}

    @contextmanager
    def _writing(self) -> Generator[Connection]:
        """Begin a write transaction. Raises StoreClosed where the file is not the store's any more: see `files`."""
        head_mark.refuse(self.path, self._loss)
        with self._connections.writer as connection:  # until the mark is written: nobody forks meanwhile
            with connection.transaction():
                self._refuse_if_moved()  # inside: whoever replaces a store holds its write lock
                yield connection
                end = head_mark.end_of(connection)
            self._head.put(end)

    def _refuse_if_moved(self) -> None:
        files.refuse_if_moved(self.path, self._opened)
