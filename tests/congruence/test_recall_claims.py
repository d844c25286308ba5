"""What a hit claims is so: fronts, counts, arms and reasons are counted again here, in plain Python."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

import pytest
from clew.engine.answers.results import Hit
from clew.engine.handle.engine import Engine

TOLERANCE = {"relevance": 0.02, "recency": 0.05, "coherence": 0.05}
"""The default strategy's steps, counted from the best value of each objective."""

OBJECTIVES = (
    ("relevance",),
    ("relevance", "recency"),
    ("relevance", "cost"),
    ("relevance", "recency", "importance", "confidence"),
)


def merits(hits: Sequence[Hit], objective: str) -> list[float]:
    """Return an objective of each hit, higher is better, in whole steps of its tolerance."""
    values = [hit.scores[objective] for hit in hits]
    if objective not in TOLERANCE:
        return [-value if objective == "cost" else value for value in values]
    return [-math.floor((max(values) - value) / TOLERANCE[objective] + 1e-9) for value in values]


def beats(one: Sequence[float], other: Sequence[float]) -> bool:
    return all(a >= b for a, b in zip(one, other, strict=True)) and any(a > b for a, b in zip(one, other, strict=True))


def peeled(rows: Sequence[Sequence[float]]) -> list[int]:
    """Return the front of each row: what nothing left beats is taken off, again and again."""
    front, left, number = [0] * len(rows), set(range(len(rows))), 0
    while left:
        number += 1
        best = {i for i in left if not any(beats(rows[j], rows[i]) for j in left)}
        for i in best:
            front[i] = number
        left -= best
    return front


@pytest.mark.parametrize("objectives", OBJECTIVES, ids=" ".join)
def test_fronts_and_counts_are_as_counted_again(store: Engine, objectives: tuple[str, ...]):
    """Front, dominates and dominated_by of every candidate follow from the scores that are shown; ranks count them."""
    hits = store.recall("a late refund", k=1_000, candidates=1_000, floor=0.0, objectives=objectives)
    rows = list(zip(*(merits(hits, objective) for objective in objectives), strict=True))
    assert [hit.front for hit in hits] == peeled(rows)
    assert [hit.dominates for hit in hits] == [sum(beats(row, other) for other in rows) for row in rows]
    assert [hit.dominated_by for hit in hits] == [sum(beats(other, row) for other in rows) for row in rows]
    assert [hit.rank for hit in hits] == list(range(1, len(hits) + 1))
    assert [hit.front for hit in hits] == sorted(hit.front for hit in hits)


def test_a_few_hits_claim_what_all_of_them_do(store: Engine):
    """Fronts and counts are those among all candidates, however few are shown."""
    every = {hit.memory.id: hit for hit in store.recall("a late refund", k=1_000, objectives=["relevance", "recency"])}
    for hit in store.recall("a late refund", k=3, objectives=["relevance", "recency"]):
        whole = every[hit.memory.id]
        assert (hit.front, hit.dominates, hit.dominated_by) == (whole.front, whole.dominates, whole.dominated_by)


def test_arms_and_objectives_lie_between_0_and_1(store: Engine):
    """Each arm and each objective but cost is in [0, 1], the spread arm too, of which more can arrive."""
    hits = store.recall("vendor budget refund", k=1_000, intent="budget", about=("vendor-A", "Q4"), near="m100")
    assert {"words", "vector", "intent", "entity", "spread"} <= set(hits[0].arms)
    for hit in hits:
        assert all(0.0 <= score <= 1.0 for score in hit.arms.values())
        assert all(0.0 <= score <= 1.0 for name, score in hit.scores.items() if name != "cost")


@pytest.mark.parametrize("task", ["T1", "T2", "T3"])
def test_the_reason_is_true(store: Engine, task: str):
    """What a hit says of its way to an anchor is its coherence read backwards, and what it beats is its own count."""
    anchor = store.list(task=task)[-1].id
    traded = ["relevance", "coherence"]
    hits = store.recall("refund", k=1_000, candidates=1_000, floor=0.0, near=anchor, objectives=traded)
    assert any(" from " in hit.why for hit in hits)
    for hit in hits:
        way = re.search(r"([\d.]+) from (\S+) by (?:[A-Z_]+ ?)+", hit.why)
        assert (way is not None) == (hit.scores["coherence"] > 0)
        if way is not None:
            assert float(way[1]) == pytest.approx(1 / hit.scores["coherence"] - 1, abs=0.051)
            assert way[2] == anchor
        counted = f"beaten by {hit.dominated_by}" if hit.dominated_by else f"beats {hit.dominates}"
        assert counted in hit.why or not (hit.dominated_by or hit.dominates)


def test_an_objective_that_is_not_traded_may_order_a_front(store: Engine):
    """ORDER FRONT BY an objective orders by it, whether the front trades it or not."""
    for objective in ("importance", "recency", "cost"):
        text = f"RECALL 1000 PARETO BY confidence ORDER FRONT BY {objective} RETURN front, {objective} AS score"
        rows = store.query(text).to_dicts()
        assert rows == sorted(rows, key=lambda r: (r["front"], r["score"] if objective == "cost" else -r["score"]))


def test_a_property_and_an_objective_of_one_name_are_two_axes(store: Engine):
    """An axis on which all agree is left out alone, not with another that has its name."""
    text = "RECALL 1000 WHERE m.importance = 0.5 PARETO BY m.importance MAX, importance RETURN front"
    rows = store.query(text)
    assert rows.notes == ("Left out, for all candidates have the same: m.importance.",)
    assert max(row["front"] for row in rows) > 1
