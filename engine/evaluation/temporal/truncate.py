"""`truncate`: the start of the unit that a point in time lies in, with some fields replaced."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from typing import Any

from ....errors import EvaluationError
from ..values import name_of
from .build import Fields, build_date, build_datetime, build_local_datetime, build_local_time, build_time
from .days import quarter_of
from .values import SECOND, Date, DateTime, LocalDateTime, LocalTime, Temporal, Time, format_offset, from_datetime

_DAYS: dict[str, Callable[[dt.date], dt.date]] = {
    "millennium": lambda day: _january(day.year // 1000 * 1000),
    "century": lambda day: _january(day.year // 100 * 100),
    "decade": lambda day: _january(day.year // 10 * 10),
    "year": lambda day: _january(day.year),
    "weekYear": lambda day: dt.date.fromisocalendar(day.isocalendar().year, 1, 1),
    "quarter": lambda day: dt.date(day.year, quarter_of(day) * 3 - 2, 1),
    "month": lambda day: day.replace(day=1),
    "week": lambda day: day - dt.timedelta(days=day.weekday()),
    "day": lambda day: day,
}
_CLOCKS = {
    "hour": 3600 * SECOND,
    "minute": 60 * SECOND,
    "second": SECOND,
    "millisecond": 1_000_000,
    "microsecond": 1_000,
}
UNITS = (*_DAYS, *_CLOCKS)


def truncate(target: type, unit: str, value: Temporal | dt.datetime, fields: Fields) -> Temporal:
    """Return a `target` at the start of `unit`; EvaluationError where the unit or the value does not fit."""
    if isinstance(value, dt.datetime):
        value = from_datetime(value)
    if unit not in UNITS:
        raise EvaluationError(f"There is no unit `{unit}`.", hint=f"Units are {', '.join(UNITS)}.")
    parts: dict[str, Any] = {}
    if target in (Date, LocalDateTime, DateTime):
        parts["date"] = Date(_day(unit, value))
    if target is Date and unit in _CLOCKS:
        raise EvaluationError(f"A date cannot be cut to the {unit}.")
    if target is not Date:
        parts |= _clock(unit, value)
    if target in (Time, DateTime):
        parts |= _zone(value)
    return _BUILDERS[target]({**parts, **fields})


_BUILDERS: dict[type, Callable[[Fields], Temporal]] = {
    Date: build_date,
    LocalTime: build_local_time,
    Time: build_time,
    LocalDateTime: build_local_datetime,
    DateTime: build_datetime,
}


def _january(year: int) -> dt.date:
    if year < 1:
        raise EvaluationError("The result lies outside the years 1 to 9999.")
    return dt.date(year, 1, 1)


def _day(unit: str, value: Temporal) -> dt.date:
    if isinstance(value, LocalTime | Time):
        raise EvaluationError(f"{name_of(value).capitalize()} has no date.")
    return _DAYS[unit](value.day) if unit in _DAYS else value.day


def _clock(unit: str, value: Temporal) -> dict[str, int]:
    """The fields of the clock from the hour down to `unit`; the rest is left to be filled."""
    if isinstance(value, LocalTime | Time) and unit in _DAYS and unit != "day":
        raise EvaluationError(f"{name_of(value).capitalize()} cannot be cut to the {unit}.")
    whole = 0 if isinstance(value, Date) or unit in _DAYS else value.nanos // _CLOCKS[unit] * _CLOCKS[unit]
    parts = {"hour": whole // (3600 * SECOND), "minute": whole // (60 * SECOND) % 60, "second": whole // SECOND % 60}
    if unit in ("millisecond", "microsecond"):
        parts[unit] = whole % SECOND // _CLOCKS[unit]
    return parts


def _zone(value: Temporal) -> dict[str, str]:
    if isinstance(value, DateTime) and value.region is not None:
        return {"timezone": value.region}
    return {"timezone": format_offset(value.offset)} if isinstance(value, DateTime | Time) else {}
