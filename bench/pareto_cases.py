"""The fast fronts against the definition, on as many small cases as one likes: ties, duplicates, both senses, levels,
tolerance.

A case is made of whole ticks, so that the definition counts the steps of a tolerance in integers, where 0.3 / 0.1 is
3; the fast fronts get the floats. The definition is written for many cases of one shape at once, since a million of
them one by one in plain Python would take hours; the tests hold it against the plain form.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields

import numpy as np
from clew.engine.retrieval.pareto import Sense, fronts
from numpy.typing import NDArray

Ints = NDArray[np.int64]
TICK = 10
"""Ticks in 1.0: tenths are not whole in binary, so that rounding is met."""
ROWS, OBJECTIVES, VALUES, STEPS, LEVELS = 12, 6, 9, 3, 3
BATCH = 2_000


@dataclass(frozen=True, slots=True)
class Cases:
    """Cases of one shape. ticks: (c, n, m). steps: (c, m) ticks, 0 for none. levels: (c, m). maximised: (c, m) bool."""

    ticks: Ints
    steps: Ints
    levels: Ints
    maximised: NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.ticks)

    def one(self, case: int) -> dict[str, list[object]]:
        return {field.name: getattr(self, field.name)[case].tolist() for field in fields(self)}


def batches(count: int, seed: int) -> Iterator[Cases]:
    """Yield `count` cases; each batch of another shape, 1 to ROWS rows and 1 to OBJECTIVES objectives."""
    random = np.random.default_rng(seed)
    for first in range(0, count, BATCH):
        rows, objectives = int(random.integers(1, ROWS + 1)), int(random.integers(1, OBJECTIVES + 1))
        yield drawn(random, min(BATCH, count - first), rows, objectives)


def drawn(random: np.random.Generator, count: int, rows: int, objectives: int) -> Cases:
    """Draw cases from all-equal to all-different; half of them have one level, and half no tolerance."""
    values = random.integers(1, VALUES + 1, (count, 1, 1))
    ticks = np.floor(random.random((count, rows, objectives)) * values).astype(np.int64) - values // 2
    shape = (count, objectives)
    levelled, tolerant = random.random((2, count, 1)) < 0.5
    steps = random.integers(0, STEPS + 1, shape) * tolerant
    return Cases(ticks, steps, random.integers(0, LEVELS, shape) * levelled, random.random(shape) < 0.5)


def defined(cases: Cases) -> Ints:
    """Return (c, n), the front of each row, 1 is best: 1 + the highest front among the rows that dominate it."""
    beaten = dominated(cases)
    front = np.ones(beaten.shape[:2], np.int64)
    while True:
        higher = 1 + (beaten * front[:, None, :]).max(axis=2, initial=0)
        if np.array_equal(higher, front):
            return front
        front = higher


def dominated(cases: Cases) -> NDArray[np.bool_]:
    """Return (c, n, n): whether row i is dominated by row j, at the first level on which they differ."""
    away = steps_from_best(cases)
    mine, theirs = away[:, :, None, :], away[:, None, :, :]
    tied = np.ones(mine.shape[:2] + theirs.shape[2:3], np.bool_)
    beaten = ~tied
    for level in range(LEVELS):
        other = (cases.levels != level)[:, None, None, :]
        no_worse, equal = (other | (theirs <= mine)).all(axis=3), (other | (theirs == mine)).all(axis=3)
        beaten |= tied & no_worse & ~equal
        tied &= equal
    return beaten


def steps_from_best(cases: Cases) -> Ints:
    """Return (c, n, m): how many whole steps each value is worse than the best of its column."""
    losses = np.where(cases.maximised[:, None, :], -cases.ticks, cases.ticks)
    return (losses - losses.min(axis=1, keepdims=True)) // np.maximum(cases.steps, 1)[:, None, :]


def fast(cases: Cases) -> Ints:
    """Return the same by the fronts that recalls use, case by case."""
    result = np.empty(cases.ticks.shape[:2], np.int64)
    senses = [[Sense.MAX if each else Sense.MIN for each in row] for row in cases.maximised.tolist()]
    for case, (levels, steps) in enumerate(zip(cases.levels.tolist(), (cases.steps / TICK).tolist(), strict=True)):
        result[case] = fronts(cases.ticks[case] / TICK, senses[case], tolerance=steps, levels=levels)
    return result


def disagreements(cases: Cases) -> list[dict[str, list[object]]]:
    """Return the cases in which the two differ."""
    differ = (defined(cases) != fast(cases)).any(axis=1)
    return [cases.one(case) for case in np.flatnonzero(differ).tolist()]
