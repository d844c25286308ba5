"""Points in time from maps of fields: `date({year: 2026, week: 30})`, `datetime({date: d, hour: 10, timezone: 'Z'})`.

A field `date`, `time` or `datetime` gives a point to start from; the others replace its parts. A part that is missing
takes its least value, but only below the last one given: a day without a month is an error. Where the point has a zone
and `timezone` names another, the moment is kept and the clock changes; where it has none, the clock is kept.
"""

from __future__ import annotations

import calendar
import datetime as dt
from collections.abc import Mapping
from typing import Any, TypeAlias

from ....errors import EvaluationError
from ..values import name_of
from .days import calendar_day, ordinal_day, quarter_day, quarter_of, week_day
from .parse import parse_zone
from .values import (
    DAY,
    SECOND,
    TEMPORALS,
    Date,
    DateTime,
    LocalDateTime,
    LocalTime,
    Time,
    Zone,
    at_instant,
    from_datetime,
    in_zone,
)

Fields: TypeAlias = Mapping[str, Any]

_CALENDAR, _WEEK, _QUARTER, _ORDINAL = (
    ("month", "day"),
    ("week", "dayOfWeek"),
    ("quarter", "dayOfQuarter"),
    ("ordinalDay",),
)
DAY_FIELDS = ("year", *_CALENDAR, *_WEEK, *_QUARTER, *_ORDINAL)
CLOCK_FIELDS = ("hour", "minute", "second", "millisecond", "microsecond", "nanosecond")
_EPOCH_FIELDS = ("epochSeconds", "epochMillis")


def build_date(fields: Fields) -> Date:
    _known(fields, "date", *DAY_FIELDS, "date", "datetime")
    return Date(_day(fields))


def build_local_time(fields: Fields) -> LocalTime:
    _known(fields, "local time", *CLOCK_FIELDS, "time", "datetime")
    return LocalTime(_clock(fields))


def build_time(fields: Fields) -> Time:
    _known(fields, "time", *CLOCK_FIELDS, "time", "datetime", "timezone")
    nanos, base, zone = _clock(fields), _base_offset(fields), _zone(fields)
    if isinstance(zone, str):
        raise EvaluationError(
            "A time takes an offset such as `+01:00`, not a region, whose offset depends on the date."
        )
    if base is None or zone is None:
        return Time(nanos, (base or 0) if zone is None else zone)
    return Time((nanos + (zone - base) * SECOND) % DAY, zone)


def build_local_datetime(fields: Fields) -> LocalDateTime:
    _known(fields, "local datetime", *DAY_FIELDS, *CLOCK_FIELDS, "date", "time", "datetime")
    return LocalDateTime(_day(fields), _clock(fields))


def build_datetime(fields: Fields) -> DateTime:
    _known(fields, "datetime", *DAY_FIELDS, *CLOCK_FIELDS, *_EPOCH_FIELDS, "date", "time", "datetime", "timezone")
    zone = _zone(fields)
    if any(name in fields for name in _EPOCH_FIELDS):
        return at_instant(_epoch(fields), 0 if zone is None else zone)
    base = _base_zone(fields)
    if base is None:
        return in_zone(_day(fields), _clock(fields), 0 if zone is None else zone)
    moment = in_zone(_day(fields), _clock(fields), base)
    return moment if zone is None else at_instant(moment.instant, zone)


# ---- the day ---------------------------------------------------------------------------------------


def _day(fields: Fields) -> dt.date:
    base = _base_day(fields)
    groups = [group for group in (_CALENDAR, _WEEK, _QUARTER, _ORDINAL) if any(name in fields for name in group)]
    if len(groups) > 1:
        raise EvaluationError("A day is named by its month, its week, its quarter or its number in the year, not two.")
    if base is None and "year" not in fields:
        raise EvaluationError("The field `year` is missing.")
    if not groups or groups[0] is _CALENDAR:
        return _by_month(fields, base)
    return {_WEEK: _by_week, _QUARTER: _by_quarter, _ORDINAL: _by_number}[groups[0]](fields, base)


def _by_month(fields: Fields, base: dt.date | None) -> dt.date:
    if base is None:
        _complete(fields, ("month", "day"))
    year = _integer(fields, "year", base.year if base else 1)
    month = _integer(fields, "month", base.month if base else 1)
    if base is None or "day" in fields or not 1 <= month <= 12 or not 1 <= year <= 9999:
        return calendar_day(year, month, _integer(fields, "day", base.day if base else 1))
    return dt.date(year, month, min(base.day, calendar.monthrange(year, month)[1]))


def _by_week(fields: Fields, base: dt.date | None) -> dt.date:
    if base is None:
        _complete(fields, ("week", "dayOfWeek"))
    iso = base.isocalendar() if base else None
    return week_day(
        _integer(fields, "year", iso.year if iso else 1),
        _integer(fields, "week", iso.week if iso else 1),
        _integer(fields, "dayOfWeek", iso.weekday if iso else 1),
    )


def _by_quarter(fields: Fields, base: dt.date | None) -> dt.date:
    """Without a day, the month moves by whole quarters and the day of the month stays."""
    if base is None:
        _complete(fields, ("quarter", "dayOfQuarter"))
    year = _integer(fields, "year", base.year if base else 1)
    quarter = _integer(fields, "quarter", quarter_of(base) if base else 1)
    first = quarter_day(year, quarter, _integer(fields, "dayOfQuarter", 1))
    if base is None or "dayOfQuarter" in fields:
        return first
    month = first.month + (base.month - 1) % 3
    return dt.date(year, month, min(base.day, calendar.monthrange(year, month)[1]))


def _by_number(fields: Fields, base: dt.date | None) -> dt.date:
    return ordinal_day(_integer(fields, "year", base.year if base else 1), _integer(fields, "ordinalDay", 1))


def _base_day(fields: Fields) -> dt.date | None:
    base = _base(fields, "date")
    if base is None:
        return None
    if isinstance(base, Date | LocalDateTime | DateTime):
        return base.day
    raise EvaluationError(f"{name_of(base).capitalize()} has no date.")


# ---- the clock and the zone ------------------------------------------------------------------------


def _clock(fields: Fields) -> int:
    base = _base(fields, "time")
    if isinstance(base, Date):
        raise EvaluationError("A date has no time.")
    nanos = base.nanos if base is not None else 0
    if base is None:
        _complete(fields, ("hour", "minute", "second"))
    hour = _integer(fields, "hour", nanos // (3600 * SECOND), 23)
    minute = _integer(fields, "minute", nanos // (60 * SECOND) % 60, 59)
    second = _integer(fields, "second", nanos // SECOND % 60, 59)
    return ((hour * 60 + minute) * 60 + second) * SECOND + _fraction(fields, nanos % SECOND)


def _fraction(fields: Fields, base: int) -> int:
    """Milliseconds, microseconds and nanoseconds add up; each is less than one of the next larger unit given."""
    if not any(name in fields for name in CLOCK_FIELDS[3:]):
        return base
    millis, micros = "millisecond" in fields, "microsecond" in fields
    return (
        _integer(fields, "millisecond", 0, 999) * 1_000_000
        + _integer(fields, "microsecond", 0, 999 if millis else 999_999) * 1_000
        + _integer(fields, "nanosecond", 0, 999 if micros else 999_999 if millis else 999_999_999)
    )


def _base_zone(fields: Fields) -> Zone | None:
    base = _base(fields, "time")
    if isinstance(base, DateTime):
        return base.zone
    return base.offset if isinstance(base, Time) else None


def _base_offset(fields: Fields) -> int | None:
    base = _base(fields, "time")
    return base.offset if isinstance(base, DateTime | Time) else None


def _zone(fields: Fields) -> Zone | None:
    if "timezone" not in fields:
        return None
    name = fields["timezone"]
    if not isinstance(name, str):
        raise EvaluationError(f"The field `timezone` has to be a string, and is {name_of(name)}.")
    return parse_zone(name)


def _epoch(fields: Fields) -> int:
    """Nanoseconds since 1970 from seconds or milliseconds since then, and a fraction."""
    unit, size = ("epochSeconds", SECOND) if "epochSeconds" in fields else ("epochMillis", 1_000_000)
    extra = [name for name in fields if name not in (unit, "timezone", "nanosecond")]
    if extra:
        raise EvaluationError(f"`{unit}` and `{extra[0]}` do not go together.")
    limit = 10**18
    seconds = fields[unit]
    if type(seconds) is not int or abs(seconds) > limit:
        raise EvaluationError(f"The field `{unit}` has to be an integer within {limit}.")
    return seconds * size + _integer(fields, "nanosecond", 0, size - 1)


# ---- checks ----------------------------------------------------------------------------------------


def _base(fields: Fields, name: str) -> Any:
    """The point given as `date` or `time`, else as `datetime`."""
    base = fields.get(name, fields.get("datetime"))
    if isinstance(base, dt.datetime):
        return from_datetime(base)
    if base is None or isinstance(base, TEMPORALS):
        return base
    raise EvaluationError(f"The field `{name}` has to be a point in time, and is {name_of(base)}.")


def _integer(fields: Fields, name: str, default: int, most: int | None = None) -> int:
    """Return a field, or its default; with `most`, it has to lie in [0, most]."""
    value = fields.get(name, default)
    if type(value) is not int:
        raise EvaluationError(f"The field `{name}` has to be an integer, and is {name_of(value)}.")
    if most is not None and not 0 <= value <= most:
        raise EvaluationError(f"The field `{name}` has to lie between 0 and {most}, and is {value}.")
    return value


def _complete(fields: Fields, order: tuple[str, ...]) -> None:
    """Refuse a part whose larger parts are missing."""
    given = [name in fields for name in order]
    if given != sorted(given, reverse=True):
        raise EvaluationError(f"The field `{order[given.index(False)]}` is missing.")


def _known(fields: Fields, kind: str, *names: str) -> None:
    unknown = [name for name in fields if name not in names]
    if unknown:
        raise EvaluationError(f"A {kind} has no field `{unknown[0]}`.", hint=f"It has {', '.join(names)}.")
