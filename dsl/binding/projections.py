"""Bind RETURN and WITH: the columns, and what ORDER BY, PARETO BY and WHERE after them may see.

A plain projection lets them see both the new names and the ones before, the new ones first. After an aggregate or
DISTINCT the rows before are gone, so they see the columns alone; an expression that is a column's own, written again,
is that column.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ...errors import BindError, Span
from .. import ast, trees
from ..frozen import replace
from ..printing.expressions import print_expression
from . import types
from .expressions import bind, count_of
from .functions import is_aggregate, is_aggregated, is_front
from .patterns import Place
from .scope import Scope


def bind_projection(projection: ast.Projection, place: Place) -> tuple[ast.Projection, Place]:
    """Return the projection with every item bound and named, and the place of what sorts and filters its rows.

    Raises BindError for an unnamed or doubled column, and for ORDER BY or aggregates out of place.
    """
    written = _items(projection, place)
    inside = replace(place, aggregates=True)
    fronts = projection.pareto is not None
    items = tuple(
        item if fronts and is_front(item.expression) else replace(item, expression=bind(item.expression, inside))
        for item in written
    )
    _check_columns(items, place)
    after = _after(projection, items, place)
    table = _columns_again(written)
    return (
        replace(
            projection,
            items=_grouped(items, place) if _aggregated(items, place) else items,
            star=False,
            order=tuple(replace(key, expression=_sorted_by(key.expression, table, after)) for key in projection.order),
            pareto=bind_pareto(projection.pareto, after, table),
            skip=None if projection.skip is None else count_of(projection.skip, place, "SKIP"),
            limit=None if projection.limit is None else count_of(projection.limit, place, "LIMIT"),
        ),
        after,
    )


def condition_after(where: ast.Expr, projection: ast.Projection, place: Place, after: Place) -> ast.Expr:
    """Return the WHERE of a WITH bound, where a column's own expression is the column. An aggregate may not stand."""
    written = (item for item in _items(projection, place) if not is_aggregated(item.expression, place.index))
    return predicate(trees.replace(where, _columns_again(written)), replace(after, clause="WHERE"))


def new_scope(projection: ast.Projection, after: Place) -> Scope:
    """Return what a bound projection leaves: its columns, and what the row binds that asks."""
    columns = Scope().rename((name, after.scope.symbols[name]) for name in column_names(projection))
    return after.asker.add(*columns.symbols.values())


def predicate(expr: ast.Expr, place: Place) -> ast.Expr:
    """Return a condition bound. Raises BindError where it cannot be true or false."""
    result = bind(expr, place)
    kind = types.type_of(result, place.scope, place.index)
    if types.family(kind) not in ("boolean", "any"):
        raise BindError(f"A condition is true or false, and this is {types.in_words(kind)}.", span=expr.span)
    return result


def column_names(projection: ast.Projection) -> tuple[str, ...]:
    """Return the names of a bound projection's columns."""
    return tuple(item.alias or "" for item in projection.items)


# ---- items ---------------------------------------------------------------------------------------


def _items(projection: ast.Projection, place: Place) -> tuple[ast.Item, ...]:
    """Return the items as written, each with a name, the star replaced by all that it stands for."""
    stars: tuple[str, ...] = ()
    if projection.star:
        stars = place.scope.visible()
        if not stars and place.clause == "RETURN":
            raise BindError("`RETURN *` has nothing to return: no variable is bound.", span=projection.span)
    all_of_them = tuple(ast.Item(ast.Name(name, span=projection.span), name) for name in stars)
    return all_of_them + tuple(_item(item, place) for item in projection.items)


def _item(item: ast.Item, place: Place) -> ast.Item:
    if item.alias is not None:
        return item
    if isinstance(item.expression, ast.Name):
        return replace(item, alias=item.expression.name)
    if place.clause == "WITH":
        raise BindError("An expression in WITH needs a name.", span=item.span, hint=f"Write `{_text(item)} AS name`.")
    return replace(item, alias=_text(item))


def _text(item: ast.Item) -> str:
    return item.text or print_expression(item.expression)


def _check_columns(items: Iterable[ast.Item], place: Place) -> None:
    seen: set[str] = set()
    for item in items:
        if place.asker.find(item.alias or "") is not None and item.expression != ast.Name(item.alias or ""):
            message = f"`{item.alias}` is bound already, by the row that asks."
            raise BindError(message, span=item.span, hint="Give the column another name with AS.")
        if item.alias in seen:
            raise BindError(
                f"There are two columns of the name `{item.alias}`.", span=item.span, hint="Name one of them with AS."
            )
        seen.add(item.alias or "")


# ---- aggregation ---------------------------------------------------------------------------------


def _aggregated(items: Iterable[ast.Item], place: Place) -> bool:
    return any(is_aggregated(item.expression, place.index) for item in items)


def _grouped(items: tuple[ast.Item, ...], place: Place) -> tuple[ast.Item, ...]:
    """Return the items with what stands beside an aggregate given by the columns that group the rows."""
    keys = {item.expression: ast.Name(item.alias or "") for item in items if _is_plain(item.expression)}
    return tuple(
        replace(item, expression=_beside(item.expression, keys, place))
        if is_aggregated(item.expression, place.index)
        else item
        for item in items
    )


def _is_plain(expr: ast.Expr) -> bool:
    """Return whether a column may be named again beside an aggregate: a name or a property, and nothing computed.

    `a + b + count(*)` is `(a + b) + count(*)` and has the key `a + b` in it, and `count(*) + a + b` has not.
    """
    return isinstance(expr, ast.Name) or (isinstance(expr, ast.Property) and _is_plain(expr.subject))


def _beside(expr: ast.Expr, keys: Mapping[ast.Expr, ast.Name], place: Place) -> ast.Expr:
    """Return `expr` with grouping keys replaced outside its aggregates. Raises BindError for anything else there."""
    if expr in keys:
        return replace(keys[expr], span=expr.span)
    if isinstance(expr, ast.Call) and is_aggregate(expr, place.index):
        return expr
    if isinstance(expr, ast.Name) and place.scope.find(expr.name) is not None:
        raise BindError(
            f"`{expr.name}` stands beside an aggregate, and rows are not grouped by it.",
            span=expr.span,
            hint="Give what stands beside the aggregate a name in a WITH before this, and return that name too.",
        )
    return trees.rebuild(expr, lambda child: _beside(child, keys, place))


# ---- what comes after ----------------------------------------------------------------------------


def _after(projection: ast.Projection, items: tuple[ast.Item, ...], place: Place) -> Place:
    """Return the place of what sorts and filters the rows of a projection."""
    columns = [(item.alias or "", types.symbol_of(item.expression, place.scope, place.index)) for item in items]
    alone = projection.distinct or _aggregated(items, place)
    scope = (place.asker if alone else place.scope).add(*Scope().rename(columns).symbols.values())
    why = "after an aggregate or DISTINCT there are only the columns"
    gone = dict.fromkeys(place.scope.visible(), why) if alone else dict[str, str]()
    return replace(place, scope=scope, clause="ORDER BY", aggregates=False, gone=gone)


def _columns_again(written: Iterable[ast.Item]) -> dict[ast.Expr, ast.Expr]:
    """Return the columns by the expressions that they were written as; a name that is a column's now is no other's."""
    items = tuple(written)
    taken = {item.alias for item in items}
    return {
        item.expression: ast.Name(item.alias or "")
        for item in items
        if not isinstance(item.expression, ast.Literal | ast.Parameter)
        and not (isinstance(item.expression, ast.Name) and item.expression.name in taken)
    }


def _sorted_by(expr: ast.Expr, table: Mapping[ast.Expr, ast.Expr], after: Place) -> ast.Expr:
    """Return a key of ORDER BY bound. Beside an aggregate only plain columns are themselves, as in the columns."""
    if expr not in table and is_aggregated(expr, after.index):
        table = {key: name for key, name in table.items() if _is_plain(key) or is_aggregated(key, after.index)}
    return _bind_again(expr, table, after)


def _bind_again(expr: ast.Expr, table: Mapping[ast.Expr, ast.Expr], after: Place) -> ast.Expr:
    return bind(trees.replace(expr, table), after)


def bind_pareto(pareto: ast.ParetoBy | None, after: Place, table: Mapping[ast.Expr, ast.Expr]) -> ast.ParetoBy | None:
    """Return the front of a pattern query, its terms bound and its order checked.

    Raises BindError for a term without MAX or MIN, and for a level without TOLERANCE before another.
    """
    if pareto is None:
        return None
    place = replace(after, clause="PARETO BY")
    check_levels(pareto)
    return replace(
        pareto,
        levels=tuple(tuple(_term(term, table, place) for term in level) for level in pareto.levels),
        partition=tuple(_bind_again(expr, table, place) for expr in pareto.partition),
        order=front_order(pareto, place, _axes(pareto)) or "knee",
    )


def _term(term: ast.ParetoTerm, table: Mapping[ast.Expr, ast.Expr], place: Place) -> ast.ParetoTerm:
    expression = _bind_again(term.expression, table, place)
    written = term.expression
    objective = place.index.objectives.get(written.name) if isinstance(written, ast.Call) else None
    sense = term.sense or (objective.sense if objective else None)
    if sense is None:
        raise BindError(
            "A term of PARETO BY needs MAX or MIN.", span=term.span, hint="Say which end is better: `... MAX`."
        )
    return replace(term, expression=expression, sense=sense)


def check_levels(pareto: ast.ParetoBy) -> None:
    """Raise BindError where a level stands before another without a tolerance: the next would have nothing to do."""
    for level in pareto.levels[:-1]:
        if all(term.tolerance is None for term in level):
            raise BindError(
                "A level before PRIOR TO needs a TOLERANCE.",
                span=level[0].span,
                hint="Without one nearly nothing ties, and the next level never decides: `... TOLERANCE 0.05`.",
            )


def _axes(pareto: ast.ParetoBy) -> tuple[str, ...]:
    """Return what the terms are called that are a name, or a property by its key."""
    terms = [term.expression for level in pareto.levels for term in level]
    return tuple(
        expr.name if isinstance(expr, ast.Name) else expr.key
        for expr in terms
        if isinstance(expr, ast.Name | ast.Property)
    )


def front_order(pareto: ast.ParetoBy, place: Place, axes: tuple[str, ...]) -> str | None:
    """Return the order inside a front, checked: one of the catalog's, or one of the axes."""
    known = (*place.index.catalog.orders, *axes)
    if pareto.order is not None and pareto.order not in known:
        hint = f"It is one of {', '.join(f'`{name}`' for name in known)}."
        raise BindError(f"A front cannot be ordered by `{pareto.order}`.", span=order_span(pareto), hint=hint)
    return pareto.order


def order_span(pareto: ast.ParetoBy) -> Span:
    """Return where the order's name stands; the whole clause where it came from no text."""
    return pareto.spans[0] if pareto.spans else pareto.span
