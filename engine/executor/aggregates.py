"""Grouping: rows with equivalent keys become one row, and each aggregate call folds over its group.

A column such as `count(*) + 1` or `{n: count(x), mean: avg(x.step)}` is compiled once, with its aggregate calls taken
out: each is a fold of its own over the rows, and reads in the expression as one more value beside the keys. Rewriting
the tree was refused: a different builder for calls does it, and the errors still point at the text.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeAlias

from ...dsl import ast, plan
from ...errors import EvaluationError
from ..evaluation.context import Context
from ..evaluation.expressions.calls import build_call
from ..evaluation.expressions.compile import BUILDERS
from ..evaluation.expressions.scope import Closure, Scope
from ..evaluation.functions.folds import FOLDS, Fold
from ..evaluation.ordering import OrderKey, order_key
from ..evaluation.values import Row, Value
from .table import Table, compiled

FOLDED = "@folds"
"""The last name in the scope of a folded column: the tuple of what its aggregate calls came to."""

Folding: TypeAlias = Callable[[list[Row], Context], Value]


def aggregate(stage: plan.Aggregate, table: Table, context: Context) -> Table:
    """One row for each group: its keys, then its folded columns. Without keys there is one group, even of no rows."""
    context.properties.expect(table.rows)
    keys = [compiled(key.expression, table, context) for key in stage.keys]
    key_names = tuple(key.name for key in stage.keys)
    columns = _Columns(Scope(table.names, BUILDERS))
    results = [columns.build(fold.expression, key_names) for fold in stage.folds]
    rows: list[Row] = []
    for values, members in _groups(keys, table, context):
        folded = tuple([folding(members, context) for folding in columns.foldings])
        rows.append((*values, *[result((*values, folded), context) for result in results]))
    return Table((*key_names, *(fold.name for fold in stage.folds)), rows)


def _groups(keys: list[Closure], table: Table, context: Context) -> list[tuple[Row, list[Row]]]:
    """Return (key values, rows) in the order in which the groups appear; the first of equivalent values stands."""
    groups: dict[OrderKey, tuple[Row, list[Row]]] = {}
    if not keys:
        return [((), table.rows)]
    for row in context.watched(table.rows):
        values = tuple([key(row, context) for key in keys])
        _, members = groups.setdefault(tuple([order_key(value) for value in values]), (values, []))
        members.append(row)
    return list(groups.values())


@dataclass(slots=True)
class _Columns:
    """Builds folded columns, and gathers the folds that their calls ask for. rows: the scope of what is folded."""

    rows: Scope
    foldings: list[Folding] = field(default_factory=list[Folding])

    def build(self, expression: ast.Expr, key_names: tuple[str, ...]) -> Closure:
        """Return a closure over a row of the keys and the tuple of folds."""
        return Scope((*key_names, FOLDED), {**BUILDERS, ast.Call: self._call}).build(expression)

    def _call(self, node: ast.Call, scope: Scope) -> Closure:
        fold = FOLDS.get(node.name.lower())
        if fold is None:
            return build_call(node, scope)
        place, slot = scope.position(FOLDED, node.span), len(self.foldings)
        self.foldings.append(self._folding(fold, node, scope))
        return lambda row, context: row[place][slot]

    def _folding(self, fold: Fold, node: ast.Call, scope: Scope) -> Folding:
        """Return what folds a group: `count(*)` counts rows, all else takes values that are not null."""
        if node.star or not node.arguments:
            return lambda rows, context: len(rows)
        value, *rest = [self.rows.build(argument) for argument in node.arguments]

        def run(rows: list[Row], context: Context) -> Value:
            values = [item for row in context.watched(rows) if (item := value(row, context)) is not None]
            kept = _distinct(values) if node.distinct else values
            extra = [argument(rows[0] if rows else (), context) for argument in rest]
            return _located(fold, node, kept, extra)

        return run


def _distinct(values: list[Value]) -> list[Value]:
    seen: dict[OrderKey, Value] = {}
    for value in values:
        seen.setdefault(order_key(value), value)
    return list(seen.values())


def _located(fold: Fold, node: ast.Call, values: list[Value], extra: list[Value]) -> Value:
    try:
        return fold.call(values, *extra)
    except EvaluationError as error:
        error.span = error.span or node.span
        raise
