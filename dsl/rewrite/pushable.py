"""Which predicates mean the same in the graph engine as in openCypher, so that they may be pushed down.

Each form here was run through both, with nulls, empty texts and lists, every Unicode plane, infinities and times
before 1970 (kuzu 0.11.3). What differed is left out or written so that it agrees: `x IN []` is false even where x is
null, and every text contains the empty one; NaN and a null inside a list never get so far (see `plan.Argument`);
patterns of `=~` are of another dialect; and an EXISTS whose condition reads a null property of the outer row loses or
doubles rows, so only identities of outer rows may stand in it.

A value is pushed as a parameter, cast to the type of the property that it is compared with.
"""

from __future__ import annotations

from dataclasses import dataclass

from .. import ast, trees
from ..binding import types
from ..binding.names import Index
from ..binding.scope import Scope, Symbol
from ..catalog import Type
from ..marks import LAPSED, NAMES, OVERLAP
from .empty_walks import may_be_empty
from .scans import edges_of, scope_of
from .trails import may_loop, meet_on_walks

_CLOSED_CALLS = ("datetime", NAMES)
_INT64 = 2**63


@dataclass(frozen=True, slots=True)
class Reach:
    """What a predicate may speak of.

    scope: nodes and edges that the emitted pattern draws.
    outer: those of them that an EXISTS takes from outside, by identity alone.
    past: it is asked as of an earlier moment, so the graph does not know what changes in place.
    """

    scope: Scope
    index: Index
    outer: frozenset[str] = frozenset()
    past: bool = False


def pushable(expr: ast.Expr, reach: Reach) -> bool:
    """Return whether the graph engine gives `expr` the same truth value, null included, on every row."""
    match expr:
        case ast.Binary(operator="AND" | "OR" | "XOR", left=left, right=right):
            return pushable(left, reach) and pushable(right, reach)
        case ast.Unary(operator="NOT", operand=operand):
            return pushable(operand, reach)
        case ast.Comparison():
            return _comparison(expr, reach)
        case ast.Binary(operator="IN"):
            return _membership(expr, reach)
        case ast.Binary(operator="STARTS WITH" | "ENDS WITH" | "CONTAINS", left=left, right=right):
            return _column(left, reach) == "STRING" and _value(right, reach, "STRING")
        case ast.IsNull(operand=operand):
            return _column(operand, reach) is not None
        case ast.Property():
            return _column(expr, reach) == "BOOLEAN"
        case ast.Exists():
            return _subquery(expr, reach)
        case ast.Call(name=name) if name == LAPSED:
            return True
        case ast.Call(name=name, arguments=arguments) if name == OVERLAP:
            return _column(arguments[0], reach) == "LIST<STRING>" and _value(arguments[1], reach, "LIST<STRING>")
        case _:
            return False


def closed_type(expr: ast.Expr, index: Index) -> Type | None:
    """Return the type of a value that no row is needed for; None where the value must be evaluated for each row."""
    match expr:
        case ast.Literal(value=int() as value) if not isinstance(value, bool) and abs(value) >= _INT64:
            return None
        case ast.Literal() | ast.Parameter() | ast.Ago():
            return types.type_of(expr, Scope(), index)
        case ast.Call(name=name, arguments=arguments) if name in _CLOSED_CALLS:
            if any(closed_type(argument, index) is None for argument in arguments):
                return None
            return "LIST<STRING>" if name == NAMES else "TIMESTAMP"
        case _:
            return None


def cast_of(property_type: Type, value_type: Type) -> Type:
    """Return what a value is cast to when it is compared with a property.

    Numbers of unknown kind are compared as FLOAT, which is exact, for the graph's integers are below 2 ** 53.
    """
    return "FLOAT" if property_type == "INTEGER" and value_type != "INTEGER" else property_type


def list_cast(property_type: Type, value: ast.Expr) -> Type:
    """Return what a list is cast to when a property is looked for in it."""
    whole = isinstance(value, ast.ListLiteral) and all(
        isinstance(item, ast.Literal) and isinstance(item.value, int) for item in value.items
    )
    return types.LIST_OF[cast_of(property_type, "INTEGER" if whole else "ANY")]


def drawn(expr: ast.Expr, scope: Scope) -> Symbol | None:
    """Return what a name draws where it is a node or an edge of fixed length, else None."""
    symbol = scope.find(expr.name) if isinstance(expr, ast.Name) else None
    return symbol if symbol is not None and symbol.type in ("NODE", "EDGE") else None


def _comparison(expr: ast.Comparison, reach: Reach) -> bool:
    ((operator, right),) = expr.rest
    if operator in ("=", "<>") and (one := drawn(expr.first, reach.scope)) is not None:
        other = drawn(right, reach.scope)
        return other is not None and one.type == other.type
    left_type, right_type = _operand(expr.first, reach), _operand(right, reach)
    if left_type is not None and right_type is not None:
        return types.family(left_type) == types.family(right_type) != "list"
    if left_type is not None:
        return _value(right, reach, left_type)
    return right_type is not None and _value(expr.first, reach, right_type)


def _operand(expr: ast.Expr, reach: Reach) -> Type | None:
    """Return the type of what the graph engine computes by itself: a property, or the count of a pattern."""
    if not isinstance(expr, ast.CountPattern):
        return _column(expr, reach)
    doubled = any(may_loop(edge, reach.index) or may_be_empty(edge) for edge in edges_of(expr.patterns))
    return "INTEGER" if not doubled and _subquery(expr, reach) else None


def _subquery(expr: ast.Exists | ast.CountPattern, reach: Reach) -> bool:
    """Return whether the engine can look for the pattern: no outer edges in it, nor properties of outer nodes."""
    outer = frozenset(reach.scope.symbols)
    edges = edges_of(expr.patterns)
    if any(edge.variable in outer for edge in edges) or meet_on_walks(edges):
        return False
    scope = reach.scope.add(*scope_of(expr.patterns, reach.index).symbols.values())
    inside = Reach(scope, reach.index, outer, reach.past)
    return all(pushable(part, inside) for part in trees.conjuncts(expr.where))


def _membership(expr: ast.Binary, reach: Reach) -> bool:
    column = _column(expr.left, reach)
    if column is not None:
        return column in types.LIST_OF and _list(expr.right, reach, column)
    return _column(expr.right, reach) == "LIST<STRING>" and _value(expr.left, reach, "STRING")


def _list(expr: ast.Expr, reach: Reach, column: Type) -> bool:
    """Return whether `expr` is a list of values of the column's type, none of which is null as far as is written."""
    if isinstance(expr, ast.ListLiteral):
        return all(
            not isinstance(item, ast.Parameter)
            and not (isinstance(item, ast.Literal) and item.value is None)
            and _value(item, reach, column)
            for item in expr.items
        )
    if isinstance(expr, ast.Call) and expr.name == NAMES:
        return column == "STRING"
    return isinstance(expr, ast.Parameter)


def _value(expr: ast.Expr, reach: Reach, column: Type) -> bool:
    """Return whether `expr` is closed and can be cast to what the column is compared as."""
    found = closed_type(expr, reach.index)
    if found is None or types.family(column) == "list":
        return found is not None and found in (column, "ANY") and column == "LIST<STRING>"
    return types.comparable(found, column) or (column == "TIMESTAMP" and found == "STRING")


def _column(expr: ast.Expr, reach: Reach) -> Type | None:
    """Return the type of a property that the graph holds, on something that is drawn here."""
    if not (isinstance(expr, ast.Property) and isinstance(expr.subject, ast.Name)) or expr.subject.name in reach.outer:
        return None
    found = types.property_of(expr, reach.scope, reach.index)
    if found is None or found.home != "graph" or (reach.past and found.changes):
        return None
    return found.type
