"""The background thread: lets the projection catch up when nobody is waiting, so that a query seldom has to."""

from __future__ import annotations

import threading
from collections.abc import Callable

from ..errors import ClewError


class Follower:
    """Calls `catch_up` when nudged, and every `seconds` besides, for other processes write too.

    An error of ours is not lost by being swallowed here: the next query meets the same one, and has somebody to tell.
    """

    def __init__(self, catch_up: Callable[[], object], seconds: float) -> None:
        self._catch_up = catch_up
        self._seconds = seconds
        self._nudged = threading.Event()
        self._stopped = False
        self._thread = threading.Thread(target=self._run, name="clew-follower", daemon=True)
        self._thread.start()

    def nudge(self) -> None:
        self._nudged.set()

    def stop(self) -> None:
        """Stop after the step that runs; returns when it has."""
        self._stopped = True
        self._nudged.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._stopped:
            self._nudged.wait(self._seconds)
            self._nudged.clear()
            if self._stopped:
                return
            try:
                self._catch_up()
            except ClewError:
                continue
