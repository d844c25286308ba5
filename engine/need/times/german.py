"""Points in time as German writes them: gestern, letzten Dienstag, vor drei Tagen, im März, am 7. Mai, Ende 2022.

A month alone counts behind a word that speaks of time: `August` and `April` are names too. `morgen` is no time of a
memory. What English writes the same way (`2023-05-07`, `May 2023` in letters both have) is found by either.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta

from .calendar import Stretch, Unit, ago, around, date, latest_day, latest_month, months_on, part_of, weekday
from .spans import Form, Spot, read

MONTHS = (
    *("januar|jänner", "februar", "märz|maerz", "april", "mai", "juni", "juli"),
    *("august", "september", "oktober", "november", "dezember"),
)
WEEKDAYS = ("montag", "dienstag", "mittwoch", "donnerstag", "freitag", "samstag|sonnabend", "sonntag")
SEASONS = {"frühling": 3, "frühjahr": 3, "sommer": 6, "herbst": 9, "winter": 12}
"""Their first months, as meteorology counts them."""
UNITS: dict[str, Unit] = {
    "sekunde": "second",
    "minute": "minute",
    "stunde": "hour",
    "tag": "day",
    "woche": "week",
    "wochenende": "weekend",
    "monat": "month",
    "quartal": "quarter",
    "jahr": "year",
}
NUMBERS = ("zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun", "zehn", "elf", "zwölf")
COUNTS: dict[str, float] = {
    **dict.fromkeys(("ein", "eine", "einen", "einem", "einer"), 1.0),
    **{word: float(number) for number, word in enumerate(NUMBERS, 2)},
    **dict.fromkeys(("ein paar", "einige", "einigen", "wenige", "wenigen"), 3.0),
    **dict.fromkeys(("mehrere", "mehreren"), 4.0),
    **dict.fromkeys(("einer halben", "einem halben"), 0.5),
}
DAYS = {"heute": 0, "gestern": 1, "vorgestern": 2}
PARTS = {"anfang": (0.0, 1 / 3), "mitte": (1 / 3, 2 / 3), "ende": (2 / 3, 1.0)}
ORDINALS = {"erst": 1, "zweit": 2, "dritt": 3, "viert": 4}

UNIT = r"(?P<unit>sekunde|minute|stunde|tag|wochenende|woche|monat|quartal|jahr)(?:en|es|e|n|s)?"
COUNT = rf"(?P<count>\d{{1,4}}|{'|'.join(sorted(COUNTS, key=len, reverse=True))})"
MONTH = "(?:" + "|".join(f"(?P<m{number}>{name})" for number, name in enumerate(MONTHS, 1)) + ")"
NAMED_DAY = "(?:" + "|".join(f"(?P<d{number}>{name})" for number, name in enumerate(WEEKDAYS)) + ")"
HOURS = r"(?: ?(?:früh|morgen|vormittag|mittag|nachmittag|abend|nacht))?"
YEAR = r"(?P<year>(?:19|20)\d\d)"
DAY = r"(?P<day>\d{1,2})\."
PART = rf"(?P<part>{'|'.join(PARTS)})"
LAST = r"(?P<which>vorletzt|letzt|vergangen|vorig|dies)e[mnrs]?"
SPEAKING_OF_TIME = "im seit ab bis vor nach von zwischen und letzten vergangenen vorigen diesen"
"""What a month alone stands behind."""
OF_YEARS = "jahr jahre seit ab bis vor nach"


def count_of(word: str) -> float:
    """Return the number that a count is. Raises KeyError for a word that is none."""
    return float(word) if word.isdigit() else COUNTS[re.sub(r"\s+", " ", word.lower())]


def unit_of(word: str) -> Unit:
    return UNITS[word.lower()]


def _named(match: re.Match[str], letter: str) -> int:
    """Return the number of the month, or of the day of the week, that a match names."""
    return next(
        int(name[1:]) for name, value in match.groupdict().items() if value and re.fullmatch(rf"{letter}\d+", name)
    )


def _whole_date(match: re.Match[str], _: datetime) -> Stretch:
    return around(date(int(match["year"]), _named(match, "m"), int(match["day"])), "day")


def _in_figures(match: re.Match[str], reference: datetime) -> Stretch:
    day, month, year = int(match["day"]), int(match["month"]), match["year"]
    return around(date(int(year), month, day), "day") if year else latest_day(reference, month, day)


def _day_and_month(match: re.Match[str], reference: datetime) -> Stretch:
    return latest_day(reference, _named(match, "m"), int(match["day"]))


def _month(match: re.Match[str], reference: datetime) -> Stretch:
    year, month = match["year"], _named(match, "m")
    return _narrowed(around(date(int(year), month), "month") if year else latest_month(reference, month), match)


def _year(match: re.Match[str], _: datetime) -> Stretch:
    return _narrowed(around(date(int(match["year"])), "year"), match)


def _narrowed(stretch: Stretch, match: re.Match[str]) -> Stretch:
    part = match.groupdict().get("part")
    return part_of(stretch, *PARTS[part.lower()]) if part else stretch


def _quarter(match: re.Match[str], reference: datetime) -> Stretch:
    number = int(match["quarter"]) if match["quarter"] else ORDINALS[match["ordinal"].lower()]
    year = int(match["year"]) if match["year"] else reference.year
    found = around(date(year, 3 * number - 2), "quarter")
    return found if match["year"] or found.start <= reference else around(months_on(found.start, -12), "quarter")


def _season(match: re.Match[str], reference: datetime) -> Stretch:
    month = SEASONS[match["season"].lower()]
    years = (int(match["year"]),) if match["year"] else (reference.year, reference.year - 1, reference.year - 2)
    found = [Stretch(start, months_on(start, 3)) for start in (date(year, month) for year in years)]
    over = (match["which"] or "").lower().startswith(("letzt", "vergangen", "vorig"))
    return next(one for one in found if match["year"] or (one.end if over else one.start) <= reference)


def _near_day(match: re.Match[str], reference: datetime) -> Stretch:
    return ago(reference, DAYS[match["near"].lower()], "day")


def _last_night(_: re.Match[str], reference: datetime) -> Stretch:
    return ago(reference, 1, "day")


def _back(word: str) -> int:
    return {"dies": 0, "vorletzt": 2}.get(word.lower(), 1)


def _last(match: re.Match[str], reference: datetime) -> Stretch:
    unit, back = unit_of(match["unit"]), _back(match["which"])
    stretch = ago(reference, back, unit)
    return ago(reference, 1, unit) if unit == "weekend" and stretch.start > reference else stretch


def _weekday(match: re.Match[str], reference: datetime) -> Stretch:
    return weekday(reference, _named(match, "d"), today=_back(match["which"] or "dies") == 0)


def _weekday_of(match: re.Match[str], reference: datetime) -> Stretch:
    start = ago(reference, _back(match["which"]), "week").start + timedelta(days=_named(match, "d"))
    return around(start, "day")


def _ago(match: re.Match[str], reference: datetime) -> Stretch:
    return ago(reference, count_of(match["count"]), unit_of(match["unit"]))


def _form(pattern: str, means: Callable[[re.Match[str], datetime], Stretch], dated: bool = False) -> Form:
    return Form(re.compile(rf"(?<!\w){pattern}(?!\w)", re.IGNORECASE), means, dated)


def _behind(words: str) -> str:
    """Return what looks for one of the words and a blank before a place: a look behind has one length."""
    return "|".join(rf"(?<=\b{word} )" for word in words.split())


FORMS = (
    _form(rf"{DAY} ?{MONTH},? {YEAR}", _whole_date, dated=True),
    _form(rf"{DAY} ?(?P<month>\d{{1,2}})\. ?{YEAR}", _in_figures, dated=True),
    _form(rf"(?:(?<=am )|(?<=vom )|(?<=dem )|(?<=zum )){DAY}(?P<month>\d{{1,2}})\.(?P<year>)", _in_figures),
    _form(rf"{DAY} ?{MONTH}", _day_and_month),
    _form(rf"(?:{PART} )?{MONTH},? {YEAR}", _month, dated=True),
    _form(rf"(?:(?P<quarter>[1-4])\.|(?P<ordinal>{'|'.join(ORDINALS)})e[nrs]?) quartal(?: {YEAR})?", _quarter),
    _form(
        rf"(?:im |(?P<which>letzten|vergangenen|vorigen|diesen) )(?P<season>{'|'.join(SEASONS)})(?: {YEAR})?", _season
    ),
    _form(rf"{PART} {MONTH}(?P<year>)", _month),
    _form(rf"{PART} {YEAR}", _year, dated=True),
    _form(rf"(?P<near>{'|'.join(DAYS)}){HOURS}", _near_day),
    _form(r"letzte nacht", _last_night),
    _form(rf"vor {COUNT} {UNIT}", _ago),
    _form(rf"{LAST} woche (?:am )?{NAMED_DAY}{HOURS}", _weekday_of),
    _form(rf"(?:am )?{NAMED_DAY}{HOURS} {LAST} woche", _weekday_of),
    _form(rf"{LAST} {UNIT}", _last),
    _form(rf"(?<!nächsten )(?<!kommenden )(?:{LAST} |am )?{NAMED_DAY}{HOURS}", _weekday),
    _form(rf"(?:{_behind(SPEAKING_OF_TIME)}){MONTH}(?P<year>)", _month),
    _form(rf"(?:{_behind(OF_YEARS)}){YEAR}", _year, dated=True),
)


SPAN = r"(?P<only>stunde|minute|tag|woche|monat|jahr)(?P<few>en|n|e)?"
WINDOW = re.compile(
    rf"\b(?:(?:in|während|innerhalb|von) )?(?:de[nr] |die )?(?:letzten|vergangenen) {COUNT} {UNIT}\b"
    rf"|\bseit (?P<since>{COUNT.removeprefix('(?P<count>')} {UNIT.replace('unit', 'of')}\b"
    rf"|\b(?:in|während|innerhalb) de[nr] (?:letzten|vergangenen) {SPAN}\b",
    re.IGNORECASE,
)
"""`in den letzten zwei Tagen`, `seit drei Wochen`, `in den letzten Tagen`; `in der letzten Woche` is none."""
SOME = 3.0


def windows(text: str) -> Iterator[tuple[str, float, Unit]]:
    """Yield the spans back from now that a German text names: the words, how many, of what."""
    for match in WINDOW.finditer(text):
        if match["only"] is None:
            count, unit = match["count"] or match["since"], match["unit"] or match["of"]
            yield match[0], count_of(count), unit_of(unit)
        elif match["few"] or match["only"].lower() in ("stunde", "minute"):
            yield match[0], SOME if match["few"] else 1.0, unit_of(match["only"])


def points(text: str, reference: datetime) -> Iterator[Spot]:
    """Yield the points in time that a German text names."""
    return read(FORMS, text, reference)
