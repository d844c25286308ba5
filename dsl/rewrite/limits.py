"""A LIMIT reaches back to the scan where each row that the scan finds is one row of the answer.

Between the two may stand only what keeps every row and its place: a projection without DISTINCT, and a SKIP, whose
rows are then asked for too. A scan that still has a condition to test, edges to keep apart, or paths
to look for, may lose rows and is not cut. Nor is a LIMIT pushed that a parameter gives: a bad one should be refused in
the words of LIMIT, not of the graph engine.
"""

from __future__ import annotations

from .. import ast
from ..binding.names import Index
from ..frozen import replace
from ..plan import GraphScan, Limit, Plan, Project, Skip, Start
from .scans import Stages, each_run

MOST = 1_000_000
"""A larger LIMIT is not pushed: the scan's own bound on rows, which is an error where it is met, has to come first."""


def push_limits(plan: Plan, index: Index) -> Plan:
    """Return the plan with every scan told how many rows are enough, where that is certain."""
    return each_run(plan, _limited)


def _limited(run: Stages) -> Stages:
    match run:
        case (Start(), GraphScan() as scan, Project(distinct=False), Limit(count=count), *_):
            enough = _number(count)
        case (Start(), GraphScan() as scan, Project(distinct=False), Skip(count=skipped), Limit(count=count), *_):
            enough = _sum(_number(skipped), _number(count))
        case _:
            return run
    if enough is None or enough > MOST or not _keeps_rows(scan):
        return run
    return (run[0], replace(scan, limit=ast.Literal(enough)), *run[2:])


def _number(count: ast.Expr) -> int | None:
    return count.value if isinstance(count, ast.Literal) and isinstance(count.value, int) else None


def _sum(one: int | None, other: int | None) -> int | None:
    return None if one is None or other is None else one + other


def _keeps_rows(scan: GraphScan) -> bool:
    loses = scan.residual or scan.distinct_edges or scan.shortest or scan.tested
    return not (loses or scan.inputs or scan.optional)
