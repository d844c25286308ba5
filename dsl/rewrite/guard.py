"""Every node and edge that a scan draws is live, and in a namespace that the session may see.

One place says so, for every pattern of every statement, and what it adds are ordinary conditions: EXPLAIN shows them,
and no later pass can tell them from the user's. AS OF replaces "not retracted" by "recorded by then, and not
retracted yet".
"""

from __future__ import annotations

from typing import Any

from .. import ast, trees
from ..binding.names import Index
from ..frozen import replace
from ..marks import EDGE, FORGOTTEN, LAPSED, NAMES, NAMESPACES, NODE
from ..plan import GraphScan, View
from .scans import edges_of, labels_of, nodes_of, subqueries


def guard(scan: GraphScan, index: Index) -> GraphScan:
    """Return the scan guarded by its view."""
    seen, view = frozenset(trees.pattern_names(scan.patterns)), scan.view
    pushed = _inside(scan.pushed, seen, view, index)
    return replace(
        scan,
        patterns=_walks(scan.patterns, view, index),
        pushed=trees.conjunction((pushed, *_conditions(scan.patterns, frozenset(), view, index))),
        residual=_inside(scan.residual, seen, view, index),
    )


def _inside(expr: ast.Expr | None, outer: frozenset[str], view: View, index: Index) -> ast.Expr | None:
    """Return an expression with its EXISTS and COUNT guarded too. What the outer pattern draws is guarded there."""

    def change(node: Any) -> Any:
        if not isinstance(node, ast.Exists | ast.CountPattern):
            return trees.rebuild(node, change)
        where = _inside(node.where, outer | frozenset(trees.pattern_names(node.patterns)), view, index)
        conditions = _conditions(node.patterns, outer, view, index)
        patterns = _walks(node.patterns, view, index)
        return replace(node, patterns=patterns, where=trees.conjunction((where, *conditions)))

    return change(expr) if subqueries(expr) else expr


def _conditions(
    patterns: tuple[ast.PathPattern, ...], outer: frozenset[str], view: View, index: Index
) -> tuple[ast.Expr, ...]:
    """Return what must hold of each node and each edge of fixed length that is not drawn outside."""
    every = tuple(index.labels)
    nodes = {name: labels_of(node, every) for name, node in nodes_of(patterns).items() if name not in outer}
    edges = {edge.variable or "": edge.types for edge in edges_of(patterns) if edge.hops is None}
    return (
        *(c for name, labels in nodes.items() for c in _of_node(ast.Name(name), labels, view, index)),
        *(c for name, types in edges.items() if name not in outer for c in _live(ast.Name(name), types, view, index)),
    )


def _walks(patterns: tuple[ast.PathPattern, ...], view: View, index: Index) -> tuple[ast.PathPattern, ...]:
    """Return the patterns with each walk's edges, and the nodes between them, guarded in the walk's own condition."""

    def change(edge: ast.EdgePattern) -> ast.EdgePattern:
        if edge.hops is None:
            return edge
        own = _live(ast.Name(EDGE), edge.types, view, index)
        between = _of_node(ast.Name(NODE), _between(edge, index), view, index)
        return replace(edge, where=trees.conjunction((edge.where, *own, *between)))

    return tuple(replace(pattern, edges=tuple(map(change, pattern.edges))) for pattern in patterns)


def _between(edge: ast.EdgePattern, index: Index) -> tuple[str, ...]:
    ends = {end for name in edge.types for end in (index.edges[name].source, index.edges[name].target)}
    return tuple(label for label in index.labels if label in ends)


# ---- the conditions ------------------------------------------------------------------------------


def _of_node(node: ast.Name, labels: tuple[str, ...], view: View, index: Index) -> tuple[ast.Expr, ...]:
    allowed = ast.Call(NAMES, view.namespaces) if view.namespaces else ast.Parameter(NAMESPACES)
    own = ast.Binary("IN", ast.Property(node, "namespace"), allowed)
    live = (*_live(node, labels, view, index), *_not_lapsed(node, labels, view, index))
    return (own, *live, *validity(node, labels, view, index))


def _not_lapsed(node: ast.Name, labels: tuple[str, ...], view: View, index: Index) -> tuple[ast.Expr, ...]:
    """Return that it was not forgotten for a while just then: of a restored memory the graph has forgotten that."""
    if view.as_of is None or index.property(labels, "retracted_at") is None:
        return ()
    return (ast.Unary("NOT", ast.Call(LAPSED, (node, ast.Call(FORGOTTEN, (view.as_of,))))),)


def _live(thing: ast.Name, labels: tuple[str, ...], view: View, index: Index) -> tuple[ast.Expr, ...]:
    """Return that it is not retracted, now or as of then. What has no such time (a tag, a task) always lives."""
    if index.property(labels, "retracted_at") is None:
        return ()
    if view.as_of is None:
        return (ast.IsNull(ast.Property(thing, "retracted_at"), False),)
    known = _known_by(thing, "recorded_at", view.as_of)
    if any("recorded_at" not in index.properties(label) for label in labels):
        known = _or_null(thing, "recorded_at", known)
    return (known, _or_null(thing, "retracted_at", _later(thing, "retracted_at", view.as_of)))


def validity(node: ast.Name, labels: tuple[str, ...], view: View, index: Index) -> tuple[ast.Expr, ...]:
    """Return that it held in the world then: no beginning and no end mean always."""
    known = view.valid_at is not None and index.property(labels, "valid_from") is not None
    return held_at(node, view.valid_at) if known and view.valid_at is not None else ()


def held_at(node: ast.Name, time: ast.Expr) -> tuple[ast.Expr, ast.Expr]:
    """Return the conditions that a memory held in the world at a time."""
    begun = _or_null(node, "valid_from", _known_by(node, "valid_from", time))
    return begun, _or_null(node, "valid_to", _later(node, "valid_to", time))


def _known_by(thing: ast.Name, key: str, time: ast.Expr) -> ast.Expr:
    return ast.Comparison(ast.Property(thing, key), (("<=", time),))


def _later(thing: ast.Name, key: str, time: ast.Expr) -> ast.Expr:
    return ast.Comparison(ast.Property(thing, key), ((">", time),))


def _or_null(thing: ast.Name, key: str, condition: ast.Expr) -> ast.Expr:
    return ast.Binary("OR", ast.IsNull(ast.Property(thing, key), False), condition)
