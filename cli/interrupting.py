"""Ctrl-C for a command: it ends, even where Python loses the KeyboardInterrupt.

What is raised in a finaliser or in a callback of the import system is printed and forgotten, and a command that has
just begun does little else than import. So whoever pressed once is not made to press again: what has not ended after
GRACE_SECONDS is ended. Nothing is lost by that which a power cut would not take as well, and the journal stands that.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from ..engine.running.interrupts import put_off
from .exit_codes import INTERRUPTED

GRACE_SECONDS = 3.0
"""From ctrl-C to the end, however it comes; in order it takes a few tenths."""


@contextmanager
def insisting() -> Iterator[None]:
    """Let ctrl-C end the process, in order while there is time. In the main thread, whose handler comes back after."""
    before = signal.signal(signal.SIGINT, _interrupt)
    put_off(_interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _interrupt(number: int, frame: object) -> None:
    watch = threading.Timer(GRACE_SECONDS, _end)
    watch.daemon = True
    watch.start()
    raise KeyboardInterrupt


def _end() -> None:
    sys.stderr.write("clew: interrupted, and ended where it was; what is in the journal is whole.\n")
    sys.stderr.flush()
    os._exit(INTERRUPTED)
