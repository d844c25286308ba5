"""The one room that knows Kuzu: databases, connections, statements, and its errors in our words.

Everything it raises is a RuntimeError told apart by its text; here that text is read once. `execute(text, parameters)`
leaks a statement at every call, so statements are prepared and kept; they are made from the class itself, since
`Connection.prepare` warns that it is deprecated while the way it recommends is the one that leaks.

Ladybug works in its place when `graph_engines` says so. It kept Kuzu's classes and its errors, so it is held to Kuzu's
types. The package is loaded with the first database: a store whose queries need no pattern does without.
"""

from __future__ import annotations

import ctypes
import os
import weakref
from collections.abc import Generator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from ...errors import ClewError, EvaluationError, LimitError, ProjectionError
from .arrow import Table
from .graph_engines import chosen, loaded

if TYPE_CHECKING:
    import kuzu

MAX_SIZE = 1 << 34
"""Bytes of address space for one database. The default is 8 TB: the sixteenth database of a process then fails."""
BUFFER_POOL = 384 << 20
"""Bytes. 100,000 memories with ten mentions each need about 60 MB of pages; a COPY of them needs a few times that."""
MAX_DEPTH = 1000
"""Edges in a variable-length walk. The engine's own bound is 30, which a long task's FOLLOWS chain soon exceeds."""
TEXTS = 256
"""Statements a session prepares until it is worn: both engines keep 60 KB of each, dropped or not, while its connection
lives. An emitted query is one text for all values, so few stores meet this."""

_SETTINGS = (
    "CALL force_checkpoint_on_close=false",
    f"CALL var_length_extend_max_depth={MAX_DEPTH}",
)


@cache
def package() -> Any:
    """Return the engine's package, loaded. Raises StoreError, as `chosen`."""
    return loaded(chosen())


class Database:
    """An open database: in memory, or on a private file that nothing else opens."""

    def __init__(self, path: Path | None) -> None:
        with translated():
            self._database: kuzu.Database = package().Database(
                None if path is None else str(path),
                buffer_pool_size=BUFFER_POOL,
                max_db_size=MAX_SIZE,
                auto_checkpoint=False,
            )
        _databases.add(self)

    def session(self) -> Session:
        with translated():
            return Session(package().Connection(self._database))

    def close(self) -> None:
        """Close it. Every session is closed before: closing under a running query ends the process."""
        with translated():
            self._database.close()

    def leak(self) -> None:
        """Never let it be destroyed. In a child made by fork its destructor waits for threads that are not there; after
        a write that failed it writes again, fails again, and an error in a destructor ends the process.
        """
        _keep_for_ever(self._database._database)  # pyright: ignore


class Session:
    """A connection, used by one thread at a time, and the statements prepared on it."""

    def __init__(self, connection: kuzu.Connection) -> None:
        self._connection = connection
        self._statements: dict[str, kuzu.PreparedStatement] = {}
        self._prepared = 0
        self._timeout = 0
        for setting in _SETTINGS:
            connection.execute(setting)

    @property
    def is_worn(self) -> bool:
        """Whether it has prepared so much that it is better closed than kept."""
        return self._prepared > TEXTS

    def query(self, cypher: str, parameters: dict[str, Any], timeout: int) -> Table:
        """Return the answer to one statement; `timeout` in milliseconds, 0 for none."""
        with translated():
            self._limit(timeout)
            result = self._execute(cypher, parameters)
            try:
                return cast(Table, result.get_as_arrow())  # pyright: ignore[reportUnknownMemberType]
            finally:
                result.close()

    def execute(self, cypher: str, parameters: dict[str, Any]) -> None:
        """Run one statement whose answer does not matter, without a limit of time."""
        with translated():
            self._limit(0)
            self._execute(cypher, parameters).close()

    def copy(self, table: str, frame: Table) -> None:
        """Append the rows of `frame`, its columns in the order of the table's."""
        with translated():
            self._limit(0)
            # Not from a text: Kuzu leaks a statement for it, and ladybug keeps one in a cache without a bound.
            parameters = {"frame": frame}
            statement = self._prepare(f"COPY `{table}` FROM $frame", parameters)
            self._run(statement, parameters).close()

    def interrupt(self) -> None:
        """Stop what is running, from any thread; nothing happens where nothing runs."""
        self._connection.interrupt()

    def close(self) -> None:
        with translated():
            self._statements.clear()
            self._connection.close()

    def leak(self) -> None:
        """Never let it be destroyed, as with the database."""
        _keep_for_ever(self._connection)

    def _limit(self, timeout: int) -> None:
        if timeout != self._timeout:
            self._connection.set_query_timeout(timeout)
            self._timeout = timeout

    def _execute(self, cypher: str, parameters: dict[str, Any]) -> kuzu.QueryResult:
        statement = self._statements.get(cypher) or self._prepare(cypher, parameters)
        if chosen().repeats:
            self._statements[cypher] = statement
        return self._run(statement, parameters)

    def _prepare(self, cypher: str, parameters: dict[str, Any]) -> kuzu.PreparedStatement:
        # With the values of this call: a parameter inside a recursive filter cannot be bound without one.
        statement: kuzu.PreparedStatement = package().PreparedStatement(self._connection, cypher, parameters)
        self._prepared += 1
        if not statement.is_success():
            raise RuntimeError(statement.get_error_message())
        return statement

    def _run(self, statement: kuzu.PreparedStatement, parameters: dict[str, Any]) -> kuzu.QueryResult:
        return cast("kuzu.QueryResult", self._connection.execute(statement, parameters))


@contextmanager
def translated() -> Generator[None]:
    """Let no foreign exception out: LimitError, EvaluationError or ProjectionError in its place."""
    try:
        yield
    except ClewError:
        raise
    except Exception as error:
        raise _translation(error) from error


def _translation(error: Exception) -> ClewError:
    kind, _, message = str(error).partition(" exception: ")
    message = message.splitlines()[0] if message else str(error)
    if str(error).startswith("Interrupted"):
        hint = "Narrow it, or give it more time."
        return LimitError("The query was stopped: its time was up.", hint=hint, code="limit.seconds", limit="seconds")
    if kind == "Buffer manager" or isinstance(error, MemoryError) or "bad_alloc" in message:
        message = f"The query needs more memory than the graph may use: {BUFFER_POOL:,} bytes."
        said = {"limit": "graph_bytes", "bound": BUFFER_POOL, "found": None}
        return LimitError(message, hint="Narrow it.", code="limit.graph_bytes", **said)
    if kind in ("Overflow", "Runtime", "Conversion"):
        return EvaluationError(message)
    return ProjectionError(f"The graph engine failed: {message}")


def _keep_for_ever(thing: object) -> None:
    ctypes.pythonapi.Py_IncRef(ctypes.py_object(thing))


_databases: weakref.WeakSet[Database] = weakref.WeakSet()


def _leak_all() -> None:
    for database in _databases:
        database.leak()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_leak_all)
