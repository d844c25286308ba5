"""The background thread: lets the projection catch up when nobody is waiting, so that a query seldom has to."""

from __future__ import annotations

import threading
import weakref
from collections.abc import Callable

from ..running.cancel import Cancel, running

LONGEST_PAUSE = 300.0
"""Seconds between two steps that fail."""


class Follower:
    """Calls `catch_up`, a method, when nudged, and every `seconds` besides, for other processes write too.

    It does not keep the method's object alive: one that nobody closed can go, and the thread ends with it. No error
    ends the thread; `fault` says the last one, None once a step has gone well again. Until then the pauses grow: what
    fails on a full disk is a snapshot, which costs seconds to try.
    """

    def __init__(self, catch_up: Callable[[], object], seconds: float) -> None:
        self.fault: str | None = None
        self._catch_up = weakref.WeakMethod(catch_up)
        self._seconds = seconds
        self._nudged = threading.Event()
        self._stopped = threading.Event()
        self._step_runs = Cancel()
        self._thread = threading.Thread(target=self._run, name="clew-follower", daemon=True)
        self._thread.start()

    def nudge(self) -> None:
        self._nudged.set()

    def interrupt(self) -> None:
        """End the step that runs: what it would have made is made by whoever needs it."""
        self._step_runs.cancel("somebody waits for the end of the program")

    def stop(self) -> None:
        """Stop after the step that runs; returns when it has, at once in the thread itself and in a forked child."""
        if not self._thread.is_alive():
            return  # before an event is touched: in a child its lock may be held by a thread that is not there
        self._stopped.set()
        self._nudged.set()
        if self._thread is not threading.current_thread():
            self._thread.join()

    def _run(self) -> None:
        failures = 0
        while not self._stopped.wait(self._pause(failures)):
            self._nudged.wait(self._seconds)
            self._nudged.clear()
            catch_up = None if self._stopped.is_set() else self._catch_up()
            if catch_up is None:
                return
            self._step(catch_up)
            failures = failures + 1 if self.fault else 0
            del catch_up  # or it would keep its object for as long as nothing happens

    def _step(self, catch_up: Callable[[], object]) -> None:
        self._step_runs = Cancel()
        try:
            with running(self._step_runs):
                catch_up()
        except Exception as error:
            self.fault = str(error) or type(error).__name__  # not the error: its frames would keep the object
        else:
            self.fault = None

    def _pause(self, failures: int) -> float:
        return min(LONGEST_PAUSE, self._seconds * 2.0 ** min(failures, 10)) if failures else 0.0
