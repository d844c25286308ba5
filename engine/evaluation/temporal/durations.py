"""Lengths of time: months, days and nanoseconds, kept apart because no one of them is a fixed number of another.

A fraction of a unit flows into the next smaller one, by the mean length of a Gregorian month (30.436875 days).
Fractions are exact rationals of the decimal text, so that 0.7 days are 16 h 48 min and not a nanosecond less.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from ....errors import EvaluationError
from .values import SECOND

DAYS_PER_MONTH = Fraction(2_629_746, 86_400)
"""365.2425 / 12 days, the mean month of the Gregorian calendar."""

NANOS_PER_DAY = 86_400 * SECOND
MAX_COMPONENT = 2**63 - 1

MONTHS = {"years": 12, "quarters": 3, "months": 1}
DAYS = {"weeks": 7, "days": 1}
NANOS = {
    "hours": 3600 * SECOND,
    "minutes": 60 * SECOND,
    "seconds": SECOND,
    "milliseconds": 1_000_000,
    "microseconds": 1_000,
    "nanoseconds": 1,
}


@dataclass(frozen=True, slots=True)
class Duration:
    """months, days, nanos: any sign each. Two durations are equal when all three parts are."""

    months: int
    days: int
    nanos: int

    def __str__(self) -> str:
        date = _parts(self.months, (("Y", 12), ("M", 1))) + _parts(self.days, (("D", 1),))
        time = _parts(whole_units(self.nanos, 60 * SECOND), (("H", 60), ("M", 1))) + _seconds(self.nanos)
        if not date and not time:
            return "PT0S"
        return f"P{date}{'T' if time else ''}{time}"

    @property
    def mean_nanos(self) -> Fraction:
        """The length by mean months, in nanoseconds: what durations are sorted by."""
        return (self.months * DAYS_PER_MONTH + self.days) * NANOS_PER_DAY + self.nanos


def duration_of(parts: Mapping[str, Fraction]) -> Duration:
    """Return the duration of exact amounts by unit (`years` to `nanoseconds`); EvaluationError for an unknown unit."""
    unknown = [unit for unit in parts if unit not in MONTHS and unit not in DAYS and unit not in NANOS]
    if unknown:
        raise EvaluationError(f"A duration has no `{unknown[0]}`.", hint=f"It has {', '.join(_UNITS)}.")
    return _flow(_total(parts, MONTHS), _total(parts, DAYS), _total(parts, NANOS))


def scale(duration: Duration, factor: Fraction) -> Duration:
    return _flow(duration.months * factor, duration.days * factor, duration.nanos * factor)


def add(left: Duration, right: Duration) -> Duration:
    return checked(left.months + right.months, left.days + right.days, left.nanos + right.nanos)


def negate(duration: Duration) -> Duration:
    return checked(-duration.months, -duration.days, -duration.nanos)


def checked(months: int, days: int, nanos: int) -> Duration:
    """Return the duration, or raise EvaluationError where a part does not fit 64 bits (nanos: in seconds)."""
    if max(abs(months), abs(days), abs(nanos) // SECOND) > MAX_COMPONENT:
        raise EvaluationError("A duration does not fit 64 bits.")
    return Duration(months, days, nanos)


def whole_units(amount: int, unit: int) -> int:
    """How many whole units fit into `amount`, cut towards zero."""
    return amount // unit if amount >= 0 else -(-amount // unit)


_UNITS = (*MONTHS, *DAYS, *NANOS)


def _total(parts: Mapping[str, Fraction], units: Mapping[str, int]) -> Fraction:
    return sum((parts[unit] * size for unit, size in units.items() if unit in parts), Fraction(0))


def _flow(months: Fraction, days: Fraction, nanos: Fraction) -> Duration:
    """Let the fraction of each part flow into the next; the last one is cut."""
    whole_months = int(months)
    days += (months - whole_months) * DAYS_PER_MONTH
    whole_days = int(days)
    nanos += (days - whole_days) * NANOS_PER_DAY
    return checked(whole_months, whole_days, int(nanos))


def _parts(amount: int, units: tuple[tuple[str, int], ...]) -> str:
    text = ""
    for letter, size in units:
        count = whole_units(amount, size)
        amount -= count * size
        text += f"{count}{letter}" if count else ""
    return text


def _seconds(nanos: int) -> str:
    rest = nanos - whole_units(nanos, 60 * SECOND) * 60 * SECOND
    if rest == 0:
        return ""
    seconds, fraction = divmod(abs(rest), SECOND)
    digits = f".{fraction:09}".rstrip("0") if fraction else ""
    return f"{'-' if rest < 0 else ''}{seconds}{digits}S"
