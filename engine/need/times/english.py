"""Points in time as English writes them: dates, days of the week, `last month`, `three days ago`, `early May 2023`.

One table of forms; at each place the first that fits takes it. A bare `may` or `march` is a verb more often than a
month, so a month without a day or a year counts only with its capital and after a word that speaks of time.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from typing import Any, cast

from .calendar import Stretch, Unit, ago, around, date, latest_day, latest_month, months_on, part_of, weekday
from .spans import Form, Spot, read

MONTHS = (
    *("january", "february", "march", "april", "may", "june", "july"),
    *("august", "september", "october", "november", "december"),
)
WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
SEASONS = {"spring": 3, "summer": 6, "autumn": 9, "fall": 9, "winter": 12}
"""Their first months, on the northern half of the earth, as meteorology counts them."""
COUNTS = {
    "a": 1.0,
    "an": 1.0,
    "one": 1.0,
    "a couple of": 2.0,
    "couple of": 2.0,
    "couple": 2.0,
    "two": 2.0,
    "three": 3.0,
    "a few": 3.0,
    "few": 3.0,
    "several": 4.0,
    "four": 4.0,
    "five": 5.0,
    "six": 6.0,
    "seven": 7.0,
    "eight": 8.0,
    "nine": 9.0,
    "ten": 10.0,
    "eleven": 11.0,
    "twelve": 12.0,
    "half a": 0.5,
    "half an": 0.5,
}
PARTS: dict[str, tuple[float, float]] = {
    **dict.fromkeys(("early", "the beginning of", "the start of", "beginning of", "start of"), (0.0, 1 / 3)),
    **dict.fromkeys(("mid", "mid-", "the middle of", "middle of"), (1 / 3, 2 / 3)),
    **dict.fromkeys(("late", "the end of", "end of"), (2 / 3, 1.0)),
    "the first half of": (0.0, 0.5),
    "the second half of": (0.5, 1.0),
    "first half of": (0.0, 0.5),
    "second half of": (0.5, 1.0),
}
ORDINALS = {"first": 0, "second": 1, "third": 2, "fourth": 3, "last": -1}

SHORT = "|".join(f"{month[:3]}(?:{month[3:]})?" for month in MONTHS) + "|sept"
MONTH = rf"(?P<month>{SHORT})\b\.?"
DAY = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?"
YEAR = r"(?P<year>(?:19|20)\d\d)"
NAMED_DAY = rf"(?P<weekday>{'|'.join(WEEKDAYS)})"
COUNT = rf"(?P<count>\d{{1,4}}|{'|'.join(sorted(map(re.escape, COUNTS), key=len, reverse=True))})"
UNIT = r"(?P<unit>second|sec|minute|min|hour|day|weekend|week|fortnight|month|quarter|year)s?"
PART = rf"(?P<part>{'|'.join(sorted(map(re.escape, PARTS), key=len, reverse=True))})"
SPEAKS_OF_TIME = r"\b(?:in|of|by|from|to|and|last|this|late|since|until|till|after|before|early|during|mid)[ -]$"


def count_of(word: str) -> float:
    """Return the number that a count is. Raises KeyError for a word that is none."""
    return float(word) if word.isdigit() else COUNTS[re.sub(r"\s+", " ", word.lower())]


def unit_of(word: str) -> Unit:
    short = {"sec": "second", "min": "minute", "fortnight": "week"}
    return cast(Unit, short.get(word.lower(), word.lower()))


def _month(match: re.Match[str]) -> int:
    return next(n for n, name in enumerate(MONTHS, 1) if name.startswith(match["month"][:3].lower()))


def _iso(match: re.Match[str], _: datetime) -> Stretch:
    year, month, day = int(match["year"]), int(match["m"]), match["d"]
    if day is None:
        return around(date(year, month), "month")
    start = date(year, month, int(day))
    if match["hour"] is None:
        return around(start, "day")
    minute = start + timedelta(hours=int(match["hour"]), minutes=int(match["minute"]))
    return Stretch(minute, minute + timedelta(minutes=1))


def _whole_date(match: re.Match[str], _: datetime) -> Stretch:
    return around(date(int(match["year"]), _month(match), int(match["day"])), "day")


def _day_and_month(match: re.Match[str], reference: datetime) -> Stretch:
    return latest_day(reference, _month(match), int(match["day"]))


def _month_and_year(match: re.Match[str], _: datetime) -> Stretch:
    return around(date(int(match["year"]), _month(match)), "month")


def _month_alone(match: re.Match[str], reference: datetime) -> Stretch | None:
    spoken_of = re.search(SPEAKS_OF_TIME, match.string[max(0, match.start() - 10) : match.start()], re.I)
    return latest_month(reference, _month(match)) if spoken_of and match["month"][0].isupper() else None


def _year(match: re.Match[str], _: datetime) -> Stretch:
    return around(date(int(match["year"])), "year")


def _quarter(match: re.Match[str], _: datetime) -> Stretch:
    return around(date(int(match["year"]), 3 * int(match["quarter"]) - 2), "quarter")


def _season(match: re.Match[str], reference: datetime) -> Stretch:
    """Of a year; without one the latest that has begun, and with `last` the latest that is over."""
    first = SEASONS[match["season"].lower()]
    if match["year"]:
        return _three_months(date(int(match["year"]), first))
    season = _three_months(date(reference.year, first))
    begun = season.end if match[0].lower().startswith("last") else season.start
    return season if begun <= reference else _three_months(date(reference.year - 1, first))


def _three_months(start: datetime) -> Stretch:
    return Stretch(start, months_on(start, 3))


def _week_of(match: re.Match[str], reference: datetime) -> Stretch:
    month = _month_and_year(match, reference) if match["year"] else latest_month(reference, _month(match))
    number = ORDINALS[match["ordinal"].lower()]
    start = month.end - timedelta(days=7) if number < 0 else month.start + timedelta(days=7 * number)
    return Stretch(start, start + timedelta(days=7))


def _near_day(match: re.Match[str], reference: datetime) -> Stretch:
    days = {"today": 0, "tonight": 0, "yesterday": 1, "last night": 1, "the day before yesterday": 2}
    word = re.sub(r"\s+", " ", match["near"].lower())
    return ago(reference, 0 if word.startswith("this") else days[word], "day")


def _last(match: re.Match[str], reference: datetime) -> Stretch:
    unit = unit_of(match["unit"])
    this = match["which"].lower() in ("this", "the current")
    stretch = ago(reference, 0 if this else 1, unit)
    weekend_to_come = unit == "weekend" and this and stretch.start > reference
    return ago(reference, 1, unit) if weekend_to_come else stretch


def _weekday(match: re.Match[str], reference: datetime) -> Stretch:
    number = WEEKDAYS.index(match["weekday"].lower())
    which = (match["which"] or "on").strip().lower()
    return weekday(reference, number, today=which != "last")


def _ago(match: re.Match[str], reference: datetime) -> Stretch:
    return ago(reference, count_of(match["count"]), unit_of(match["unit"]))


def _form(pattern: str, means: Callable[[re.Match[str], Any], Stretch | None], dated: bool = False) -> Form:
    return Form(re.compile(rf"(?<!\w){pattern}(?!\w)", re.IGNORECASE), means, dated)


CLOCK = r"(?:[T ](?P<hour>\d\d):(?P<minute>\d\d)(?::\d\d(?:\.\d{1,9})?)?Z?)?"
FORMS = (
    _form(rf"{YEAR}[-/](?P<m>\d\d?)(?:[-/](?P<d>\d\d?){CLOCK})?", _iso, dated=True),
    _form(rf"{DAY}(?: of)? {MONTH},? ?{YEAR}", _whole_date, dated=True),
    _form(rf"{MONTH} {DAY},? ?{YEAR}", _whole_date, dated=True),
    _form(rf"(?:the )?(?P<ordinal>{'|'.join(ORDINALS)}) week (?:of|in) {MONTH}(?:,? {YEAR})?", _week_of),
    _form(rf"{MONTH},? (?:of )?{YEAR}", _month_and_year, dated=True),
    _form(rf"{DAY}(?: of)? {MONTH}", _day_and_month),
    _form(rf"{MONTH} {DAY}(?! ?(?:%|times|people))", _day_and_month),
    _form(rf"(?:the )?(?P<season>{'|'.join(SEASONS)}) (?:of )?{YEAR}", _season, dated=True),
    _form(r"(?:last |this |(?:in|over|during) (?:the )?)(?P<season>summer|winter|autumn|spring)(?P<year>)", _season),
    _form(rf"q(?P<quarter>[1-4])[ -]?(?:of )?{YEAR}", _quarter, dated=True),
    _form(
        r"(?P<near>today|tonight|yesterday|the day before yesterday|last night|this (?:morning|afternoon|evening))",
        _near_day,
    ),
    _form(rf"{COUNT} {UNIT} ago", _ago),
    _form(rf"(?P<which>last|this|previous|the previous|the current|the last|past) {UNIT.removesuffix('s?')}", _last),
    _form(rf"(?<!next )(?<!coming )(?P<which>last |on |this |past )?{NAMED_DAY}(?: last week)?", _weekday),
    _form(MONTH, _month_alone),
    _form(
        rf"(?:(?<=in )|(?<=of )|(?<=by )|(?<=since )|(?<=before )|(?<=after )|(?<=during )|(?<=until )){YEAR}",
        _year,
        dated=True,
    ),
)


def points(text: str, reference: datetime) -> Iterator[Spot]:
    """Yield the points in time that an English text names."""
    for spot in read(FORMS, text, reference):
        yield _narrowed(spot, text)


NARROWING = re.compile(rf"(?<!\w){PART} ?$", re.IGNORECASE)


def _narrowed(spot: Spot, text: str) -> Spot:
    """Return a month or a year narrowed by `early` or `the first half of` before it."""
    part = NARROWING.search(text[: spot.start])
    if part is None or spot.stretch.end - spot.stretch.start < timedelta(days=28):
        return spot
    first, last = PARTS[part["part"].lower()]
    return Spot(part.start(), spot.end, part_of(spot.stretch, first, last), spot.dated)
