"""Non-dominated sorting: every fast route agrees with the definition, ties and duplicates included."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from functools import cache

import numpy as np
import pytest
from clew.engine.retrieval.layers import BLOCK, chains
from clew.engine.retrieval.pareto import Sense, dominance_counts, dominators, fronts, hypervolume
from clew.errors import EvaluationError
from hypothesis import given, settings
from hypothesis import strategies as st

pytestmark = pytest.mark.slow

MAX, MIN = Sense.MAX, Sense.MIN


def dominates(a: Sequence[float], b: Sequence[float], levels: Sequence[int]) -> bool:
    """Return whether a dominates b, more is better, at the first level on which they differ. The definition."""
    for level in sorted(set(levels)):
        pairs = [(x, y) for x, y, at in zip(a, b, levels, strict=True) if at == level]
        if any(x != y for x, y in pairs):
            return all(x >= y for x, y in pairs)
    return False


def reference_fronts(rows: Sequence[Sequence[float]], levels: Sequence[int]) -> list[int]:
    """Return 1 + the highest front among the rows that dominate each row. The definition."""

    @cache
    def front(i: int) -> int:
        return 1 + max((front(j) for j, row in enumerate(rows) if dominates(row, rows[i], levels)), default=0)

    return [front(i) for i in range(len(rows))]


@st.composite
def problems(draw: st.DrawFn) -> tuple[np.ndarray, list[Sense], list[int]]:
    """Small matrices of few values, so that ties and duplicates are the rule; senses; levels."""
    m = draw(st.integers(1, 5))
    rows = draw(st.lists(st.lists(st.integers(0, 3), min_size=m, max_size=m), min_size=1, max_size=12))
    senses = draw(st.lists(st.sampled_from(Sense), min_size=m, max_size=m))
    levels = draw(st.lists(st.integers(0, 2), min_size=m, max_size=m))
    return np.array(rows, float), senses, levels


def as_gains(matrix: np.ndarray, senses: Sequence[Sense]) -> list[tuple[float, ...]]:
    signs = np.array([1.0 if sense is MAX else -1.0 for sense in senses])
    return [tuple(row) for row in (matrix * signs).tolist()]


@given(problems())
@settings(max_examples=300)
def test_fronts_are_those_of_the_definition(problem):
    """The fast fronts are the definition's, for any senses and levels."""
    matrix, senses, levels = problem
    expected = reference_fronts(as_gains(matrix, senses), levels)
    assert fronts(matrix, senses, levels=levels).tolist() == expected


def test_fronts_agree_with_the_definition_on_every_shape_of_small_case():
    """Thousands of seeded cases, 1 to 6 objectives and 2 to 12 rows, from all-equal to all-different."""
    draw = np.random.default_rng(20)
    for case in range(4_000):
        n, m, values = draw.integers(2, 13), draw.integers(1, 7), draw.integers(1, 9)
        matrix = draw.integers(0, values, (n, m)).astype(float)
        expected = reference_fronts([tuple(row) for row in matrix.tolist()], [0] * m)
        assert fronts(matrix, [MAX] * m).tolist() == expected, f"case {case}: {matrix.tolist()}"


@pytest.mark.parametrize("m", [1, 2, 3])
def test_the_sweep_and_the_blocks_agree_over_many_blocks(m):
    """Two routes for up to three columns: the staircases, and the comparison of blocks, give the same fronts."""
    matrix = np.random.default_rng(m).integers(0, 60, (4 * BLOCK + 7, m)).astype(float)
    distinct, member = np.unique(matrix, axis=0, return_inverse=True)
    by_blocks = chains(distinct.astype(np.int32), np.ones(len(distinct), np.int32))[member]
    assert np.array_equal(fronts(matrix, [MIN] * m), by_blocks)


def test_fronts_of_many_rows_and_columns_obey_the_recurrence():
    """Over several blocks and five columns each front is 1 + the highest front of a dominator."""
    matrix = np.random.default_rng(3).integers(0, 9, (3 * BLOCK, 5)).astype(float)
    found = fronts(matrix, [MAX] * 5)
    no_worse = (matrix[:, None, :] <= matrix[None, :, :]).all(axis=2)
    dominated = no_worse & ~no_worse.T
    assert np.array_equal(found, 1 + np.where(dominated, found, 0).max(axis=1))


def test_values_beyond_sixteen_bits_are_still_told_apart():
    """Codes of 65,536 and more are not squeezed into sixteen bits, where 65,536 would look like 0."""
    codes = np.array([[0, 2**16, 0, 0], [1, 0, 1, 1], [2, 2**16, 2, 2], [3, 1, 0, 0]], np.int32)
    assert chains(codes, np.ones(4, np.int32)).tolist() == [1, 1, 2, 1]


def test_tolerance_counts_in_steps_from_the_best_and_knows_rounding():
    """In steps of 0.1 below 0.6, 0.3 is three although 0.3 / 0.1 is less than 3; 0.51 ties with the best, 0.49 not."""
    matrix = np.array([[0.6, 0.0], [0.51, 0.0], [0.49, 0.0], [0.3, 0.0], [0.29, 0.0]])
    assert fronts(matrix, [MAX, MAX], tolerance=[0.1, 0]).tolist() == [1, 1, 2, 3, 3]
    assert fronts(-matrix, [MIN, MIN], tolerance=[0.1, 0]).tolist() == [1, 1, 2, 3, 3]
    assert fronts(matrix, [MAX, MAX]).tolist() == [1, 2, 3, 4, 5]


@given(problems(), st.floats(0.1, 3.0))
def test_tolerance_never_empties_front_one(problem, step):
    """Whatever the tolerance, some row is on front 1 and fronts have no gap."""
    matrix, senses, _ = problem
    found = fronts(matrix, senses, tolerance=[step] * matrix.shape[1])
    assert set(found.tolist()) == set(range(1, found.max() + 1))


def test_prior_to_lets_the_later_level_settle_ties_alone():
    """A worse first level is never made up for by a better second one; equals are settled by it."""
    matrix = np.array([[1.0, 5.0], [1.0, 9.0], [2.0, 0.0]])
    assert fronts(matrix, [MAX, MAX]).tolist() == [2, 1, 1]
    assert fronts(matrix, [MAX, MAX], levels=[0, 1]).tolist() == [3, 2, 1]


@given(problems(), st.lists(st.integers(0, 2), min_size=12, max_size=12))
def test_partitions_have_fronts_of_their_own(problem, groups):
    """PARTITION BY gives each group the fronts that it would have alone."""
    matrix, senses, levels = problem
    partition = np.array(groups[: len(matrix)])
    found = fronts(matrix, senses, levels=levels, partition=partition)
    for group in set(partition.tolist()):
        mine = partition == group
        assert np.array_equal(found[mine], fronts(matrix[mine], senses, levels=levels))


@given(problems())
def test_counts_and_dominators_are_those_of_the_definition(problem):
    """Each row's counts, and the rows that dominate it, are what comparing all pairs gives."""
    matrix, senses, levels = problem
    rows = as_gains(matrix, senses)
    beats = np.array([[dominates(a, b, levels) for b in rows] for a in rows])
    dominating, dominated = dominance_counts(matrix, senses, levels=levels)
    assert dominating.tolist() == beats.sum(axis=1).tolist()
    assert dominated.tolist() == beats.sum(axis=0).tolist()
    for row in range(len(rows)):
        assert dominators(matrix, senses, row, levels=levels).tolist() == np.flatnonzero(beats[:, row]).tolist()


def test_counts_of_some_rows_are_against_all_rows_of_their_group():
    """Asking for two rows counts them against everybody, and never across a partition."""
    matrix = np.arange(600.0)[:, None]
    dominating, dominated = dominance_counts(matrix, [MAX], rows=np.array([599, 0]))
    assert (dominating.tolist(), dominated.tolist()) == ([599, 0], [0, 599])
    halves = np.arange(600) % 2
    dominating, _ = dominance_counts(matrix, [MAX], rows=np.array([599]), partition=halves)
    assert dominating.tolist() == [299]


def test_no_objective_and_no_row_are_answered():
    """With nothing to choose by all rows are on front 1; with no rows there is no front."""
    assert fronts(np.empty((3, 0)), []).tolist() == [1, 1, 1]
    assert fronts(np.empty((0, 2)), [MAX, MIN]).tolist() == []
    assert fronts(np.empty((0, 0)), [], partition=np.empty(0, np.int64)).tolist() == []


def test_nan_is_refused_with_a_way_out():
    """NaN is neither more nor less than anything, so it raises; infinities are ordinary."""
    with pytest.raises(EvaluationError, match="coalesce"):
        fronts(np.array([[np.nan, 1.0]]), [MAX, MAX])
    assert fronts(np.array([[np.inf], [-np.inf]]), [MAX]).tolist() == [1, 2]


@given(
    st.lists(st.lists(st.integers(0, 4), min_size=3, max_size=3), min_size=0, max_size=8),
    st.integers(1, 3),
)
def test_hypervolume_counts_the_cells_that_are_dominated(points, m):
    """On an integer grid the volume is the number of unit cells under at least one row."""
    matrix = np.array(points, float).reshape(-1, 3)[:, :m]
    cells = itertools.product(range(4), repeat=m)
    expected = sum(any(all(row > np.array(cell)) for row in matrix) for cell in cells)
    assert hypervolume(matrix, [MAX] * m, [0] * m) == expected
    assert hypervolume(-matrix, [MIN] * m, [0] * m) == expected


def test_hypervolume_ignores_what_is_worse_than_the_reference_and_declines_four_axes():
    """A row beyond the reference point adds nothing; above three objectives there is no figure."""
    assert hypervolume(np.array([[2.0, 2.0], [0.5, 9.0]]), [MAX, MAX], [1, 1]) == 1.0
    assert hypervolume(np.ones((2, 4)), [MAX] * 4, [0] * 4) is None
