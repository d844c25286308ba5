"""The million cases of `bench/pareto.py --cases`, in short, and that what they are held against is the definition."""

from __future__ import annotations

import runpy
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

pytestmark = pytest.mark.slow

CASES = SimpleNamespace(**runpy.run_path(str(Path(__file__).parents[2] / "bench/pareto_cases.py")))


def plain_fronts(case: dict[str, Any]) -> list[int]:
    """Return the front of each row of one case, in plain Python and whole numbers: the definition, once more."""
    worse = list(zip(*(steps_below(case, column) for column in range(len(case["steps"]))), strict=True))

    def dominates(a: tuple[int, ...], b: tuple[int, ...]) -> bool:
        for level in sorted(set(case["levels"])):
            pairs = [(x, y) for x, y, at in zip(a, b, case["levels"], strict=True) if at == level]
            if any(x != y for x, y in pairs):
                return all(x <= y for x, y in pairs)
        return False

    front: dict[tuple[int, ...], int] = {}
    while len(front) < len(set(worse)):
        left = [row for row in set(worse) if row not in front]
        number = 1 + max(front.values(), default=0)
        front |= {row: number for row in left if not any(dominates(other, row) for other in left)}
    return [front[row] for row in worse]


def steps_below(case: dict[str, Any], column: int) -> list[int]:
    """Return how many whole steps each value of a column is worse than the best one."""
    values = [row[column] for row in case["ticks"]]
    best = max(values) if case["maximised"][column] else min(values)
    return [abs(value - best) // max(case["steps"][column], 1) for value in values]


@given(st.integers(0, 2**32 - 1), st.integers(1, 12), st.integers(1, 6))
@settings(max_examples=100, deadline=None)
def test_fronts_are_the_definition_s_with_levels_and_tolerance_together(seed, rows, objectives):
    """Ten cases of any shape: many at once, by the fast fronts, and in plain Python give the same."""
    cases = CASES.drawn(np.random.default_rng(seed), 10, rows, objectives)
    expected = [plain_fronts(cases.one(case)) for case in range(len(cases))]
    assert CASES.defined(cases).tolist() == expected
    assert CASES.fast(cases).tolist() == expected


def test_a_million_cases_in_short():
    """Seeded cases of every kind: none in which the fast fronts differ from the definition."""
    batches = list(CASES.batches(6_000, seed=7))
    assert sum(map(len, batches)) == 6_000
    assert [case for cases in batches for case in CASES.disagreements(cases)] == []


def test_cases_have_what_they_are_to_have():
    """Duplicates, both senses, several levels, a tolerance that floors something: the cases are no easy ones."""
    cases = CASES.drawn(np.random.default_rng(1), 400, 8, 3)
    assert any(len({tuple(row) for row in case}) < 8 for case in cases.ticks.tolist())
    assert 0 < cases.maximised.mean() < 1
    assert set(np.unique(cases.levels)) == {0, 1, 2}
    losses = CASES.steps_from_best(cases)
    assert (losses < np.ptp(cases.ticks, axis=1, keepdims=True)).any() and losses.max() > 1
    assert len(np.unique(CASES.defined(cases))) > 3


def test_a_wrong_front_is_found():
    """The check can fail: with the tolerance left out of the definition, cases disagree."""
    cases = CASES.drawn(np.random.default_rng(1), 400, 8, 3)
    without = CASES.Cases(cases.ticks, np.zeros_like(cases.steps), cases.levels, cases.maximised)
    assert not np.array_equal(CASES.defined(without), CASES.fast(cases))
