"""Arms, their calibration and their fusion into one relevance."""

from __future__ import annotations

import numpy as np
import pytest
from clew.engine.retrieval.adjacency import NEVER, Adjacency, EdgeKind, View
from clew.engine.retrieval.arms import GATHER_BELOW, HOP_DISCOUNT, cosine_arm, kin, match_arm, top_k
from clew.engine.retrieval.fusion import (
    PRIOR,
    Background,
    background,
    calibrate_cosine,
    calibrate_words,
    mix,
    relevance,
)
from hypothesis import given
from hypothesis import strategies as st


def unit(rows: np.ndarray) -> np.ndarray:
    return (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32)


def test_gathering_and_scoring_all_agree_on_both_sides_of_the_crossover():
    """Two routes: a gathered product and a picked one give the same cosines, in the order of the rows."""
    draw = np.random.default_rng(0)
    matrix, query = unit(draw.normal(size=(GATHER_BELOW + 500, 16))), unit(draw.normal(size=(1, 16)))[0]
    for count in (0, 1, GATHER_BELOW - 1, GATHER_BELOW, GATHER_BELOW + 500):
        rows = draw.permutation(len(matrix))[:count]
        assert cosine_arm(matrix, query, rows) == pytest.approx(cosine_arm(matrix, query)[rows], abs=1e-6)


@given(st.lists(st.integers(0, 4), max_size=30), st.integers(-1, 35))
def test_top_k_is_a_stable_sort_cut_short(scores, k):
    """The best k, best first; among equals the lower position first, at the cut too."""
    expected = sorted(range(len(scores)), key=lambda i: (-scores[i], i))[: max(k, 0)]
    assert top_k(np.array(scores, float), k).tolist() == expected


def ontology() -> Adjacency:
    """Memories 0 to 4; tag 5 (travel) is broader than 6 (flights), that than 7 (refunds of flights); 8 is cooking."""
    edges = [
        (0, 5, EdgeKind.TAGGED),
        (1, 6, EdgeKind.TAGGED),
        (2, 7, EdgeKind.TAGGED),
        (3, 8, EdgeKind.TAGGED),
        (2, 8, EdgeKind.TAGGED),
        (6, 5, EdgeKind.BROADER),
        (7, 6, EdgeKind.BROADER),
    ]
    src, dst, kind = (np.array(column) for column in zip(*edges, strict=True))
    return Adjacency.build(5, 9, src, dst, kind, np.zeros(len(edges)), np.full(len(edges), NEVER))


def test_kin_are_discounted_a_hop_in_both_directions():
    """The tag itself is 1, its broader and narrower neighbours a discount less, strangers absent."""
    assert kin(ontology(), 6, EdgeKind.BROADER) == {6: 1.0, 5: HOP_DISCOUNT, 7: HOP_DISCOUNT}
    assert kin(ontology(), 5, EdgeKind.BROADER) == {5: 1.0, 6: HOP_DISCOUNT, 7: HOP_DISCOUNT**2}


def test_the_match_arm_is_the_mean_over_names_of_the_best_match():
    """One name: its kin at a discount. Two names: a memory with both tags beats one with either."""
    graph = ontology()
    flights, cooking = kin(graph, 6, EdgeKind.BROADER), kin(graph, 8, EdgeKind.BROADER)
    assert match_arm(View(graph), [flights], EdgeKind.TAGGED).tolist() == [0.5, 1.0, 0.5, 0.0, 0.0]
    assert match_arm(View(graph), [flights, cooking], EdgeKind.TAGGED).tolist() == [0.25, 0.5, 0.75, 0.5, 0.0]
    assert match_arm(View(graph), [], EdgeKind.TAGGED).tolist() == [0.0] * 5


@given(st.lists(st.floats(-1, 1), min_size=1, max_size=20), st.floats(-0.5, 0.8), st.floats(0.0, 0.3))
def test_calibration_keeps_the_order_and_stays_in_the_unit_interval(cosines, mean, deviation):
    """Whatever the background, a higher cosine never calibrates lower, and all are in [0, 1]."""
    found = calibrate_cosine(np.sort(np.array(cosines)), Background(mean, deviation, 100))
    assert ((found >= 0) & (found <= 1)).all() and (np.diff(found) >= 0).all()


def test_calibration_does_not_care_which_model_made_the_vectors():
    """A model whose unrelated pairs score 0.75 calibrates like one whose score 0: the distance from them counts."""
    wide, narrow = Background(0.0, 0.2, 4096), Background(0.75, 0.05, 4096)
    steps = np.array([-1.0, 0.0, 1.0, 3.0])
    assert calibrate_cosine(0.2 * steps, wide) == pytest.approx(calibrate_cosine(0.75 + 0.05 * steps, narrow))
    assert calibrate_cosine(np.array([0.2]), wide)[0] == pytest.approx(0.5)


def test_the_background_is_that_of_the_stores_pairs():
    """A large store's background is the mean and deviation over all of its pairs, and the same on every call."""
    vectors = unit(np.random.default_rng(1).normal(0.4, 1.0, size=(600, 24)))
    pairs = (vectors @ vectors.T)[np.triu_indices(600, 1)]
    found = background(vectors)
    assert (found.mean, found.deviation) == pytest.approx((pairs.mean(), pairs.std()), abs=0.01)
    assert found == background(vectors)


@pytest.mark.parametrize("copies", [0, 1, 2, 5])
def test_a_tiny_store_leans_on_the_prior(copies):
    """None, one, or five copies of a memory: the background stays near the prior, so the memory can still be found."""
    vectors = np.tile(unit(np.ones((1, 8))), (copies, 1))
    found = background(vectors)
    assert found.mean <= 0.6 and found.deviation >= PRIOR.deviation
    assert calibrate_cosine(np.array([0.9]), found)[0] > calibrate_cosine(np.array([0.3]), found)[0] + 0.25


def test_a_large_store_of_copies_does_not_turn_rounding_into_significance():
    """Where all cosines are 1 the deviation is 0; a difference of 1e-6 is still none to speak of."""
    low, high = calibrate_cosine(np.array([1.0, 1.0 + 1e-6]), Background(1.0, 0.0, 4096))
    assert 0.0 < high - low < 1e-3


def test_pending_vectors_are_no_part_of_the_background():
    """Rows of zeros, whose embedding has not come yet, change nothing."""
    vectors = unit(np.random.default_rng(2).normal(0.4, 1.0, size=(50, 8)))
    holes = np.vstack([np.zeros((1000, 8), np.float32), vectors])
    assert background(holes) == background(vectors)


def test_words_are_a_share_of_what_the_need_could_score():
    """Coverage: half the ceiling is 1/2, more than all of it is 1, nothing is 0; without a ceiling the best is 1."""
    score = np.array([0.0, 2.0, 5.0])
    assert calibrate_words(score, 4.0).tolist() == [0.0, 0.5, 1.0]
    assert calibrate_words(score).tolist() == [0.0, 0.4, 1.0]
    assert calibrate_words(np.zeros(2)).tolist() == calibrate_words(np.zeros(2), 0.0).tolist() == [0.0, 0.0]


def test_words_work_in_a_store_of_one():
    """Where every word is common all scores are tiny; coverage has no scale, so the match is still a match."""
    assert calibrate_words(np.array([1e-6]), 1e-6).tolist() == [1.0]
    alone = relevance(mix({"words": calibrate_words(np.array([1e-6]), 1e-6)}))
    assert alone[0] > 0.5


def test_arms_that_were_not_asked_do_not_dilute_those_that_were():
    """A full match of the only arm asked is a full match, whichever arm it is; a second arm shares the say."""
    full, none = np.array([1.0]), np.array([0.0])
    for arm in ("words", "vector", "intent", "entity"):
        assert mix({arm: full})[0] == pytest.approx(1.0)
    assert mix({"words": full, "vector": none})[0] > mix({"words": none, "vector": full})[0]
    assert 0.0 < mix({"intent": full, "entity": none})[0] < 1.0


@given(st.lists(st.floats(0, 1), min_size=3, max_size=3), st.floats(0.01, 0.5))
def test_relevance_rises_with_evidence_and_falls_with_exclusions(levels, more):
    """In (0, 1); more of the mix or the spread is more, more of what is excluded is less of what there is."""
    mixed, spread, excluded = np.array([levels[0] + 0.01]), np.array([levels[1]]), np.array([levels[2] / 2])
    base = relevance(mixed, spread, excluded)
    assert 0.0 < base[0] < 1.0
    assert relevance(mixed + more, spread, excluded)[0] > base[0]
    assert relevance(mixed, spread + more, excluded)[0] > base[0]
    assert relevance(mixed, spread, excluded + more)[0] < base[0]


def test_no_evidence_is_little_relevance_and_full_evidence_is_much():
    """The scale's ends, on which floors and abstention rest."""
    nothing, everything = relevance(np.array([0.0, 1.0])).tolist()
    assert nothing < 0.1 and everything > 0.7
