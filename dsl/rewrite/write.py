"""The last pass: each scan gets its Cypher, and a scan with an open walk the question whether it could be cut short.

The graph engine bounds a walk, so `*` is emitted as `*1..1000`. Whatever trail is longer begins with one of just that
length, from the same end; so a probe asks for one, of the walk and one of its ends alone. Where there is none, nothing
was cut.
"""

from __future__ import annotations

from collections.abc import Iterable

from .. import ast, trees
from ..binding.names import Index
from ..emitting.emitter import emit
from ..frozen import replace
from ..plan import OPEN_HOPS, Binding, GraphScan

FAR = "@far"


def write_cypher(scan: GraphScan, index: Index) -> GraphScan:
    """Return the scan with its Cypher."""
    return replace(scan, cypher=emit(scan, index), probes=tuple(emit(probe, index) for probe in _probes(scan)))


def _probes(scan: GraphScan) -> Iterable[GraphScan]:
    for pattern in scan.patterns:
        for left, edge, right in zip(pattern.nodes, pattern.edges, pattern.nodes[1:], strict=False):
            if edge.hops is not None and edge.hops.high is None:
                yield _probe(scan, left, edge, right)


def _probe(scan: GraphScan, left: ast.NodePattern, edge: ast.EdgePattern, right: ast.NodePattern) -> GraphScan:
    """Return a scan for one trail of OPEN_HOPS edges from the end of which more is known."""
    from_right = _known_of(right, scan) > _known_of(left, scan)
    near, far = (right if from_right else left), ast.NodePattern(FAR)
    walk = replace(edge, hops=ast.Hops(ast.Literal(OPEN_HOPS), ast.Literal(OPEN_HOPS)))
    name = near.variable or ""
    about_near = (part for part in trees.conjuncts(scan.pushed) if trees.free_names(part) <= {name})
    return replace(
        scan,
        patterns=(ast.PathPattern((far, near) if from_right else (near, far), (walk,)),),
        inputs=tuple(given for given in scan.inputs if given == name),
        labelled=tuple(given for given in scan.labelled if given == name),
        bindings=(Binding(name, "node"),),
        pushed=trees.conjunction(about_near),
        distinct=False,
        limit=ast.Literal(1),
    )


def _known_of(node: ast.NodePattern, scan: GraphScan) -> tuple[bool, int]:
    """Return how much is known of an end: whether earlier rows give it, and how many conditions are about it alone."""
    alone = frozenset((node.variable or "",))
    return node.variable in scan.inputs, sum(trees.free_names(part) == alone for part in trees.conjuncts(scan.pushed))
