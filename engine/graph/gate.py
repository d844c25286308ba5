"""A gate between those who read the graph and the one who changes it.

A COPY that commits while somebody reads stalls everyone for seconds, and then fails although it was committed. So a
writer waits until the readers are out, and readers wait while a writer is in or waiting (else a busy store would never
be written). A thread that is inside may read again; one that reads may not write, for it would wait for itself.
"""

from __future__ import annotations

import threading
from collections.abc import Generator
from contextlib import contextmanager

from ..running.cancel import wait_for


class Gate:
    """Many readers or one writer. Both sides may be entered again by the thread that is already inside."""

    def __init__(self) -> None:
        self._turn = threading.Condition()
        self._readers = 0
        self._waiting = 0
        self._writer: int | None = None
        self._inside = threading.local()

    @property
    def is_reader(self) -> bool:
        """Whether this thread is inside as a reader."""
        return getattr(self._inside, "depth", 0) > 0

    @contextmanager
    def reading(self) -> Generator[None]:
        """Hold the writers off."""
        depth: int = getattr(self._inside, "depth", 0)
        writes = self._writer == threading.get_ident()
        if depth == 0 and not writes:
            self._enter()
        self._inside.depth = depth + 1
        try:
            yield
        finally:
            self._inside.depth = depth
            if depth == 0 and not writes:
                self._leave()

    @contextmanager
    def writing(self) -> Generator[None]:
        """Be alone. Raises RuntimeError in a thread that is inside as a reader."""
        me = threading.get_ident()
        if self._writer == me:
            yield
            return
        if self.is_reader:
            raise RuntimeError("A thread that reads the graph cannot change it.")
        self._claim(me)
        try:
            yield
        finally:
            with self._turn:
                self._writer = None
                self._turn.notify_all()

    def _enter(self) -> None:
        with self._turn:
            wait_for(self._turn, lambda: self._writer is None and not self._waiting)
            self._readers += 1

    def _leave(self) -> None:
        with self._turn:
            self._readers -= 1
            self._turn.notify_all()

    def _claim(self, me: int) -> None:
        with self._turn:
            self._waiting += 1
            try:
                wait_for(self._turn, lambda: self._writer is None and not self._readers)
                self._writer = me
            finally:
                self._waiting -= 1
                self._turn.notify_all()
