"""`Cancel`: how whoever waits for something says that it may stop, and how what runs hears of it.

    caller, event loop, ctrl-C          what runs
        cancel.cancel() ----------->    check() between steps, stoppable(...) around a call into C

The one that holds in a thread is ambient (a ContextVar). It was to be an argument; but a query meets the graph, SQLite,
locks and the numeric core some ten calls down, and three dozen signatures would carry what only the last of them reads.
Where one object serves a run anyway, as the evaluator's Context does, the Cancel is a field of it.

Ending a thread from outside was refused: it would end in the middle of anything.
"""

from __future__ import annotations

import contextvars
import threading
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Protocol, TypeVar

from ...errors import LimitError

AGAIN_SECONDS = 0.05
"""Between two calls of what stops a foreign call: one that comes before that call has begun is not heard."""

SLICE_SECONDS = 0.05
"""How long a wait for a lock goes on before it looks whether it is still wanted."""

T = TypeVar("T")
Stop = Callable[[], object]


class Lock(Protocol):
    def acquire(self, blocking: bool = True, timeout: float = -1) -> bool: ...


class Cancel:
    """Ends what runs under it: when `cancel` is called, from any thread, and when its time is up. It is used once.

    seconds: how long from now, None for ever. clock: seconds that only grow. Safe to share between threads.
    """

    def __init__(self, seconds: float | None = None, *, clock: Callable[[], float] = time.monotonic) -> None:
        self.reason: str | None = None
        """Why it was cancelled; None until it is."""
        self._clock = clock
        self._allowed = seconds
        self._deadline = None if seconds is None else clock() + seconds
        self._stops: list[Stop] = []
        # Reentrant: a signal's handler may call `cancel` in the thread that is just adding a callback.
        self._lock = threading.RLock()

    def cancel(self, reason: str = "cancelled") -> None:
        """Let what runs under this end soon; returns at once. A second time does nothing but call the callbacks."""
        self.note(reason)
        if self._call_stops():
            threading.Thread(target=self._insist, name="clew-cancel", daemon=True).start()

    def note(self, reason: str) -> None:
        """Do only what is safe in the middle of anything: checks will raise from now on, and nothing is called."""
        self.reason = self.reason or reason

    @property
    def is_over(self) -> bool:
        """Whether `check` would raise."""
        return self.reason is not None or self._is_late()

    def check(self) -> None:
        """Raise LimitError where this was cancelled (`limit.cancelled`) or the time is up (`limit.seconds`)."""
        if self.reason is not None:
            raise LimitError(f"This was stopped: {self.reason}.", code="limit.cancelled", reason=self.reason)
        if self._is_late():
            raise self._late()

    def left(self) -> float | None:
        """Return the seconds that are left, at least a millisecond; None for no end."""
        return None if self._deadline is None else max(0.001, self._deadline - self._clock())

    def allow(self, seconds: float) -> None:
        """Let it end so many seconds from now, unless it would sooner."""
        end = self._clock() + seconds
        if self._deadline is None or end < self._deadline:
            self._deadline, self._allowed = end, seconds

    @contextmanager
    def timeless(self) -> Generator[None]:
        """Let the clock end nothing in the block: what is half-built when the time is up would never get done."""
        before, self._deadline = self._deadline, None
        try:
            yield
        finally:
            self._deadline = before

    @contextmanager
    def on_cancel(self, stop: Stop) -> Generator[None]:
        """Have `stop` called when this is cancelled while the block runs, and again until the block has ended.

        It is called in other threads, and never after the block. Raises as `check` does, before the block.
        """
        with self._lock:
            self._stops.append(stop)
        try:
            self.check()  # after it is in the list: nothing that comes from here on is missed
            yield
        finally:
            with self._lock:
                self._stops.remove(stop)

    def _call_stops(self) -> bool:
        """Call the callbacks; return whether there were any. Under the lock, so that none is called too late."""
        with self._lock:
            for stop in self._stops:
                stop()
            return bool(self._stops)

    def _insist(self) -> None:
        while self._call_stops():
            time.sleep(AGAIN_SECONDS)

    def _is_late(self) -> bool:
        return self._deadline is not None and self._clock() > self._deadline

    def _late(self) -> LimitError:
        assert self._deadline is not None and self._allowed is not None
        return LimitError(
            f"The query took longer than it may: {self._allowed:g} seconds.",
            hint="Filter earlier, or allow more time with `seconds=`.",
            code="limit.seconds",
            limit="seconds",
            bound=self._allowed,
            found=round(self._allowed + self._clock() - self._deadline, 3),
        )


# ---- the one that holds in this thread ---------------------------------------------------------------


_current: ContextVar[Cancel | None] = ContextVar("clew.cancel", default=None)


def current() -> Cancel | None:
    return _current.get()


@contextmanager
def running(cancel: Cancel | None) -> Generator[None]:
    """Let the block run under `cancel`; None for a block that must not be stopped half-way."""
    token = _current.set(cancel)
    try:
        yield
    finally:
        _current.reset(token)


def check() -> None:
    """Raise LimitError where this thread's work is no longer wanted. Costs a tenth of a microsecond."""
    cancel = _current.get()
    if cancel is not None:
        cancel.check()


@contextmanager
def stoppable(stop: Stop) -> Generator[None]:
    """Run a call into foreign code that `stop` ends from another thread; an end of that kind is told as ours."""
    cancel = _current.get()
    if cancel is None:
        yield
        return
    try:
        with cancel.on_cancel(stop):
            yield
    except LimitError:
        cancel.check()  # says more: why, or how much time there was
        raise


# ---- waiting -----------------------------------------------------------------------------------------


def acquire(lock: Lock) -> None:
    """Take a lock, or raise LimitError when that is no longer wanted. The caller releases it."""
    while not lock.acquire(timeout=SLICE_SECONDS):
        check()


def wait_for(condition: threading.Condition, predicate: Callable[[], bool]) -> None:
    """Wait until a condition holds, or raise LimitError when that is no longer wanted."""
    while not condition.wait_for(predicate, SLICE_SECONDS):
        check()


def apart(call: Callable[[], T], seconds: float | None = None) -> T:
    """Return what a foreign call gives that nothing can stop: it runs in a thread of its own, to be left behind there.

    seconds: how long it is waited for. Raises what the call raises, LimitError as soon as nobody waits for it, and
    TimeoutError when its seconds are over. Costs some 50 microseconds.
    """
    if _current.get() is None and seconds is None:
        return call()
    outcome: list[Any] = []
    done = threading.Event()
    context = contextvars.copy_context()
    thread = threading.Thread(target=_record, args=(context, call, outcome, done), name="clew-apart", daemon=True)
    thread.start()
    end = None if seconds is None else time.monotonic() + seconds
    while not done.wait(SLICE_SECONDS):
        check()
        if end is not None and time.monotonic() > end:
            raise TimeoutError
    value, error = outcome
    if error is not None:
        raise error
    return value


def left_behind() -> bool:
    """Whether a call that nobody waits for still runs in a thread of `apart`."""
    return any(thread.name == "clew-apart" for thread in threading.enumerate())


def _record(
    context: contextvars.Context, call: Callable[[], object], outcome: list[Any], done: threading.Event
) -> None:
    try:
        outcome += [context.run(call), None]
    except BaseException as error:  # it is the waiting thread's to handle
        outcome += [None, error]
    finally:
        done.set()
