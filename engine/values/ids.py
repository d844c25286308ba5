"""Sortable ids: 48 bits of milliseconds and 80 random bits as 26 letters and digits (a ULID).

Ids of one process rise strictly, even within a millisecond and when the clock is set back, so that sorting by id is
sorting by birth. A random UUID was refused because it sorts as noise, a counter because two processes would meet.

Source: the ULID specification, https://github.com/ulid/spec; its alphabet is Crockford's, without I, L, O and U.
"""

from __future__ import annotations

import os
import threading
import time

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
RANDOM_BITS = 80
PAIRS = tuple(high + low for high in ALPHABET for low in ALPHABET)
"""Ten bits at a time: half the steps of one letter at a time."""


class UlidSequence:
    """Rising 128-bit numbers. Safe to share between threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._last = 0

    def restart(self) -> None:
        """Start afresh in a child made by fork, which would repeat its parent's numbers or wait for a lost lock."""
        self._lock = threading.Lock()
        self._last = 0

    def next(self, millis: int) -> int:
        """Return a number for this millisecond, or the last one plus 1 where that would not be higher."""
        fresh = millis << RANDOM_BITS | int.from_bytes(os.urandom(RANDOM_BITS // 8))
        with self._lock:
            same = millis <= self._last >> RANDOM_BITS
            self._last = self._last + 1 if same else fresh
            return self._last


_sequence = UlidSequence()
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_sequence.restart)


def new_id() -> str:
    """Return a new ULID, higher than every other that this process made."""
    return encode(_sequence.next(time.time_ns() // 1_000_000))


def encode(number: int) -> str:
    """Return the 26 characters of a number in [0, 2 ** 130); their order is the order of the numbers."""
    return "".join([PAIRS[number >> shift & 1023] for shift in range(120, -1, -10)])
