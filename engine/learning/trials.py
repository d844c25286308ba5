"""Two strategies against each other on live recalls: which one a recall gets, and what came of it.

    USING a OR b

A recall is drawn by a hash of what it is, so that the same question to the same state of a store is answered the same
way; and the coin leans to the one that has fewer outcomes yet, two to one (the biased coin of Efron, Biometrika 58,
1971), so that a short trial is balanced too. Counters were refused: a recall writes nothing.

The means are compared by a beta-binomial model: an even prior on each mean, an outcome in [0, 1] counted as that share
of a success, the interval from draws with a fixed seed.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, TypeAlias

import numpy as np

from .lessons import Lesson

Pair: TypeAlias = tuple[str, str]

LEAN = 2.0 / 3.0
"""Efron's own choice: balanced to within a few after any number of recalls, and still nothing that could be guessed."""

DRAWS = 40_000
"""The bounds of the interval are sure to about 0.002."""
SEED = 1971
CREDIBLE = 0.95


@dataclass(frozen=True, slots=True)
class Arm:
    """One strategy of a trial. n: recalls with an outcome. good: the sum of their outcomes, each in [0, 1]."""

    strategy: str
    n: int
    good: float

    @property
    def mean(self) -> float | None:
        """The mean outcome, in [0, 1]; None where there was none."""
        return self.good / self.n if self.n else None


@dataclass(frozen=True, slots=True)
class Trial:
    """What came of a pair. difference: how much better the second does, in [-1, 1], expected; low, high: its 95 per
    cent credible interval. second_better: how probable that is, in [0, 1].
    """

    first: Arm
    second: Arm
    difference: float
    low: float
    high: float
    second_better: float

    def to_dict(self) -> dict[str, Any]:
        arms = {
            name: {**asdict(arm), "mean": arm.mean} for name, arm in (("first", self.first), ("second", self.second))
        }
        return {**asdict(self), **arms}


def pair_of(strategies: Iterable[str]) -> Pair:
    """Return a pair by its one name: `a OR b` and `b OR a` are the same trial."""
    first, second = sorted(strategies)
    return first, second


def drawn(pair: Pair, identity: object, outcomes: Mapping[str, int]) -> str:
    """Return which of a pair a recall gets. identity: plain data that says which recall it is. outcomes: by
    strategy.
    """
    first, second = pair
    salted = json.dumps([first, second, identity], sort_keys=True, default=str)
    share = int.from_bytes(hashlib.sha256(salted.encode("utf-8", "surrogatepass")).digest()[:8]) / 2**64
    ahead = outcomes.get(first, 0) - outcomes.get(second, 0)
    to_first = 0.5 if ahead == 0 else LEAN if ahead < 0 else 1.0 - LEAN
    return first if share < to_first else second


def outcomes_of(lessons: Iterable[Lesson], pair: Pair) -> dict[str, int]:
    """Return how many outcomes each of a pair has."""
    counts = dict.fromkeys(pair, 0)
    for lesson in lessons:
        if lesson.trial and pair_of(lesson.trial) == pair and lesson.kind in counts:
            counts[lesson.kind] += 1
    return counts


def trials(lessons: Iterable[Lesson]) -> list[Trial]:
    """Return what came of every pair that was tried, by name."""
    outcomes: dict[Pair, dict[str, list[float]]] = {}
    for lesson in lessons:
        if lesson.trial:
            arms = outcomes.setdefault(pair_of(lesson.trial), {})
            arms.setdefault(lesson.kind, []).append(lesson.outcome)
    return [_compared(*(_arm(name, found.get(name, ())) for name in pair)) for pair, found in sorted(outcomes.items())]


def _arm(strategy: str, outcomes: Sequence[float]) -> Arm:
    return Arm(strategy, len(outcomes), float(sum(outcomes)))


def _compared(first: Arm, second: Arm) -> Trial:
    random = np.random.default_rng(SEED)
    means = [random.beta(1.0 + arm.good, 1.0 + arm.n - arm.good, DRAWS) for arm in (first, second)]
    differences = means[1] - means[0]
    low, high = np.quantile(differences, [(1.0 - CREDIBLE) / 2, (1.0 + CREDIBLE) / 2])
    expected = _expected(second) - _expected(first)
    return Trial(first, second, expected, float(low), float(high), float((differences > 0).mean()))


def _expected(arm: Arm) -> float:
    return (1.0 + arm.good) / (2.0 + arm.n)
