"""Times: `date`, `localtime`, `time`, `localdatetime`, `datetime`, `duration` and what belongs to them.

Without an argument each gives the reference time of the query, in UTC; it stands still while the query runs, under
`transaction`, `statement` and `realtime` alike, so that a query asked as of a moment sees that moment's clock.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias

from ....errors import EvaluationError
from ..arithmetic import exact
from ..context import Context
from ..temporal import arithmetic as temporal_arithmetic
from ..temporal import build as temporal_build
from ..temporal import parse as temporal_parse
from ..temporal.durations import Duration, duration_of
from ..temporal.truncate import truncate
from ..temporal.values import (
    SECOND,
    TEMPORALS,
    Date,
    DateTime,
    LocalDateTime,
    LocalTime,
    Temporal,
    Time,
    at_instant,
    from_datetime,
    in_zone,
)
from ..values import Value, instant_of, is_integer, is_map, is_number
from .function import Function, define, refuse

# ---- one type from another -------------------------------------------------------------------------


def _to_date(value: Temporal) -> Date | None:
    return Date(value.day) if isinstance(value, Date | LocalDateTime | DateTime) else None


def _to_local_time(value: Temporal) -> LocalTime | None:
    return None if isinstance(value, Date) else LocalTime(value.nanos)


def _to_time(value: Temporal) -> Time | None:
    if isinstance(value, Date):
        return None
    return Time(value.nanos, value.offset if isinstance(value, DateTime | Time) else 0)


def _to_local_datetime(value: Temporal) -> LocalDateTime | None:
    if isinstance(value, LocalTime | Time):
        return None
    return LocalDateTime(value.day, 0 if isinstance(value, Date) else value.nanos)


def _to_datetime(value: Temporal) -> DateTime | None:
    if isinstance(value, DateTime):
        return value
    local = _to_local_datetime(value)
    return None if local is None else in_zone(local.day, local.nanos, 0)


@dataclass(frozen=True, slots=True)
class _Type:
    """One type of point in time, and the three ways to make one."""

    name: str
    target: type
    noun: str
    parse: Callable[[str], Temporal]
    build: Callable[[temporal_build.Fields], Temporal]
    convert: Callable[[Temporal], Temporal | None]


_TYPES: tuple[_Type, ...] = (
    _Type("date", Date, "a date", temporal_parse.parse_date, temporal_build.build_date, _to_date),
    _Type(
        "localtime",
        LocalTime,
        "a local time",
        temporal_parse.parse_local_time,
        temporal_build.build_local_time,
        _to_local_time,
    ),
    _Type("time", Time, "a time", temporal_parse.parse_time, temporal_build.build_time, _to_time),
    _Type(
        "localdatetime",
        LocalDateTime,
        "a local datetime",
        temporal_parse.parse_local_datetime,
        temporal_build.build_local_datetime,
        _to_local_datetime,
    ),
    _Type(
        "datetime", DateTime, "a datetime", temporal_parse.parse_datetime, temporal_build.build_datetime, _to_datetime
    ),
)

_NOW: Value = object()
"""Stands for a missing argument, which is not the same as null."""


def _constructor(type_: _Type) -> Callable[..., Value]:
    def make(context: Context, value: Value = _NOW) -> Value:
        if value is _NOW:
            return type_.convert(at_instant(instant_of(context.now), 0))
        if isinstance(value, str):
            return type_.parse(value)
        if is_map(value):
            return _from_map(type_, value, context)
        return _converted(type_, value)

    return make


def _from_map(type_: _Type, fields: dict[str, Value], context: Context) -> Value:
    if list(fields) == ["timezone"]:
        if not isinstance(fields["timezone"], str):
            raise refuse(type_.name, "a time zone that is a string", fields["timezone"])
        zone = temporal_parse.parse_zone(fields["timezone"])
        return type_.convert(at_instant(instant_of(context.now), zone))
    return type_.build(fields)


def _converted(type_: _Type, value: Value) -> Temporal:
    point = from_datetime(value) if isinstance(value, dt.datetime) else value
    result = type_.convert(point) if isinstance(point, TEMPORALS) else None
    if result is None:
        raise refuse(type_.name, "a string, a map or a point in time that holds one", value)
    return result


def _truncation(type_: _Type) -> Callable[..., Value]:
    def run(context: Context, unit: Value, value: Value = _NOW, fields: Value = _NOW) -> Value:
        point = at_instant(instant_of(context.now), 0) if value is _NOW else value
        if unit is None or point is None:
            return None
        if not isinstance(unit, str):
            raise refuse(f"{type_.name}.truncate", "a unit that is a string", unit)
        if not isinstance(point, TEMPORALS) and not isinstance(point, dt.datetime):
            raise refuse(f"{type_.name}.truncate", "a point in time", point)
        if fields is not _NOW and fields is not None and not is_map(fields):
            raise refuse(f"{type_.name}.truncate", "a map of fields", fields)
        given = fields if is_map(fields) else {}
        return truncate(type_.target, unit, point, given)

    return run


# ---- durations -------------------------------------------------------------------------------------


def duration(value: Value) -> Duration:
    if isinstance(value, Duration):
        return value
    if isinstance(value, str):
        return temporal_parse.parse_duration(value)
    if is_map(value):
        return duration_of({unit: _amount(amount) for unit, amount in value.items()})
    raise refuse("duration", "a string or a map", value)


def _amount(value: Value) -> Fraction:
    if is_number(value):
        return exact(value)
    raise refuse("duration", "numbers", value)


Measure: TypeAlias = Callable[[Any, Any], Duration]


def _between(name: str, measure: Measure) -> Callable[[Value, Value], Value]:
    def run(start: Value, end: Value) -> Value:
        for value in (start, end):
            if not isinstance(value, TEMPORALS) and not isinstance(value, dt.datetime):
                raise refuse(name, "two points in time", value)
        return measure(start, end)

    return run


_MEASURES: tuple[tuple[str, Measure, str], ...] = (
    ("duration.between", temporal_arithmetic.between, "from one point in time to another, in months, days and time"),
    ("duration.inMonths", temporal_arithmetic.in_months, "from one point in time to another, in whole months"),
    ("duration.inDays", temporal_arithmetic.in_days, "from one point in time to another, in whole days"),
    ("duration.inSeconds", temporal_arithmetic.in_seconds, "from one point in time to another, in time alone"),
)

# ---- epochs ----------------------------------------------------------------------------------------


def from_epoch(seconds: Value, nanoseconds: Value) -> DateTime:
    return _from_epoch("datetime.fromEpoch", seconds, SECOND, nanoseconds)


def from_epoch_millis(millis: Value) -> DateTime:
    return _from_epoch("datetime.fromEpochMillis", millis, 1_000_000, 0)


def _from_epoch(name: str, count: Value, size: int, nanoseconds: Value) -> DateTime:
    if not is_integer(count) or not is_integer(nanoseconds):
        raise refuse(name, "integers", nanoseconds if is_integer(count) else count)
    if not 0 <= nanoseconds < SECOND:
        raise EvaluationError("The nanoseconds have to lie between 0 and 999999999.")
    return at_instant(count * size + nanoseconds, 0)


def timestamp(context: Context) -> int:
    return instant_of(context.now) // 1_000_000


def _functions_of(type_: _Type) -> Iterator[Function]:
    doc = f"{type_.noun} from a string, a map or another point in time; of now without any"
    for suffix in ("", ".transaction", ".statement", ".realtime"):
        yield define(type_.name + suffix, _constructor(type_), (0, 1), doc, contextual=True)
    cut = f"{type_.noun} cut to the start of a unit, with fields replaced"
    yield define(f"{type_.name}.truncate", _truncation(type_), (1, 3), cut, strict=False, contextual=True)


FUNCTIONS: tuple[Function, ...] = (
    *(function for type_ in _TYPES for function in _functions_of(type_)),
    define("datetime.fromEpoch", from_epoch, 2, "a datetime from seconds since 1970, and nanoseconds"),
    define("datetime.fromEpochMillis", from_epoch_millis, 1, "a datetime from milliseconds since 1970"),
    define("duration", duration, 1, "a duration from a string or a map of units"),
    *(define(name, _between(name, measure), 2, doc) for name, measure, doc in _MEASURES),
    define("timestamp", timestamp, 0, "milliseconds from 1970 to now", "INTEGER", contextual=True),
)
