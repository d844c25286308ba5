"""What a person can do about a store that cannot be opened, or was lost while it was open: by the kind of the error.

A table, and no `if` in a screen: which ways make sense is a question of the error alone.
"""

from __future__ import annotations

from dataclasses import dataclass

from ...errors import ClewError, EmbeddingError, StoreBusy, StoreClosed, StoreDamaged, StoreNotFound


@dataclass(frozen=True, slots=True)
class Way:
    """name: as the app calls it. key: what is pressed. says: what it does."""

    name: str
    key: str
    says: str


RETRY = Way("retry", "r", "Try again")
MAKE = Way("make", "m", "Make a store there")
DOCTOR = Way("doctor", "d", "Ask the doctor what is wrong")
ANOTHER = Way("another", "o", "Open another store")
QUIT = Way("quit", "q", "Quit")
WAYS = (RETRY, MAKE, DOCTOR, ANOTHER, QUIT)

_WAYS: tuple[tuple[type[ClewError], tuple[Way, ...]], ...] = (
    (StoreNotFound, (ANOTHER, MAKE, RETRY)),
    (StoreBusy, (RETRY, ANOTHER)),
    (StoreDamaged, (DOCTOR, ANOTHER, RETRY)),
    (StoreClosed, (RETRY, ANOTHER)),
    (EmbeddingError, (RETRY, DOCTOR, ANOTHER)),
    (ClewError, (RETRY, DOCTOR, ANOTHER)),
)


def ways_from(error: ClewError, *, demo: bool = False) -> tuple[Way, ...]:
    """Return the ways on from an error, the likeliest first; the last one is always to quit. demo: of the demo's store,
    which nobody makes or mends by hand.
    """
    found = (ANOTHER, RETRY) if demo else next(ways for kind, ways in _WAYS if isinstance(error, kind))
    return (*found, QUIT)
