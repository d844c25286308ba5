"""`Store`: what all handles of one process on one store share.

    journal (durable) -> projection (private, disposable); vectors; the thread that follows

Two journals on one file would work, but two projections would double the memory, and two background threads would fold
every event twice. So a process opens a store once, and whoever opens it again gets a handle on the same (`sharing`).
"""

from __future__ import annotations

from .embedding.port import Embedder
from .follower import Follower
from .journal.journal import Journal
from .projection.projection import Projection
from .vectors import Vectorizer

IDLE_SECONDS = 0.5
"""How often the background thread looks for the writes of other processes."""

PENDING_SECONDS = 2.0
"""How long a query waits for pending vectors before it answers without them, and says so."""


class Store:
    """The open rooms of one store. Whoever makes it closes it; any thread may use it meanwhile."""

    def __init__(self, journal: Journal, embedder: Embedder) -> None:
        self.journal = journal
        self.embedder = embedder
        self.projection = Projection(journal)
        self.vectorizer = Vectorizer(journal, embedder)
        self._follower: Follower | None = None

    def follow(self) -> None:
        """Start the background thread, unless it runs."""
        if self._follower is None:
            self._follower = Follower(self.catch_up, IDLE_SECONDS)

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

    @property
    def fault(self) -> str | None:
        """What last ended a step of the background thread; None once one has gone well again."""
        return None if self._follower is None else self._follower.fault

    def close(self) -> None:
        """Stop the background thread and let go of every file. Closing twice does nothing."""
        if self._follower is not None:
            self._follower.stop()
        self.projection.close()
        self.journal.close()
