"""Bind a query inside an expression: EXISTS, COUNT and COLLECT of clauses.

What the row binds that asks can be seen in each of its clauses, behind a WITH too, and no clause can give such a name
another meaning. What asks for one pattern and a condition, and does not care what RETURN says, is bound as the pattern:
the graph engine can look for that by itself.
"""

from __future__ import annotations

from ...errors import BindError
from .. import ast
from ..frozen import replace
from .clauses import bind_query, bind_union
from .functions import is_aggregated
from .names import Index
from .patterns import Place


def bind_subquery(expr: ast.Subquery, place: Place) -> ast.Expr:
    """Return the query bound. Raises BindError for what does not fit, and for COLLECT of more than one column."""
    inside = replace(place, clause="MATCH", aggregates=False, asker=place.scope)
    if isinstance(expr.query, ast.Union):
        query, columns = bind_union(expr.query, place.index, inside)
    else:
        query, columns = bind_query(expr.query, place.index, inside)
    if expr.kind == "COLLECT" and len(columns) != 1:
        hint = "Gather several as one map: `RETURN {id: m.id, step: m.step} AS one`."
        raise BindError(f"COLLECT gathers one column, and this returns {len(columns)}.", span=expr.span, hint=hint)
    return _as_pattern(expr, query, place.index) or replace(expr, query=query)


def _as_pattern(expr: ast.Subquery, query: ast.Query | ast.Union, index: Index) -> ast.Expr | None:
    """Return the pattern that a bound query comes to, None where it asks for more."""
    match query:
        case ast.Query((ast.Match(patterns, where, optional=False, as_of=None, valid_at=None), ast.Return(projection))):
            drawn = all(pattern.selector is None for pattern in patterns)
            if not (drawn and expr.kind != "COLLECT" and a_row_for_each(projection, index)):
                return None
            kind = ast.Exists if expr.kind == "EXISTS" else ast.CountPattern
            return kind(patterns, where, span=expr.span)
        case _:
            return None


def a_row_for_each(projection: ast.Projection, index: Index) -> bool:
    """Return whether a projection gives a row for each row, whatever the rows are."""
    cut = projection.distinct or projection.skip is not None or projection.limit is not None
    front = projection.pareto is not None and projection.pareto.first_front_only
    return not (cut or front or any(is_aggregated(item.expression, index) for item in projection.items))
