"""When a text speaks of: its points in time, and the words around them that open, close or join them.

    since last Tuesday      from that day on                    (bounds the memories)
    in the last two hours   from two hours before on            (bounds the memories)
    between 3 and 5 May     from the first of both to the last
    before March            up to it
    in July, 上周, 三天前    that stretch

Time is measured from the reference time that is handed in, and never from a clock. A stretch is cut off at it: memories
are of the past, and a day to come is what they tell of, and not when they were made.

What was refused: `dateparser`, which reads points and no stretches; docs/decisions says what else was weighed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from datetime import datetime, timedelta
from itertools import zip_longest

from . import chinese, english, german
from .calendar import Unit, back
from .spans import Reach, Spot
from .turns import TURNS

LONGEST = 2_000
"""Characters of a need that are read for times; a longer one is a document."""

AROUND = 24
"""Characters looked at on either side of a point."""

ENGLISH_WINDOW = re.compile(
    rf"\b(?P<led>(?:in|over|within|during|for|from) (?:the )?|these |the )?(?:last|past|previous) "
    rf"(?:{english.COUNT} )?{english.UNIT}\b",
    re.IGNORECASE,
)
CHINESE_WINDOW = re.compile(
    rf"(?:过去|最近|近)的?(?P<count>{chinese.NUMBER}){chinese.UNIT}(?:以?来|之?内|里)?"
    rf"|(?P<only>{chinese.NUMBER}){chinese.UNIT.replace('unit', 'of')}(?:以内|之内|内)"
)

LEADS = ("in the", "over the", "within the", "during the")
"""With these, `in the last week` means the seven days up to now."""

LEADING_UP = re.compile(rf"\b(?:the )?(?:{english.COUNT} )?{english.UNIT} before (?:the )?$", re.IGNORECASE)
"""`the week before 3 August`, `two weeks before it`."""

RANGED = re.compile(r"^ ?(?:to|bis(?: zu[mr])?|until|till|through|[-–—~]|到|至) ?$", re.IGNORECASE)
"""Between two points it makes a range of them by itself; `and` does so behind `between`."""
PAIRED = re.compile(r"^ ?(?:and|und|und de[mr]|和) ?$", re.IGNORECASE)
BETWEEN = re.compile(r"(?:\bbetween (?:the )?|\bzwischen (?:de[mr] )?|在)$", re.IGNORECASE)
SHARED_MONTH = re.compile(
    rf"\b(?:(?:between|from) )?(?P<first>\d{{1,2}})(?:st|nd|rd|th)?(?: and | to | ?[-–] ?)"
    rf"(?P<rest>\d{{1,2}}(?:st|nd|rd|th)?(?: of)? (?:{english.SHORT})\b\.?(?:,? (?:19|20)\d\d)?)"
    rf"|\b(?:(?:between|from) )?(?P<month>(?:{english.SHORT})\b\.?) (?P<one>\d{{1,2}})(?:st|nd|rd|th)?"
    rf"(?: and | to | ?[-–] ?)(?P<other>\d{{1,2}}(?:st|nd|rd|th)?)(?P<year>,? (?:19|20)\d\d)?(?!\w)",
    re.IGNORECASE,
)
"""`3 to 5 May`, `May 3-5, 2023`: one month for two days."""


def when(text: str, reference: datetime) -> Reach | None:
    """Return the stretch of time that a text speaks of, seen from an aware `reference`; None where it names none.

    What bounds the memories comes before the rest, a date before what is relative, the earlier in the text before the
    later. Both ends are at or before the reference, `since` before `until`. Never raises.
    """
    head = text[:LONGEST]
    readers: tuple[Callable[[str, datetime], Iterator[Reach]], ...] = (_windows, _shared_months, _joined)
    found = [reach for reader in readers for reach in reader(head, reference)]
    fitting = [cut for reach in found if (cut := _cut(reach, reference)) is not None]
    return min(fitting, key=lambda reach: (not reach.within, not reach.dated), default=None)


def _cut(reach: Reach, reference: datetime) -> Reach | None:
    """Return what lies before the reference; None where nothing does."""
    if reach.since is not None and reach.since > reference:
        return None
    until = None if reach.until is None or reach.until > reference else reach.until
    if until is None and reach.since is None:
        return None
    if until is not None and reach.since is not None and until <= reach.since:
        return None
    return Reach(reach.since, until, reach.phrase, reach.within, reach.dated)


# ---- windows that end now ------------------------------------------------------------------------


def _windows(text: str, reference: datetime) -> Iterator[Reach]:
    """Yield `in the last two hours` and its like. `last week` without a count or a lead is a week of the calendar."""
    for match in ENGLISH_WINDOW.finditer(text):
        if match["count"] or (match["led"] or "").strip().lower() in LEADS:
            count, unit = english.count_of(match["count"] or "one"), english.unit_of(match["unit"])
            yield from _window(match[0], count, unit, reference)
    for match in CHINESE_WINDOW.finditer(text):
        count = chinese.number_of(match["count"] or match["only"])
        yield from _window(match[0], count, chinese.unit_of(match["unit"] or match["of"]), reference)
    for phrase, count, unit in german.windows(text):
        yield from _window(phrase, count, unit, reference)


def _window(phrase: str, count: float, unit: Unit, reference: datetime) -> Iterator[Reach]:
    with suppress(OverflowError, ValueError):
        yield Reach(back(reference, count, unit), None, phrase.strip(), within=True)


# ---- points, and what stands around them ---------------------------------------------------------


def _joined(text: str, reference: datetime) -> Iterator[Reach]:
    spots = _apart(spot for language in (english, chinese, german) for spot in language.points(text, reference))
    paired: Spot | None = None
    for spot, following in zip_longest(spots, spots[1:]):
        pair = None if following is None else _pair(spot, following, text)
        if pair is not None:
            yield pair
            paired = following
        elif spot is not paired:
            yield _alone(spot, text)


def _apart(spots: Iterable[Spot]) -> list[Spot]:
    """Return the points in their order, of those that overlap the first and longest: `May 2023` is in two languages."""
    found: list[Spot] = []
    for spot in sorted(spots, key=lambda spot: (spot.start, -spot.end)):
        if not found or spot.start >= found[-1].end:
            found.append(spot)
    return found


def _pair(one: Spot, other: Spot, text: str) -> Reach | None:
    """Return from the first of two points to the last, where words join them."""
    joint = text[one.end : other.start]
    if not RANGED.match(joint) and not (PAIRED.match(joint) and BETWEEN.search(_ahead(one, text))):
        return None
    since, until = one.stretch.start, other.stretch.end
    if since >= until:  # `from November to February`: each is the latest of its name
        return None
    return Reach(since, until, text[one.start : other.end], dated=one.dated or other.dated)


def _shared_months(text: str, reference: datetime) -> Iterator[Reach]:
    """Yield `3 to 5 May` and `May 3-5, 2023`, where two days share a month and its year."""
    for match in SHARED_MONTH.finditer(text):
        if match["rest"]:
            last, first = match["rest"], f"{match['first']} {re.sub(r'^[0-9]+(?:st|nd|rd|th)?', '', match['rest'])}"
        else:
            year = match["year"] or ""
            first, last = (f"{match['month']} {match[day]}{year}" for day in ("one", "other"))
        ends = [next(iter(english.points(end.replace("  ", " "), reference)), None) for end in (first, last)]
        if ends[0] is not None and ends[1] is not None and ends[0].stretch.start < ends[1].stretch.end:
            yield Reach(ends[0].stretch.start, ends[1].stretch.end, match[0], dated=ends[1].dated)


def _alone(spot: Spot, text: str) -> Reach:
    """Return what one point means by the words around it."""
    ahead, behind = _ahead(spot, text), text[spot.end : spot.end + AROUND]
    phrase, stretch = text[spot.start : spot.end], spot.stretch
    if leading := LEADING_UP.search(ahead):
        return Reach(_leading_up(leading, stretch.start), stretch.start, leading[0] + phrase, dated=spot.dated)
    for turn in TURNS:
        if turn.fits(ahead, behind):
            before, after = turn.words(ahead, behind)
            return Reach(*turn.ends(stretch), f"{before}{phrase}{after}", turn.within, spot.dated)
    return Reach(stretch.start, stretch.end, phrase, dated=spot.dated)


def _leading_up(match: re.Match[str], start: datetime) -> datetime:
    try:
        return back(start, english.count_of(match["count"] or "one"), english.unit_of(match["unit"]))
    except (ValueError, OverflowError):
        return start - timedelta(days=1)


def _ahead(spot: Spot, text: str) -> str:
    return text[max(0, spot.start - AROUND) : spot.start]
