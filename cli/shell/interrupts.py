"""Ctrl-C in a shell: it ends what runs, and everywhere else no more than notes that it was pressed.

At the prompt it is a key and no signal. Between two entries it would be raised in the middle of setting up or taking
down the prompt, which Python prints and forgets at best; and the handler of an ordinary command ends the process.
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any


@contextmanager
def noting_interrupts() -> Iterator[list[int]]:
    """Let ctrl-C do nothing in the block but add to the list that is yielded."""
    pressed: list[int] = []
    with _handled(lambda number, _: pressed.append(number)):
        yield pressed


@contextmanager
def raising_interrupts() -> Iterator[None]:
    """Let ctrl-C be a KeyboardInterrupt in the block, which the engine puts off until its work has ended."""
    with _handled(signal.default_int_handler):
        yield


@contextmanager
def _handled(handler: Callable[[int, Any], Any]) -> Iterator[None]:
    before = signal.signal(signal.SIGINT, handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
