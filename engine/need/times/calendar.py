"""Stretches of the calendar: a day, a week, a month, a year, and how far back they lie. Pure, in UTC.

A week begins on Monday (ISO 8601). Arithmetic that leaves the years 1 to 9999 raises OverflowError or ValueError, which
`when` takes for "no such time".
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Literal, TypeAlias

Unit: TypeAlias = Literal["second", "minute", "hour", "day", "week", "weekend", "month", "quarter", "year"]

FIXED = {
    "second": timedelta(seconds=1),
    "minute": timedelta(minutes=1),
    "hour": timedelta(hours=1),
    "day": timedelta(days=1),
    "week": timedelta(weeks=1),
    "weekend": timedelta(weeks=1),
}
"""Units of one length; a weekend comes once a week."""

MONTHS_IN = {"month": 1, "quarter": 3, "year": 12}


@dataclass(frozen=True, slots=True)
class Stretch:
    """A half-open range of moments [start, end), aware and in UTC, start before end."""

    start: datetime
    end: datetime


def midnight(moment: datetime) -> datetime:
    return moment.replace(hour=0, minute=0, second=0, microsecond=0)


def date(year: int, month: int = 1, day: int = 1) -> datetime:
    """Return the midnight of a date. Raises ValueError for one that there is not."""
    return datetime(year, month, day, tzinfo=UTC)


def months_on(moment: datetime, months: int) -> datetime:
    """Return the same day so many months on (back, if negative), the last of the month where that has no such day."""
    month = moment.year * 12 + moment.month - 1 + months
    first = moment.replace(year=month // 12, month=month % 12 + 1, day=1)
    return first + timedelta(days=min(moment.day, _days(first)) - 1)


def back(moment: datetime, count: float, unit: Unit) -> datetime:
    """Return the moment `count` units before."""
    if unit in FIXED:
        return moment - count * FIXED[unit]
    return months_on(moment, -round(count * MONTHS_IN[unit]))


def around(moment: datetime, unit: Unit) -> Stretch:
    """Return the calendar's unit that holds a moment; of a weekend, that of its week."""
    day = midnight(moment)
    monday = day - timedelta(days=day.weekday())
    match unit:
        case "second" | "minute" | "hour":
            return Stretch(moment - FIXED[unit] / 2, moment + FIXED[unit] / 2)
        case "day":
            return Stretch(day, day + timedelta(days=1))
        case "week":
            return Stretch(monday, monday + timedelta(days=7))
        case "weekend":
            return Stretch(monday + timedelta(days=5), monday + timedelta(days=7))
        case "month" | "quarter" | "year":
            length = MONTHS_IN[unit]
            first = day.replace(day=1, month=(day.month - 1) // length * length + 1)
            return Stretch(first, months_on(first, length))


def ago(reference: datetime, count: float, unit: Unit) -> Stretch:
    """Return the unit that lies `count` units back: three days ago is a day, two months ago a month."""
    return around(back(reference, count, unit), unit)


def weekday(reference: datetime, number: int, *, today: bool = False) -> Stretch:
    """Return the latest day of that number (Monday is 0) before the reference's day, or on it where `today` is."""
    day = midnight(reference)
    gap = (day.weekday() - number) % 7
    return around(day - timedelta(days=gap or (0 if today else 7)), "day")


def latest_month(reference: datetime, month: int) -> Stretch:
    """Return the latest month of that number that has begun."""
    year = reference.year if month <= reference.month else reference.year - 1
    return around(date(year, month), "month")


def latest_day(reference: datetime, month: int, day: int) -> Stretch:
    """Return the latest such day that has begun. Raises ValueError for one that no year has."""
    for year in range(reference.year, reference.year - 9, -1):
        if not (month == 2 and day == 29 and _days(date(year, 2)) < 29) and date(year, month, day) <= reference:
            return around(date(year, month, day), "day")
    raise ValueError("no such day")


def part_of(whole: Stretch, first: float, last: float) -> Stretch:
    """Return the part of a stretch between two shares of it, in [0, 1]: of a year in whole months, else in days."""
    if whole.end - whole.start > timedelta(days=364):
        return Stretch(months_on(whole.start, round(12 * first)), months_on(whole.start, round(12 * last)))
    days = (whole.end - whole.start) / timedelta(days=1)
    start, end = (whole.start + timedelta(days=round(days * share)) for share in (first, last))
    return Stretch(start, max(end, start + timedelta(days=1)))


def _days(moment: datetime) -> int:
    first = moment.replace(day=1)
    following = (first + timedelta(days=32)).replace(day=1)
    return (following - first).days
