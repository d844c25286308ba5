"""Lay out a trace: a walk from one memory in the order of time, and what is made of the memories it meets."""

from __future__ import annotations

from .. import ast, trees
from ..binding.names import Index
from ..binding.trace import COLUMNS
from ..frozen import replace
from ..plan import Select, View, Walk
from ..rewrite.scans import Stages
from .lookups import filtered
from .queries import projected
from .recall import lay_out_recall
from .scans import Known, memory_node

DEFAULT_DEPTH = 6
"""How far CAUSES, EFFECTS and LINEAGE go unless DEPTH says otherwise. HISTORY and PATH go as far as it takes.

Beyond it, following steps as causes reaches the whole task.
"""
DEFAULT_VIA = ("CAUSED", "FOLLOWS")
HISTORY_VIA = ("SUPERSEDES",)


def lay_out_trace(trace: ast.Trace, index: Index) -> Stages:
    """Return the stages of a bound trace."""
    walk = Walk(
        kind=trace.kind,
        of=_origin(trace.of, index),
        to=None if trace.to is None else _origin(trace.to, index),
        via=trace.via or (HISTORY_VIA if trace.kind == "HISTORY" else DEFAULT_VIA),
        low=trace.low if trace.low is not None else ast.Literal(1),
        high=_high(trace),
    )
    known: Known = {**dict.fromkeys(COLUMNS), COLUMNS[0]: memory_node(COLUMNS[0])}
    tested = filtered(trees.conjuncts(trace.where), known, View(), index)
    returned = projected(trace.returning, None, known, index) if trace.returning is not None else ()
    return (walk, *tested, *returned)


def _high(trace: ast.Trace) -> ast.Expr | None:
    if trace.high is not None or trace.kind in ("HISTORY", "PATH") or trace.low is not None:
        return trace.high
    return ast.Literal(DEFAULT_DEPTH)


def _origin(origin: ast.Expr | ast.Recall, index: Index) -> ast.Expr | Stages:
    """Return an id, or the stages of the recall whose first hit is meant: one row is enough."""
    if not isinstance(origin, ast.Recall):
        return origin
    stages = lay_out_recall(replace(origin, returning=None), index)
    return tuple(replace(s, count=ast.Literal(1)) if isinstance(s, Select) else s for s in stages)
