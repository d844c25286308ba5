"""A store's copy, and a store from its copy. Snapshots are left out: everybody makes their own from the journal.

    backup:  hot and consistent, read from end to end before it gets its name
    restore: the backup is read before anything is made of it, and the store after; then it appears, in one step

A store that takes the place of another trades places with it while the other's write lock is held: whoever had that one
open meets StoreClosed at the next write or query, and writes into nothing that nobody reads.
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from ...errors import StoreDamaged, StoreError, StoreExists
from ..journal import copies, files, reader, schema
from ..journal.journal import Journal
from ..journal.sqlite_border import Connection
from ..values.ids import new_id
from .exchange import exchange
from .folder import bytes_of

HEAD = "SELECT coalesce(max(seq), 0) FROM events"


@dataclass(frozen=True, slots=True)
class Copied:
    """A store that was made of another one."""

    path: Path
    events: int
    bytes: int
    kept: Path | None = None
    """Where the store that stood there before lies, if it holds events or files which this one has not."""


def backup(journal: Journal, target: Path | str) -> Copied:
    """Copy the store, as it is now, to a new folder; others may go on writing.

    Raises StoreExists where something is there, StoreDamaged where the copy is not sound, StoreError for a full disk.
    Nothing is left behind then.
    """
    place = files.place_of(target)
    events = journal.backup(place)
    return Copied(place, events, bytes_of(place))


def restore(store: Path | str, source: Path | str, *, replace: bool = False) -> Copied:
    """Make a store from a backup, or from any other store, which is only read.

    store: also a link to one; the store that it leads to is meant.
    replace: also where a store is already. That one is removed once the new one stands, unless it holds events which
    the new one has not, or files that are no part of a store, or cannot be read: then it is kept beside it.
    Raises StoreNotFound and StoreDamaged for the backup, StoreExists where something is in the way, StoreBusy where
    somebody writes to the store that is to be replaced.
    """
    place, origin = files.behind(files.place_of(store)), files.behind(files.place_of(source))
    if place == origin or files.identity_of(place) == files.identity_of(origin) is not None:
        raise StoreError(f"{place} cannot be restored from itself.", hint="Name the backup.")
    if files.is_store(place) and not replace:
        raise StoreExists(f"A store is at {place} already.", hint="Choose another path, or replace it (`--replace`).")
    connection = Connection(files.journal_file(origin))
    try:
        schema.version_of(connection)
        copies.refuse_if_damaged(connection, origin)
        replacement = _Replacement()
        put = replacement.put if files.is_store(place) else Path.rename
        events = copies.copy(connection, place, put)
    finally:
        connection.close()
    return Copied(place, events, bytes_of(place), replacement.kept)


class _Replacement:
    """Puts a folder in the place of a store; remembers where that one was kept, if it was."""

    def __init__(self) -> None:
        self.kept: Path | None = None

    def put(self, draft: Path, store: Path) -> None:
        with _standing_still(store) as old:
            needless = old and not files.holds_more(store) and _holds_all(draft / files.JOURNAL, old)
            self.kept = None if needless else _kept_name(store)
            try:
                exchange(draft if self.kept is None else draft.rename(self.kept), store)
            except OSError as error:
                raise StoreError(f"{store} cannot be replaced: {error.strerror}.", hint="It is as it was.") from error


@contextmanager
def _standing_still(store: Path) -> Generator[Connection | None]:
    """Hold the write lock of a store, so that no write comes between; without it where the store cannot be read."""
    connection = _locked(store / files.JOURNAL)
    try:
        yield connection
    finally:
        if connection is not None:
            connection.close()  # which takes the lock back


def _locked(file: Path) -> Connection | None:
    try:
        connection = Connection(file)
    except StoreDamaged:
        return None
    try:
        connection.run("BEGIN IMMEDIATE")
    except StoreError as error:
        connection.close()
        if isinstance(error, StoreDamaged):
            return None
        raise
    return connection


def _holds_all(file: Path, old: Connection) -> bool:
    """Whether the journal in a file holds every event of another one, which may hold up to all of its own."""
    new = Connection(file)
    try:
        head: int = old.value(HEAD)
        return reader.history(new, head) == reader.history(old, head)
    except StoreDamaged:
        return False
    finally:
        new.close()


def _kept_name(store: Path) -> Path:
    return store.with_name(f"{store.stem}.replaced-{new_id()}{store.suffix}")
