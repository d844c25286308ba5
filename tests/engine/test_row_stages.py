"""The stages that turn rows into rows: each alone, on small tables."""

from __future__ import annotations

import math
from typing import Any

import pytest
from clew.dsl import ast, plan
from clew.dsl.parsing.parser import parse
from clew.engine.evaluation.context import Context
from clew.engine.evaluation.equality import equals
from clew.engine.evaluation.ordering import order_key
from clew.engine.evaluation.values import NodeValue
from clew.engine.executor.rows import ROW_STAGES, run_pattern_stages
from clew.engine.executor.table import Table
from clew.engine.running.limits import Limits, limited
from clew.errors import BindError, EvaluationError, LimitError, QueryError
from hypothesis import given
from hypothesis import strategies as st
from statement_parts import expression


def columns(**texts: str) -> tuple[plan.Column, ...]:
    return tuple(plan.Column(name, expression(text)) for name, text in texts.items())


def run(stage: plan.Stage, table: Table, context: Context | None = None) -> Table:
    return ROW_STAGES[type(stage)](stage, table, context or Context())


def one(name: str, *values: Any) -> Table:
    return Table((name,), [(value,) for value in values])


def test_filter_keeps_what_is_true() -> None:
    """False and null go alike; anything that is no truth is an error at its place."""
    predicate = plan.Filter(expression("x > 1"))
    assert run(predicate, one("x", 1, 2, None, "a", 3)).rows == [(2,), (3,)]
    with pytest.raises(EvaluationError):
        run(plan.Filter(expression("x")), one("x", 1))


def test_unwind_makes_a_row_of_each_item() -> None:
    """An empty list and null make none; what is no list is an error that points at it."""
    stage = plan.Unwind(expression("xs"), "x")
    table = run(stage, one("xs", [1, 2], [], None, [None]))
    assert table == Table(("xs", "x"), [([1, 2], 1), ([1, 2], 2), ([None], None)])
    with pytest.raises(EvaluationError, match="UNWIND takes a list") as caught:
        run(stage, one("xs", 5))
    assert caught.value.span is not None


def test_unwind_stops_before_the_memory_is_full() -> None:
    """Rows that multiply meet the bound, and are not made first."""
    table = run(plan.Unwind(expression("range(1, 100)"), "x"), Table((), [()]))
    with limited(Limits(rows=1_000)), pytest.raises(LimitError):
        run(plan.Unwind(expression("range(1, 100)"), "y"), table)


def test_project_replaces_the_row_and_keeps_what_sorting_needs() -> None:
    """Columns come first; a kept name that a column hides is gone; Drop restores the order asked for."""
    table = Table(("a", "b"), [(1, 2), (3, 4)])
    projected = run(plan.Project(columns(c="a + b", a="a * 10"), keep=("a", "b")), table)
    assert projected == Table(("c", "a", "b"), [(3, 10, 2), (7, 30, 4)])
    assert run(plan.Drop(("a", "c")), projected) == Table(("a", "c"), [(10, 3), (30, 7)])


def test_distinct_goes_by_equivalence() -> None:
    """null is null, NaN is NaN, 1 is 1.0, and true is not 1."""
    table = one("x", 1, 1.0, True, None, None, math.nan, math.nan, [1, None], [1.0, None], "1")
    rows = run(plan.Project(columns(x="x"), distinct=True), table).rows
    assert [type(value) for (value,) in rows] == [int, bool, type(None), float, list, str]


def test_what_a_projection_hands_on_is_not_endless() -> None:
    """A value whose parts are shared doubles with each WITH; it is stopped while it can still be looked through."""
    table = one("x", [1])
    with pytest.raises(LimitError):
        for _ in range(40):
            table = run(plan.Project(columns(x="[x, x]")), table)


def test_sort_goes_key_by_key_and_is_stable() -> None:
    """Ties keep their order, null is last upwards and first downwards."""
    table = Table(("k", "n"), [("b", 1), ("a", 2), (None, 3), ("b", 4), ("a", 5)])
    up = plan.Sort((ast.SortKey(expression("k")),))
    down = plan.Sort((ast.SortKey(expression("k"), descending=True), ast.SortKey(expression("-n"))))
    assert [n for _, n in run(up, table).rows] == [2, 5, 1, 4, 3]
    assert [n for _, n in run(down, table).rows] == [3, 4, 1, 5, 2]


@pytest.mark.parametrize("text", ["-1", "1.5", "'1'", "null", "$n"])
def test_counts_are_integers_from_zero(text: str) -> None:
    """SKIP and LIMIT take nothing else, and say which clause it was."""
    context = Context(parameters={"n": True})
    with pytest.raises(QueryError, match="LIMIT"):
        run(plan.Limit(expression(text)), one("x", 1), context)
    with pytest.raises(QueryError, match="SKIP"):
        run(plan.Skip(expression(text)), one("x", 1), context)


def test_skip_and_limit_cut() -> None:
    """Past the end nothing is left, and nothing is wrong."""
    table = one("x", 1, 2, 3)
    assert run(plan.Skip(expression("1")), table).rows == [(2,), (3,)]
    assert run(plan.Limit(expression("$n")), table, Context(parameters={"n": 2})).rows == [(1,), (2,)]
    assert run(plan.Skip(expression("9")), table).rows == []


def test_aggregates_fold_over_groups_and_mix_with_keys() -> None:
    """Each call folds the rows of its group; around it stand keys, constants, other folds and comprehensions."""
    table = Table(("k", "v"), [("a", 1), ("b", 2), ("a", 3), ("a", None), ("b", 2)])
    folds = columns(
        n="count(*)",
        some="count(v)",
        kinds="count(DISTINCT v)",
        label="key + ':' + toString(sum(v) + count(*))",
        squares="[x IN collect(v) WHERE x > 1 | x * size(key)]",
        summary="{most: max(v), mean: avg(v)}",
        half="percentileDisc(v, 0.5)",
    )
    result = run(plan.Aggregate(columns(key="k"), folds), table)
    assert result.names == ("key", "n", "some", "kinds", "label", "squares", "summary", "half")
    assert result.rows == [
        ("a", 3, 2, 2, "a:7", [3], {"most": 3, "mean": 2.0}, 1),
        ("b", 2, 2, 1, "b:6", [2, 2], {"most": 2, "mean": 2.0}, 2),
    ]


def test_without_keys_there_is_one_group_even_of_nothing() -> None:
    """`count(*)` of no rows is 0, sum 0, max null; with keys there is no group at all."""
    folds = columns(n="count(*)", total="sum(x)", most="max(x)", all="collect(x)")
    assert run(plan.Aggregate((), folds), one("x")).rows == [(0, 0, None, [])]
    assert run(plan.Aggregate(columns(k="x"), columns(n="count(*)")), one("x")).rows == []


def test_an_aggregate_in_an_aggregate_is_refused() -> None:
    """There are no rows inside a fold to fold over, nor in a filter."""
    with pytest.raises(BindError):
        run(plan.Aggregate((), columns(n="sum(count(x))")), one("x", 1))
    with pytest.raises(BindError):
        run(plan.Filter(expression("count(*) > 1")), one("x", 1))


def test_an_error_in_a_fold_points_at_its_call() -> None:
    """The aggregate that failed is marked, not the whole column."""
    with pytest.raises(EvaluationError) as caught:
        run(plan.Aggregate((), columns(n="1 + sum(x)")), one("x", "a"))
    span = caught.value.span
    assert span is not None and "RETURN 1 + sum(x)"[span.start : span.end] == "sum(x)"


@given(st.lists(st.sampled_from([1, 1.0, 2, None, math.nan, "a", True, [1]]), max_size=8))
def test_groups_partition_the_rows(values: list[Any]) -> None:
    """Every row is in one group, and two rows are in the same one exactly if DISTINCT holds them to be the same."""
    table = one("x", *values)
    groups = run(plan.Aggregate(columns(k="x"), columns(n="count(*)")), table).rows
    assert sum(count for _, count in groups) == len(values)
    assert len(groups) == len(run(plan.Project(columns(x="x"), distinct=True), table).rows)
    for key, count in groups:
        assert count == sum(order_key(value) == order_key(key) for value in values)
        assert key is None or count >= sum(equals(value, key) is True for value in values)


def test_union_puts_branches_together_by_name() -> None:
    """Columns meet by name, whatever their order; without ALL equivalent rows come once."""
    first: tuple[plan.Stage, ...] = (plan.Start(), plan.Project(columns(a="1", b="2")))
    second: tuple[plan.Stage, ...] = (plan.Start(), plan.Project(columns(b="2.0", a="1")))
    assert run_pattern_stages([plan.UnionAll((first, second), distinct=True)], Context()).rows == [(1, 2)]
    assert run_pattern_stages([plan.UnionAll((first, second), distinct=False)], Context()).rows == [(1, 2), (1, 2.0)]


# ---- PARETO BY -------------------------------------------------------------------------------------


def pareto(text: str, *rows: tuple[Any, ...]) -> list[Any]:
    statement = parse(f"MATCH (m:Memory) RETURN a AS x {text}")
    assert isinstance(statement, ast.Query)
    clause = statement.clauses[-1]
    assert isinstance(clause, ast.Return) and clause.projection.pareto is not None
    table = Table(("a", "b", "g"), list(rows))
    return run(plan.ParetoSort(clause.projection.pareto), table).rows


def test_pareto_sort_orders_by_front() -> None:
    """What nobody beats comes first, and FIRST FRONT ONLY leaves the rest away."""
    rows = [(1, 1, 0), (3, 1, 0), (1, 3, 0), (2, 2, 0)]
    assert pareto("PARETO BY a MAX, b MAX", *rows)[-1] == (1, 1, 0)
    assert len(pareto("PARETO BY a MAX, b MAX FIRST FRONT ONLY", *rows)) == 3
    assert pareto("PARETO BY a MAX, b MIN", *rows)[0] == (3, 1, 0)


def test_pareto_sort_takes_partitions_levels_and_an_order() -> None:
    """Each partition has its own first front; PRIOR TO decides first; the front is ordered by an axis by its name."""
    rows = [(1, 9, 0), (2, 1, 0), (0, 0, 1)]
    assert len(pareto("PARETO BY a MAX PARTITION BY g FIRST FRONT ONLY", *rows)) == 2
    assert pareto("PARETO BY a MAX TOLERANCE 5 PRIOR TO b MAX", *rows)[0] == (1, 9, 0)
    assert pareto("PARETO BY a MAX, b MAX ORDER FRONT BY b", *rows)[0] == (1, 9, 0)


@pytest.mark.parametrize("value", [None, "a", math.nan, math.inf, [1]])
def test_a_front_trades_numbers_and_times_only(value: Any) -> None:
    """A null or a NaN on an axis would decide the front in silence, so it is an error."""
    with pytest.raises(EvaluationError) as caught:
        pareto("PARETO BY a MAX", (value, 0, 0))
    assert caught.value.span is not None


# ---- properties ------------------------------------------------------------------------------------


class CountingReader:
    """Answers for nodes, and counts how often it is asked."""

    def __init__(self) -> None:
        self.asked: list[int] = []

    def node_properties(self, label: str, rows: Any) -> list[dict[str, Any]]:
        self.asked.append(len(rows))
        return [{"text": f"{label} {row}", "tags": ("x",), "none": None} for row in rows]

    def edge(self, rows: Any) -> list[Any]:
        raise AssertionError


class FixedReader:
    """Answers the same for every node."""

    def __init__(self, properties: dict[str, Any]) -> None:
        self.properties = properties

    def node_properties(self, label: str, rows: Any) -> list[dict[str, Any]]:
        return [self.properties for _ in rows]

    def edge(self, rows: Any) -> list[Any]:
        raise AssertionError


def test_missing_properties_are_read_once_for_a_stage() -> None:
    """A thousand texts are one read, however deep the nodes are hidden; what is at hand is not read at all."""
    nodes = [NodeValue("Memory", row, {"step": row}) for row in range(1_000)]
    reader = CountingReader()
    context = Context(reader=reader)
    table = Table(("m", "list"), [(node, [{"deep": nodes[-1]}]) for node in nodes[:-1]])
    assert len(run(plan.Project(columns(s="m.step")), table, context)) == 999
    assert reader.asked == []
    result = run(plan.Project(columns(t="m.text", u="list[0].deep.text", v="m.tags", w="m.unknown")), table, context)
    assert result.rows[7] == ("Memory 7", "Memory 999", ["x"], None)
    assert reader.asked == [1_000]
    assert run(plan.Project(columns(k="keys(m)")), table, context).rows[0] == (["text", "tags"],)
    assert reader.asked == [1_000]


def test_what_json_holds_can_be_read() -> None:
    """A whole number over 64 bits in a memory's own fields is read as a float, and spoils nothing else."""
    context = Context(reader=FixedReader({"meta": {"big": 2**70, "deep": [10**400, 1]}}))
    table = run(plan.Project(columns(b="m.meta.big", d="m.meta.deep")), one("m", NodeValue("Memory", 1)), context)
    assert table.rows == [(float(2**70), [math.inf, 1])]


def test_a_filter_before_saves_reads_after() -> None:
    """Only the rows that a stage works on are read for it."""
    reader = CountingReader()
    table = one("m", *(NodeValue("Memory", row, {"step": row}) for row in range(100)))
    context = Context(reader=reader)
    table = run(plan.Filter(expression("m.step < 3")), table, context)
    run(plan.Aggregate((), columns(all="collect(m.text)")), table, context)
    assert reader.asked == [3]
