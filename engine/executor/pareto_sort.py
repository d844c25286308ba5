"""PARETO BY over the expressions of a pattern query: the axes become a matrix, and the fronts order the rows."""

from __future__ import annotations

import numpy as np

from ...dsl import ast, plan
from ..evaluation.context import Context
from ..evaluation.values import Value
from ..retrieval.order import order_rows
from ..retrieval.pareto import Sense, fronts, in_steps
from .pareto_terms import axis, front_order, groups, tolerance
from .table import Table, compiled


def pareto_sort(stage: plan.ParetoSort, table: Table, context: Context) -> Table:
    """Order the rows by front, and inside a front by the order asked for; keep the first front alone if asked to."""
    pareto = stage.pareto
    if not table.rows:
        return table
    leveled = [(level, term) for level, terms in enumerate(pareto.levels) for term in terms]
    matrix = np.stack([axis(_values(t.expression, table, context), t.expression) for _, t in leveled], axis=1)
    senses = [Sense(term.sense or "MAX") for _, term in leveled]
    steps = [tolerance(term, context) for _, term in leveled]
    front = fronts(
        matrix,
        senses,
        tolerance=steps,
        levels=[level for level, _ in leveled],
        partition=groups([_values(expression, table, context) for expression in pareto.partition]),
    )
    order = order_rows(
        in_steps(matrix, senses, steps), senses, front, front_order(pareto.order, [term for _, term in leveled])
    )
    kept = [i for i in order.tolist() if front[i] == 1] if pareto.first_front_only else order.tolist()
    return Table(table.names, [table.rows[i] for i in kept])


def _values(expression: ast.Expr, table: Table, context: Context) -> list[Value]:
    closure = compiled(expression, table, context)
    return [closure(row, context) for row in context.watched(table.rows)]
