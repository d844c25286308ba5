"""Which labels a node of a pattern can have: computed from its label expression and from the edges that it is on.

A node has exactly one label, so a label expression is a set of labels, and an edge narrows the sets at its two ends.
The sets shrink until they hold still. What remains is what the graph engine is told; where nothing remains the
pattern can match nothing, and that is an error: a question about `(:Tag)-[:CAUSED]->()` was meant otherwise.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ...errors import BindError
from .. import ast
from ..catalog import EdgeDef
from .names import Index, unknown, unknown_label

Labels = frozenset[str]

IMPOSSIBLE = "bind.impossible"
"""The code of an error that says: every name is known, and no graph of this schema has such a pattern."""


def labels_of(node: ast.NodePattern, index: Index) -> Labels:
    """Return the labels that the node's label expression allows. Raises BindError for unknown or impossible ones."""
    every = frozenset(index.labels)
    if node.labels is None:
        return every
    _check(node.labels, index)
    allowed = frozenset(label for label in every if _holds(node.labels, label))
    if not allowed:
        raise BindError(
            "No node has such labels: every node has exactly one.",
            span=node.labels.span,
            hint="Join labels with `|` to ask for a node that has one of them.",
            code=IMPOSSIBLE,
        )
    return allowed


def _check(expr: ast.LabelExpr, index: Index) -> None:
    match expr:
        case ast.Label(name=name):
            if name not in index.labels:
                raise unknown_label(name, index.labels, expr.span)
        case ast.LabelNot(operand=operand):
            _check(operand, index)
        case ast.LabelAnd(operands=operands) | ast.LabelOr(operands=operands):
            for operand in operands:
                _check(operand, index)
        case ast.AnyLabel():
            pass


def _holds(expr: ast.LabelExpr, label: str) -> bool:
    match expr:
        case ast.Label(name=name):
            return name == label
        case ast.LabelNot(operand=operand):
            return not _holds(operand, label)
        case ast.LabelAnd(operands=operands):
            return all(_holds(operand, label) for operand in operands)
        case ast.LabelOr(operands=operands):
            return any(_holds(operand, label) for operand in operands)
        case ast.AnyLabel():
            return True


def edge_types(edge: ast.EdgePattern, index: Index) -> tuple[str, ...]:
    """Return the types that the edge may have: those that are named, else all. Raises BindError for an unknown one."""
    for name in edge.types:
        if name not in index.edges:
            raise unknown("edge", name, index.edges, edge.span, prefix=":")
    return tuple(dict.fromkeys(edge.types)) or tuple(index.edges)


def infer(
    patterns: Iterable[ast.PathPattern], nodes: Mapping[str, Labels], edges: Mapping[str, tuple[str, ...]], index: Index
) -> tuple[dict[str, Labels], dict[str, tuple[str, ...]]]:
    """Return the label sets of the nodes and the types of the edges, each narrowed by what the schema allows."""
    labels, types = dict(nodes), dict(edges)
    steps = [
        step for pattern in patterns for step in zip(pattern.nodes, pattern.edges, pattern.nodes[1:], strict=False)
    ]
    changed = True
    while changed:
        changed = any(_narrow(step, labels, types, index) for step in steps)
    return labels, types


Step = tuple[ast.NodePattern, ast.EdgePattern, ast.NodePattern]


def _narrow(step: Step, labels: dict[str, Labels], types: dict[str, tuple[str, ...]], index: Index) -> bool:
    """Narrow the two ends and the types of one edge in place; return whether anything changed."""
    left, edge, right = (part.variable or "" for part in step)
    ways = [way for name in types[edge] for way in _ways(index.edges[name], step[1].direction)]
    stays: tuple[Labels, Labels] = (frozenset(), frozenset())
    if step[1].hops is None:
        ways = [way for way in ways if way[1] in labels[left] and way[2] in labels[right]]
        ways = [way for way in ways if left != right or way[1] == way[2]]
    elif not _surely_walks(step[1].hops):
        stays = (labels[right], labels[left])
    starts = labels[left] & ({way[1] for way in ways} | stays[0])
    used = tuple(name for name in types[edge] if any(way[0] == name for way in ways))
    ends = labels[right] & ({way[2] for way in ways} | stays[1])
    if left == right:
        starts = ends = starts & ends
    if not (starts and used and ends):
        raise _impossible(step, types[edge], index)
    before = (labels[left], types[edge], labels[right])
    labels[left], types[edge], labels[right] = starts, used, ends
    return (starts, used, ends) != before


def _ways(edge: EdgeDef, direction: ast.Direction) -> tuple[tuple[str, str, str], ...]:
    """Return `(type, label at the left, label at the right)` for each way in which the edge may lie in the pattern."""
    along, against = (edge.type, edge.source, edge.target), (edge.type, edge.target, edge.source)
    match direction:
        case "right":
            return (along,)
        case "left":
            return (against,)
        case "both":
            return (along, against)


def _surely_walks(hops: ast.Hops) -> bool:
    """Return whether the walk takes a step at least: one of no steps ends where it begins."""
    return hops.low is None or (isinstance(hops.low, ast.Literal) and hops.low.value != 0)


def _impossible(step: Step, types: tuple[str, ...], index: Index) -> BindError:
    known = "; ".join(
        f"{name} goes from {index.edges[name].source} to {index.edges[name].target}" for name in types[:3]
    )
    return BindError(
        f"No edge {' or '.join(types[:3])} can lie between these nodes in this direction.",
        span=step[1].span,
        hint=f"{known}.",
        code=IMPOSSIBLE,
    )
