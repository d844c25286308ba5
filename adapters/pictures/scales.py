"""From values to places along an axis, and the round numbers that are written beside it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

STEPS = (1.0, 2.0, 5.0, 10.0)
"""Ticks are this far apart, times a power of ten."""

SECOND = 1_000_000
"""Microseconds."""

SPANS = tuple(
    SECOND * seconds
    for seconds in (1, 5, 15, 60, 300, 900, 3_600, 10_800, 21_600, 43_200, 86_400, 172_800, 604_800, 2_592_000)
)
"""Ticks of times are this far apart: seconds to thirty days, and beyond that round numbers of those."""


@dataclass(frozen=True, slots=True)
class Scale:
    """One axis from low to high, low < high. unit: as of an axis of a space. step: between ticks."""

    low: float
    high: float
    step: float
    unit: str = ""

    def place(self, values: Floats, cells: int, *, turned: bool = False) -> NDArray[np.int64]:
        """Return where values lie among `cells` places, 0 at the low end, or at the high one where it is turned."""
        share = (values - self.low) / (self.high - self.low)
        return np.rint((1.0 - share if turned else share) * (cells - 1)).astype(np.int64)

    def ticks(self) -> list[float]:
        """Return the round numbers from low to high."""
        first = math.ceil(self.low / self.step - 1e-9)
        count = math.floor(self.high / self.step + 1e-9) - first + 1
        return [(first + i) * self.step for i in range(count)]

    def label(self, value: float) -> str:
        """Return a tick as text: a moment as precisely as the steps need, a number without idle zeros."""
        if self.unit == "time":
            return _moment(value, self.step)
        decimals = max(0, -math.floor(math.log10(self.step) + 1e-9))
        return f"{value + 0.0:,.{decimals}f}"


def value_text(value: float, unit: str) -> str:
    """Return one value of an axis as text."""
    if unit == "time":
        return f"{_moment(value, SPANS[10])} {_moment(value, SECOND)}"
    return f"{value:,.0f}" if unit == "tokens" else f"{value:.4g}"


def scale_of(values: Floats, unit: str, ticks: int) -> Scale:
    """Return the scale that holds all values, (n,) finite, with about so many ticks, at least 2; of none, from 0 to 1.

    Where all are equal it reaches a little to both sides. Its ends are ticks, unless that would leave a third of it
    empty.
    """
    low, high = (float(values.min()), float(values.max())) if len(values) else (0.0, 1.0)
    least = 2 * SECOND if unit == "time" else 1e-9 * max(1.0, abs(low), abs(high))
    if high - low < least:
        low, high = _around(low, unit)
    found = _about(low, high, unit, ticks)
    while len(found.ticks()) < 2:
        ticks += 1
        found = _about(low, high, unit, ticks)
    return found


def _about(low: float, high: float, unit: str, ticks: int) -> Scale:
    step = _step((high - low) / max(1, ticks), unit)
    ends = math.floor(low / step) * step, math.ceil(high / step) * step
    return Scale(*ends, step, unit) if ends[1] - ends[0] <= 1.5 * (high - low) else Scale(low, high, step, unit)


def _around(value: float, unit: str) -> tuple[float, float]:
    """Return the ends of an axis on which there is one value; a score stays between 0 and 1."""
    margin = 2 * SECOND if unit == "time" else max(0.1, 0.1 * abs(value))
    low, high = value - margin, value + margin
    return (max(0.0, low), min(1.0, high)) if not unit and 0.0 <= value <= 1.0 else (low, high)


def _step(least: float, unit: str) -> float:
    """Return the first round distance that is no less."""
    if unit == "time":
        found = next((span for span in SPANS if span >= least), None)
        return float(found) if found is not None else SPANS[-1] * _step(least / SPANS[-1], "")
    power = 10.0 ** math.floor(math.log10(least))
    return power * next(step for step in STEPS if step * power >= least * (1.0 - 1e-9))


def _moment(micros: float, step: float) -> str:
    try:
        moment = datetime(1970, 1, 1, tzinfo=UTC) + timedelta(microseconds=round(micros))
    except OverflowError:  # the end of an axis may lie before the year 1, or after 9999
        return ""
    if step >= SPANS[10]:
        return moment.strftime("%Y-%m-%d")
    return moment.strftime("%m-%d %H:%M" if step >= 60 * SECOND else "%H:%M:%S")
