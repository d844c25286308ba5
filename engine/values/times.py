"""Instants: whole microseconds since 1970 in UTC inside, aware datetimes and ISO 8601 strings at the border.

A float was refused because it loses microseconds after 2 ** 53 of them, and a naive datetime inside because it loses
its zone. At the border a naive one is taken as UTC: guessing the machine's zone would give one log two meanings on two
machines.
"""

from __future__ import annotations

import time
from datetime import UTC, date, datetime, timedelta

from ...errors import MemoryInvalid

NEVER = 2**63 - 1
"""In arrays: not retracted, no end."""

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MICROSECOND = timedelta(microseconds=1)
FIRST = (datetime.min.replace(tzinfo=UTC) - EPOCH) // MICROSECOND
LAST = (datetime.max.replace(tzinfo=UTC) - EPOCH) // MICROSECOND
"""Microseconds of 0001-01-01 and of the last one of 9999: what a datetime can hold."""


def now() -> int:
    """Return the wall clock in microseconds."""
    return time.time_ns() // 1000


def to_micros(value: datetime | date | str | int) -> int:
    """Return microseconds since 1970 in UTC, in [FIRST, LAST].

    An aware datetime is converted by its own zone, so the hour that a clock change repeats is told apart by `fold`; a
    naive one, a date (its midnight) and a string without an offset are taken as UTC. An int is microseconds already.
    Raises MemoryInvalid for text that is no ISO 8601 time, for any other type, and outside the years 1 to 9999.
    """
    if isinstance(value, str):
        value = _parsed(value)
    if isinstance(value, datetime):
        return _in_range(_since_epoch(value), value)
    if isinstance(value, date):
        return _since_epoch(datetime(value.year, value.month, value.day))
    if isinstance(value, bool) or not isinstance(value, int):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise MemoryInvalid(
            f"A time cannot be a {type(value).__name__}.",
            hint="Give a datetime, an ISO 8601 string, or whole microseconds since 1970.",
        )
    return _in_range(value, value)


def from_micros(micros: int) -> datetime:
    """Return the aware datetime in UTC. Raises MemoryInvalid outside the years 1 to 9999."""
    return EPOCH + timedelta(microseconds=_in_range(micros, micros))


def to_iso(micros: int) -> str:
    """Return ISO 8601 in UTC, as in `2024-05-01T09:30:00Z`, with six digits after the point where any is not 0."""
    return from_micros(micros).replace(tzinfo=None).isoformat() + "Z"


def _parsed(text: str) -> datetime:
    try:
        return datetime.fromisoformat(text.strip())
    except ValueError:
        raise MemoryInvalid(
            f"{text[:60]!r} is not an ISO 8601 time.", hint="Write it as in 2024-05-01T09:30:00+02:00."
        ) from None


def _since_epoch(value: datetime) -> int:
    # Subtracting values of two zones compares instants, fold included; within one zone Python compares wall clocks.
    aware = value if value.utcoffset() is not None else value.replace(tzinfo=UTC)
    return (aware - EPOCH) // MICROSECOND


def _in_range(micros: int, given: object) -> int:
    if FIRST <= micros <= LAST:
        return micros
    raise MemoryInvalid(f"The time {str(given)[:60]} lies outside the years 1 to 9999.")
