"""Order inside a front, and the selection that fills an answer front by front."""

from __future__ import annotations

import numpy as np
import pytest
from clew.engine.executor.pareto_terms import Traded
from clew.engine.retrieval.information import Information, centred, information, length_scale
from clew.engine.retrieval.order import FrontOrder, crowding, in_own_range, order_rows
from clew.engine.retrieval.pareto import Sense, fronts
from clew.engine.retrieval.selection import Budget, MaximalMarginalRelevance, Quota, clusters, select
from hypothesis import given
from hypothesis import strategies as st

MAX, MIN = Sense.MAX, Sense.MIN
# One front of four rows in the shape of a knee, and a row behind it.
KNEE = np.array([[0.0, 1.0], [0.7, 0.8], [0.9, 0.3], [1.0, 0.0], [0.5, 0.5]])
SENSES = [MAX, MAX]
FRONT = fronts(KNEE, SENSES)


@pytest.mark.parametrize(
    ("by", "expected"),
    [
        (FrontOrder.KNEE, [1, 2, 0, 3, 4]),
        (FrontOrder.CROWDING, [0, 3, 1, 2, 4]),
        (FrontOrder.SUM, [1, 2, 0, 3, 4]),
        (FrontOrder.EITHER, [0, 3, 1, 2, 4]),
        (0, [3, 2, 1, 0, 4]),
        (1, [0, 1, 2, 3, 4]),
    ],
)
def test_each_order_puts_its_own_kind_of_row_first(by, expected):
    """Knee and sum begin with the balanced row, crowding with the ends, a column with its best; front 2 comes last."""
    assert order_rows(KNEE, SENSES, FRONT, by).tolist() == expected


def test_units_and_senses_do_not_change_an_order():
    """Tokens instead of shares, and less instead of more, order the same rows the same way."""
    tokens = np.column_stack([KNEE[:, 0], 4000 - 1000 * KNEE[:, 1]])
    for by in FrontOrder:
        assert np.array_equal(order_rows(tokens, [MAX, MIN], FRONT, by), order_rows(KNEE, SENSES, FRONT, by))


def test_either_is_the_chance_of_being_good_in_any_way():
    """A weak best of a front stays weak: shares in [0, 1] are taken as they are, and other units in their own range."""
    front = np.ones(3, np.int32)
    chances = np.array([[0.30, 0.1], [0.20, 0.6], [0.29, 0.2]])
    assert order_rows(chances, SENSES, front, FrontOrder.EITHER).tolist() == [1, 2, 0]
    assert order_rows(chances, SENSES, front, FrontOrder.SUM).tolist() != [1, 2, 0]


def test_a_chance_takes_values_and_every_other_order_steps():
    """Within one step of tolerance the greater chance stands first; by the knee the two are equal there."""
    matrix = np.array([[0.60, 0.2], [0.65, 0.2]])
    traded = Traded(matrix, (MAX, MAX), (0.5, 0.5), (0, 0), None)
    assert traded.fronts().tolist() == [1, 1]
    for by, expected in ((FrontOrder.EITHER, [1, 0]), (FrontOrder.KNEE, [0, 1])):
        assert order_rows(*traded.ordering(by), traded.fronts(), by).tolist() == expected


def test_a_chance_asks_the_first_level_alone():
    """What decides among equals is no way of being good."""
    traded = Traded(np.array([[0.5, 0.0], [0.4, 1.0]]), (MAX, MAX), (0.5, 0.0), (0, 1), None)
    matrix, senses = traded.ordering(FrontOrder.EITHER)
    assert matrix.tolist() == [[0.5], [0.4]] and senses == (MAX,)


def test_ties_are_settled_by_relevance_then_by_row():
    """Equal rows come by relevance, and equally relevant ones by their number."""
    same = np.ones((4, 2))
    front = fronts(same, SENSES)
    relevance = np.array([0.1, 0.5, 0.5, 0.9])
    for by in (*FrontOrder, 0):
        assert order_rows(same, SENSES, front, by, settled=relevance).tolist() == [3, 1, 2, 0]
    assert order_rows(same, SENSES, front).tolist() == [0, 1, 2, 3]


def test_crowding_is_the_distance_of_nsga_ii():
    """Ends are infinite; inside, the gaps between both neighbours add up over the objectives; flat ones say nothing."""
    unit = in_own_range(np.array([[0.0, 10.0, 7.0], [1.0, 6.0, 7.0], [3.0, 5.0, 7.0], [4.0, 0.0, 7.0]]))
    assert crowding(unit).tolist() == pytest.approx([np.inf, 0.75 + 0.5, 0.75 + 0.6, np.inf])
    assert crowding(np.ones((3, 2))).tolist() == [0.0, 0.0, 0.0]


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=1, max_size=30), st.integers(0, 35))
def test_a_selection_never_skips_a_front(points, k):
    """Exactly min(k, n) rows come, each once, and none from a later front while an earlier one has rows left."""
    matrix = np.array(points, float)
    front = fronts(matrix, SENSES)
    rows = select(order_rows(matrix, SENSES, front), front, k).rows
    assert len(rows) == len(set(rows.tolist())) == min(k, len(matrix))
    assert front[rows].tolist() == sorted(front)[:k]


def test_first_front_only_would_rather_be_short():
    """Five are asked for, four are undominated, four come."""
    ordered = order_rows(KNEE, SENSES, FRONT)
    assert select(ordered, FRONT, 5, first_front_only=True).rows.tolist() == [1, 2, 0, 3]
    assert select(ordered, FRONT, 5).rows.tolist() == [1, 2, 0, 3, 4]


def test_a_budget_passes_over_what_does_not_fit_and_says_so():
    """A long memory is left out and named; a shorter one behind it still comes; the budget is never exceeded."""
    ordered = order_rows(KNEE, SENSES, FRONT)
    tokens = np.array([30, 60, 50, 10, 10])
    chosen = select(ordered, FRONT, 5, budget=Budget(tokens.__getitem__, 100))
    assert chosen.rows.tolist() == [1, 0, 3]
    assert chosen.over_budget.tolist() == [2, 4]
    assert tokens[chosen.rows].sum() <= 100


def test_a_quota_takes_turns_between_groups_inside_a_front():
    """Types alternate while both are left; front 2 still waits for all of front 1."""
    front = np.array([1, 1, 1, 1, 2], np.int32)
    groups = [{0}, {0}, {0}, {1}, {2}]
    rows = select(np.arange(5), front, 5, diversity=Quota(groups)).rows
    assert rows.tolist() == [0, 3, 1, 2, 4]


def test_a_quota_counts_every_entity_of_a_row_and_passes_rows_without():
    """A row waits for the most used of its entities; a row that mentions nothing is never held back."""
    front = np.ones(4, np.int32)
    groups = [{1, 2}, {2, 3}, {4}, set()]
    assert select(np.arange(4), front, 4, diversity=Quota(groups)).rows.tolist() == [0, 2, 3, 1]


def unit(rows):
    vectors = np.array(rows, np.float64)
    return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)


# The need's direction is x. Rows 0 and 1 are near copies close to it, row 2 is near it on the other side, row 3 is far.
NEED = np.array([1.0, 0.0, 0.0])
VECTORS = unit([[1.0, 0.3, 0.0], [1.0, 0.31, 0.0], [1.0, -0.45, 0.0], [0.0, 0.0, 1.0]])


def test_mmr_passes_over_a_near_copy():
    """After the most relevant row comes the one that is unlike it; by relevance alone comes its copy."""
    relevance = np.array([0.9, 0.89, 0.7, 0.1])
    vectors = VECTORS.astype(np.float32)
    front = np.ones(4, np.int32)
    diverse = MaximalMarginalRelevance(relevance, vectors, 0.3)
    assert select(np.arange(4), front, 2, diversity=diverse).rows.tolist() == [0, 3]
    alone = MaximalMarginalRelevance(relevance, vectors, 1.0)
    assert select(np.arange(4), front, 2, diversity=alone).rows.tolist() == [0, 1]


def test_greedy_information_passes_over_a_near_copy():
    """Once a memory is taken its copy tells nothing new, and one that is less near but different comes first."""
    model = Information(NEED, VECTORS, length_scale(), noise=0.01)
    rows = select(np.arange(4), np.ones(4, np.int32), 3, diversity=model).rows
    assert rows.tolist() == [0, 2, 1]


def dense_information(need, vectors, context, length, noise):
    """The same quantity from dense covariance matrices. The definition."""

    def variance(seen):
        points = np.vstack([need[None], seen])
        cov = np.exp((points @ points.T - 1.0) / length)
        gram = cov[1:, 1:] + noise * np.eye(len(seen))
        return cov[0, 0] - cov[0, 1:] @ np.linalg.solve(gram, cov[1:, 0])

    before = variance(context)
    gains = [0.5 * np.log(before / variance(np.vstack([context, v[None]]))) for v in vectors]
    return np.array(gains) / (0.5 * np.log(before / variance(np.vstack([context, need[None]]))))


@given(st.integers(0, 10_000), st.integers(1, 6))
def test_information_is_the_gaussian_process_formula(seed, held):
    """The incremental Cholesky rows give what dense matrices give, in [0, 1], for any context."""
    draw = np.random.default_rng(seed)
    points = centred(draw.normal(size=(8 + held, 5)), np.zeros(5))
    need, vectors, context = points[0], points[1:8], points[8:]
    found = information(need, vectors, context, 0.4, noise=0.1)
    assert found == pytest.approx(dense_information(need, vectors, context, 0.4, 0.1), abs=1e-9)
    assert ((found >= 0) & (found <= 1 + 1e-12)).all()


def test_information_without_context_is_monotone_in_the_cosine():
    """With nothing held it ranks as the cosine does, and a memory in the need's own words has all of it."""
    points = centred(np.random.default_rng(1).normal(size=(40, 6)), np.zeros(6))
    found = information(points[0], points, np.empty((0, 6)), length_scale())
    near = points @ points[0] > 0  # far pairs have a kernel of nearly 0, where differences are rounding
    assert np.array_equal(np.argsort(found[near]), np.argsort((points @ points[0])[near]))
    assert found[0] == pytest.approx(1.0)


def test_a_pending_vector_is_unrelated_to_everything():
    """Zeros stay zeros when vectors are centred, so what is not embedded yet tells as little as a stranger."""
    points = centred(np.vstack([VECTORS, np.zeros((1, 3))]), np.array([0.2, 0.1, 0.0]))
    assert not points[4].any()
    found = information(points[0], points[1:], np.empty((0, 3)), length_scale())
    assert found[3] < 0.05 < found[0]


def test_clusters_gather_near_copies_under_the_first_of_them():
    """Copies join the earlier row, others lead themselves, and so does a vector that is still pending."""
    vectors = np.vstack([VECTORS, np.zeros((2, 3))]).astype(np.float32)
    assert clusters(vectors, 0.95).tolist() == [0, 0, 2, 3, 4, 5]
