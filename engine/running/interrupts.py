"""Ctrl-C: heard within a fraction of a second wherever the main thread is, and never in the middle of anything.

Python raises KeyboardInterrupt between any two steps of the main thread, so also between a lock that was taken and the
`try` that would give it back, and not at all while it waits for C. So while the engine works, the signal only cancels:

    SIGINT -> our handler, in the main thread -> the work's checks raise
           -> a byte, written by Python's C code at once -> a thread that reads it -> `Cancel.cancel`, which stops Kuzu

and when the work has ended, the KeyboardInterrupt that was due is raised. A second ctrl-C that comes a second later is
raised where it lands: whoever presses twice waits no longer.

Refused: every call into the graph in a helper thread, so that the main one can wait for both. That hands over twice a
call, and each time queues for the interpreter's lock behind whatever else runs. Two system calls a query cost 16
microseconds where that was measured.
"""

from __future__ import annotations

import os
import signal
import socket
import threading
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

from . import cancel as cancelling
from .cancel import Cancel

REASON = "interrupted from the keyboard"

PATIENCE_SECONDS = 1.0
"""A second ctrl-C after this long does not wait for a check."""

SETTLED = 0
"""A byte that no signal sends: what came before it belongs to work that has ended."""


Handler = Callable[[int, Any], Any]

_plain: set[Handler] = {signal.default_int_handler}


def put_off(handler: Handler) -> None:
    """Say that a handler of SIGINT only raises KeyboardInterrupt in its way: it is put off as Python's own is."""
    _plain.add(handler)


@contextmanager
def interruptible() -> Generator[Cancel]:
    """Run the block as one piece of work that ctrl-C, or a Cancel that holds already, can end.

    Raises KeyboardInterrupt after the block where ctrl-C was pressed in it. Signals are left alone off the main thread,
    where the program handles SIGINT itself, and where something else waits for signals, as an event loop does.
    """
    work = cancelling.current()
    if work is not None and _heard is not None:
        yield work  # inside another piece of work, which hears for both
        return
    work = work or Cancel()
    with _deferred(work), cancelling.running(work):
        yield work


@dataclass(slots=True)
class _Heard:
    """What the main thread works on, and when ctrl-C was first pressed meanwhile."""

    work: Cancel
    at: list[float] = field(default_factory=list[float])

    def handle(self, number: int, frame: object) -> None:
        now = time.monotonic()
        if self.at and now - self.at[0] > PATIENCE_SECONDS:
            raise KeyboardInterrupt
        self.at.append(now)
        self.work.note(REASON)


_heard: _Heard | None = None


@contextmanager
def _deferred(work: Cancel) -> Generator[None]:
    global _heard
    if not _is_ours():
        yield
        return
    heard = _Heard(work)
    before = signal.signal(signal.SIGINT, heard.handle)
    try:
        signal.set_wakeup_fd(_listening().writing.fileno(), warn_on_full_buffer=False)
        _heard = heard
        yield
    finally:
        _heard = None
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGINT, before)  # first runs ours, where it is still due
        if heard.at:
            _listening().settle()
        # A byte can be late, where another thread took the signal: what it ended was ended by ctrl-C all the same.
        if heard.at or work.reason == REASON:
            _raise_by(before)


def _raise_by(handler: Any) -> None:
    """Raise the KeyboardInterrupt that was put off, as the program would have had it; not as the end of an error."""
    try:
        handler(signal.SIGINT, None)
    except KeyboardInterrupt as due:
        raise due from None


def _is_ours() -> bool:
    """Whether SIGINT would do no more here than raise KeyboardInterrupt."""
    if threading.current_thread() is not threading.main_thread():
        return False
    return signal.getsignal(signal.SIGINT) in _plain and _wakeup_is_free()


def _wakeup_is_free() -> bool:
    before = signal.set_wakeup_fd(-1)
    if before != -1:
        signal.set_wakeup_fd(before)
    return before == -1


# ---- the thread that hears signals while the main one is in C ------------------------------------------


class _Listener:
    """Reads the bytes that Python writes when a signal arrives."""

    def __init__(self) -> None:
        self.reading, self.writing = socket.socketpair()
        self.writing.setblocking(False)
        self._settled = threading.Event()
        self._thread = threading.Thread(target=self._run, name="clew-interrupts", daemon=True)
        self._thread.start()

    def settle(self) -> None:
        """Return when all that was written so far has been read: none of it may end the work that comes next."""
        self._settled.clear()
        with suppress(BlockingIOError):
            self.writing.send(bytes([SETTLED]))
            self._settled.wait(PATIENCE_SECONDS)

    def _run(self) -> None:
        while numbers := self.reading.recv(64):
            heard = _heard
            if signal.SIGINT in numbers and heard is not None:
                heard.work.cancel(REASON)
            if SETTLED in numbers:
                self._settled.set()


_listener: _Listener | None = None


def _listening() -> _Listener:
    global _listener
    if _listener is None:
        _listener = _Listener()
    return _listener


def _forget() -> None:
    """In a child made by fork no thread listens, and what the parent works on is not the child's."""
    global _heard, _listener
    if _heard is not None:
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGINT, signal.default_int_handler)
    _heard = _listener = None


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget)
