"""The space of a recall and the recall itself are one answer, at first and after every choice."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from clew.engine.answers.space import Space
from clew.engine.handle.engine import Engine
from hypothesis import given, settings
from hypothesis import strategies as st

CLAUSES = {
    "k": ("", "0", "1", "5", "20", "400"),
    "need": ("", "FOR 'vendor budget'", "FOR 'a late refund'", "INTENT budget", "FOR 'xyzzy'", "ABOUT Q4"),
    "scope": ("", "", "TYPE error, fact", "TASK T1", "AS OF '2125-03-12'", "TYPE nothing"),
    "near": ("", "", "NEAR m100", "NEAR ACTIVE 3"),
    "where": ("WHERE m.step IS NOT NULL", "WHERE m.step IS NOT NULL AND m.importance > 0.2"),
    "using": ("", "", "USING recent", "USING survey", "USING recommend", "USING auto"),
    "floor": ("", "", "AT LEAST recency 0.4", "AT LEAST value 0.5"),
    "rank": (
        "",
        "",
        "PARETO BY recency, cost",
        "PARETO BY recency TOLERANCE 0.1, confidence PRIOR TO importance ORDER FRONT BY recency",
        "PARETO BY m.step MIN, m.at MAX, m.importance MAX ORDER FRONT BY importance",
        "PARETO BY cost MAX, cost MIN, recency * importance MAX",
        "PARETO BY importance PARTITION BY m.type ORDER FRONT BY crowding FIRST FRONT ONLY",
        "PARETO BY value, recency",
        "RANK BY recency",
        "RANK BY 0.3 * recency - 0.5 * importance + confidence",
        "RANK BY recency * importance",
    ),
    "diversify": ("", "", "DIVERSIFY BY task", "DIVERSIFY BY type", "DIVERSIFY BY cluster", "DIVERSIFY BY entity"),
    "budget": ("", "", "BUDGET 60 TOKENS", "BUDGET 900 TOKENS"),
}
recalls = st.builds(
    lambda *clauses: " ".join(filter(None, ("RECALL", *clauses))), *map(st.sampled_from, CLAUSES.values())
)


def answered(space: Space) -> list[tuple[str, int, dict[str, float]]]:
    """Return (id, front, objectives) of what a space answers, in order; a space without fronts says 1, as rows do."""
    names = [axis.name for axis in space.axes]
    return [
        (space.ids[i], max(1, int(space.front[i])), dict(zip(names, space.values[i].tolist(), strict=True)))
        for i in space.chosen
    ]


def same(store: Engine, space: Space, text: str, parameters: Mapping[str, Any]) -> None:
    """Hold a space to what `query` answers: the ids, their order, fronts, scores, arms and notes."""
    rows = store.query(text, parameters)
    found = answered(space)
    assert [(id, front) for id, front, _ in found] == [(row["m"]["id"], row["front"]) for row in rows], text
    for (_, _, scores), row in zip(found, rows, strict=True):
        computed = {name: value for name, value in row["scores"].items() if name not in ("value_sd", "rank")}
        assert computed == {name: scores[name] for name in computed}, text
    assert space.notes == rows.notes


@given(recalls)
@settings(max_examples=150)
def test_a_space_chooses_what_the_recall_answers(store: Engine, text: str) -> None:
    """Ids, order, fronts, scores and notes are those of `query`; and its own choice changes nothing."""
    space = store.space(text)
    same(store, space, text, {})
    again = space.choose(space.choice)
    assert answered(again) == answered(space)
    same(store, again, again.statement, {})
