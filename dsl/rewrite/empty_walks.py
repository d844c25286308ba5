"""A walk that may have no edges (`*0..3`) is two walks: one of no edges, and one of an edge or more.

Where such a walk begins on a cycle the graph engine finds too many, and says of the empty one that it has the cycle's
edges. So the scan is run twice, and what comes back is put together. Its own UNION was tried for that, and crashes the
process. The planner gives no OPTIONAL MATCH and no recall such a walk to draw: there it is a query that is asked.
"""

from __future__ import annotations

from collections.abc import Iterable

from .. import ast
from ..binding.names import Index
from ..frozen import replace
from ..plan import GraphScan, Plan, UnionAll
from .scans import Stages, each_run, edges_of


def split_empty_walks(plan: Plan, index: Index) -> Plan:
    """Return the plan with every scan split that draws a walk which may be empty."""
    return each_run(plan, _split)


def _split(run: Stages) -> Stages:
    for place, stage in enumerate(run):
        walk = _maybe_empty(stage) if isinstance(stage, GraphScan) else None
        if isinstance(stage, GraphScan) and walk is not None:
            branches = tuple(_split((*run[:place], half)) for half in _halves(stage, walk))
            return _split((UnionAll(branches, distinct=False), *run[place + 1 :]))
    return run


def draws_maybe_nothing(patterns: tuple[ast.PathPattern, ...]) -> bool:
    """Return whether a walk among the patterns may be empty or not."""
    return any(may_be_empty(edge) for edge in edges_of(patterns))


def _maybe_empty(scan: GraphScan) -> ast.EdgePattern | None:
    """Return the first walk that may be empty or not. A low bound from a parameter is never 0."""
    return next((edge for edge in edges_of(scan.patterns) if may_be_empty(edge)), None)


def may_be_empty(edge: ast.EdgePattern) -> bool:
    """Return whether an edge is a walk that has no edges at least, and some at most."""
    return edge.hops is not None and edge.hops.low == ast.Literal(0) and edge.hops.high != ast.Literal(0)


def _halves(scan: GraphScan, walk: ast.EdgePattern) -> Iterable[GraphScan]:
    assert walk.hops is not None
    none, some = ast.Hops(ast.Literal(0), ast.Literal(0)), ast.Hops(ast.Literal(1), walk.hops.high)
    return (_with_hops(scan, walk, none), _with_hops(scan, walk, some))


def _with_hops(scan: GraphScan, walk: ast.EdgePattern, hops: ast.Hops) -> GraphScan:
    changed = tuple(
        replace(p, edges=tuple(replace(e, hops=hops) if e is walk else e for e in p.edges)) for p in scan.patterns
    )
    return replace(scan, patterns=changed)
