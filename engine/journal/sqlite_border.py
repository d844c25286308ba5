"""The border to SQLite: the one module that imports `sqlite3`. Nothing but Clew's own errors leaves it.

One connection writes, under a lock; every reading thread has a connection of its own, closed when the thread ends. WAL
lets them read while it writes, `synchronous = FULL` makes a commit survive a power cut, `secure_delete` overwrites what
is deleted. Statements commit by themselves except inside `transaction()`, which says BEGIN IMMEDIATE: a deferred
transaction can fail half-way, when it meets another process.
"""

from __future__ import annotations

import os
import sqlite3
import threading
import time
import weakref
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, TypeAlias

from ...errors import StoreBusy, StoreClosed, StoreDamaged, StoreError
from ..running import cancel
from . import forks

Row: TypeAlias = tuple[Any, ...]

BUSY_SECONDS = 5.0
"""How long a write waits for another process before it is StoreBusy."""

BEGIN_SECONDS = 0.2
"""How long SQLite itself waits for another process's write, before it is looked whether this one is still wanted."""

STEPS = 20_000
"""Steps of SQLite's machine, about a millisecond, between two looks whether the statement is still wanted."""

PRAGMAS = (
    "PRAGMA secure_delete = ON",
    "PRAGMA cache_size = -16384",  # 16 MB; a batch of 1,000 memories touches about 6
)

DOCTOR = "Run `clew doctor`; if it confirms the damage, restore the newest backup."
FAILURES: dict[int, tuple[type[StoreError], str, str]] = {
    sqlite3.SQLITE_BUSY: (StoreBusy, "Another process is writing to {path}.", "Nothing was written; try again."),
    sqlite3.SQLITE_LOCKED: (StoreBusy, "Another thread is writing to {path}.", "Nothing was written; try again."),
    sqlite3.SQLITE_CORRUPT: (StoreDamaged, "{path} is damaged: {detail}.", DOCTOR),
    sqlite3.SQLITE_NOTADB: (StoreDamaged, "{path} is not a database, or its first page is damaged.", DOCTOR),
    sqlite3.SQLITE_CONSTRAINT: (StoreDamaged, "The index of {path} disagrees with its events: {detail}.", DOCTOR),
    sqlite3.SQLITE_FULL: (StoreError, "No space is left for {path}.", "Nothing was written; free some and try again."),
    sqlite3.SQLITE_READONLY: (StoreError, "{path} is read-only.", "Nothing was written; change its permissions."),
    sqlite3.SQLITE_CANTOPEN: (StoreError, "{path} cannot be opened: {detail}.", "Check its permissions and its disk."),
    sqlite3.SQLITE_IOERR_SHMSIZE: (
        StoreError,
        "No space is left beside {path}, where the file lies by which processes share it.",
        "Nothing was changed. It takes 32 KB, also to read; free some and try again.",
    ),
    sqlite3.SQLITE_IOERR: (StoreError, "The disk failed under {path}: {detail}.", "The last write did not happen."),
}

UNWRITTEN = frozenset(
    {
        *(sqlite3.SQLITE_FULL, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_IOERR_WRITE, sqlite3.SQLITE_IOERR_FSYNC),
        *(sqlite3.SQLITE_IOERR_TRUNCATE, sqlite3.SQLITE_CANTOPEN),
    }
)
"""Codes by which SQLite says that a disk does not take what is written."""

CORRUPT_VTAB = sqlite3.SQLITE_CORRUPT_VTAB
VIRTUAL = frozenset({sqlite3.SQLITE_ERROR, CORRUPT_VTAB})
"""Codes (`data["sqlite"]` of an error) by which a virtual table says that what it keeps is damaged."""


class Connection:
    """One connection and its lock. Safe to share between threads: a statement and the fetch of its rows are one step.

    `with connection:` keeps it for this thread over several steps. `durable` False is for a file that is not in its
    place yet, and is synced as a whole before it gets there. Every method raises StoreBusy, StoreClosed, StoreDamaged
    or StoreError.
    """

    def __init__(self, path: Path, *, busy_seconds: float = BUSY_SECONDS, durable: bool = True) -> None:
        self.path = path
        self.shared = "immutable" not in _mode(path)
        """False where the folder lets nobody write: nothing of it changes, and nothing has to be agreed on."""
        self.closed_because: str | None = None
        self._busy_seconds = busy_seconds
        self._lock = threading.RLock()
        self._depth = 0
        self._watched = False
        try:
            self._raw = _connect(path, busy_seconds, durable)
        except sqlite3.Error as error:
            raise translate(error, path) from error
        self._close = weakref.finalize(self, self._raw.close)
        forks.watch.add(self)

    def __enter__(self) -> Connection:
        self.refuse_if_closed()
        cancel.check()  # so that whatever reads or writes in a loop hears of it
        self._wait_for_turn()
        try:
            self.refuse_if_closed()
        except StoreClosed:
            self._lock.release()
            raise
        self._depth += 1
        if not self._watched and cancel.current() is not None:
            self._watched = True
            self._raw.set_progress_handler(_is_unwanted, STEPS)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._depth -= 1
        if self._watched and not self._depth:
            self._watched = False
            self._raw.set_progress_handler(None, 0)
        self._lock.release()
        if isinstance(error, sqlite3.Error):
            if getattr(error, "sqlite_errorcode", 0) == sqlite3.SQLITE_INTERRUPT:
                cancel.check()
                raise KeyboardInterrupt from None  # raised inside `_is_unwanted`, where SQLite keeps it to itself
            raise translate(error, self.path) from error

    def rows(self, sql: str, parameters: Sequence[Any] = ()) -> list[Row]:
        with self:
            return self._raw.execute(sql, parameters).fetchall()

    def row(self, sql: str, parameters: Sequence[Any] = ()) -> Row | None:
        """Return the first row, or None. Fetches all, since a statement left open would hold up checkpoints."""
        return next(iter(self.rows(sql, parameters)), None)

    def value(self, sql: str, parameters: Sequence[Any] = ()) -> Any:
        """Return the first column of the first row, or None where there is no row."""
        row = self.row(sql, parameters)
        return None if row is None else row[0]

    def run(self, sql: str, parameters: Sequence[Any] = ()) -> None:
        with self:
            self._raw.execute(sql, parameters)

    def run_many(self, sql: str, rows: Iterable[Sequence[Any]]) -> None:
        with self:
            self._raw.executemany(sql, rows)

    def define(self, name: str, function: Callable[..., int]) -> None:
        """Let statements on this connection call a function of Python's."""
        with self:
            self._raw.create_function(name, -1, function, deterministic=True)

    @contextmanager
    def transaction(self) -> Generator[Connection, None, None]:
        """Write all of the block or nothing of it. No other thread or process writes meanwhile.

        The block must not use another connection: a fork in another thread would wait for both.
        """
        with self:
            self._begin()
            try:
                yield self
                self._raw.execute("COMMIT")
            except BaseException:
                self._roll_back()
                raise

    @contextmanager
    def snapshot(self) -> Generator[Connection, None, None]:
        """Read all of the block as it is at one moment. Meanwhile the write-ahead log cannot be emptied."""
        with self:
            self._raw.execute("BEGIN")
            try:
                yield self
            finally:
                self._roll_back()

    def copy_to(self, target: Connection) -> None:
        """Write the whole database, as it is at this moment, into an empty one. Other processes may go on writing.

        SQLite does not say which of the two failed; a disk that does not take what is written is the target's.
        """
        with self:
            try:
                self._raw.backup(target._raw)
            except sqlite3.Error as error:
                code = getattr(error, "sqlite_errorcode", 0)
                raise translate(error, target.path if code in UNWRITTEN else self.path) from error

    def close(self) -> None:
        """Close, after the statement that runs. A second time does nothing."""
        with self._lock:
            if self.closed_because is None:
                self.closed_because = "was closed"
                self._close()

    def _wait_for_turn(self) -> None:
        """Take the lock, in slices, so that whoever waits can be told to stop."""
        end = time.monotonic() + self._busy_seconds
        while not self._lock.acquire(timeout=min(self._busy_seconds, cancel.SLICE_SECONDS)):
            if time.monotonic() > end:
                raise StoreBusy(f"Another thread is using {self.path}.", hint="Nothing was done; try again.")
            cancel.check()

    def _begin(self) -> None:
        """Begin a write. SQLite waits for another process deaf to everything, so it is asked again and again."""
        if cancel.current() is None or self._raw.in_transaction:
            self._raw.execute("BEGIN IMMEDIATE")
            return
        end = time.monotonic() + self._busy_seconds
        self._raw.execute(f"PRAGMA busy_timeout = {round(1000 * min(self._busy_seconds, BEGIN_SECONDS))}")
        try:
            while not self._has_begun(may_fail=time.monotonic() > end):
                cancel.check()
        finally:
            self._raw.execute(f"PRAGMA busy_timeout = {round(1000 * self._busy_seconds)}")

    def _has_begun(self, *, may_fail: bool) -> bool:
        try:
            self._raw.execute("BEGIN IMMEDIATE")
        except sqlite3.OperationalError as error:
            if may_fail or error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY:
                raise
            return False
        return True

    def _roll_back(self) -> None:
        """Undo what was done, whoever wants to stop: half of it would stay otherwise."""
        if self._raw.in_transaction:  # a full disk, and a statement that was stopped, have rolled back already
            with cancel.running(None):
                self._raw.execute("ROLLBACK")

    def hold(self) -> None:
        self._lock.acquire()

    def let_go(self) -> None:
        self._lock.release()

    def abandon(self) -> None:
        """Close in a child made by fork, unless a statement or a transaction was cut in half: closing would undo it."""
        alive, self.closed_because = self.closed_because is None, "was opened by the process that forked this one"
        if alive and self._lock.acquire(blocking=False) and not self._raw.in_transaction:
            self._close()
        self._lock = threading.RLock()

    def refuse_if_closed(self) -> None:
        """Raise StoreClosed after `close()`, and in a child made by fork."""
        if self.closed_because is not None:
            raise StoreClosed(f"{self.path} {self.closed_because}.", hint="Open the store again, in this process.")


class Connections:
    """The connections of one process to one journal: one that writes, one a thread that reads, one that watches."""

    def __init__(
        self, path: Path, *, busy_seconds: float = BUSY_SECONDS, check: Callable[[], object] = lambda: None
    ) -> None:
        self._path = path
        self._check = check
        """Raises where the file at this path is another one by now: asked once a connection is open."""
        self._process = os.getpid()
        self._busy_seconds = busy_seconds
        self._local = threading.local()
        self._opening = threading.Lock()
        self._readers: weakref.WeakSet[Connection] = weakref.WeakSet()
        self.writer = self._connect()
        self.watcher = self._connect()

    @property
    def reader(self) -> Connection:
        """This thread's own connection."""
        connection: Connection | None = getattr(self._local, "connection", None)
        if connection is None:
            self.writer.refuse_if_closed()  # before the lock, which a fork may have lost
            with self._opening:
                self.writer.refuse_if_closed()
                connection = self._local.connection = self._connect()
                self._readers.add(connection)
        return connection

    def close(self) -> None:
        """Close all, each after the statement that runs on it. A second time does nothing, nor does a forked child,
        which has given them up: its `_opening` may be held by a thread that is not there.
        """
        if self._process != os.getpid():
            return
        self.writer.close()
        with self._opening:
            readers = tuple(self._readers)
        for connection in (*readers, self.watcher):
            connection.close()

    def _connect(self) -> Connection:
        connection = Connection(self._path, busy_seconds=self._busy_seconds)
        try:
            self._check()
        except BaseException:
            connection.close()
            raise
        return connection


def _is_unwanted() -> bool:
    """For SQLite, which asks in the thread that runs the statement: whether it should stop."""
    work = cancel.current()
    return work is not None and work.is_over


def translate(error: sqlite3.Error, path: Path) -> StoreError:
    """Return what an error of SQLite means to a user of the store."""
    code = getattr(error, "sqlite_errorcode", 0)
    # The low byte: the rest tells kinds of one failure apart, which mostly mean the same to a user.
    known = FAILURES.get(code) or FAILURES.get(code & 0xFF)
    kind, message, hint = known or (StoreError, "SQLite refused a step on {path}: {detail}.", "")
    return kind(message.format(path=path, detail=error), hint=hint or None, sqlite=code)


def _mode(path: Path) -> str:
    """Return how a file is to be opened: never made, for a mistyped path must not become an empty store.

    In a folder that lets nobody write, SQLite cannot make the files by which it shares a database in WAL mode. Where
    they are there, it reads with them; where they are not, nobody is writing, and it is told to do without.
    """
    if os.access(path.parent, os.W_OK, effective_ids=os.access in os.supports_effective_ids):
        return "mode=rw"
    log = path.with_name(f"{path.name}-wal")
    return "mode=ro" if log.exists() and log.stat().st_size else "mode=ro&immutable=1"


def _text(data: bytes) -> str:
    """Return a text as it is kept; what a disk changed may be none, and is shown rather than refused by SQLite."""
    return data.decode("utf-8", "backslashreplace")


def _connect(path: Path, busy_seconds: float, durable: bool) -> sqlite3.Connection:
    raw = sqlite3.connect(
        f"{path.absolute().as_uri()}?{_mode(path)}",
        uri=True,
        timeout=busy_seconds,
        isolation_level=None,
        check_same_thread=False,
        cached_statements=256,
    )
    raw.text_factory = _text
    try:
        for pragma in (*PRAGMAS, f"PRAGMA synchronous = {'FULL' if durable else 'OFF'}"):
            raw.execute(pragma)
    except sqlite3.Error:
        raw.close()
        raise
    return raw
