"""Statements built in Python: the same trees as the texts, never changed in place, and typed errors at once."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from clew.dsl import ast
from clew.dsl.building.match import match
from clew.dsl.building.recall import RecallQuery, recall
from clew.dsl.building.values import parameter
from clew.dsl.parsing.parser import parse
from clew.errors import ParameterError, ParseError
from hypothesis import given
from hypothesis import strategies as st
from statement_trees import QUIET

RECALLS: dict[str, Any] = {
    "RECALL 5 FOR 'compare vendor C' INTENT budget, review ABOUT vendor_C TASK 'T2' SINCE 90 DAYS NEAR ACTIVE 5 "
    "PARETO BY relevance, recency, coherence": recall("compare vendor C", 5)
    .intent("budget", "review")
    .about("vendor_C")
    .task("T2")
    .since(timedelta(days=90))
    .near_active(5)
    .pareto("relevance", "recency", "coherence"),
    "RECALL AS x FOR $need EXCLUDING 'a', HARD 'b' REQUIRING 'w' DOING 'd' TYPE fact IN NAMESPACE n STEPS 3..9 "
    "AS OF '2024-01-01' VALID AT $then MIN TRUST 0.5 WITH ARCHIVED NEAR 'i', 'j'": recall(parameter("need"))
    .named("x")
    .excluding("a")
    .excluding("b", hard=True)
    .requiring("w")
    .doing("d")
    .type(["fact"])
    .namespace("n")
    .steps(3, 9)
    .as_of("2024-01-01")
    .valid_at(parameter("then"))
    .min_trust(0.5)
    .with_archived()
    .near("i", "j"),
    "RECALL MATCH (m)-[:CAUSED]->(n) WHERE m.task = 'T1' AND n.step > 3 CANDIDATES 50 USING recent "
    "HALF LIFE 7 DAYS DECAY power EXPLORE ucb AT LEAST relevance 0.3 RANK BY relevance + recency "
    "DIVERSIFY BY MMR 0.5 BUDGET 800 TOKENS EXPAND CAUSES 1 "
    "RETURN m.id, front, scores.relevance AS score LIMIT 7": recall()
    .match("(m)-[:CAUSED]->(n)")
    .where("m.task = $task", task="T1")
    .where("n.step > 3")
    .candidates(50)
    .using("recent")
    .half_life(timedelta(days=7))
    .decay("power")
    .explore("ucb")
    .at_least(relevance=0.3)
    .rank_by("relevance + recency")
    .diversify("MMR", 0.5)
    .budget(800)
    .expand(causes=1)
    .returning("m.id", "front", score="scores.relevance")
    .limit(7),
    "RECALL PARETO BY relevance TOLERANCE 0.02 PRIOR TO cost MIN PARTITION BY m.task ORDER FRONT BY sum "
    "FIRST FRONT ONLY": recall().pareto(
        "relevance TOLERANCE 0.02 PRIOR TO cost MIN", partition_by=["m.task"], order="sum", first_front_only=True
    ),
}
MATCHES: dict[str, Any] = {
    "MATCH (m:Memory) RETURN *": match("(m:Memory)"),
    "MATCH (m:Memory)-[:CAUSED]->(n) AS OF '2024-01-01' WHERE n.task = 'T1' OPTIONAL MATCH (n)-->(t:Tag) "
    "WITH m, count(t) AS c WHERE c > $least UNWIND [1, 2] AS x RETURN DISTINCT m.id, c AS tags ORDER BY c DESC, m.id "
    "SKIP 1 LIMIT 5": match("(m:Memory)-[:CAUSED]->(n)", as_of="2024-01-01")
    .where("n.task = $task", task="T1")
    .optional_match("(n)-->(t:Tag)")
    .with_("m", c="count(t)")
    .where("c > $least")
    .unwind([1, 2], "x")
    .returning("m.id", tags="c", distinct=True)
    .order_by("c DESC", "m.id")
    .skip(1)
    .limit(5),
    "MATCH p = (a)-[*1..3]->(b) RETURN a, b PARETO BY a.importance MAX, length(p) MIN LIMIT 3": match(
        "p = (a)-[*1..3]->(b)"
    )
    .returning("a", "b")
    .pareto("a.importance MAX", "length(p) MIN")
    .limit(3),
}


@pytest.mark.parametrize("text", [*RECALLS, *MATCHES])
def test_a_builder_makes_the_tree_of_its_text(text: str) -> None:
    """What is built and what is written are the same statement, and the builder prints as its text."""
    built = (RECALLS | MATCHES)[text]
    assert built.statement == parse(text)
    assert parse(str(built)) == parse(text)


def test_a_builder_is_never_changed() -> None:
    """Each method returns another builder, so that one can be the beginning of many."""
    begun = recall("x")
    longer = begun.task("T1")
    assert begun.statement == parse("RECALL FOR 'x'")
    assert longer.task("T2").statement.tasks == (ast.Literal("T1"), ast.Literal("T2"))
    assert isinstance(longer, RecallQuery)


@QUIET
@given(st.text(max_size=20))
def test_a_value_is_data_whatever_it_holds(text: str) -> None:
    """No text given as a value can become a part of the statement."""
    built = recall(text).task(text).where("m.agent = $a", a=text)
    wanted = ast.Comparison(ast.Property(ast.Name("m"), "agent"), (("=", ast.Literal(text)),))
    assert (built.statement.need, built.statement.where) == (ast.Literal(text), wanted)


def test_times_are_taken_as_utc() -> None:
    """An aware datetime is converted, a naive one is UTC, and a timedelta is before the reference time."""
    assert recall().since(datetime(2024, 5, 1, 9)).statement == parse("RECALL SINCE '2024-05-01T09:00:00Z'")
    assert recall().since(datetime(2024, 5, 1, 9, tzinfo=UTC)).statement == parse("RECALL SINCE '2024-05-01T09:00:00Z'")
    assert recall().until(timedelta(hours=1)).statement == parse("RECALL UNTIL 3600.0 SECONDS")


@pytest.mark.parametrize(
    ("build", "said"),
    [
        (lambda: recall("x", -1), "whole number"),
        (lambda: recall("x", True), "whole number"),
        (lambda: recall(5), "string"),
        (lambda: recall().task(3), "int"),
        (lambda: recall().since(3.5), "datetime"),
        (lambda: recall().where("m.task = $t", u=1), r"\$u"),
        (lambda: recall().where("m.x = $t", t=object()), "object"),
        (lambda: recall().expand(), "EXPAND"),
        (lambda: match("(m)").unwind([1], "x").where("x > 1"), "UNWIND"),
        (lambda: match("(m) WHERE m.x = 1"), "more than a pattern"),
        (lambda: match("(m)").order_by("m.id LIMIT 5"), "more than an order"),
        (lambda: recall().returning("m.id LIMIT 5"), "more than columns"),
        (lambda: recall().rank_by("1 AS x"), "more than an expression"),
        (lambda: recall().pareto("recency LIMIT 3"), "more than the terms"),
        (lambda: parameter("a b"), "no name"),
    ],
)
def test_a_wrong_argument_is_named_where_it_is_given(build: Any, said: str) -> None:
    """A value that does not fit is a ParameterError at the call that gave it."""
    with pytest.raises(ParameterError, match=said):
        build()


def test_an_error_speaks_of_the_fragment() -> None:
    """A slip in a part is shown in that part, not in a statement that nobody wrote."""
    with pytest.raises(ParseError) as caught:
        recall().where("m.step >> 3")
    assert caught.value.text == "m.step >> 3"
    assert caught.value.span is not None and caught.value.span.start == 8
    with pytest.raises(ParameterError, match="more than a condition"):
        recall().where("m.step > 3) RETURN (m")
