"""Walking and rebuilding trees of frozen nodes, once for everybody.

A node's children are whatever its fields hold: nodes, and tuples of them. Double dispatch was refused (see `ast/`),
and so was a hand-written list of children for each class: a new node would be forgotten in one of the lists.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields
from functools import cache
from operator import attrgetter
from typing import Any, TypeVar, cast

from . import ast
from .frozen import replace as replace_fields

T = TypeVar("T")


_PLAIN = frozenset(
    {"Span", "Scalar", "Direction", "Unit", "UnaryOperator", "BinaryOperator", "Asking"}
    | {"bool", "str", "str | None", "tuple[str, ...]", "tuple[Span, ...]"}
)
"""The types of fields that never hold a node, as they are written; `Choice[...]` is another."""


@cache
def child_fields(kind: type) -> tuple[str, ...]:
    """Return the names of a node class's fields that can hold nodes, in order."""
    return tuple(f.name for f in fields(kind) if f.type not in _PLAIN and not str(f.type).startswith("Choice["))


class _Held(dict[type, Callable[[Any], tuple[Any, ...]]]):
    """What gives the values of those fields in one call, by the class of a node; of a tuple its items, of all else
    nothing. Made when a class is first met: compiling a statement walks its tree many times.
    """

    def __missing__(self, kind: type) -> Callable[[Any], tuple[Any, ...]]:
        self[kind] = found = _values_of(kind)
        return found


def _values_of(kind: type) -> Callable[[Any], tuple[Any, ...]]:
    names = child_fields(kind) if issubclass(kind, ast.Node) else ()
    if kind is tuple:
        return tuple
    if len(names) > 1:
        return attrgetter(*names)
    if not names:
        return _nothing
    (name,) = names
    return lambda node: (getattr(node, name),)


def _nothing(_: Any) -> tuple[Any, ...]:
    return ()


_HELD = _Held()


def walk(value: Any) -> list[ast.Node]:
    """Return every node in `value` (a node, or tuples of them), parents before children, left to right."""
    waiting: list[Any] = [value]
    found: list[ast.Node] = []
    while waiting:
        item = waiting.pop()
        if isinstance(item, ast.Node):
            found.append(item)
        held = _HELD[type(item)]
        if held is not _nothing:
            waiting += filter(None, reversed(held(item)))
    return found


def holds(value: Any, kinds: frozenset[type]) -> bool:
    """Return whether a node of one of these classes stands anywhere in `value`: `walk`, for what is asked often."""
    waiting: list[Any] = [value]
    for item in waiting:  # which grows as it is gone through: the next level of the tree behind this one
        if type(item) in kinds:
            return True
        held = _HELD[type(item)]
        if held is not _nothing:
            waiting += filter(None, held(item))
    return False


def children(node: ast.Node) -> list[ast.Node]:
    """Return the nodes that stand directly in a node's fields, in order."""
    return children_of((node,))


def children_of(nodes: Iterable[ast.Node]) -> list[ast.Node]:
    """Return the nodes that stand directly in the fields of nodes: the next level of a tree, in order."""
    found: list[ast.Node] = []
    for node in nodes:
        _gather(_HELD[type(node)](node), found)
    return found


def _gather(items: Iterable[Any], found: list[ast.Node]) -> None:
    for item in filter(None, items):
        if type(item) is tuple:
            _gather(cast("tuple[Any, ...]", item), found)
        elif isinstance(item, ast.Node):
            found.append(item)


def rebuild(node: T, change: Callable[[Any], Any]) -> T:
    """Return `node` with `change` applied to each node directly under it; the very same object if none changed."""
    changed: dict[str, Any] = {}
    for name in child_fields(type(node)):
        value = getattr(node, name)
        if isinstance(value, ast.Node | tuple):
            new = _changed(value, change)
            if new is not value:
                changed[name] = new
    return replace_fields(node, **changed) if changed else node


def _changed(value: Any, change: Callable[[Any], Any]) -> Any:
    if isinstance(value, ast.Node):
        return change(value)
    if not isinstance(value, tuple):
        return value
    items = cast("tuple[Any, ...]", value)
    new = tuple([_changed(item, change) for item in items])
    return new if any(a is not b for a, b in zip(new, items, strict=True)) else items


def alike(one: ast.Expr, other: ast.Expr) -> bool:
    """Return whether two expressions are the same, number types too: `1`, `1.0` and `true` are equal in Python."""
    return one == other and repr(one) == repr(other)


def replace(tree: T, table: Mapping[ast.Expr, ast.Expr]) -> T:
    """Return `tree` with every expression that is a key of `table` replaced, outermost first.

    Where a part binds a name of its own, keys that speak of that name mean something else and are left alone. What
    comes in stands where the key stood, so that an error points at what was written.
    """
    if not table:
        return tree
    keys = {key: key for key in table}

    def change(node: Any) -> Any:
        key = keys.get(node)
        if key is not None and alike(key, node):
            return replace_fields(table[key], span=node.span)
        hidden = bound_names(node)
        if hidden:
            visible = {key: new for key, new in table.items() if not (free_names(key) & hidden)}
            return rebuild(node, lambda child: replace(child, visible))
        return rebuild(node, change)

    return cast("T", change(tree))


def conjuncts(predicate: ast.Expr | None) -> tuple[ast.Expr, ...]:
    """Return the parts that AND joins, left to right; none for None."""
    if predicate is None:
        return ()
    if isinstance(predicate, ast.Binary) and predicate.operator == "AND":
        return conjuncts(predicate.left) + conjuncts(predicate.right)
    return (predicate,)


def conjunction(parts: Iterable[ast.Expr | None]) -> ast.Expr | None:
    """Return the parts joined by AND, None where there is nothing to join."""
    result: ast.Expr | None = None
    for part in parts:
        if part is not None:
            result = part if result is None else ast.Binary("AND", result, part, span=part.span)
    return result


def free_names(tree: Any) -> frozenset[str]:
    """Return the names that `tree` takes from outside.

    Names that a pattern inside it draws are counted too: only the scope can tell which of those are its own.
    """
    match tree:
        case ast.Literal() | ast.Parameter():
            return frozenset()
        case ast.Name(name=name):
            return frozenset((name,))
        case ast.ListComprehension() | ast.Quantifier() | ast.Reduce():
            inside, outside = _parts(tree)
            return free_names(outside) | (free_names(inside) - bound_names(tree))
        case ast.Exists() | ast.CountPattern():
            return frozenset(pattern_names(tree.patterns)) | free_names((tree.patterns, tree.where))
        case ast.Match():
            return frozenset(pattern_names(tree.patterns)).union(*map(free_names, _below(tree)))
        case ast.PatternComprehension():
            drawn = frozenset(pattern_names((tree.pattern,)))
            return drawn | free_names((tree.pattern, tree.where, tree.projection))
        case _:
            return frozenset[str]().union(*map(free_names, _below(tree)))


def _parts(node: ast.ListComprehension | ast.Quantifier | ast.Reduce) -> tuple[Any, Any]:
    """Return what sees the node's own names, and what does not."""
    match node:
        case ast.ListComprehension():
            return (node.where, node.projection), node.source
        case ast.Quantifier():
            return node.where, node.source
        case ast.Reduce():
            return node.body, (node.initial, node.source)


def _below(tree: Any) -> tuple[Any, ...]:
    return _HELD[type(tree)](tree)


def bound_names(node: Any) -> frozenset[str]:
    """Return the names that an expression binds for a part of itself."""
    match node:
        case ast.ListComprehension() | ast.Quantifier():
            return frozenset((node.variable,))
        case ast.Reduce():
            return frozenset((node.variable, node.accumulator))
        case _:
            return frozenset()


def pattern_names(patterns: Iterable[ast.PathPattern]) -> tuple[str, ...]:
    """Return the names that patterns speak of, in the order in which they are drawn, each once."""
    names: dict[str, None] = {}
    for pattern in patterns:
        for index, node in enumerate(pattern.nodes):
            names[node.variable or ""] = None
            if index < len(pattern.edges):
                names[pattern.edges[index].variable or ""] = None
        if pattern.variable:
            names[pattern.variable] = None
    names.pop("", None)
    return tuple(names)
