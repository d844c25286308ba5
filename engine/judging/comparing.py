"""Is one ranker better than another, or is it chance? Paired: both were asked the same needs.

The interval is that of a paired bootstrap (Efron and Tibshirani, An Introduction to the Bootstrap, 1993, chapter 13):
needs are drawn again and again, with both their figures. It treats needs as drawn by themselves; those of one talk are
not quite, so the interval is a little too narrow, and the spread over folds stands beside it. Refused: a p-value, which
says nothing about how much.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ..retrieval.adjacency import Floats
from .run import Judgements, Run

DRAWS = 2_000
INTERVAL = (2.5, 97.5)
"""Percentiles: 95 of 100 draws lie between."""


@dataclass(frozen=True, slots=True)
class Mean:
    """spread: standard deviation of the folds' means, None where there is one fold. count: needs that it is over."""

    value: float
    spread: float | None
    count: int


@dataclass(frozen=True, slots=True)
class Difference:
    """How much the first is better than the second by one metric, with the interval, and on how many needs."""

    value: float
    low: float
    high: float
    better: int
    worse: int
    same: int

    @property
    def certain(self) -> bool:
        """Whether the interval leaves out zero."""
        return self.low > 0.0 or self.high < 0.0


def mean_of(judgements: Judgements, metric: str, fold_of: Mapping[str, int]) -> Mean | None:
    """Return the mean of a metric, None where no need has it."""
    figures = {need: one.figures[metric] for need, one in judgements.by_need.items() if metric in one.figures}
    if not figures:
        return None
    by_fold: dict[int, list[float]] = {}
    for need, value in figures.items():
        by_fold.setdefault(fold_of[need], []).append(value)
    means = [float(np.mean(values)) for values in by_fold.values()]
    spread = float(np.std(means, ddof=1)) if len(means) > 1 else None
    return Mean(float(np.mean(list(figures.values()))), spread, len(figures))


def difference(first: Judgements, second: Judgements, metric: str, seed: int = 0) -> Difference | None:
    """Return how far the first stands above the second on the needs that both have; None where there are none."""
    both = shared(first, second, metric)
    if not both:
        return None
    by_need = np.array([first.by_need[n].figures[metric] - second.by_need[n].figures[metric] for n in both])
    low, high = interval(by_need, seed)
    better, worse = int((by_need > 0).sum()), int((by_need < 0).sum())
    return Difference(float(by_need.mean()), low, high, better, worse, len(both) - better - worse)


def shared(first: Judgements, second: Judgements, metric: str) -> list[str]:
    """Return the needs that both have this figure for, in the order of the first."""
    of_second = {need for need, one in second.by_need.items() if metric in one.figures}
    return [need for need, one in first.by_need.items() if metric in one.figures and need in of_second]


def interval(differences: Floats, seed: int = 0) -> tuple[float, float]:
    """Return the bootstrap interval of the mean of paired differences, (n,), n >= 1."""
    draw = np.random.default_rng(seed)
    count = len(differences)
    # How often each need is drawn is multinomial: one product with the differences, in place of DRAWS gathers.
    drawn = draw.multinomial(count, np.full(count, 1.0 / count), DRAWS) @ differences / count
    low, high = np.percentile(drawn, INTERVAL)
    return float(low), float(high)


def best(run: Run, names: Sequence[str]) -> str | None:
    """Return which of some rankers does best by the headline: the first of equals, None where none has figures."""
    means = {name: mean_of(run.of(name), run.headline, run.fold_of) for name in names}
    known = {name: mean.value for name, mean in means.items() if mean is not None}
    return max(known, key=lambda name: known[name]) if known else None
