"""The candidates of a recall are the same memories whether the columns find them or the graph."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any
from unittest.mock import patch

from clew.engine.executor import matching
from clew.engine.executor.column_scan import scan_columns
from clew.engine.handle.engine import Engine
from clew.errors import QueryError
from hypothesis import given, settings
from hypothesis import strategies as st

BEGIN = datetime(2025, 3, 1, tzinfo=UTC)
ORDERED = ("<", "<=", ">", ">=", "=", "<>")
NAMES = ("T1", "T2", "say", "search", "user", "fact", "error", "log.json", "active", "default", "nobody", "")

texts = st.sampled_from((*NAMES, None))
numbers = st.sampled_from((-1, 0, 7, 74, 0.25, 0.3, 0.5, 2.5, 1e300, 2**53, -(2**63), None, float("inf")))
times = st.one_of(
    st.none(), st.integers(-10, 410).map(lambda hours: BEGIN + timedelta(hours=hours)), st.just("2025-03-09T10:00:00Z")
)
VALUES: dict[str, st.SearchStrategy[Any]] = {
    **dict.fromkeys(("type", "task", "action_type", "agent", "tier", "source", "namespace"), texts),
    **dict.fromkeys(("step", "importance", "confidence", "trust", "valence", "access_count"), numbers),
    **dict.fromkeys(("at", "recorded_at", "valid_from", "valid_to", "last_access"), times),
    "pinned": st.sampled_from((True, False, None)),
}
LISTS = ("type", "task", "action_type", "agent")


@st.composite
def conditions(draw: st.DrawFn) -> tuple[str, Any]:
    """Return a condition on the parameter `$p`, or none, and a value for it: now and then of a wrong type."""
    key = draw(st.sampled_from(sorted(VALUES)))
    value = draw(VALUES[key] if draw(st.integers(0, 9)) else st.one_of(texts, numbers, times))
    forms = [f"m.{key} {operator} $p" for operator in ORDERED] + [f"m.{key} IS NULL", f"m.{key} IS NOT NULL"]
    if key in LISTS and draw(st.booleans()):
        return f"m.{key} IN $p", draw(st.lists(texts.filter(bool), max_size=3))
    return draw(st.sampled_from(forms)), value


@st.composite
def recalls(draw: st.DrawFn) -> tuple[str, dict[str, Any]]:
    """Return a recall of clauses and conditions that the columns know, and its parameters."""
    clauses, parameters = [], dict[str, Any]()
    for clause in ("DOING", "TYPE", "TASK"):
        if draw(st.integers(0, 6)) == 0:
            parameters[clause] = draw(st.lists(st.sampled_from(NAMES), max_size=2))
            clauses.append(f"{clause} ${clause}")
    tested: list[str] = []
    for number, (text, value) in enumerate(draw(st.lists(conditions(), max_size=2))):
        tested.append(text.replace("$p", f"$p{number}"))
        if "$p" in text:
            parameters[f"p{number}"] = value
    where = f"WHERE {' AND '.join(tested)} " if tested else ""
    return f"RECALL 1000 {' '.join(clauses)} WITH ARCHIVED {where}RETURN m.id", parameters


def answer(store: Engine, text: str, parameters: dict[str, Any]) -> object:
    """Return the ids that a recall finds, in order, or what its error says."""
    try:
        return [row["m.id"] for row in store.query(text, parameters)]
    except QueryError as error:
        return type(error), error.message


@given(recalls())
@settings(max_examples=150)
def test_columns_and_graph_find_the_same(store: Engine, recall: tuple[str, dict[str, Any]]):
    """Any condition that the columns know selects there what it selects in the graph, or is refused by both alike."""
    text, parameters = recall
    with patch.object(matching, "scan_columns", wraps=scan_columns) as columns:
        fast = answer(store, text, parameters)
        assert columns.call_count == 1
    with patch.object(matching, "scan_columns", return_value=None):
        assert answer(store, text, parameters) == fast


def test_the_columns_answer_the_usual_recall(store: Engine):
    """A recall by type, task, time and trust never opens the graph; one with a pattern does."""
    usual = "RECALL TYPE fact TASK 'T1' STEPS 3..90 SINCE 20 DAYS MIN TRUST 0.2 RETURN m.id"
    with patch.object(matching, "scan_memories", side_effect=AssertionError("the graph was asked")):
        assert len(store.query(usual))
    with patch.object(matching, "scan_columns", wraps=scan_columns) as columns:
        store.query("RECALL MATCH (m)-[:CAUSED]->() RETURN m.id")
        assert columns.call_count == 1
