"""Deciding what a cover rule read.

One token of lookahead cannot tell `(a)` the node from `(a)` the value in brackets, nor `[x IN xs]` the comprehension
from a list of one truth value, nor `any(x IN xs WHERE ...)` from a call. The grammar reads both by one rule, and here,
with the whole of it in hand, it is decided. More lookahead was refused: it would need another kind of parser, and error
messages would lose their exact list of what could stand.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ...errors import Span
from .. import ast
from .build_base import bare_pattern, value, wrong

_QUANTIFIERS: dict[str, Any] = {kind: kind for kind in ("all", "any", "none", "single")}
_NODE_FORM = "A node is written with a name, labels and properties: `(m:Memory {type: 'fact'})`."


@dataclass(frozen=True, slots=True)
class Group:
    """Something in round brackets, as it was written. Which parts are allowed depends on what it turns out to be."""

    span: Span
    inner: ast.Expr | None = None
    labels: ast.LabelExpr | None = None
    properties: ast.MapLiteral | None = None
    where: ast.Expr | None = None

    def as_value(self) -> ast.Expr:
        """Return the expression in the brackets. Raises ParseError where only a node could be meant."""
        if self.inner is None or self.properties or self.where:
            raise wrong(
                "This is a node, and a pattern needs at least one edge here.",
                self.span,
                "A node alone stands in MATCH; a condition is drawn with an edge, as in `(m)-[:CAUSED]->()`.",
            )
        if self.labels is not None:
            return ast.HasLabels(self.inner, self.labels, span=self.inner.span)
        return self.inner

    def as_node(self) -> ast.NodePattern:
        """Return the node in the brackets. Raises ParseError where only a value could be meant."""
        variable, labels, properties = _node_parts(self)
        if self.where is not None and variable is None:
            raise wrong("WHERE inside a node speaks of it by its name, and this one has none.", self.span, _NODE_FORM)
        return ast.NodePattern(variable, labels, properties, self.where, span=self.span)


def _node_parts(group: Group) -> tuple[str | None, ast.LabelExpr | None, ast.MapLiteral | None]:
    match group.inner:
        case None:
            return None, group.labels, group.properties
        case ast.Name(name):
            return name, group.labels, group.properties
        case ast.HasLabels(ast.Name(name), labels):
            return name, labels, group.properties
        case ast.MapLiteral() as properties:
            return None, None, properties
        case ast.MapProjection(ast.Name(name), entries, span=span) if all(v is not None for _, v in entries):
            return name, None, ast.MapLiteral(entries, span=span)  # pyright: ignore[reportArgumentType]
        case _:
            raise wrong("This is a value in brackets, and an edge joins nodes.", group.span, _NODE_FORM)


# ---- calls ---------------------------------------------------------------------------------------


def call(
    subject: ast.Expr,
    arguments: Sequence[ast.Expr] = (),
    *,
    end: int,
    distinct: bool = False,
    star: bool = False,
    where: ast.Expr | None = None,
    body: ast.Expr | None = None,
) -> ast.Expr:
    """Return the call, quantifier, reduction or existence test that `subject(arguments WHERE where | body)` is."""
    name = _function_name(subject)
    span = Span(subject.span.start, end)
    lowered = name.lower()
    if lowered in _QUANTIFIERS and len(arguments) == 1 and body is None:
        variable, source = _membership(arguments[0], f"`{lowered}` asks about the items of a list")
        return ast.Quantifier(_QUANTIFIERS[lowered], variable, source, where, span=span)
    if lowered == "reduce" and body is not None and where is None:
        return _reduce(arguments, body, span)
    if where is not None or body is not None:
        raise wrong(
            f"`{name}` takes no {'WHERE' if body is None else '`|`'}.",
            (body or where or subject).span,
            "WHERE belongs to `any(x IN xs WHERE x > 1)`, `|` to `reduce(t = 0, x IN xs | t + x)` and to lists.",
        )
    if lowered == "exists" and len(arguments) == 1 and (pattern := bare_pattern(arguments[0])):
        return ast.Exists((pattern,), span=span)
    return ast.Call(name, tuple(value(argument) for argument in arguments), distinct, star, span=span)


def _function_name(subject: ast.Expr) -> str:
    """Return the name that is called, `a.b.c`. By a loop: that a tree is not too deep is known only once it stands."""
    keys: list[str] = []
    while isinstance(subject, ast.Property):
        keys.append(subject.key)
        subject = subject.subject
    if not isinstance(subject, ast.Name):
        raise wrong("Only a function can be called.", subject.span, "A function is a name, as in `size(m.tags)`.")
    return ".".join((subject.name, *reversed(keys)))


def _membership(node: ast.Expr, what: str) -> tuple[str, ast.Expr]:
    """Return `x` and `xs` of `x IN xs`. Brackets round it make the span wider, and the meaning another."""
    match node:
        case ast.Binary("IN", ast.Name(name) as variable, source) if node.span.start == variable.span.start:
            return name, source
        case _:
            raise wrong(f"{what}, written as `x IN list`.", node.span, "For example `any(x IN m.tags WHERE x = 'q4')`.")


def _reduce(arguments: Sequence[ast.Expr], body: ast.Expr, span: Span) -> ast.Reduce:
    match arguments:
        case [ast.Comparison(ast.Name(accumulator), (("=", initial),)), over]:
            variable, source = _membership(over, "`reduce` goes over the items of a list")
            return ast.Reduce(accumulator, initial, variable, source, body, span=span)
        case _:
            raise wrong(
                "`reduce` takes a start, a list and a step.",
                span,
                "For example `reduce(total = 0, x IN xs | total + x)`.",
            )


# ---- lists ---------------------------------------------------------------------------------------


def comprehension_or_list(
    items: Sequence[ast.Expr], where: ast.Expr | None, projection: ast.Expr | None, span: Span
) -> ast.Expr:
    """Return the list, list comprehension or pattern comprehension that `[items WHERE where | projection]` is."""
    only = items[0] if len(items) == 1 else None
    pattern = None if only is None or projection is None else _drawn(only)
    if pattern is not None and projection is not None:
        return ast.PatternComprehension(pattern, where, value(projection), span=span)
    if where is None and projection is None and not _is_membership(only):
        return ast.ListLiteral(tuple(value(item) for item in items), span=span)
    if only is None:
        raise wrong("A comprehension goes over one list.", span, "For example `[x IN xs WHERE x > 1 | x * 2]`.")
    variable, source = _membership(only, "A comprehension goes over the items of a list")
    return ast.ListComprehension(variable, source, where, projection and value(projection), span=span)


def _is_membership(node: ast.Expr | None) -> bool:
    match node:
        case ast.Binary("IN", ast.Name() as variable):
            return node.span.start == variable.span.start
        case _:
            return False


def _drawn(node: ast.Expr) -> ast.PathPattern | None:
    """Return the pattern of `(a)-->(b)` or of `p = (a)-->(b)`."""
    match node:
        case ast.Comparison(ast.Name(name), (("=", drawn),)) if pattern := bare_pattern(drawn):
            return ast.PathPattern(pattern.nodes, pattern.edges, name, span=node.span)
        case _:
            return bare_pattern(node)
