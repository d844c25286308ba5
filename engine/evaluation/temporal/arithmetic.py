"""Moving points in time by durations, and measuring between them.

Months and days move the local clock, so that a day after noon is noon even where the clocks change; the rest moves the
instant. Between two points, one that lacks a date takes the other's, one that lacks a zone takes the other's.
"""

from __future__ import annotations

import calendar
import datetime as dt
from dataclasses import dataclass

from .days import out_of_range
from .durations import NANOS_PER_DAY, Duration, checked, whole_units
from .values import (
    DAY,
    Date,
    DateTime,
    LocalDateTime,
    LocalTime,
    Temporal,
    Time,
    Zone,
    at_instant,
    from_datetime,
    in_zone,
    local_nanos,
    split_nanos,
)

_NO_DATE = dt.date(1970, 1, 1)


def shift(point: Temporal | dt.datetime, duration: Duration) -> Temporal:
    """Return `point` moved by `duration`. Dates take whole days of the time part; times ignore months and days."""
    match point:
        case Date():
            days = duration.days + whole_units(duration.nanos, NANOS_PER_DAY)
            return Date(_move_day(point.day, duration.months, days))
        case LocalTime():
            return LocalTime((point.nanos + duration.nanos) % DAY)
        case Time():
            return Time((point.nanos + duration.nanos) % DAY, point.offset)
        case LocalDateTime():
            day = _move_day(point.day, duration.months, duration.days)
            return LocalDateTime(*split_nanos(local_nanos(day, point.nanos) + duration.nanos))
        case DateTime():
            day = _move_day(point.day, duration.months, duration.days)
            moved = in_zone(day, point.nanos, point.zone)
            return at_instant(moved.instant + duration.nanos, point.zone)
        case dt.datetime():
            return shift(from_datetime(point), duration)


def between(start: Temporal | dt.datetime, end: Temporal | dt.datetime) -> Duration:
    """Months, then days, then the rest, as many as fit; months and days only where both have a date."""
    first, last = _frame(start, end)
    if not (_has_date(start) and _has_date(end)):
        return checked(0, 0, last.instant - first.instant)
    months = _months(first, last)
    middle = in_zone(_move_day(first.day, months, 0), first.nanos, first.zone)
    days = _days(middle, last)
    middle = in_zone(_move_day(middle.day, 0, days), middle.nanos, first.zone)
    return checked(months, days, last.instant - middle.instant)


def in_months(start: Temporal | dt.datetime, end: Temporal | dt.datetime) -> Duration:
    dated = _has_date(start) and _has_date(end)
    return checked(_months(*_frame(start, end)) if dated else 0, 0, 0)


def in_days(start: Temporal | dt.datetime, end: Temporal | dt.datetime) -> Duration:
    dated = _has_date(start) and _has_date(end)
    return checked(0, _days(*_frame(start, end)) if dated else 0, 0)


def in_seconds(start: Temporal | dt.datetime, end: Temporal | dt.datetime) -> Duration:
    first, last = _frame(start, end)
    return checked(0, 0, last.instant - first.instant)


# ---- two points in one frame -----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Parts:
    day: dt.date | None
    nanos: int
    zone: Zone | None


def _parts(point: Temporal | dt.datetime) -> _Parts:
    match point:
        case Date():
            return _Parts(point.day, 0, None)
        case LocalTime():
            return _Parts(None, point.nanos, None)
        case Time():
            return _Parts(None, point.nanos, point.offset)
        case LocalDateTime():
            return _Parts(point.day, point.nanos, None)
        case DateTime():
            return _Parts(point.day, point.nanos, point.zone)
        case dt.datetime():
            return _parts(from_datetime(point))


def _has_date(point: Temporal | dt.datetime) -> bool:
    return not isinstance(point, LocalTime | Time)


def _frame(start: Temporal | dt.datetime, end: Temporal | dt.datetime) -> tuple[DateTime, DateTime]:
    """Return both points as datetimes on the clocks of one zone, that of `start` if it has one."""
    first, last = _parts(start), _parts(end)
    begin = _place(first, last)
    finish = _place(last, first)
    return begin, at_instant(finish.instant, begin.zone)


def _place(point: _Parts, other: _Parts) -> DateTime:
    day = point.day or other.day or _NO_DATE
    zone = point.zone if point.zone is not None else other.zone
    return in_zone(day, point.nanos, 0 if zone is None else zone)


def _months(first: DateTime, last: DateTime) -> int:
    """Whole months on the local clock, towards zero."""
    day = _adjusted_day(first, last)
    packed = (day.year - first.day.year) * 12 + day.month - first.day.month
    return whole_units(packed * 32 + day.day - first.day.day, 32)


def _days(first: DateTime, last: DateTime) -> int:
    """Whole days on the local clock, towards zero."""
    return whole_units(local_nanos(last.day, last.nanos) - local_nanos(first.day, first.nanos), DAY)


def _adjusted_day(first: DateTime, last: DateTime) -> dt.date:
    """The last day, one nearer to the first where its clock has not come as far."""
    if last.day > first.day and last.nanos < first.nanos:
        return last.day - dt.timedelta(days=1)
    if last.day < first.day and last.nanos > first.nanos:
        return last.day + dt.timedelta(days=1)
    return last.day


def _move_day(day: dt.date, months: int, days: int) -> dt.date:
    """Add months, keeping to the month's last day, then days."""
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    if not 1 <= year <= 9999:
        raise out_of_range()
    last = calendar.monthrange(year, month + 1)[1]
    try:
        return dt.date(year, month + 1, min(day.day, last)) + dt.timedelta(days=days)
    except OverflowError:
        raise out_of_range() from None
