"""The parts that several statements share, as text: columns, fronts, lists of names, ranges."""

from __future__ import annotations

from collections.abc import Iterable

from .. import ast
from ..parsing.strings import is_bare, print_name
from .expressions import print_expression


def print_columns(projection: ast.Projection) -> str:
    """Return what stands behind RETURN or WITH, up to the order."""
    columns = [*("*" for _ in range(projection.star)), *map(_item, projection.items)]
    return f"{'DISTINCT ' if projection.distinct else ''}{', '.join(columns)}"


def _item(item: ast.Item) -> str:
    text = print_expression(item.expression)
    return text if item.alias is None else f"{text} AS {print_name(item.alias)}"


def print_order(keys: Iterable[ast.SortKey]) -> str:
    return "ORDER BY " + ", ".join(print_expression(k.expression) + (" DESC" if k.descending else "") for k in keys)


def print_pareto(pareto: ast.ParetoBy) -> str:
    levels = " PRIOR TO ".join(", ".join(map(_term, level)) for level in pareto.levels)
    parts = [f"PARETO BY {levels}"]
    if pareto.partition:
        parts.append(f"PARTITION BY {', '.join(map(print_expression, pareto.partition))}")
    if pareto.order is not None:
        parts.append(f"ORDER FRONT BY {print_name(pareto.order)}")
    if pareto.first_front_only:
        parts.append("FIRST FRONT ONLY")
    return " ".join(parts)


def _term(term: ast.ParetoTerm) -> str:
    sense = "" if term.sense is None else f" {term.sense}"
    tolerance = "" if term.tolerance is None else f" TOLERANCE {print_expression(term.tolerance)}"
    return print_expression(term.expression) + sense + tolerance


def print_range(low: ast.Expr | None, high: ast.Expr | None) -> str:
    return f"{'' if low is None else print_expression(low)}..{'' if high is None else print_expression(high)}"


def print_names(names: Iterable[ast.Expr]) -> str:
    """Return a list of names: bare where they can be, else in quotes, or parameters."""
    return ", ".join(map(print_slot_name, names))


def print_slot_name(name: ast.Expr) -> str:
    if isinstance(name, ast.Literal) and isinstance(name.value, str) and is_bare(name.value):
        return name.value
    return print_expression(name)


def print_values(values: Iterable[ast.Expr]) -> str:
    return ", ".join(map(print_expression, values))
