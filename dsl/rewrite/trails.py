"""A clause uses each edge once.

openCypher gives every edge of a match its own edge of the graph, and the graph engine does not. Two edges of fixed
length are told apart by a condition; where a walk is among them the executor compares the rows that come back; inside
one walk the engine is asked for a TRAIL. An edge without direction that begins and ends at one node is found twice by
the engine and once by openCypher: those scans keep all that they bind, and drop doubles.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from typing import Any

from .. import ast, trees
from ..binding.names import Index
from ..frozen import replace
from ..plan import GraphScan
from .scans import edges_of, subqueries


def distinct_edges(scan: GraphScan, index: Index) -> GraphScan:
    """Return the scan with its edges kept apart."""
    edges, residual = edges_of(scan.patterns), _inside(scan.residual)
    if not edges and residual is scan.residual:
        return scan
    return replace(
        scan,
        pushed=trees.conjunction((scan.pushed, *_different(edges))),
        residual=residual,
        distinct_edges=meet_on_walks(edges),
        distinct=any(may_loop(edge, index) for edge in edges) or (scan.memory is not None and bool(edges)),
    )


def may_loop(edge: ast.EdgePattern, index: Index) -> bool:
    """Return whether an edge without direction could be one that ends where it begins."""
    return edge.direction == "both" and any(index.edges[t].source == index.edges[t].target for t in edge.types)


def _different(edges: Iterable[ast.EdgePattern]) -> tuple[ast.Expr, ...]:
    """Return a condition for each two edges of fixed length that could be the same edge."""
    return tuple(
        ast.Comparison(_name(one), (("<>", _name(other)),))
        for one, other in _overlapping(edges)
        if one.hops is None and other.hops is None
    )


def meet_on_walks(edges: Iterable[ast.EdgePattern]) -> tuple[str, ...]:
    """Return the edges and walks of which two could share an edge, where at least one of the two is a walk."""
    pairs = [pair for pair in _overlapping(edges) if pair[0].hops is not None or pair[1].hops is not None]
    return tuple(dict.fromkeys(edge.variable or "" for pair in pairs for edge in pair))


def _overlapping(edges: Iterable[ast.EdgePattern]) -> Iterable[tuple[ast.EdgePattern, ast.EdgePattern]]:
    return ((a, b) for a, b in combinations(edges, 2) if set(a.types) & set(b.types))


def _name(edge: ast.EdgePattern) -> ast.Name:
    return ast.Name(edge.variable or "")


def _inside(expr: ast.Expr | None) -> ast.Expr | None:
    """Return an expression with the edges inside its EXISTS and COUNT kept apart, each clause for itself."""

    def change(node: Any) -> Any:
        if not isinstance(node, ast.Exists | ast.CountPattern):
            return trees.rebuild(node, change)
        different = _different(edges_of(node.patterns))
        return replace(node, where=trees.conjunction((_inside(node.where), *different)))

    return change(expr) if subqueries(expr) else expr
