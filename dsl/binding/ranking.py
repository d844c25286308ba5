"""Bind how a recall ranks its candidates, and what it returns of each.

An objective is a name in PARETO BY, RANK BY and AT LEAST, and `relevance(m)` is the same thing written as a function.
In RETURN both are a key of `scores`. An objective that has no meaning in this recall (closeness to anchors without
NEAR) is an error where it is asked for, and is left out where only the strategy's defaults ask for it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from ...errors import BindError
from .. import ast, trees
from ..catalog import Type
from ..frozen import replace
from ..printing.expressions import print_expression
from .expressions import bind, owner_of
from .names import Index, unknown
from .needs import check_all_met, check_met
from .patterns import Place
from .projections import bind_projection, check_levels, front_order, order_span
from .scope import Scope, Symbol

T = TypeVar("T")

COLUMNS = ("front", "rank", "scores", "why")
"""What a recall answers beside the memory itself, where it does not say."""

_CALLS: frozenset[type] = frozenset((ast.Call,))

EXPANDED = "expanded_from"
"""What marks a memory that EXPAND brought: the id of the hit that it came with; null for a hit."""

ALL_COLUMNS: Mapping[str, Type] = {
    "front": "INTEGER",
    "rank": "INTEGER",
    "scores": "MAP",
    "why": "STRING",
    "arms": "MAP",
    "dominates": "INTEGER",
    "dominated_by": "INTEGER",
    EXPANDED: "STRING",
}
"""What RETURN can name beside the memory and its objectives."""


def answer_columns(recall: ast.Recall) -> tuple[str, ...]:
    """Return what a recall without RETURN answers beside the memory."""
    return (*COLUMNS, EXPANDED) if recall.expand else COLUMNS


def bind_ranking(recall: ast.Recall, name: str, place: Place) -> dict[str, Any]:
    """Return the clauses that rank, bound, by their fields. Raises BindError for an objective without a meaning."""
    place = replace(place, scope=place.scope.add(*place.index.scores), clause="PARETO BY")
    rank = _named(recall.rank, name, place.index)
    rank = None if rank is None else bind(rank, replace(place, clause="RANK BY"))
    pareto = _named(recall.pareto, name, place.index)
    pareto = None if pareto is None else _bind_front(pareto, recall, place)
    for floor in recall.floors:
        if floor.objective not in place.index.objectives:
            raise unknown("objective", floor.objective, place.index.objectives, floor.span)
        check_met(floor.objective, floor.span, recall, place.index)
    check_all_met((rank, pareto), recall, place.index)
    return {"rank": rank, "pareto": pareto}


def _named(tree: T, name: str, index: Index) -> T:
    """Return `tree` with objectives that are written as functions, `relevance(m)`, given by their names."""
    if not trees.holds(tree, _CALLS):
        return tree
    return trees.replace(tree, {ast.Call(o, (ast.Name(name),)): ast.Name(o) for o in index.objectives})


def _bind_front(pareto: ast.ParetoBy, recall: ast.Recall, place: Place) -> ast.ParetoBy:
    check_levels(pareto)
    order = front_order(pareto, place, tuple(place.index.objectives))
    if order is not None and order in place.index.objectives:
        check_met(order, order_span(pareto), recall, place.index)
    return replace(
        pareto,
        levels=tuple(tuple(_bind_term(term, place) for term in level) for level in pareto.levels),
        partition=tuple(bind(expr, place) for expr in pareto.partition),
        order=order,
    )


def _bind_term(term: ast.ParetoTerm, place: Place) -> ast.ParetoTerm:
    if isinstance(term.expression, ast.Name) and place.scope.find(term.expression.name) is None:
        raise _no_objective(term.expression, place)
    expression = bind(term.expression, place)
    objective = place.index.objectives.get(expression.name) if isinstance(expression, ast.Name) else None
    if term.sense is None and objective is None:
        raise BindError(
            "A term that is no objective needs MAX or MIN.", span=term.span, hint="Say which end is better: `... MAX`."
        )
    return replace(term, expression=expression, sense=term.sense or (objective.sense if objective else None))


def _no_objective(name: ast.Name, place: Place) -> BindError:
    error = unknown("objective", name.name, place.index.objectives, name.span)
    owner = owner_of(name.name, place)
    if owner is not None:
        error.hint = f"A property is traded with its end: `{owner}.{name.name} MAX`, or MIN."
    return error


def bind_returning(projection: ast.Projection, name: str, recall: ast.Recall, place: Place) -> ast.Projection:
    """Return the columns bound: the memory, what the recall says of it, and objectives by their names."""
    answers = (Symbol(column, kind) for column, kind in ALL_COLUMNS.items())
    scope = Scope().add(place.scope.symbols[name], *answers)
    items = tuple(_scored(item, name, recall, place.index) for item in projection.items)
    why = "the pattern of a recall only filters, and its names end with it"
    place = replace(place, scope=scope, clause="RETURN", gone=dict.fromkeys(trees.pattern_names(recall.patterns), why))
    return bind_projection(replace(projection, items=items), place)[0]


def _scored(item: ast.Item, name: str, recall: ast.Recall, index: Index) -> ast.Item:
    """Return an item with its objectives given as keys of `scores`."""
    named = _named(item.expression, name, index)
    check_all_met(named, recall, index)
    table: dict[ast.Expr, ast.Expr] = {ast.Name(o): ast.Property(ast.Name("scores"), o) for o in index.objectives}
    column = item.text or print_expression(item.expression)
    alias = item.alias or (item.expression.name if isinstance(item.expression, ast.Name) else column)
    return replace(item, expression=trees.replace(named, table), alias=alias)
