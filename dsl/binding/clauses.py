"""Bind the clauses of a pattern query, each in the scope that the one before it leaves."""

from __future__ import annotations

from collections.abc import Mapping

from ...errors import BindError
from .. import ast
from ..frozen import replace
from . import types
from .expressions import bind, closed
from .names import Index
from .patterns import Place, bind_patterns
from .projections import bind_projection, column_names, condition_after, new_scope, predicate
from .scope import Scope
from .shortest import check_tested_later


def bind_query(query: ast.Query, index: Index, place: Place | None = None) -> tuple[ast.Query, tuple[str, ...]]:
    """Return the query bound, and the names of its columns. place: where it stands, if that is in an expression."""
    place = place or Place(Scope(), index, "MATCH")
    clauses: list[ast.Clause] = []
    columns: tuple[str, ...] = ()
    for clause in query.clauses:
        bound, scope = _bind_clause(clause, place)
        clauses.append(bound)
        place = replace(place, scope=scope, gone=_gone(clause, place, scope))
        if isinstance(bound, ast.Return):
            columns = column_names(bound.projection)
    return replace(query, clauses=tuple(clauses)), columns


def bind_union(union: ast.Union, index: Index, place: Place | None = None) -> tuple[ast.Union, tuple[str, ...]]:
    """Return the branches bound, as `bind_query` does. Raises BindError where their columns differ."""
    bound = [bind_query(branch, index, place) for branch in union.branches]
    columns = bound[0][1]
    for branch, (_, others) in zip(union.branches, bound, strict=True):
        if others != columns:
            raise BindError(
                f"The branches of a UNION have the same columns: {_listed(columns)}, and here {_listed(others)}.",
                span=branch.clauses[-1].span,
                hint="Name them alike with AS.",
            )
    return replace(union, branches=tuple(branch for branch, _ in bound)), columns


def _gone(clause: ast.Clause, place: Place, scope: Scope) -> Mapping[str, str]:
    """Return the names that could be seen before, and that a WITH has left behind."""
    if not isinstance(clause, ast.With):
        return place.gone
    lost = (name for name in place.scope.visible() if scope.find(name) is None)
    return {**place.gone, **dict.fromkeys(lost, "WITH leaves what it lists, and no other name")}


def _listed(names: tuple[str, ...]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def _bind_clause(clause: ast.Clause, place: Place) -> tuple[ast.Clause, Scope]:
    match clause:
        case ast.Match():
            return _match(clause, place)
        case ast.Unwind():
            return _unwind(clause, place)
        case ast.With():
            return _with(clause, replace(place, clause="WITH"))
        case ast.Return():
            projection, after = bind_projection(clause.projection, replace(place, clause="RETURN"))
            return replace(clause, projection=projection), new_scope(projection, after)


def _match(match: ast.Match, place: Place) -> tuple[ast.Match, Scope]:
    place = replace(place, clause="WHERE")
    patterns, where, scope = bind_patterns(match.patterns, match.where, place, predicate, drawn_by_match=True)
    check_tested_later(patterns, where)
    bound = replace(
        match,
        patterns=patterns,
        where=where,
        as_of=None if match.as_of is None else closed(match.as_of, place, "AS OF"),
        valid_at=None if match.valid_at is None else closed(match.valid_at, place, "VALID AT"),
    )
    return bound, scope


def _unwind(unwind: ast.Unwind, place: Place) -> tuple[ast.Unwind, Scope]:
    place = replace(place, clause="UNWIND")
    if place.scope.find(unwind.variable) is not None:
        raise BindError(f"`{unwind.variable}` is bound already.", span=unwind.span, hint="Give it another name.")
    source = bind(unwind.source, place)
    kind = types.type_of(source, place.scope, place.index)
    if types.family(kind) not in ("list", "any"):
        raise BindError(f"UNWIND takes a list, and this is {types.in_words(kind)}.", span=unwind.source.span)
    scope = place.scope.add(types.item_of(unwind.variable, source, place.scope, place.index))
    return replace(unwind, source=source), scope


def _with(clause: ast.With, place: Place) -> tuple[ast.With, Scope]:
    projection, after = bind_projection(clause.projection, place)
    where = None if clause.where is None else condition_after(clause.where, clause.projection, place, after)
    return replace(clause, projection=projection, where=where), new_scope(projection, after)
