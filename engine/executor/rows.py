"""The stages that only turn rows into rows: filter, unwind, project, sort, cut, unite.

Each is one small function `(stage, table, context) -> Table` that compiles its expressions once and then runs over the
rows, with an eye on the clock. `ROW_STAGES` is the list of them; grouping and PARETO BY have rooms of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Final, TypeAlias

from ...dsl import ast, plan
from ...errors import EvaluationError
from ..evaluation.context import Context
from ..evaluation.expressions.compile import evaluate_closed
from ..evaluation.expressions.lists import items_of
from ..evaluation.limits import check_rows
from ..evaluation.logic import truth
from ..evaluation.nesting import check_nesting
from ..evaluation.ordering import OrderKey, order_key
from ..evaluation.values import Row, Value, is_integer, name_of
from .aggregates import aggregate
from .apply import apply, bring
from .arguments import unfit
from .pareto_sort import pareto_sort
from .scan import scan
from .sorting import sort_watched
from .table import Table, compiled

RowStage: TypeAlias = Callable[[Any, Table, Context], Table]


def start(stage: plan.Start, table: Table, context: Context) -> Table:
    return Table((), [()])


def filter_rows(stage: plan.Filter, table: Table, context: Context) -> Table:
    """Keep the rows whose predicate is true; false and null alike go."""
    predicate = compiled(stage.predicate, table, context)
    span = stage.predicate.span
    return Table(table.names, [row for row in context.watched(table.rows) if truth(predicate(row, context), span)])


def unwind(stage: plan.Unwind, table: Table, context: Context) -> Table:
    """One row for each item of a list; none of an empty list, and none of null."""
    source = compiled(stage.source, table, context)
    rows: list[Row] = []
    for row in context.watched(table.rows):
        items = _located_items(stage.source, source(row, context))
        check_rows(len(rows) + len(items))
        rows += [(*row, item) for item in items]
    return Table((*table.names, stage.variable), rows)


def _located_items(source: ast.Expr, value: Value) -> list[Value]:
    try:
        return items_of(value) or []
    except EvaluationError as error:
        raise EvaluationError(f"UNWIND takes a list, and this is {name_of(value)}.", span=source.span) from error


def project(stage: plan.Project, table: Table, context: Context) -> Table:
    """Replace each row by its columns, and behind them what is kept for ORDER BY; DISTINCT regards the columns."""
    closures = [compiled(column.expression, table, context) for column in stage.columns]
    names = tuple(column.name for column in stage.columns)
    kept = [name for name in stage.keep if name not in names]
    places = [table.names.index(name) for name in kept]
    rows = [
        (*[closure(row, context) for closure in closures], *[row[place] for place in places])
        for row in context.watched(table.rows)
    ]
    for row in context.watched(rows):
        for value in row:
            check_nesting(value)
    return Table((*names, *kept), distinct(rows, len(names), context) if stage.distinct else rows)


def distinct(rows: Sequence[Row], width: int, context: Context) -> list[Row]:
    """Return the first of the rows that are equivalent in their first `width` values."""
    seen: dict[OrderKey, Row] = {}
    for row in context.watched(rows):
        seen.setdefault(tuple([order_key(value) for value in row[:width]]), row)
    return list(seen.values())


def drop(stage: plan.Drop, table: Table, context: Context) -> Table:
    """Keep only the names given, in that order."""
    if stage.names == table.names:
        return table
    places = [table.names.index(name) for name in stage.names]
    return Table(stage.names, [tuple([row[place] for place in places]) for row in table.rows])


def sort(stage: plan.Sort, table: Table, context: Context) -> Table:
    """Order by each key in turn; rows that tie keep their order. null comes last, and first when descending."""
    closures = [compiled(key.expression, table, context) for key in stage.keys]
    keyed = [([order_key(closure(row, context)) for closure in closures], row) for row in context.watched(table.rows)]
    for place in range(len(closures) - 1, -1, -1):
        by = partial(_key_at, place)
        keyed = sort_watched(keyed, by, descending=stage.keys[place].descending, context=context)
    return Table(table.names, [row for _, row in keyed])


def _key_at(place: int, keyed: tuple[Sequence[OrderKey], Row]) -> OrderKey:
    return keyed[0][place]


def skip(stage: plan.Skip, table: Table, context: Context) -> Table:
    return Table(table.names, table.rows[count_of(stage.count, "SKIP", context) :])


def limit(stage: plan.Limit, table: Table, context: Context) -> Table:
    return Table(table.names, table.rows[: count_of(stage.count, "LIMIT", context)])


def count_of(expression: ast.Expr, clause: str, context: Context) -> int:
    """Return a closed expression as a count of rows. Raises QueryError unless it is an integer from 0."""
    count = evaluate_closed(expression, context)
    if not is_integer(count) or count < 0:
        raise unfit(clause, "an integer from 0", expression, count)
    return count


def union(stage: plan.UnionAll, table: Table, context: Context) -> Table:
    """The rows of each branch one after another, under the names of the first; columns meet by name."""
    tables = [run_pattern_stages(branch, context, table) for branch in stage.branches]
    names = tables[0].names
    check_rows(sum(map(len, tables)))
    rows = [row for branch in tables for row in drop(plan.Drop(names), branch, context).rows]
    return Table(names, distinct(rows, len(names), context) if stage.distinct else rows)


def run_pattern_stages(stages: Sequence[plan.Stage], context: Context, table: Table | None = None) -> Table:
    """Run the stages of a pattern query from one row that binds nothing, or of a part of one on the rows of a table."""
    table = Table((), [()]) if table is None else table
    for stage in stages:
        table = ROW_STAGES[type(stage)](stage, table, context)
        context.check()
    return table


ROW_STAGES: Final[Mapping[type, RowStage]] = {
    plan.Start: start,
    plan.GraphScan: scan,
    plan.Filter: filter_rows,
    plan.Unwind: unwind,
    plan.Project: project,
    plan.Aggregate: aggregate,
    plan.Drop: drop,
    plan.Sort: sort,
    plan.Apply: apply,
    plan.Bring: bring,
    plan.Skip: skip,
    plan.Limit: limit,
    plan.ParetoSort: pareto_sort,
    plan.UnionAll: union,
}
