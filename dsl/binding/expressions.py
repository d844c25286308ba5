"""Bind expressions: every name resolved, every property and function known, obvious mistakes of type named.

What comes out is the same tree in fewer shapes: a chain of comparisons is the conjunction of its pairs, a function has
the catalog's spelling, and a text that is compared with a time is read as a time. So no later step has to know that
there were other ways of writing it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ...errors import BindError, Span
from .. import ast, trees
from ..ast import NOWHERE
from ..catalog import Type
from ..frozen import replace
from ..parsing.strings import quote
from ..printing.expressions import print_expression
from . import types
from .elsewhere import called_here, instead_of_property
from .functions import check_arguments, find_function, inside
from .misfits import fitting
from .names import unknown, unknown_label
from .patterns import Place, bind_patterns
from .scope import Symbol


def bind(expr: ast.Expr, place: Place) -> ast.Expr:
    """Return `expr` bound. Raises BindError with the span of the part that does not fit."""
    rule = _RULES.get(type(expr))
    return rule(expr, place) if rule is not None else trees.rebuild(expr, lambda child: bind(child, place))


def closed(expr: ast.Expr, place: Place, what: str) -> ast.Expr:
    """Return `expr` bound, where it may name nothing that a row binds. `what` is the slot, for the message."""
    if isinstance(expr, ast.Literal | ast.Parameter):
        return expr
    names = trees.free_names(expr)
    if names:
        raise BindError(
            f"{what} takes a literal or a parameter, and `{min(names)}` is neither.",
            span=expr.span,
            hint="Give the value as a parameter: `$x`.",
        )
    return bind(expr, place)


def count_of(expr: ast.Expr, place: Place, what: str) -> ast.Expr:
    """Return a bound count of rows: closed, and where it is a literal, a whole number of 0 or more."""
    result = closed(expr, place, what)
    negative = isinstance(result, ast.Unary) and result.operator == "-"
    value = result.value if isinstance(result, ast.Literal) else 0
    if negative or isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise BindError(f"{what} takes a whole number of 0 or more.", span=expr.span)
    return result


# ---- names and properties ------------------------------------------------------------------------


def _name(expr: ast.Name, place: Place) -> ast.Expr:
    if place.scope.find(expr.name) is not None:
        return expr
    if expr.name in place.gone:
        raise BindError(
            f"`{expr.name}` cannot be seen here: {place.gone[expr.name]}.",
            span=expr.span,
            hint=f"What can be seen is {', '.join(f'`{name}`' for name in place.scope.visible())}.",
        )
    owner = owner_of(expr.name, place)
    error = unknown("variable", expr.name, place.scope.visible(), expr.span)
    if owner is not None:
        error.hint = f"Write `{owner}.{expr.name}`: it is a property."
    elif place.clause == "WHERE" and "similar" not in (error.hint or ""):
        error.hint = f"{error.hint or ''} A text stands in quotes: `{quote(expr.name)}`.".lstrip()
    raise error


def owner_of(key: str, place: Place) -> str | None:
    """Return the first visible name of something that has the property `key`, if there is one."""
    symbols = place.scope.symbols
    owners = (name for name in place.scope.visible() if place.index.property(symbols[name].labels, key) is not None)
    return next(owners, None)


def _property(expr: ast.Property, place: Place) -> ast.Expr:
    subject = bind(expr.subject, place)
    if isinstance(subject, ast.Name):
        symbol = place.scope.symbols[subject.name]
        if symbol.type in ("NODE", "EDGE"):
            _check_property(expr, symbol, place)
    kind = types.type_of(subject, place.scope, place.index)
    if types.family(kind) not in ("graph", "map", "any", "time") or kind == "PATH":
        hint = instead_of_property(print_expression(expr.subject), expr.key, kind)
        raise BindError(f"This is {types.in_words(kind)}, and has no properties.", span=expr.span, hint=hint)
    return ast.Property(subject, expr.key, span=expr.span)


def _check_property(expr: ast.Property, symbol: Symbol, place: Place) -> None:
    if place.index.property(symbol.labels, expr.key) is not None:
        return
    known = [name for label in symbol.labels for name in place.index.properties(label)]
    prefix = "" if symbol.name.startswith("@") else f"{symbol.name}."
    error = unknown("property", expr.key, known, expr.span, of=_owner(symbol), prefix=prefix)
    if place.scope.find(expr.key) is not None:
        error.hint = f"Write `{expr.key}`: it is a name of its own here."
    elif called_here(expr.key) in known:
        error.hint = f"`{prefix}{called_here(expr.key)}` is it, or `{prefix}meta.{expr.key}` for a field of your own."
    elif "meta" in known and "similar" not in (error.hint or ""):
        error.hint = f"Fields of your own are kept in `meta`: `{prefix}meta.{expr.key}`."
    raise error


def _owner(symbol: Symbol) -> str:
    return f"of {' or '.join(symbol.labels)}" if len(symbol.labels) <= 2 else f"of any {symbol.type.lower()} here"


def _has_labels(expr: ast.HasLabels, place: Place) -> ast.Expr:
    known = place.index.labels.keys() | place.index.edges.keys()
    for node in trees.walk(expr.labels):
        if isinstance(node, ast.Label) and node.name not in known:
            raise unknown_label(node.name, known, node.span)
    return ast.HasLabels(bind(expr.subject, place), expr.labels, span=expr.span)


# ---- operators -----------------------------------------------------------------------------------


def _comparison(expr: ast.Comparison, place: Place) -> ast.Expr:
    left = bind(expr.first, place)
    pairs: list[ast.Expr] = []
    for operator, right in expr.rest:
        right = bind(right, place)
        pairs.append(_pair(left, operator, right, expr.span, place))
        left = right
    return trees.conjunction(pairs) or expr


def _pair(left: ast.Expr, operator: ast.ComparisonOperator, right: ast.Expr, span: Span, place: Place) -> ast.Expr:
    left, right = _as_times(left, right, place)
    one, other = _types(left, right, place)
    if not types.comparable(one, other) and (_is_number_of(left) or _is_number_of(right)):
        hint = "The number of a node is opaque; a memory's own id is a property: `m.id = 'id'`."
        raise BindError(f"This compares {types.in_words(one)} with {types.in_words(other)}.", span=span, hint=hint)
    if not types.comparable(one, other) and (_is_column(left, place) or _is_column(right, place)):
        message = f"This compares {types.in_words(one)} with {types.in_words(other)}."
        first = _is_column(left, place)
        sides = (left, one, right) if first else (right, other, left)
        raise BindError(message, span=span, hint=fitting(*sides, operator, first=first))
    return ast.Comparison(left, ((operator, right),), span=span)


def _is_number_of(expr: ast.Expr) -> bool:
    """Return whether it is `id(n)`, which who comes from another store takes for the id that a memory was given."""
    return isinstance(expr, ast.Call) and expr.name == "id"


def _is_column(expr: ast.Expr, place: Place) -> bool:
    """Return whether the expression is a property whose type the catalog gives.

    To compare one with a value of another type is a slip. Any other values may be compared, and are just not equal.
    """
    return types.property_of(expr, place.scope, place.index) is not None


def _types(left: ast.Expr, right: ast.Expr, place: Place) -> tuple[Type, Type]:
    return types.type_of(left, place.scope, place.index), types.type_of(right, place.scope, place.index)


def _as_times(left: ast.Expr, right: ast.Expr, place: Place) -> tuple[ast.Expr, ast.Expr]:
    """Return the two sides with a text or a parameter read as a time where the other side is one."""
    one, other = _types(left, right, place)
    return (_as_time(left) if other == "TIMESTAMP" else left), (_as_time(right) if one == "TIMESTAMP" else right)


def _as_time(expr: ast.Expr) -> ast.Expr:
    if isinstance(expr, ast.ListLiteral):
        return ast.ListLiteral(tuple(_as_time(item) for item in expr.items), span=expr.span)
    text = isinstance(expr, ast.Literal) and isinstance(expr.value, str)
    return ast.Call("datetime", (expr,), span=expr.span) if text or isinstance(expr, ast.Parameter) else expr


def _binary(expr: ast.Binary, place: Place) -> ast.Expr:
    left, right = bind(expr.left, place), bind(expr.right, place)
    one, other = _types(left, right, place)
    if expr.operator in types.LOGICAL:
        _expect(left, one, "boolean", expr.operator)
        _expect(right, other, "boolean", expr.operator)
    elif expr.operator == "CONTAINS" and types.family(one) == "list":
        hint = f"Write `{print_expression(ast.Binary('IN', expr.right, expr.left))}`."
        raise BindError("`CONTAINS` looks into a text, and this is a list.", span=expr.left.span, hint=hint)
    elif expr.operator in types.OF_STRINGS and _is_column(left, place):
        _expect(left, one, "string", expr.operator)
    elif expr.operator == "IN":
        _expect(right, other, "list", "IN")
        right = _as_time(right) if one == "TIMESTAMP" and isinstance(right, ast.ListLiteral) else right
    elif expr.operator in ("-", "*", "/", "%", "^"):
        _expect(left, one, ("number", "time"), expr.operator)
        _expect(right, other, ("number", "time"), expr.operator)
    return ast.Binary(expr.operator, left, right, span=expr.span)


def _unary(expr: ast.Unary, place: Place) -> ast.Expr:
    operand = bind(expr.operand, place)
    kind = types.type_of(operand, place.scope, place.index)
    _expect(operand, kind, "boolean" if expr.operator == "NOT" else "number", expr.operator)
    return ast.Unary(expr.operator, operand, span=expr.span)


def _expect(expr: ast.Expr, type_: Type, wanted: types.Family | tuple[types.Family, ...], operator: str) -> None:
    families = (wanted,) if isinstance(wanted, str) else wanted
    if types.family(type_) not in (*families, "any"):
        raise BindError(f"`{operator}` takes a {families[0]}, and this is {types.in_words(type_)}.", span=expr.span)


def _call(expr: ast.Call, place: Place) -> ast.Expr:
    function = find_function(expr, place)
    within = inside(expr, function, place)
    arguments = tuple(bind(argument, within) for argument in expr.arguments)
    call = ast.Call(function.name, arguments, expr.distinct, expr.star, span=expr.span)
    check_arguments(call, function, place)
    return call


# ---- expressions that bind names of their own ----------------------------------------------------


def _local(place: Place, *symbols: Symbol) -> Place:
    return replace(place, scope=place.scope.add(*symbols), aggregates=False)


def _item(name: str, source: ast.Expr, place: Place) -> Symbol:
    return types.item_of(name, source, place.scope, place.index)


def _maybe(expr: ast.Expr | None, place: Place) -> ast.Expr | None:
    return None if expr is None else bind(expr, place)


def _comprehension(expr: ast.ListComprehension, place: Place) -> ast.Expr:
    source = bind(expr.source, place)
    inside = _local(place, _item(expr.variable, source, place))
    return replace(
        expr,
        source=source,
        where=_maybe(expr.where, inside),
        projection=_maybe(expr.projection, inside),
    )


def _quantifier(expr: ast.Quantifier, place: Place) -> ast.Expr:
    source = bind(expr.source, place)
    where = _maybe(expr.where, _local(place, _item(expr.variable, source, place)))
    return replace(expr, source=source, where=where)


def _reduce(expr: ast.Reduce, place: Place) -> ast.Expr:
    source = bind(expr.source, place)
    inside = _local(place, Symbol(expr.accumulator, "ANY"), _item(expr.variable, source, place))
    return replace(expr, initial=bind(expr.initial, place), source=source, body=bind(expr.body, inside))


def _map_projection(expr: ast.MapProjection, place: Place) -> ast.Expr:
    _name(expr.subject, place)
    entries = tuple((key, _maybe(value, place)) for key, value in expr.entries)
    symbol = place.scope.symbols[expr.subject.name]
    for key, value in entries:
        if value is None and key != "*" and symbol.type in ("NODE", "EDGE"):
            _check_property(ast.Property(expr.subject, key, span=expr.span), symbol, place)
    return replace(expr, entries=entries)


def _subquery(expr: ast.Exists | ast.CountPattern, place: Place) -> ast.Expr:
    if expr.span != NOWHERE and expr.span == expr.patterns[0].span:
        _check_bare(expr.patterns[0], place)
    patterns, where, _ = bind_patterns(expr.patterns, expr.where, replace(place, clause="WHERE"), bind)
    return replace(expr, patterns=patterns, where=where)


def _check_bare(pattern: ast.PathPattern, place: Place) -> None:
    """Raise BindError where a pattern that is drawn as a condition, without EXISTS, names something new.

    A slip in a name would otherwise draw anything at all, and be true.
    """
    for part in (*pattern.nodes, *pattern.edges):
        if part.variable is not None and place.scope.find(part.variable) is None:
            error = unknown("variable", part.variable, place.scope.visible(), part.span)
            error.hint = f"{error.hint or ''} A new one is drawn inside `EXISTS {{ ... }}`.".lstrip()
            raise error


def _pattern_comprehension(expr: ast.PatternComprehension, place: Place) -> ast.Expr:
    patterns, where, scope = bind_patterns((expr.pattern,), expr.where, replace(place, clause="WHERE"), bind)
    projection = bind(expr.projection, replace(place, scope=scope, aggregates=False))
    return replace(expr, pattern=patterns[0], where=where, projection=projection)


def _whole_query(expr: ast.Subquery, place: Place) -> ast.Expr:
    # Imported here: clauses hold expressions, and this expression holds clauses.
    from .subqueries import bind_subquery

    return bind_subquery(expr, place)


_RULES: Mapping[type[ast.Node], Callable[[Any, Place], ast.Expr]] = {
    ast.Literal: lambda expr, place: expr,
    ast.Parameter: lambda expr, place: expr,
    ast.Name: _name,
    ast.Property: _property,
    ast.HasLabels: _has_labels,
    ast.Comparison: _comparison,
    ast.Binary: _binary,
    ast.Unary: _unary,
    ast.Call: _call,
    ast.ListComprehension: _comprehension,
    ast.Quantifier: _quantifier,
    ast.Reduce: _reduce,
    ast.MapProjection: _map_projection,
    ast.Exists: _subquery,
    ast.CountPattern: _subquery,
    ast.PatternComprehension: _pattern_comprehension,
    ast.Subquery: _whole_query,
}
