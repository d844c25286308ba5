"""The tree builder: one method for each rule of the grammar, called by the parser as it reduces that rule.

No parse tree is made in between. Methods are gathered by room, as the grammar is; what is here is lineage and the sum.
"""

from __future__ import annotations

from typing import Any

from .. import ast
from .build_base import Children, around, gathered, name_of, only, wrong
from .build_expressions import ExpressionBuilder
from .build_patterns import PatternBuilder
from .build_queries import QueryBuilder
from .build_recall import RecallBuilder
from .build_writing import ExplanationBuilder, WritingBuilder


class LineageBuilder:
    """One method for each rule of `grammar/lineage.lark`."""

    def trace(self, children: Children) -> ast.Trace:
        kind: Any = children[1].upper()
        if kind == "HISTORY" and children[4] is not None:
            raise wrong(
                "A history follows supersessions, so VIA has nothing to choose.",
                around(list(children[4])),
                "Leave VIA out, or ask for `TRACE LINEAGE`.",
            )
        return _trace(kind, children[3], None, children)

    def trace_path(self, children: Children) -> ast.Trace:
        return _trace("PATH", children[3], children[5], children)

    via = staticmethod(gathered)
    origin_recall = depth = staticmethod(only)


class TreeBuilder(
    QueryBuilder,
    RecallBuilder,
    LineageBuilder,
    ExplanationBuilder,
    WritingBuilder,
    PatternBuilder,
    ExpressionBuilder,
):
    """Every room in one."""


def _trace(kind: Any, origin: Any, target: Any, children: Children) -> ast.Trace:
    """Build a trace from its ends and, last among its children, via, depth, where, return. DEPTH 3 is up to three."""
    via, depth, where, returned = children[-4:]
    return ast.Trace(
        kind,
        origin,
        target,
        tuple(name_of(edge) for edge in via or ()),
        None if depth is None or depth.exact else depth.low,
        depth and depth.high,
        where,
        returned and returned.projection,
        span=around(children),
        spans=tuple(around([edge]) for edge in via or ()),
    )
