"""Split each scan's condition: what the graph engine may test, and what is left to the evaluator."""

from __future__ import annotations

from ...errors import UnsupportedError
from .. import ast, trees
from ..binding.names import Index
from ..binding.scope import Scope, Symbol
from ..frozen import replace
from ..marks import EDGE, NODE
from ..plan import GraphScan
from .pushable import Reach, pushable
from .scans import edges_of, refuse_patterns, scope_of


def push_down(scan: GraphScan, index: Index) -> GraphScan:
    """Return the scan with its condition split. Raises UnsupportedError for what neither side can test."""
    _check_walks(scan.patterns, index)
    reach = Reach(scope_of(scan.patterns, index), index, past=scan.view.as_of is not None)
    pushed: list[ast.Expr] = []
    residual: list[ast.Expr] = []
    for part in trees.conjuncts(scan.residual):
        (pushed if pushable(part, reach) else residual).append(part)
    if not residual:  # as nearly always, and then the condition goes on as it is
        return replace(scan, pushed=trees.conjunction((scan.residual, scan.pushed)), residual=None)
    for part in residual:
        refuse_patterns(part)
    return replace(scan, pushed=trees.conjunction((*pushed, scan.pushed)), residual=trees.conjunction(residual))


def _check_walks(patterns: tuple[ast.PathPattern, ...], index: Index) -> None:
    """Raise UnsupportedError where the edges of a walk are to fulfil what the graph engine cannot test."""
    for edge in edges_of(patterns):
        nodes = Symbol(NODE, "NODE", tuple(index.labels))
        reach = Reach(Scope().add(Symbol(EDGE, "EDGE", edge.types), nodes), index)
        for part in trees.conjuncts(edge.where):
            if not pushable(part, reach):
                raise UnsupportedError(
                    "The edges of a walk can be tested only by what the graph holds, compared with a value.",
                    span=part.span,
                    hint="Name the path, and test it in WHERE: `all(e IN relationships(p) WHERE ...)`.",
                )
