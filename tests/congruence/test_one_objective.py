"""A front of one objective is an order: RECALL with PARETO BY, MATCH with PARETO BY and MATCH with ORDER BY agree."""

from __future__ import annotations

from itertools import groupby
from typing import Any

import pytest
from clew.engine.handle.engine import Engine

OBJECTIVES = {"recency": "DESC", "importance": "DESC", "confidence": "DESC", "cost": "ASC"}
EXPRESSIONS = ("m.importance", "similarity(m, 'a late refund')", "m.at", "coalesce(m.step, -1)")


def tied(rows: list[dict[str, Any]]) -> list[tuple[Any, set[str]]]:
    """Return each score with the ids that have it, in order: what no order can tell apart is one set."""
    return [(score, {row["id"] for row in group}) for score, group in groupby(rows, key=lambda row: row.get("score"))]


@pytest.mark.parametrize("objective", OBJECTIVES)
def test_a_recall_by_one_objective_is_ordered_by_it(store: Engine, objective: str):
    """Every objective that needs neither need nor anchors gives the order that ORDER BY gives, from the first front."""
    recalled = store.query(
        f"RECALL 1000 PARETO BY {objective} TOLERANCE 0 RETURN m.id AS id, front, {objective} AS score"
    ).to_dicts()
    ordered = f"MATCH (m:Memory) RETURN m.id AS id, {objective}(m) AS score ORDER BY score {OBJECTIVES[objective]}"
    assert tied(recalled) == tied(store.query(ordered).to_dicts())
    fronts = [row["front"] for row in recalled]
    assert fronts == [
        1 + len({row["score"] for row in recalled[:i]} - {recalled[i]["score"]}) for i in range(len(fronts))
    ]


@pytest.mark.parametrize("expression", EXPRESSIONS)
@pytest.mark.parametrize(("sense", "direction"), [("MAX", "DESC"), ("MIN", "ASC")])
def test_a_front_of_one_expression_is_an_order(store: Engine, expression: str, sense: str, direction: str):
    """PARETO BY over one expression puts the memories in its order, in a recall and in a pattern query alike."""
    returned = f"RETURN m.id AS id, {expression} AS score"
    expected = tied(store.query(f"MATCH (m:Memory) {returned} ORDER BY score {direction}").to_dicts())
    for text in (
        f"MATCH (m:Memory) {returned} PARETO BY {expression} {sense}",
        f"RECALL 1000 PARETO BY {expression} {sense} {returned}",
    ):
        assert tied(store.query(text).to_dicts()) == expected


def test_rank_by_is_the_order_of_its_expression(store: Engine):
    """RANK BY a sum of objectives gives the order that ORDER BY the same sum gives."""
    merit = "0.7 * importance + 0.3 * recency"
    ranked = f"RECALL 1000 RANK BY {merit} RETURN m.id AS id, {merit} AS score"
    ordered = "MATCH (m:Memory) RETURN m.id AS id, 0.7 * importance(m) + 0.3 * recency(m) AS score ORDER BY score DESC"
    assert tied(store.query(ranked).to_dicts()) == tied(store.query(ordered).to_dicts())
