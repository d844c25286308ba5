"""Binding on behind an error: the part that does not fit is taken out of the tree, and the rest is bound again.

An expression becomes null, which is of every type, so that nothing follows from it; a label, the types of an edge, or a
clause that may be absent, are left out. The names that a statement binds stay, for without them each later use would
be an error too.
"""

from __future__ import annotations

from dataclasses import fields
from typing import Any, cast

from ...errors import Span
from .. import ast, trees
from ..frozen import replace

_OPTIONAL = (ast.Recall, ast.Projection, ast.Hops, ast.Trace, ast.Match)
"""Nodes whose direct parts may be absent."""

_NULL = ast.Literal(None)


def without(node: Any, span: Span) -> Any | None:
    """Return a tree with the smallest part around `span` made harmless; None where that would take names away."""
    if isinstance(node, ast.MapLiteral) and span in node.spans:
        return _without_key(node, node.spans.index(span))
    inside = next((child for child in trees.children(node) if _holds(child.span, span)), None)
    if inside is None:
        return _harmless(node)
    if isinstance(node, _OPTIONAL) and _is_leaf(inside, span):
        return _dropped(node, inside)
    mended = without(inside, span)
    if mended is None:
        return None
    if isinstance(node, ast.MapProjection) and inside is node.subject:
        return replace(_NULL, span=node.span)
    changed = trees.rebuild(node, lambda child: mended if child is inside else child)
    if isinstance(changed, ast.DefineStrategy) and changed.clauses == ast.Recall():
        return None  # a strategy of no clauses would be an error of our own
    return replace(changed, sense=changed.sense or "MAX") if isinstance(changed, ast.ParetoTerm) else changed


def _without_key(node: ast.MapLiteral, place: int) -> ast.MapLiteral:
    """Return a map without one of its entries, whose key is what does not fit."""
    spans = node.spans[:place] + node.spans[place + 1 :]
    return replace(node, entries=node.entries[:place] + node.entries[place + 1 :], spans=spans)


def _holds(outer: Span, inner: Span) -> bool:
    return outer.start <= inner.start and inner.end <= outer.end and outer != ast.NOWHERE


def _is_leaf(node: ast.Node, span: Span) -> bool:
    within = any(_holds(child.span, span) for child in trees.children(node))
    return not within and not isinstance(node, ast.PathPattern | ast.Projection | ast.Item)


def _harmless(node: Any) -> Any | None:
    match node:
        case ast.Label():
            return ast.AnyLabel(span=node.span)
        case ast.NodePattern():
            return ast.NodePattern(node.variable, span=node.span)
        case ast.EdgePattern():
            return ast.EdgePattern(node.variable, direction=node.direction, span=node.span)
        case ast.ParetoTerm():
            return ast.ParetoTerm(_NULL, "MAX", ast.Literal(0.0), span=node.span)
        case ast.ParetoBy():
            return replace(node, order=None)
        case ast.Trace():
            return ast.Trace(node.kind, node.of, node.to, where=node.where, returning=node.returning, span=node.span)
        case _ if isinstance(node, _EXPRESSIONS):
            return replace(_NULL, span=node.span)
        case _:
            return None


def _dropped(node: Any, part: ast.Node) -> Any:
    """Return a node without one of its direct parts."""
    for field in fields(node):
        value = getattr(node, field.name)
        if value is part:
            return replace(node, **{field.name: None})
        if isinstance(value, tuple) and any(item is part for item in cast("tuple[Any, ...]", value)):
            rest = tuple(item for item in cast("tuple[Any, ...]", value) if item is not part)
            return replace(node, **{field.name: rest})
    return node


_EXPRESSIONS = (
    *(ast.Name, ast.Property, ast.Index, ast.Slice, ast.ListLiteral, ast.MapLiteral, ast.MapProjection, ast.Unary),
    *(ast.Binary, ast.Comparison, ast.IsNull, ast.HasLabels, ast.Call, ast.Case, ast.ListComprehension),
    *(ast.PatternComprehension, ast.Quantifier, ast.Reduce, ast.Exists, ast.CountPattern, ast.Subquery),
)
