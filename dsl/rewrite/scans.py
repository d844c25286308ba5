"""What every pass shares: reaching all scans of a plan, also inside UNION, TRACE and WHY, and what a scan draws."""

from __future__ import annotations

from collections.abc import Callable
from operator import is_
from typing import Any, TypeAlias, cast

from ...errors import UnsupportedError
from .. import ast, trees
from ..binding.names import Index
from ..binding.scope import Scope, Symbol
from ..frozen import replace
from ..plan import Apply, Branch, Compare, Condition, GraphScan, Plan, Stage, Tested, UnionAll, Walk, Why

Stages: TypeAlias = tuple[Stage, ...]
Subquery: TypeAlias = ast.Exists | ast.CountPattern | ast.PatternComprehension | ast.Subquery
"""A pattern or a whole query inside an expression."""

_SUBQUERIES: frozenset[type] = frozenset((ast.Exists, ast.CountPattern, ast.PatternComprehension, ast.Subquery))
_NESTING = frozenset({UnionAll, Apply, Walk, Why, Compare})
"""Stages that hold runs of stages; a scan holds one where queries are asked to test its rows."""


def scan_by_scan(*passes: Callable[[GraphScan, Index], GraphScan]) -> Callable[[Plan, Index], Plan]:
    """Return what applies passes that look at one scan alone to each, in their order, in one walk over the plan."""

    def rewritten(plan: Plan, index: Index) -> Plan:
        def changed(run: Stages) -> Stages:
            new = tuple([changed_scan(stage) if isinstance(stage, GraphScan) else stage for stage in run])
            return run if all(map(is_, new, run)) else new

        def changed_scan(scan: GraphScan) -> GraphScan:
            for one in passes:
                scan = one(scan, index)
            return scan

        return each_run(plan, changed)

    return rewritten


def each_run(plan: Plan, change: Callable[[Stages], Stages]) -> Plan:
    """Return the plan with `change` applied to every straight run of stages, the innermost first."""
    stages = _run(plan.stages, change)
    return plan if stages is plan.stages else replace(plan, stages=stages)


def _run(stages: Stages, change: Callable[[Stages], Stages]) -> Stages:
    if not _NESTING.isdisjoint(map(type, stages)) or any(map(_is_tested, stages)):
        stages = tuple(_within(stage, change) for stage in stages)
    return change(stages)


def _is_tested(stage: Stage) -> bool:
    return isinstance(stage, GraphScan) and stage.tested is not None


def _within(stage: Stage, change: Callable[[Stages], Stages]) -> Stage:
    match stage:
        case GraphScan(tested=Tested() as tested):
            return replace(stage, tested=replace(tested, stages=_run(tested.stages, change)))
        case UnionAll(branches=branches):
            return replace(stage, branches=tuple(_run(branch, change) for branch in branches))
        case Apply(branches=branches):
            return replace(stage, branches=tuple(_branch(branch, change) for branch in branches))
        case Walk(of=of, to=to):
            return replace(stage, of=_origin(of, change), to=_origin(to, change))
        case Why(within=within, conditions=conditions):
            tried = tuple(_tried(condition, change) for condition in conditions)
            return replace(stage, within=_origin(within, change), conditions=tried)
        case Compare(before=before, after=after):
            return replace(stage, before=_run(before, change), after=_run(after, change))
        case _:
            return stage


def _branch(branch: Branch, change: Callable[[Stages], Stages]) -> Branch:
    return replace(branch, each=_run(branch.each, change), then=_run(branch.then, change))


def _tried(condition: Condition, change: Callable[[Stages], Stages]) -> Condition:
    """Return a condition with its scan changed. A scan of memories stays one: no pass makes two of it."""
    if condition.scan is None:
        return condition
    (scan,) = _run((condition.scan,), change)
    return replace(condition, scan=cast(GraphScan, scan))


def _origin(origin: ast.Expr | Stages | None, change: Callable[[Stages], Stages]) -> Any:
    return _run(origin, change) if isinstance(origin, tuple) else origin


def edges_of(patterns: tuple[ast.PathPattern, ...]) -> tuple[ast.EdgePattern, ...]:
    """Return the edges of the patterns, in the order in which they are drawn."""
    return tuple(edge for pattern in patterns for edge in pattern.edges)


def nodes_of(patterns: tuple[ast.PathPattern, ...]) -> dict[str, ast.NodePattern]:
    """Return the nodes of the patterns by name. A node that is drawn twice is drawn alike."""
    return {node.variable or "": node for pattern in patterns for node in pattern.nodes}


def labels_of(node: ast.NodePattern, every: tuple[str, ...]) -> tuple[str, ...]:
    """Return the labels of a bound node: those that it is drawn with, else `every`."""
    match node.labels:
        case ast.Label(name=name):
            return (name,)
        case ast.LabelOr(operands=operands):
            return tuple(label.name for label in operands if isinstance(label, ast.Label))
        case _:
            return every


def scope_of(patterns: tuple[ast.PathPattern, ...], index: Index) -> Scope:
    """Return the nodes and the edges of fixed length that the patterns draw, with what they can be."""
    every = tuple(index.labels)
    nodes = (Symbol(name, "NODE", labels_of(node, every)) for name, node in nodes_of(patterns).items())
    edges = (Symbol(e.variable or "", "EDGE", e.types) for e in edges_of(patterns) if e.hops is None)
    return Scope().add(*nodes, *edges)


def subqueries(part: ast.Node | None) -> tuple[Subquery, ...]:
    """Return the outermost patterns and queries of an expression, or of what holds expressions."""
    if isinstance(part, Subquery):
        return (part,)
    if part is None or not trees.holds(part, _SUBQUERIES):
        return ()
    return tuple(subquery for child in trees.children(part) for subquery in subqueries(child))


BEFORE = "UNWIND the list, and look for it in WITH or WHERE, once for each item."


def refuse_patterns(part: ast.Node, hint: str = BEFORE) -> None:
    """Raise UnsupportedError where a pattern or a query stands in an expression that is evaluated row by row."""
    for subquery in subqueries(part):
        what = "query" if isinstance(subquery, ast.Subquery) else "pattern"
        raise UnsupportedError(f"A {what} cannot be looked for here yet.", span=subquery.span, hint=hint)
