"""PARETO BY over the expressions of a pattern query: the axes become a matrix, and the fronts order the rows."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ...dsl import ast, plan
from ..evaluation.context import Context
from ..evaluation.values import Row, Value
from ..retrieval.order import order_rows
from ..retrieval.pareto import Sense
from .pareto_terms import Traded, axis, check_size, front_order, groups, tolerance
from .table import Table, compiled


def pareto_sort(stage: plan.ParetoSort, table: Table, context: Context) -> Table:
    """Order the rows by front, and inside a front by the order asked for; keep the first front alone if asked to."""
    pareto = stage.pareto
    if not table.rows:
        return table
    leveled = [(level, term) for level, terms in enumerate(pareto.levels) for term in terms]
    check_size(len(table), len(leveled))
    matrix = np.stack([axis(_values(t.expression, table, context), t.expression) for _, t in leveled], axis=1)
    traded = Traded(
        matrix,
        tuple(Sense(term.sense or "MAX") for _, term in leveled),
        [tolerance(term, context) for _, term in leveled],
        [level for level, _ in leveled],
        groups([_values(expression, table, context) for expression in pareto.partition]),
    )
    front = traded.fronts()
    by = front_order(pareto.order, [term for _, term in leveled])
    order = order_rows(*traded.ordering(by), front, by)
    kept: list[int] = [i for i in order.tolist() if front[i] == 1] if pareto.first_front_only else order.tolist()
    places = [table.names.index(name) for name in stage.numbered]
    return Table(table.names, [_numbered(table.rows[i], places, int(front[i])) for i in kept])


def _numbered(row: Row, places: Sequence[int], front: int) -> Row:
    """Return a row with the number of its front in the columns that ask for it."""
    return tuple([front if place in places else value for place, value in enumerate(row)]) if places else row


def _values(expression: ast.Expr, table: Table, context: Context) -> list[Value]:
    closure = compiled(expression, table, context)
    return [closure(row, context) for row in context.watched(table.rows)]
