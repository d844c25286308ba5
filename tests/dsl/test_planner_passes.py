"""What each pass of the planner promises, held against every golden statement."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from clew.dsl import Catalog, Plan, compile, compile_statement, parse
from clew.dsl.emitting.emitter import fill_hops
from clew.dsl.plan import GraphScan, Limit, Project, Score, Select, Stage
from clew.dsl.planning.planner import PASSES
from clew.engine.asking.catalog import CATALOG
from clew.errors import ParameterError, QueryError
from statement_parts import scans

FOLDER = Path(__file__).parents[1] / "golden" / "dsl" / "plan"


def golden() -> Iterator[str]:
    """Yield every golden statement that has a plan."""
    for path in sorted(FOLDER.glob("*.clew")):
        for block in path.read_text(encoding="utf-8").strip().split("\n\n"):
            text = "\n".join(line for line in block.split("\n") if not line.startswith("//"))
            try:
                compile(text, CATALOG)
            except QueryError:
                continue
            yield text


STATEMENTS = list(golden())


def scans_of(text: str) -> list[GraphScan]:
    return list(scans(compile(text, CATALOG).stages))


# ---- guards --------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", STATEMENTS)
def test_everything_that_is_drawn_is_guarded(text: str) -> None:
    """Each node of emitted Cypher is held to the namespaces, and each node and edge that can be retracted is live."""
    for scan in scans_of(text):
        cypher = scan.cypher.text
        for node, labels in re.findall(r"(?<!label)\((n\d+)([^)]*)\)", cypher):
            assert f"{node}.namespace IN CAST(" in cypher
            hub = re.fullmatch(r"(:(Task|Tag|Entity|Agent))+.*", labels)
            assert hub or f"{node}.retracted_at IS NULL" in cypher
        for edge, walk in re.findall(r"\[(e\d+)[^]]*?(\* TRAIL \S+ )?[(\]]", cypher):
            assert walk or f"{edge}.retracted_at IS NULL" in cypher
        assert cypher.count("* TRAIL") == cypher.count("(r, x | WHERE ")


def test_no_word_of_a_query_reaches_the_graph() -> None:
    """Variables, aliases, parameters and values are all renamed or passed as parameters, however they are written."""
    text = """
        MATCH zp = (`zq' OR 1=1 //`:Memory {task: 'zq} RETURN 1 //'})-[ze:CAUSED*1..$zhops {reason: "zq\\""}]->(zb)
        WHERE zb.step > $zq AND zb.type IN ['zq', 'zr`'] AND NOT EXISTS { (zb)-[zf:TAGGED]->(zt {name: 'zq'}) }
        RETURN zp, zb.id AS `zq"alias` ORDER BY `zq"alias`
    """
    for scan in scans_of(text):
        assert "z" not in scan.cypher.text.replace("size", "")


# ---- what is pushed, kept and cut ----------------------------------------------------------------


def test_the_condition_is_split_and_nothing_is_lost() -> None:
    """Each part of a condition is either pushed down or left to the evaluator."""
    (scan,) = scans_of("MATCH (m:Memory) WHERE m.text CONTAINS 'x' AND m.step > 3 AND m.agent =~ 'a' RETURN m.id")
    assert scan.residual is not None
    assert "n0.step > CAST($p0, 'INT64')" in scan.cypher.text
    assert "text" not in scan.cypher.text
    assert {b.name: (b.properties, b.journal) for b in scan.bindings} == {"m": (("id", "agent"), ("text",))}


def test_texts_are_never_asked_of_the_graph() -> None:
    """No golden plan fetches or tests in the graph what only the journal holds."""
    for text in STATEMENTS:
        for scan in scans_of(text):
            assert not re.search(r"\.(text|action|observation|tags|entities|meta)\b", scan.cypher.text)


def test_a_scan_binds_what_is_read_and_no_more() -> None:
    """An unread node and an unread edge have no column; a counted node keeps its identity."""
    (scan,) = scans_of("MATCH (a:Memory)-[e:CAUSED]->(b)-[f:TAGGED]->(t) RETURN a.id, count(t) AS n")
    assert [binding.name for binding in scan.bindings] == ["a", "t"]


@pytest.mark.parametrize(
    "tail",
    ["WHERE m.text = 'x' RETURN m LIMIT 3", "RETURN DISTINCT m.id LIMIT 3", "RETURN m.id ORDER BY m.at LIMIT 3",
     "RETURN count(*) AS n LIMIT 3", "WITH m LIMIT 3 MATCH (m)-[:CAUSED]->(n) RETURN n", "RETURN m LIMIT $n"],
)  # fmt: skip
def test_a_limit_stays_where_rows_may_still_change(tail: str) -> None:
    """Only a scan whose every row is a row of the answer is cut short."""
    limited = [scan.limit for scan in scans_of(f"MATCH (m:Memory) {tail}")]
    assert all(limit is None for limit in limited[-1:]) or tail.startswith("WITH")


def test_a_limit_is_pushed_and_kept() -> None:
    """The scan is told how many rows are enough, and the stage that cuts stays."""
    plan = compile("MATCH (m:Memory) RETURN m.id SKIP 2 LIMIT 3", CATALOG)
    (scan,) = scans(plan.stages)
    assert scan.cypher.text.endswith("LIMIT $p1")
    assert scan.cypher.arguments[-1].value.value == 5  # pyright: ignore[reportAttributeAccessIssue]
    assert isinstance(plan.stages[-1], Limit)


def test_passes_are_idempotent_where_they_should_be() -> None:
    """Writing Cypher again changes nothing: it depends on the scan alone."""
    from clew.dsl.binding.names import index_of

    plan = compile("MATCH (a:Memory)-[:CAUSED*1..2]->(b) WHERE a.step > 1 RETURN b.id", CATALOG)
    assert PASSES[-1](plan, index_of(CATALOG)) == plan


# ---- bounds of walks -----------------------------------------------------------------------------


def hops(text: str, **values: object) -> str:
    (scan,) = scans_of(text)
    return fill_hops(scan.cypher, values)


def test_bounds_are_filled_in_as_integers() -> None:
    """A parameter of a walk's bound becomes a number in the text."""
    assert "TRAIL 2..3 " in hops("MATCH (a:Memory)-[:CAUSED*$a..$b]->(b) RETURN b.id", h0=2, h1=3)


@pytest.mark.parametrize("values", [{"h0": 2}, {"h0": 3, "h1": 2}, {"h0": 0, "h1": 2}, {"h0": 1, "h1": 1001},
                                    {"h0": "1", "h1": 2}, {"h0": True, "h1": 2}, {"h0": 1.0, "h1": 2}])  # fmt: skip
def test_a_bad_bound_is_refused(values: dict[str, object]) -> None:
    """Only whole numbers in range, the low one not above the high one, get into the text."""
    with pytest.raises(ParameterError):
        hops("MATCH (a:Memory)-[:CAUSED*$a..$b]->(b) RETURN b.id", **values)


# ---- whole plans ---------------------------------------------------------------------------------


def test_a_plan_is_made_once() -> None:
    """The same text with the same catalog is the very same plan; another catalog has its own."""
    text = "UNWIND [1] AS x RETURN x"
    assert compile(text, CATALOG) is compile(text, CATALOG)
    other = Catalog(functions=CATALOG.functions)
    assert compile(text, other) == compile(text, CATALOG)
    assert compile(text, other) is not compile(text, CATALOG)


@pytest.mark.parametrize("text", STATEMENTS)
def test_a_tree_gives_the_plan_of_its_text(text: str) -> None:
    """A statement that never was a text gives the same plan."""
    assert compile_statement(parse(text), CATALOG) == compile(text, CATALOG)


@pytest.mark.parametrize(("word", "mode"), [("EXPLAIN", "explain"), ("PROFILE", "profile")])
def test_explaining_changes_the_mode_alone(word: str, mode: str) -> None:
    """EXPLAIN and PROFILE have the plan of what they explain."""
    text = "MATCH (m:Memory) RETURN m.id"
    plan = compile(f"{word} {text}", CATALOG)
    assert plan.mode == mode
    assert plan == replace(compile(text, CATALOG), mode=plan.mode)


def test_parameters_are_named_in_order() -> None:
    """A plan says what must be given, each once, as the text mentions them."""
    plan = compile("MATCH (m:Memory) WHERE m.step > $b AND m.task = $a AND m.step < $b RETURN m.id LIMIT $n", CATALOG)
    assert plan.parameters == ("b", "a", "n")


def stage_of(plan: Plan, kind: type) -> Stage:
    return next(stage for stage in plan.stages if isinstance(stage, kind))


def test_defaults_come_from_the_strategy() -> None:
    """How many, how long and which axes are the named strategy's where the query says nothing."""
    lookup = next(s for s in CATALOG.strategies if s.name == "lookup")
    plan = compile("RECALL FOR 'x' NEAR 'a' USING lookup", CATALOG)
    select, score = stage_of(plan, Select), stage_of(plan, Score)
    assert isinstance(select, Select)
    assert isinstance(score, Score)
    assert select.count.value == lookup.k  # pyright: ignore[reportAttributeAccessIssue]
    assert score.half_life_days == lookup.half_life_days
    assert set(score.objectives) == {"relevance", *lookup.objectives, *lookup.then}


def test_columns_of_a_recall() -> None:
    """Without RETURN a recall answers the memory, its place, its scores and why; with it, what was asked."""
    assert compile("RECALL AS x FOR 'y'", CATALOG).columns == ("x", "front", "rank", "scores", "why")
    plan = compile("RECALL FOR 'y' RETURN m.id, relevance", CATALOG)
    assert plan.columns == ("m.id", "relevance")
    assert isinstance(plan.stages[-1], Project)
