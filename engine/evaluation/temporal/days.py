"""The four ways to name a day: by month, by week, by quarter, by its number in the year."""

from __future__ import annotations

import datetime as dt

from ....errors import EvaluationError, UnsupportedError


def out_of_range() -> UnsupportedError:
    """Return the error for a time that openCypher has and we have not: its years have nine digits and a sign."""
    return UnsupportedError(
        "This lies outside the years 1 to 9999.", hint="Keep it as a text, or count its years in an integer."
    )


def checked_year(year: int) -> int:
    if not dt.MINYEAR <= year <= dt.MAXYEAR:
        raise out_of_range()
    return year


def calendar_day(year: int, month: int, day: int) -> dt.date:
    checked_year(year)
    try:
        return dt.date(year, month, day)
    except (ValueError, OverflowError):
        raise EvaluationError(f"There is no day {day} in month {month} of the year {year}.") from None


def week_day(year: int, week: int, weekday: int) -> dt.date:
    """ISO 8601: weeks start on Monday (1), and week 1 holds the year's first Thursday."""
    checked_year(year)
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
