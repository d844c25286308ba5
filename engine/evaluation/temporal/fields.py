"""The components of times and durations: `d.year`, `t.minute`, `x.monthsOfYear`. One table per type."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from ....errors import EvaluationError
from ..values import Value, name_of
from .days import day_of_quarter, day_of_year, quarter_of
from .durations import Duration, whole_units
from .values import SECOND, Date, DateTime, LocalDateTime, LocalTime, Time, format_offset, from_datetime

Fields: TypeAlias = Mapping[str, Callable[[Any], Value]]

_DAY: Fields = {
    "year": lambda x: x.day.year,
    "quarter": lambda x: quarter_of(x.day),
    "month": lambda x: x.day.month,
    "week": lambda x: x.day.isocalendar().week,
    "weekYear": lambda x: x.day.isocalendar().year,
    "day": lambda x: x.day.day,
    "ordinalDay": lambda x: day_of_year(x.day),
    "weekDay": lambda x: x.day.isoweekday(),
    "dayOfWeek": lambda x: x.day.isoweekday(),
    "dayOfQuarter": lambda x: day_of_quarter(x.day),
}
_CLOCK: Fields = {
    "hour": lambda x: x.nanos // (3600 * SECOND),
    "minute": lambda x: x.nanos // (60 * SECOND) % 60,
    "second": lambda x: x.nanos // SECOND % 60,
    "millisecond": lambda x: x.nanos % SECOND // 1_000_000,
    "microsecond": lambda x: x.nanos % SECOND // 1_000,
    "nanosecond": lambda x: x.nanos % SECOND,
}
_OFFSET: Fields = {
    "timezone": lambda x: format_offset(x.offset),
    "offset": lambda x: format_offset(x.offset),
    "offsetMinutes": lambda x: x.offset // 60,
    "offsetSeconds": lambda x: x.offset,
}
_INSTANT: Fields = {
    "timezone": lambda x: x.region if x.region is not None else format_offset(x.offset),
    "epochSeconds": lambda x: x.instant // SECOND,
    "epochMillis": lambda x: x.instant // 1_000_000,
}
_DURATION: Fields = {
    "years": lambda x: whole_units(x.months, 12),
    "quarters": lambda x: whole_units(x.months, 3),
    "months": lambda x: x.months,
    "quartersOfYear": lambda x: whole_units(_rest(x.months, 12), 3),
    "monthsOfQuarter": lambda x: _rest(x.months, 3),
    "monthsOfYear": lambda x: _rest(x.months, 12),
    "weeks": lambda x: whole_units(x.days, 7),
    "days": lambda x: x.days,
    "daysOfWeek": lambda x: _rest(x.days, 7),
    "hours": lambda x: whole_units(x.nanos, 3600 * SECOND),
    "minutes": lambda x: whole_units(x.nanos, 60 * SECOND),
    "minutesOfHour": lambda x: _rest(whole_units(x.nanos, 60 * SECOND), 60),
    "seconds": lambda x: x.nanos // SECOND,
    "secondsOfMinute": lambda x: _rest(x.nanos // SECOND, 60),
    "milliseconds": lambda x: x.nanos // 1_000_000,
    "millisecondsOfSecond": lambda x: x.nanos % SECOND // 1_000_000,
    "microseconds": lambda x: x.nanos // 1_000,
    "microsecondsOfSecond": lambda x: x.nanos % SECOND // 1_000,
    "nanoseconds": lambda x: x.nanos,
    "nanosecondsOfSecond": lambda x: x.nanos % SECOND,
}

_FIELDS: dict[type, Fields] = {
    Date: _DAY,
    LocalTime: _CLOCK,
    Time: {**_CLOCK, **_OFFSET},
    LocalDateTime: {**_DAY, **_CLOCK},
    DateTime: {**_DAY, **_CLOCK, **_OFFSET, **_INSTANT},
    Duration: _DURATION,
}


def has_fields(value: Value) -> bool:
    return type(value) in _FIELDS or isinstance(value, dt.datetime)


def field_of(value: Value, name: str) -> Value:
    """Return the component `name`; EvaluationError where the type has none of that name."""
    if isinstance(value, dt.datetime):
        value = from_datetime(value)
    fields = _FIELDS[type(value)]
    if name not in fields:
        raise EvaluationError(f"{name_of(value).capitalize()} has no `{name}`.", hint=f"It has {', '.join(fields)}.")
    return fields[name](value)


def _rest(amount: int, unit: int) -> int:
    return amount - whole_units(amount, unit) * unit
