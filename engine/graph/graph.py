"""`Graph`: ask it, add to it, throw it away.

A Graph is private to its process and never the owner of anything, so it needs no care when something goes wrong: a
change that fails half-way, or is interrupted, leaves it `dead`, and whoever holds it builds another from the columns.
Changes come as one transaction behind the gate; reads run side by side, each on a connection of its own from a small
pool (one connection serves one query at a time, and closing it under a running query ends the process).
"""

from __future__ import annotations

import os
import threading
from collections.abc import Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Any

from ...errors import LimitError, ProjectionError, StoreClosed
from ..running import limits
from ..running.cancel import check, stoppable
from . import kuzu_border
from .arrow import Table
from .ddl import create_tables
from .gate import Gate
from .values import bind, bindable, lists_of, parameters_of

IDLE_SESSIONS = 8
"""Connections kept for the next query; more are opened when more threads ask at once, and closed afterwards."""


class Graph:
    """A private graph. Make one with `create` or `open`; close it when done."""

    def __init__(self, database: kuzu_border.Database, *, on_disk: bool) -> None:
        self.on_disk = on_disk
        self.dead = False
        self.gate = Gate()
        """What readers and the writer pass. Whoever shares a graph may put one of its own here first."""
        self._database = database
        self._process = os.getpid()
        self._closed = False
        self._pool = threading.Condition()
        self._idle: list[kuzu_border.Session] = []
        self._busy: set[kuzu_border.Session] = set()

    @classmethod
    def create(cls, path: Path | None = None) -> Graph:
        """Return an empty graph with the schema's tables: in memory, or in a new file at `path`."""
        graph = cls.open(path)
        try:
            graph.write((statement, [{}]) for statement in create_tables())
        except BaseException:
            graph.close()
            raise
        return graph

    @classmethod
    def open(cls, path: Path | None) -> Graph:
        """Return the graph in a file that is known to be whole and is nobody else's."""
        return cls(kuzu_border.Database(path), on_disk=path is not None)

    def run(self, cypher: str, parameters: Mapping[str, Any] | None = None, timeout: float | None = None) -> Table:
        """Return the answer to one reading statement; `timeout` in seconds, None for the `seconds` of the limits.

        Read its strings by `arrow.values_of`: some are kept in a form that Arrow can hold.

        Values of parameters: None, bool, int (64 bits), float, str, datetime, lists of one type, lists of dicts with
        the same keys. Raises EvaluationError where a value did not fit, LimitError when the time or the memory is used
        up, StoreClosed after close and in a forked child, ProjectionError for everything else.
        """
        self._guard()
        values = bind(parameters or {}, *_reads(cypher))
        limit = max(1, round(1000 * (limits.current().seconds if timeout is None else timeout)))
        with self.gate.reading(), self._session() as session, stoppable(session.interrupt):
            try:
                return session.query(cypher, values, limit)
            except LimitError:
                if self._closed:  # it was closing that stopped it, and not its time
                    raise StoreClosed("The graph is closed.") from None
                raise

    def copy(self, frames: Iterable[tuple[str, Table]]) -> None:
        """Append whole tables, in one transaction: `(table, frame)`, nodes before the edges between them."""
        with self.changing() as session:
            for table, frame in frames:
                check()
                session.copy(table, frame)

    def write(self, statements: Iterable[tuple[str, Sequence[Mapping[str, Any]]]]) -> None:
        """Run changing statements, in one transaction: `(cypher, one mapping of parameters for each run)`."""
        with self.changing() as session:
            for cypher, runs in statements:
                for parameters in runs:
                    session.execute(cypher, {name: bindable(value) for name, value in parameters.items()})

    def checkpoint(self) -> None:
        """Bring a graph on disk into its one file, which is whole and quiet once the graph is closed."""
        with self.gate.writing(), self._session() as session:
            try:
                session.execute("CHECKPOINT", {})
            except BaseException:
                self.dead = True
                raise

    @contextmanager
    def changing(self) -> Generator[kuzu_border.Session]:
        """Hold the gate and a transaction; whatever goes wrong inside leaves the graph dead."""
        self._guard()
        with self.gate.writing(), self._session() as session, stoppable(session.interrupt):
            try:
                session.execute("BEGIN TRANSACTION", {})
                yield session
                session.execute("COMMIT", {})
            except BaseException:
                # Rolling a COPY back erases edges that were there before it: nothing here is worth keeping.
                self.dead = True
                raise

    def interrupt(self) -> None:
        """Stop the queries that run now; each raises LimitError in its own thread."""
        with self._pool:
            for session in self._busy:
                session.interrupt()

    def close(self) -> None:
        """Stop what runs, wait until it has stopped, and close. Closing twice, or in a forked child, does nothing."""
        if self._process != os.getpid():
            return
        with self._pool:
            if self._closed:
                return
            self._closed = True
            while self._busy:
                for session in self._busy:
                    session.interrupt()
                self._pool.wait(0.05)  # an interrupt that comes before its query begins is not heard: repeat it
        if self.dead and self.on_disk:
            self._leak()
            return
        for session in self._idle:
            session.close()
        self._database.close()

    def _leak(self) -> None:
        """Leave what failed on a disk as it is, for closing it can end the process; the caller removes the files."""
        for session in self._idle:
            session.leak()
        self._database.leak()

    @contextmanager
    def _session(self) -> Generator[kuzu_border.Session]:
        session = self._take()
        try:
            yield session
        finally:
            self._give_back(session)

    def _guard(self) -> None:
        # Before any lock is asked for: a thread that is not in the child may have held it when the process forked.
        if self._process != os.getpid():
            raise StoreClosed("This graph belongs to the parent process.", hint="Open the store anew after a fork.")

    def _take(self) -> kuzu_border.Session:
        with self._pool:
            if self._closed:
                raise StoreClosed("The graph is closed.")
            if self.dead:
                raise ProjectionError("A change of the graph failed half-way.", hint="It is rebuilt at the next query.")
            session = self._idle.pop() if self._idle else self._database.session()
            self._busy.add(session)
            return session

    def _give_back(self, session: kuzu_border.Session) -> None:
        with self._pool:
            self._busy.discard(session)
            if self.dead or (len(self._idle) < IDLE_SESSIONS and not session.is_worn):
                self._idle.append(session)
            else:
                session.close()
            self._pool.notify_all()


@lru_cache(maxsize=1024)
def _reads(cypher: str) -> tuple[frozenset[str], frozenset[str]]:
    return parameters_of(cypher), lists_of(cypher)
