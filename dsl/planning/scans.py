"""Make a scan of bound patterns: what it takes from earlier rows, and what it could bind.

A scan starts with all that it could bind, its whole condition unsplit, and no Cypher. What can be decided later is
decided by a pass, one decision to a pass.
"""

from __future__ import annotations

from collections.abc import Iterable

from .. import ast, trees
from ..binding.recall import MEMORY
from ..plan import Binding, Cypher, GraphScan, Shortest, Tested, View
from ..rewrite.scans import edges_of, nodes_of

UNWRITTEN = Cypher("", ())
"""What a scan carries until the last pass."""

Known = dict[str, ast.NodePattern | None]
"""The names that rows bind so far; a node with how it was last drawn, anything else with None."""


def scan(
    patterns: tuple[ast.PathPattern, ...],
    where: ast.Expr | None,
    known: Known,
    *,
    optional: bool = False,
    view: View | None = None,
    memory: str | None = None,
    tested: Tested | None = None,
) -> GraphScan:
    """Return the scan of bound patterns on rows that bind `known`."""
    shortest = tuple(_shortest(pattern) for pattern in patterns if pattern.selector is not None)
    patterns = tuple(drawn for pattern in patterns for drawn in _drawn(pattern))
    names = trees.pattern_names(patterns)
    inputs = tuple(name for name in names if name in known)
    nodes = nodes_of(patterns)
    return GraphScan(
        patterns=patterns,
        inputs=inputs,
        bindings=tuple(_bindings(patterns, frozenset(inputs))),
        cypher=UNWRITTEN,
        residual=where,
        optional=optional,
        view=view or View(),
        memory=memory,
        labelled=tuple(name for name in inputs if name in nodes and _one_label(known[name]) is None),
        shortest=shortest,
        tested=tested,
    )


def _shortest(pattern: ast.PathPattern) -> Shortest:
    (start, end), (edge,) = pattern.nodes, pattern.edges
    names = [part.variable or "" for part in (start, end, edge)]
    return Shortest(names[0], edge, names[1], names[2], pattern.variable, pattern.selector == "all shortest")


def _drawn(pattern: ast.PathPattern) -> tuple[ast.PathPattern, ...]:
    """Return what the graph engine draws of a pattern: of a shortest path, the nodes at its ends."""
    if pattern.selector is None:
        return (pattern,)
    return tuple(ast.PathPattern((node,), (), span=pattern.span) for node in pattern.nodes)


def memory_node(name: str) -> ast.NodePattern:
    """Return how a memory that a recall or a trace binds is drawn."""
    return ast.NodePattern(name, ast.Label(MEMORY))


def nodes_drawn(patterns: Iterable[ast.PathPattern]) -> Known:
    """Return the names that patterns bind."""
    patterns = tuple(patterns)
    nodes = nodes_of(patterns)
    return {name: nodes.get(name) for name in trees.pattern_names(patterns)}


def _bindings(patterns: tuple[ast.PathPattern, ...], inputs: frozenset[str]) -> Iterable[Binding]:
    nodes = nodes_of(patterns)
    edges = {edge.variable or "": edge for edge in edges_of(patterns)}
    paths = {pattern.variable: pattern for pattern in patterns if pattern.variable}
    for name in trees.pattern_names(patterns):
        if name in inputs:
            continue
        hidden = name.startswith("@")
        if name in nodes:
            yield Binding(name, "node", _one_label(nodes[name]), hidden=hidden)
        elif name in edges:
            edge = edges[name]
            label = edge.types[0] if len(edge.types) == 1 else None
            yield Binding(name, "edge" if edge.hops is None else "walk", label, hidden=hidden)
        else:
            yield Binding(name, "path", path=_parts(paths[name]))


def _one_label(node: ast.NodePattern | None) -> str | None:
    return node.labels.name if node is not None and isinstance(node.labels, ast.Label) else None


def _parts(path: ast.PathPattern) -> tuple[str, ...]:
    """Return the names of the path's nodes and edges, in turn."""
    names = [path.nodes[0].variable or ""]
    for edge, node in zip(path.edges, path.nodes[1:], strict=True):
        names += [edge.variable or "", node.variable or ""]
    return tuple(names)
