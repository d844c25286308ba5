"""`Store`: what all handles of one process on one store share.

    journal (durable) -> projection (private, disposable); vectors; the threads that follow and that work

Two journals on one file would work, but two projections would double the memory, and two background threads would fold
every event twice. So a process opens a store once, and whoever opens it again gets a handle on the same (`sharing`).
"""

from __future__ import annotations

import os
import threading

from ...errors import StoreClosed
from ..embedding.port import Embedder
from ..journal import files
from ..journal.journal import Journal
from ..projection.projection import Projection
from ..writing.vectors import Vectorizer
from .follower import Follower
from .workers import Workers

IDLE_SECONDS = 0.5
"""How often the background thread looks for the writes of other processes."""

PENDING_SECONDS = 2.0
"""How long a query waits for pending vectors before it answers without them, and says so."""


class Store:
    """The open rooms of one store. Whoever makes it closes it; any thread may use it meanwhile."""

    def __init__(self, journal: Journal, embedder: Embedder) -> None:
        self.journal = journal
        self.identity = files.identity_of(journal.path)
        """Which file the journal is; None where it was gone at once."""
        self.projection = Projection(journal)
        self.vectorizer = Vectorizer(journal, embedder)
        self._process = os.getpid()
        self._starting = threading.Lock()
        self._follower: Follower | None = None
        self._workers: Workers | None = None

    @property
    def embedder(self) -> Embedder:
        return self.vectorizer.embedder

    def follow(self) -> None:
        """Start the background thread, unless it runs."""
        with self._starting:
            if self._follower is None:
                self._follower = Follower(self.catch_up, IDLE_SECONDS)

    @property
    def workers(self) -> Workers:
        """The threads in which asynchronous handles work."""
        with self._starting:
            if self._workers is None:
                self._workers = Workers()
            return self._workers

    def nudge(self) -> None:
        """Tell the background thread that something was written."""
        if self._follower is not None:
            self._follower.nudge()

    def fresh(self) -> int:
        """Let the projection catch up with the journal; return how many vectors are still pending."""
        pending = self.vectorizer.catch_up(PENDING_SECONDS)
        self.projection.drain()
        return pending

    def catch_up(self) -> None:
        """What the background thread does: the same, and a snapshot where one is due."""
        self.fresh()
        self.projection.publish()

    def interrupt(self) -> None:
        """Let the background thread break off what it does now; it goes on a moment later."""
        if self._follower is not None:
            self._follower.interrupt()

    @property
    def fault(self) -> str | None:
        """What last ended a step of the background thread; None once one has gone well again."""
        return None if self._follower is None else self._follower.fault

    @property
    def is_lost(self) -> bool:
        """Whether another store lies at its path by now, or none: threads that come new would open that."""
        return files.identity_of(self.journal.path) != self.identity

    def refuse_if_lost(self) -> None:
        """Raise StoreClosed in a child made by fork, before any lock is asked for, and where the store is lost."""
        if self._process != os.getpid():
            raise StoreClosed(
                f"{self.journal.path} was opened by the process that forked this one.", hint="Open the store again."
            )
        files.refuse_if_moved(self.journal.path, self.identity)

    def close(self) -> None:
        """Stop the background thread and let go of every file. Closing twice does nothing."""
        if self._workers is not None:
            self._workers.close()
        if self._follower is not None:
            self._follower.stop()
        self.projection.close()
        self.journal.close()
