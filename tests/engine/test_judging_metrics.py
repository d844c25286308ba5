"""Metrics: what is worked out by hand, and what must hold of any ranking."""

from __future__ import annotations

import math

import numpy as np
import pytest
from clew.engine.judging import metrics as m
from hypothesis import given, settings
from hypothesis import strategies as st


def ranking(gold: list[int], *, expected: int | None = None, outdated: list[int] = (), cost: int = 10) -> m.Ranking:  # type: ignore[assignment]
    """Return a ranking of six. gold, outdated: their places, from 1."""
    places = np.arange(1, 7)
    return m.Ranking(
        gold=np.isin(places, gold),
        outdated=np.isin(places, list(outdated)),
        cost=np.full(6, cost),
        expected=len(gold) if expected is None else expected,
        updated=bool(outdated),
    )


NOTHING = m.Ranking(np.empty(0, np.bool_), np.empty(0, np.bool_), np.empty(0, np.int64), expected=2)


def test_what_is_worked_out_by_hand() -> None:
    """Answers at places 2 and 5, and a third that never came."""
    found = ranking([2, 5], expected=3)
    assert (m.recall_at(found, 1), m.recall_at(found, 2), m.recall_at(found, 5)) == (0.0, 1 / 3, 2 / 3)
    assert (m.hit_at(found, 1), m.hit_at(found, 2)) == (0.0, 1.0)
    assert m.reciprocal_rank(found) == 0.5
    most = 1 + 1 / math.log2(3) + 1 / math.log2(4)
    assert m.ndcg_at(found, 10) == pytest.approx((1 / math.log2(3) + 1 / math.log2(6)) / most)
    assert m.ndcg_at(ranking([1]), 1) == 1.0


def test_an_answer_has_to_fit_into_the_budget_whole() -> None:
    """Ten words each: the second memory ends with the twentieth."""
    assert m.in_budget(ranking([2]), 20) == 1.0
    assert m.in_budget(ranking([2]), 19) == 0.0
    assert m.words_and_marks("Paid 40 EUR, twice.") == 6


def test_the_newest_is_first_where_it_came_and_nothing_outdated_before_it() -> None:
    assert m.newest_first(ranking([2], outdated=[3])) == 1.0
    assert m.newest_first(ranking([3], outdated=[2])) == 0.0
    assert m.newest_first(ranking([], expected=1, outdated=[2])) == 0.0
    assert m.newest_first(ranking([2])) is None


def test_silence_is_right_only_where_there_is_no_answer() -> None:
    unanswerable = m.Ranking(NOTHING.gold, NOTHING.outdated, NOTHING.cost, expected=0)
    assert (m.abstains(unanswerable), m.idle(unanswerable), m.reciprocal_rank(unanswerable)) == (1.0, None, None)
    assert (m.abstains(NOTHING), m.idle(NOTHING), m.reciprocal_rank(NOTHING)) == (None, 1.0, 0.0)
    assert m.abstains(ranking([], expected=0)) == 0.0


PLACES = st.lists(st.booleans(), min_size=1, max_size=12)


@given(PLACES, st.integers(0, 3))
@settings(max_examples=80, deadline=None)
def test_every_figure_is_a_share_that_depth_never_lowers(gold: list[bool], missing: int) -> None:
    """All lie in [0, 1]; recall, hits and the budget only grow with how far one looks."""
    size = len(gold)
    found = m.Ranking(np.array(gold), np.zeros(size, np.bool_), np.ones(size, np.int64), sum(gold) + missing)
    for name, measure in m.metrics((1, 5), 4).items():
        value = measure(found)
        assert value is None or 0.0 <= value <= 1.0, name
    if found.expected:
        for measure in (m.recall_at, m.hit_at, m.in_budget):
            figures = [measure(found, depth) or 0.0 for depth in range(1, size + 1)]
            assert figures == sorted(figures), measure.__name__
        assert m.in_budget(found, size) == m.hit_at(found, size)


@given(PLACES)
@settings(max_examples=80, deadline=None)
def test_moving_an_answer_forward_never_lowers_a_figure(gold: list[bool]) -> None:
    """The best order is that of the answers first: nothing scores above it, and it scores 1 in nDCG."""
    best = sorted(gold, reverse=True)
    size, zeros = len(gold), np.zeros(len(gold), np.bool_)
    given_, sorted_ = (m.Ranking(np.array(g), zeros, np.ones(size, np.int64), sum(gold)) for g in (gold, best))
    for name, measure in m.metrics((1, 3), 2).items():
        lower, upper = measure(given_), measure(sorted_)
        assert lower is None or upper is None or lower <= upper + 1e-12, name
    if any(gold):
        assert m.ndcg_at(sorted_, 10) == pytest.approx(1.0)
