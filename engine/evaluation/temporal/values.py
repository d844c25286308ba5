"""Points in time: Date, LocalTime, Time, LocalDateTime, DateTime, as frozen values with nanoseconds.

Python's own types were refused because they stop at microseconds, and because a `datetime.time` with a zone has no
order. Days are Python dates, so years run from 1 to 9999; clocks are nanoseconds since midnight. Zones are seconds east
of UTC, with a name where one was given.

Two Times or DateTimes are equal when they are the same instant, whatever zone they are written in. (openCypher leaves
room for a zone to tell them apart; then a stored time, which has no zone, could equal neither.)
"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import TypeAlias
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from ....errors import EvaluationError, UnsupportedError
from .days import out_of_range

SECOND = 1_000_000_000
DAY = 86_400 * SECOND
EPOCH_ORDINAL = dt.date(1970, 1, 1).toordinal()
MAX_OFFSET = 18 * 3600

Zone: TypeAlias = int | str
"""Seconds east of UTC, or the name of a region such as `Europe/Stockholm`."""


@dataclass(frozen=True, slots=True)
class Date:
    day: dt.date

    def __str__(self) -> str:
        return self.day.isoformat()


@dataclass(frozen=True, slots=True)
class LocalTime:
    """nanos: since midnight, in [0, DAY)."""

    nanos: int

    def __str__(self) -> str:
        return format_clock(self.nanos)


@dataclass(frozen=True, slots=True, eq=False)
class Time:
    """nanos: since local midnight, in [0, DAY); offset: seconds east of UTC."""

    nanos: int
    offset: int

    @property
    def instant(self) -> int:
        """Nanoseconds since midnight in UTC; may be negative or over a day."""
        return self.nanos - self.offset * SECOND

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Time) and self.instant == other.instant

    def __hash__(self) -> int:
        return hash(self.instant)

    def __str__(self) -> str:
        return format_clock(self.nanos) + format_offset(self.offset)


@dataclass(frozen=True, slots=True)
class LocalDateTime:
    """nanos: since midnight, in [0, DAY)."""

    day: dt.date
    nanos: int

    def __str__(self) -> str:
        return f"{self.day.isoformat()}T{format_clock(self.nanos)}"


@dataclass(frozen=True, slots=True, eq=False)
class DateTime:
    """The local day and clock, the offset that held then (seconds east of UTC), and the region's name if it has one."""

    day: dt.date
    nanos: int
    offset: int
    region: str | None = None

    @property
    def instant(self) -> int:
        """Nanoseconds since 1970 in UTC."""
        return local_nanos(self.day, self.nanos) - self.offset * SECOND

    @property
    def zone(self) -> Zone:
        return self.region if self.region is not None else self.offset

    def __eq__(self, other: object) -> bool:
        return isinstance(other, DateTime) and self.instant == other.instant

    def __hash__(self) -> int:
        return hash(self.instant)

    def __str__(self) -> str:
        region = f"[{self.region}]" if self.region is not None else ""
        return f"{self.day.isoformat()}T{format_clock(self.nanos)}{format_offset(self.offset)}{region}"


Temporal: TypeAlias = Date | LocalTime | Time | LocalDateTime | DateTime
TEMPORALS = (Date, LocalTime, Time, LocalDateTime, DateTime)


# ---- between clocks and instants -------------------------------------------------------------------


def local_nanos(day: dt.date, nanos: int) -> int:
    """Nanoseconds since 1970 by the local clock."""
    return (day.toordinal() - EPOCH_ORDINAL) * DAY + nanos


def split_nanos(total: int) -> tuple[dt.date, int]:
    """Return the day and the clock of `total` nanoseconds since 1970; EvaluationError outside the years 1 to 9999."""
    days, nanos = divmod(total, DAY)
    try:
        return dt.date.fromordinal(days + EPOCH_ORDINAL), nanos
    except (ValueError, OverflowError):
        raise out_of_range() from None


def at_instant(instant: int, zone: Zone) -> DateTime:
    """Return `instant` (nanoseconds since 1970, UTC) as the clocks of `zone` show it."""
    offset = zone if isinstance(zone, int) else _offset_at(instant, zone)
    day, nanos = split_nanos(instant + offset * SECOND)
    return DateTime(day, nanos, offset, zone if isinstance(zone, str) else None)


def in_zone(day: dt.date, nanos: int, zone: Zone) -> DateTime:
    """Return a local reading in `zone`: one that a region skips moves forward, one that it repeats is the first."""
    if isinstance(zone, int):
        return DateTime(day, nanos, zone)
    clock = dt.datetime.combine(day, dt.time()) + dt.timedelta(microseconds=nanos // 1000)
    offset = _region_offset(clock.replace(tzinfo=region(zone)), zone)
    return at_instant(local_nanos(day, nanos) - offset * SECOND, zone)


def from_datetime(value: dt.datetime) -> DateTime:
    """Return an aware Python datetime as a DateTime with a fixed offset."""
    clock = ((value.hour * 60 + value.minute) * 60 + value.second) * SECOND + value.microsecond * 1000
    return DateTime(value.date(), clock, _offset(value))


def region(name: str) -> ZoneInfo:
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise EvaluationError(f"There is no time zone `{name}`.", hint="Zones look like `Europe/Stockholm`.") from None


def _offset_at(instant: int, name: str) -> int:
    day, nanos = split_nanos(instant)
    utc = dt.datetime.combine(day, dt.time(), dt.UTC) + dt.timedelta(microseconds=nanos // 1000)
    try:
        return _region_offset(utc.astimezone(region(name)), name)
    except OverflowError:
        raise out_of_range() from None


def _region_offset(value: dt.datetime, name: str) -> int:
    """Refuse local mean time: before standard time, databases of time zones disagree about a region by many minutes."""
    offset = _offset(value)
    if offset % 60:
        raise UnsupportedError(
            f"In the year {value.year} the clocks of {name} kept local mean time, which is not known exactly.",
            hint="Give an offset instead of a region.",
        )
    return offset


def _offset(value: dt.datetime) -> int:
    offset = value.utcoffset()
    if offset is None:
        raise EvaluationError("A datetime without a zone is not an instant.")
    return offset.days * 86_400 + offset.seconds


# ---- text ------------------------------------------------------------------------------------------


def format_clock(nanos: int) -> str:
    """`HH:MM`, then seconds and 3, 6 or 9 digits of a fraction as far as they are needed."""
    seconds, fraction = divmod(nanos, SECOND)
    minutes, second = divmod(seconds, 60)
    hour, minute = divmod(minutes, 60)
    text = f"{hour:02}:{minute:02}"
    if not second and not fraction:
        return text
    return f"{text}:{second:02}{_format_fraction(fraction)}"


def format_offset(offset: int) -> str:
    """`Z`, `+HH:MM`, or with seconds where an old zone has them."""
    if offset == 0:
        return "Z"
    minutes, second = divmod(abs(offset), 60)
    hour, minute = divmod(minutes, 60)
    seconds = f":{second:02}" if second else ""
    return f"{'-' if offset < 0 else '+'}{hour:02}:{minute:02}{seconds}"


def _format_fraction(fraction: int) -> str:
    if fraction == 0:
        return ""
    digits = f"{fraction:09}"
    while digits.endswith("000"):
        digits = digits[:-3]
    return f".{digits}"
