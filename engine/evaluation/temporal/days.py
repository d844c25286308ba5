"""The four ways to name a day: by month, by week, by quarter, by its number in the year."""

from __future__ import annotations

import datetime as dt

from ....errors import EvaluationError


def calendar_day(year: int, month: int, day: int) -> dt.date:
    try:
        return dt.date(year, month, day)
    except (ValueError, OverflowError):
        raise EvaluationError(f"There is no day {day} in month {month} of the year {year}.") from None


def week_day(year: int, week: int, weekday: int) -> dt.date:
    """ISO 8601: weeks start on Monday (1), and week 1 holds the year's first Thursday."""
    try:
        return dt.date.fromisocalendar(year, week, weekday)
    except (ValueError, OverflowError):
        raise EvaluationError(f"There is no day {weekday} in week {week} of the year {year}.") from None


def quarter_day(year: int, quarter: int, day: int) -> dt.date:
    """day: 1 is the quarter's first."""
    if not 1 <= quarter <= 4:
        raise EvaluationError(f"There is no quarter {quarter}.")
    first = calendar_day(year, quarter * 3 - 2, 1)
    following = dt.date(year, 12, 31) if quarter == 4 else dt.date(year, quarter * 3 + 1, 1) - dt.timedelta(days=1)
    if not 1 <= day <= (following - first).days + 1:
        raise EvaluationError(f"There is no day {day} in quarter {quarter} of the year {year}.")
    return first + dt.timedelta(days=day - 1)


def ordinal_day(year: int, day: int) -> dt.date:
    """day: 1 is the first of January."""
    first = calendar_day(year, 1, 1)
    if not 1 <= day <= (dt.date(year, 12, 31) - first).days + 1:
        raise EvaluationError(f"There is no day {day} in the year {year}.")
    return first + dt.timedelta(days=day - 1)


def quarter_of(day: dt.date) -> int:
    return (day.month - 1) // 3 + 1


def day_of_quarter(day: dt.date) -> int:
    return (day - dt.date(day.year, quarter_of(day) * 3 - 2, 1)).days + 1


def day_of_year(day: dt.date) -> int:
    return day.timetuple().tm_yday
