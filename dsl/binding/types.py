"""Static types: what an expression can be, as far as the text alone says. ANY means that it does not say.

Types serve two ends: an obvious mistake is named before anything runs, and a predicate is pushed down to the graph
engine only where both sides are known to be of one comparable kind.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

from .. import ast
from ..catalog import PropertyDef, Type
from .names import Index
from .scope import Scope, Symbol

Family: TypeAlias = Literal["string", "number", "boolean", "time", "list", "graph", "map", "any"]

_FAMILIES: Mapping[Type, Family] = {
    "STRING": "string",
    "INTEGER": "number",
    "FLOAT": "number",
    "BOOLEAN": "boolean",
    "TIMESTAMP": "time",
    "LIST": "list",
    "LIST<STRING>": "list",
    "LIST<INTEGER>": "list",
    "LIST<FLOAT>": "list",
    "LIST<BOOLEAN>": "list",
    "LIST<TIMESTAMP>": "list",
    "NODE": "graph",
    "EDGE": "graph",
    "PATH": "graph",
    "MAP": "map",
    "ANY": "any",
}
LIST_OF: Mapping[Type, Type] = {
    "STRING": "LIST<STRING>",
    "INTEGER": "LIST<INTEGER>",
    "FLOAT": "LIST<FLOAT>",
    "BOOLEAN": "LIST<BOOLEAN>",
    "TIMESTAMP": "LIST<TIMESTAMP>",
}
_ITEMS: Mapping[Type, Type] = {list_: item for item, list_ in LIST_OF.items()}
LOGICAL = ("AND", "OR", "XOR")
OF_STRINGS = ("STARTS WITH", "ENDS WITH", "CONTAINS", "=~")


_WORDS: Mapping[Type, str] = {
    "STRING": "a string",
    "INTEGER": "an integer",
    "FLOAT": "a float",
    "BOOLEAN": "a boolean",
    "TIMESTAMP": "a time",
    "LIST": "a list",
    "LIST<STRING>": "a list of strings",
    "LIST<INTEGER>": "a list of integers",
    "LIST<FLOAT>": "a list of floats",
    "LIST<BOOLEAN>": "a list of booleans",
    "LIST<TIMESTAMP>": "a list of times",
    "MAP": "a map",
    "NODE": "a node",
    "EDGE": "an edge",
    "PATH": "a path",
    "ANY": "of any type",
}


_ASKED: Mapping[str, Type] = {"EXISTS": "BOOLEAN", "COUNT": "INTEGER", "COLLECT": "LIST"}


def in_words(type_: Type) -> str:
    """Return a type as it stands in a sentence: "a string"."""
    return _WORDS[type_]


def family(type_: Type) -> Family:
    """Return the kind of value: values of two families are never equal and have no order."""
    return _FAMILIES[type_]


def comparable(left: Type, right: Type) -> bool:
    """Return whether values of the two types can be compared, as far as is known."""
    return "ANY" in (left, right) or family(left) == family(right)


def literal_type(value: ast.Scalar) -> Type:
    """Return the type of a literal; null is of every type."""
    match value:
        case bool():
            return "BOOLEAN"
        case int():
            return "INTEGER"
        case float():
            return "FLOAT"
        case str():
            return "STRING"
        case None:
            return "ANY"


def property_of(expr: ast.Expr, scope: Scope, index: Index) -> PropertyDef | None:
    """Return the definition of `name.key` where the name is a node or an edge of known labels, else None."""
    if not (isinstance(expr, ast.Property) and isinstance(expr.subject, ast.Name)):
        return None
    symbol = scope.find(expr.subject.name)
    if symbol is None or symbol.type not in ("NODE", "EDGE"):
        return None
    return index.property(symbol.labels, expr.key)


def type_of(expr: ast.Expr, scope: Scope, index: Index) -> Type:
    """Return the static type of a bound expression."""
    match expr:
        case ast.Literal(value=value):
            return literal_type(value)
        case ast.Name(name=name):
            symbol = scope.find(name)
            return symbol.type if symbol else "ANY"
        case ast.Property():
            found = property_of(expr, scope, index)
            return found.type if found else "ANY"
        case ast.Call(name=name):
            function = index.functions.get(name.lower())
            return function.returns if function else "ANY"
        case ast.Unary(operator="NOT") | ast.Comparison() | ast.IsNull() | ast.HasLabels():
            return "BOOLEAN"
        case ast.Quantifier() | ast.Exists():
            return "BOOLEAN"
        case ast.Unary(operand=operand):
            return type_of(operand, scope, index)
        case ast.Binary():
            return _binary_type(expr, scope, index)
        case ast.CountPattern():
            return "INTEGER"
        case ast.Subquery(kind=kind):
            return _ASKED[kind]
        case ast.ListLiteral() | ast.ListComprehension() | ast.PatternComprehension() | ast.Slice():
            return "LIST"
        case ast.MapLiteral() | ast.MapProjection():
            return "MAP"
        case ast.Ago():
            return "TIMESTAMP"
        case _:
            return "ANY"


def item_type(source: ast.Expr, scope: Scope, index: Index) -> Type:
    """Return the static type of a list's items, ANY where they differ."""
    if isinstance(source, ast.ListLiteral):
        first: Type = type_of(source.items[0], scope, index) if source.items else "ANY"
        return first if all(type_of(item, scope, index) == first for item in source.items) else "ANY"
    return _ITEMS.get(type_of(source, scope, index), "ANY")


def symbol_of(expr: ast.Expr, scope: Scope, index: Index) -> Symbol:
    """Return what a name means that stands for an expression. A node or an edge that a function gives is ANY: nothing
    is known of its labels, and so nothing of its properties.
    """
    if isinstance(expr, ast.Name):
        return scope.find(expr.name) or Symbol(expr.name, "ANY")
    kind = type_of(expr, scope, index)
    return Symbol("", "ANY" if kind in ("NODE", "EDGE") else kind)


def item_of(name: str, source: ast.Expr, scope: Scope, index: Index) -> Symbol:
    """Return what a name means that stands for each item of a list: of nodes or edges that are named, with the labels
    of all of them.
    """
    items = source.items if isinstance(source, ast.ListLiteral) else ()
    each = [symbol_of(item, scope, index) for item in items]
    if not each or any(symbol.type != each[0].type for symbol in each):
        return Symbol(name, "ANY" if each else item_type(source, scope, index))
    return Symbol(name, each[0].type, tuple(dict.fromkeys(label for symbol in each for label in symbol.labels)))


def _binary_type(expr: ast.Binary, scope: Scope, index: Index) -> Type:
    if expr.operator in LOGICAL or expr.operator in OF_STRINGS or expr.operator == "IN":
        return "BOOLEAN"
    left, right = type_of(expr.left, scope, index), type_of(expr.right, scope, index)
    if family(left) == family(right) == "number":
        return "INTEGER" if left == right == "INTEGER" and expr.operator != "^" else "FLOAT"
    return "STRING" if left == right == "STRING" and expr.operator == "+" else "ANY"
