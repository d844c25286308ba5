"""Objectives: recency, importance, confidence, and which of them tell candidates apart."""

from __future__ import annotations

import numpy as np
import pytest
from clew.engine.retrieval.objectives import (
    ANSWERING,
    DAY,
    Decay,
    answer,
    confidence,
    importance,
    recency,
    reference_time,
    with_spread,
)
from clew.engine.retrieval.pareto import Sense, fronts
from clew.errors import EvaluationError
from hypothesis import given
from hypothesis import strategies as st

NOW = 1_700_000_000_000_000
ages = st.lists(st.integers(-10 * DAY, 3_000 * DAY), min_size=1, max_size=10)


@pytest.mark.parametrize("decay", Decay)
def test_every_decay_halves_at_the_half_life(decay):
    """New is 1 and a half-life old is 1/2, whatever the curve."""
    at = np.array([NOW, NOW - 30 * DAY])
    assert recency(at, NOW, 30.0 * DAY, decay=decay).tolist() == pytest.approx([1.0, 0.5])


@given(ages, st.sampled_from(Decay), st.floats(1.0, 1e16))
def test_recency_falls_with_age_and_stays_in_the_unit_interval(old, decay, half_life):
    """Older is never fresher; nothing leaves [0, 1], not even memories from after the reference time."""
    at = NOW - np.sort(np.array(old))
    found = recency(at, NOW, half_life, decay=decay)
    assert ((found >= 0) & (found <= 1)).all() and (np.diff(found) <= 0).all()


def test_an_answer_counts_from_where_relevance_is_evidence():
    """What may be chance is 0 however it is ordered, what is certain is 1, and between them it rises."""
    found = answer(np.array([0.0, 0.1, ANSWERING, 0.7, 1.0]))
    assert found.tolist() == pytest.approx([0.0, 0.0, 0.0, 0.5, 1.0])


def test_the_future_has_age_zero():
    """A memory that happens after the reference time is as fresh as one at it."""
    assert recency(np.array([NOW + DAY, NOW]), NOW, 1.0 * DAY).tolist() == [1.0, 1.0]


def test_half_lives_go_by_memory_and_pins_and_infinities_never_age():
    """A year-old fact of a slow type outlasts a remark; a pinned memory and an endless half-life stay at 1."""
    at = np.full(4, NOW - 365 * DAY)
    half_life = np.array([365.0, 7.0, np.inf, 7.0]) * DAY
    found = recency(at, NOW, half_life, pinned=np.array([False, False, False, True]))
    assert found[0] == pytest.approx(0.5) and found[1] < 1e-9
    assert found[2:].tolist() == [1.0, 1.0]


def test_decays_keep_their_characters():
    """At three half-lives the line is at 0, the exponential at 1/8, and the power law still above it."""
    at = np.array([NOW - 90 * DAY])
    line, exponential, power = (recency(at, NOW, 30.0 * DAY, decay=decay)[0] for decay in Decay)
    assert line == 0.0 and exponential == pytest.approx(0.125) and power > 0.25


@pytest.mark.parametrize("half_life", [0.0, -1.0])
def test_a_half_life_must_be_positive(half_life):
    """Zero and less are refused with a form that works."""
    with pytest.raises(EvaluationError, match="30 DAYS"):
        recency(np.array([NOW]), NOW, half_life)


def test_an_old_log_does_not_tie_at_zero():
    """Ages count from the reference time, so a log from years ago still has new and old memories."""
    at = np.array([0, 5, 10]) * DAY
    reference = reference_time(None, np.empty(0, np.int64), at)
    assert reference == 10 * DAY
    assert len(set(recency(at, reference, 7.0 * DAY).tolist())) == 3


def test_the_reference_time_is_as_of_then_the_anchors_then_the_scope():
    """AS OF wins; else the newest anchor, though the scope has newer ones; else the newest in scope; else none."""
    anchors, scope, none = np.array([3, 7]), np.array([1, 9]), np.empty(0, np.int64)
    assert reference_time(5, anchors, scope) == 5
    assert reference_time(0, anchors, scope) == 0
    assert reference_time(None, anchors, scope) == 7
    assert reference_time(None, none, scope) == 9
    assert reference_time(None, none, none) is None


@given(st.floats(0, 1), st.integers(0, 500), st.floats(0, 1))
def test_importance_grows_with_use_less_and_less_and_stays_in_the_unit_interval(base, uses, fresh):
    """Each use adds, the next adds no more than the one before, and fading takes away."""
    steps = importance(np.full(3, base), uses + np.arange(3), np.full(3, fresh), np.zeros(3, bool))
    assert ((steps >= 0) & (steps <= 1)).all()
    gains = np.diff(steps)
    assert gains[0] >= gains[1] - 1e-12 and gains[1] >= 0


def test_importance_fades_more_slowly_than_recency_and_pins_stand_at_one():
    """Two half-lives after its last use a memory has half of its importance; a pinned one has all there is."""
    base, uses = np.array([0.8, 0.1]), np.zeros(2, np.int64)
    found = importance(base, uses, np.array([0.25, 0.25]), np.array([False, True]))
    assert found.tolist() == pytest.approx([0.4, 1.0])


def test_an_open_contradiction_halves_confidence():
    """Source and trust multiply; of two statements that cannot both hold each gets half."""
    found = confidence(np.array([1.0, 0.8, 1.0]), np.array([1.0, 0.5, 1.0]), np.array([0, 0, 1]))
    assert found.tolist() == pytest.approx([1.0, 0.4, 0.5])


def test_an_objective_without_spread_is_dropped_and_named():
    """A constant column tells nobody apart: it leaves the matrix, and the report says which it was."""
    matrix = np.array([[0.5, 0.3, 10.0], [0.5, 0.9, 10.0 + 1e-12], [0.5, 0.1, 10.0]])
    kept = with_spread(("recency", "relevance", "cost"), matrix, (Sense.MAX, Sense.MAX, Sense.MIN))
    assert (kept.names, kept.dropped, kept.senses) == (("relevance",), ("recency", "cost"), (Sense.MAX,))
    assert kept.matrix[:, 0].tolist() == [0.3, 0.9, 0.1]


@given(st.lists(st.lists(st.integers(0, 1), min_size=3, max_size=3), min_size=1, max_size=8))
def test_dropping_changes_no_front(points):
    """Fronts over what is kept are the fronts over everything, one candidate or none that differ included."""
    matrix, senses = np.array(points, float), [Sense.MAX, Sense.MIN, Sense.MAX]
    kept = with_spread(("a", "b", "c"), matrix, senses)
    assert np.array_equal(fronts(kept.matrix, kept.senses), fronts(matrix, senses))


def test_no_candidates_have_no_spread():
    """An empty matrix drops everything and breaks nothing."""
    kept = with_spread(("a",), np.empty((0, 1)), (Sense.MAX,))
    assert (kept.names, kept.dropped, kept.matrix.shape) == ((), ("a",), (0, 0))
