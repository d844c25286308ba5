"""ISO 8601 text to points in time and durations, in the forms that openCypher lists.

Those are basic and extended, calendar, week, quarter and ordinal dates, reduced precision, offsets and region names.
One regular expression for a date, one for a clock, one for a zone; each is linear, since its parts are of fixed width.
"""

from __future__ import annotations

import datetime as dt
import re
from fractions import Fraction

from ....errors import EvaluationError
from .days import calendar_day, ordinal_day, out_of_range, quarter_day, week_day
from .durations import Duration, duration_of
from .values import (
    MAX_OFFSET,
    SECOND,
    Date,
    DateTime,
    LocalDateTime,
    LocalTime,
    Time,
    Zone,
    at_instant,
    in_zone,
    local_nanos,
)

_DATE = re.compile(
    r"""(?P<year>\d{4}) (?:
      -?W(?P<week>\d\d) (?:-?(?P<weekday>\d))?
    | -?Q(?P<quarter>\d) (?:-?(?P<quarterday>\d\d?))?
    | -?(?P<ordinal>\d{3})
    | -?(?P<month>\d\d) (?:-?(?P<day>\d\d))?
    )?""",
    re.VERBOSE | re.ASCII,
)
_FAR_YEAR = re.compile(r"[+-]\d{4,9}(?:-|$)", re.ASCII)
"""How openCypher writes a year before 0 or after 9999."""
_CLOCK = re.compile(
    r"(?P<hour>\d\d)(?::?(?P<minute>\d\d)(?::?(?P<second>\d\d)(?:[.,](?P<fraction>\d{1,9}))?)?)?", re.ASCII
)
_ZONE = re.compile(
    r"(?P<offset>Z|(?P<sign>[+-])(?P<hours>\d\d)(?::?(?P<minutes>\d\d)(?::?(?P<seconds>\d\d))?)?)?"
    r"(?:\[(?P<region>[\w/+\-]+)\])?",
    re.ASCII,
)
_AMOUNT = r"([+-]?\d+(?:[.,]\d+)?)"
_DURATION = re.compile(
    rf"(?P<sign>[+-]?)P(?:{_AMOUNT}Y)?(?:{_AMOUNT}M)?(?:{_AMOUNT}W)?(?:{_AMOUNT}D)?"
    rf"(?P<time>T(?:{_AMOUNT}H)?(?:{_AMOUNT}M)?(?:{_AMOUNT}S)?)?",
    re.ASCII,
)
_DURATION_BY_FIELDS = re.compile(
    r"P(\d{4})-?(\d\d)-?(\d\d)(?:T(\d\d)(?::?(\d\d)(?::?(\d\d(?:[.,]\d{1,9})?))?)?)?", re.ASCII
)


def parse_date(text: str) -> Date:
    return Date(_day(text, text))


def parse_local_time(text: str) -> LocalTime:
    return LocalTime(_clock(text.removeprefix("T"), text))


def parse_time(text: str) -> Time:
    clock, zone = _split_zone(text.removeprefix("T"), text)
    if isinstance(zone, str | tuple):
        raise EvaluationError(
            "A time takes an offset such as `+01:00`, not a region, whose offset depends on the date."
        )
    return Time(_clock(clock, text), zone or 0)


def parse_local_datetime(text: str) -> LocalDateTime:
    day, _, clock = text.partition("T")
    return LocalDateTime(_day(day, text), _clock(clock, text) if clock else 0)


def parse_datetime(text: str) -> DateTime:
    """Without an offset or a region: UTC. With both, the offset says which of two readings is meant, and has to fit."""
    date, _, rest = text.partition("T")
    clock, zone = _split_zone(rest, text)
    day, nanos = _day(date, text), _clock(clock, text) if clock else 0
    if isinstance(zone, tuple):
        return _both(day, nanos, zone)
    return in_zone(day, nanos, 0 if zone is None else zone)


def parse_duration(text: str) -> Duration:
    """`P1Y2M3W4DT5H6M7.8S` with signs and fractions, or `P2012-02-02T14:37:21.545`."""
    fields = _DURATION_BY_FIELDS.fullmatch(text)
    if fields:
        units = ("years", "months", "days", "hours", "minutes", "seconds")
        return duration_of({unit: _fraction(part) for unit, part in zip(units, fields.groups(), strict=True) if part})
    match = _DURATION.fullmatch(text)
    if match is None or text[-1] in "PT":
        raise _not(text, "duration", "P1DT12H")
    sign = -1 if match["sign"] == "-" else 1
    amounts = (part for index, part in enumerate(match.groups()) if index not in (0, 5))
    units = ("years", "months", "weeks", "days", "hours", "minutes", "seconds")
    return duration_of({unit: sign * _fraction(part) for unit, part in zip(units, amounts, strict=True) if part})


def parse_zone(text: str) -> Zone:
    """An offset or the name of a region."""
    match = _ZONE.fullmatch(text)
    if match and match["offset"] and not match["region"]:
        return _offset(match, text)
    return text


def _day(text: str, whole: str) -> dt.date:
    match = _DATE.fullmatch(text)
    if match is None:
        raise out_of_range() if _FAR_YEAR.match(text) else _not(whole, "date", "2026-07-21")
    part = {name: int(digits) for name, digits in match.groupdict().items() if digits}
    year = part["year"]
    if "week" in part:
        return week_day(year, part["week"], part.get("weekday", 1))
    if "quarter" in part:
        return quarter_day(year, part["quarter"], part.get("quarterday", 1))
    if "ordinal" in part:
        return ordinal_day(year, part["ordinal"])
    return calendar_day(year, part.get("month", 1), part.get("day", 1))


def _clock(text: str, whole: str) -> int:
    match = _CLOCK.fullmatch(text)
    if match is None:
        raise _not(whole, "time", "21:40:32.142")
    hour, minute, second = (int(match[name] or 0) for name in ("hour", "minute", "second"))
    if hour > 23 or minute > 59 or second > 59:
        raise _not(whole, "time", "21:40:32.142")
    fraction = int((match["fraction"] or "0").ljust(9, "0"))
    return ((hour * 60 + minute) * 60 + second) * SECOND + fraction


def _split_zone(text: str, whole: str) -> tuple[str, Zone | tuple[int, str] | None]:
    """Return the clock and what stands after it: nothing, an offset, a region, or both."""
    start = next((index for index, char in enumerate(text) if char in "Z+-["), len(text))
    match = _ZONE.fullmatch(text, start)
    if match is None:
        raise _not(whole, "time", "21:40:32+01:00")
    offset = _offset(match, whole) if match["offset"] else None
    region = match["region"]
    zone = (offset, region) if offset is not None and region else region or offset
    return text[:start], zone


def _both(day: dt.date, nanos: int, zone: tuple[int, str]) -> DateTime:
    offset, region = zone
    moment = at_instant(local_nanos(day, nanos) - offset * SECOND, region)
    if moment.offset != offset:
        raise EvaluationError(f"The offset does not hold in {region} at that time.")
    return moment


def _offset(match: re.Match[str], whole: str) -> int:
    if match["offset"] == "Z":
        return 0
    hours, minutes, seconds = (int(match[name] or 0) for name in ("hours", "minutes", "seconds"))
    offset = (hours * 60 + minutes) * 60 + seconds
    if offset > MAX_OFFSET or minutes > 59 or seconds > 59:
        raise _not(whole, "offset", "+01:00")
    return -offset if match["sign"] == "-" else offset


def _fraction(text: str) -> Fraction:
    return Fraction(text.replace(",", "."))


def _not(text: str, kind: str, example: str) -> EvaluationError:
    shown = text if len(text) <= 40 else f"{text[:40]}…"
    return EvaluationError(f"'{shown}' is not a {kind}.", hint=f"A {kind} looks like '{example}'.")
