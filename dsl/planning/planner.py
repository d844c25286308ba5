"""Bound statement to Plan: the stages laid out, then rewritten by passes, in the one order that is shown here.

A pass is a pure function and takes one decision. The first three decide what is asked, and each reads what the one
before it added; the others decide how little of it is fetched. What looks at one scan alone goes from scan to scan.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, TypeAlias

from .. import ast
from ..binding.binder import Bound, bind_statement
from ..binding.names import Index
from ..binding.rivals import ways
from ..binding.strategies import is_by_need
from ..plan import Plan, Show
from ..rewrite.empty_walks import split_empty_walks
from ..rewrite.guard import guard
from ..rewrite.limits import push_limits
from ..rewrite.prune import prune
from ..rewrite.push import push_down
from ..rewrite.scans import Stages, scan_by_scan
from ..rewrite.trails import distinct_edges
from ..rewrite.write import write_cypher
from .explanations import lay_out_compare, lay_out_why
from .queries import lay_out_query, lay_out_union
from .recall import front_warnings, lay_out_recall
from .scoring import idle_warnings
from .trace import lay_out_trace
from .writing import lay_out_writing

Pass: TypeAlias = Callable[[Plan, Index], Plan]
Kind: TypeAlias = Literal["query", "recall", "trace", "why", "compare", "show", "write"]
Mode: TypeAlias = Literal["run", "explain", "profile"]

PASSES: tuple[Pass, ...] = (
    scan_by_scan(
        distinct_edges,  # a clause uses each edge once
        push_down,  # what the graph engine tests, and what the evaluator
        guard,  # live, and in a namespace that may be seen: always the graph engine's to test
    ),
    prune,  # only the bindings and properties that are read
    split_empty_walks,  # a walk of no edges, and one of some
    push_limits,  # no more rows than are asked for
    scan_by_scan(write_cypher),
)


def plan(bound: Bound, index: Index, mode: Mode = "run", text: str = "") -> Plan:
    """Return the Plan of a bound statement, its text that of the saved statement where it stands for a RUN.

    Raises UnsupportedError for what no stage can do, BindError for a definition that could not be used.
    """
    text = text if bound.saved is None else bound.saved.text
    kind, stages = _lay_out(bound.statement, index, text)
    warnings = (*front_warnings(stages), *idle_warnings(bound.statement, stages), *map(str, bound.mistaken))
    by_need = is_by_need(bound.statement)
    result = Plan(kind, mode, stages, bound.columns, bound.parameters, warnings, text, by_need)
    for rewrite in PASSES:
        result = rewrite(result, index)
    return result


def _lay_out(statement: ast.Readable | ast.Writing, index: Index, text: str) -> tuple[Kind, Stages]:
    match statement:
        case ast.Query():
            return "query", lay_out_query(statement, index)
        case ast.Union():
            return "query", lay_out_union(statement, index)
        case ast.Recall():
            return "recall", lay_out_recall(statement, index)
        case ast.Trace():
            return "trace", lay_out_trace(statement, index)
        case ast.Show(what=what):
            return "show", (Show(what),)
        case ast.Why():
            return "why", lay_out_why(statement, index)
        case ast.Compare():
            return "compare", lay_out_compare(statement, index)
        case ast.Run():
            raise AssertionError("a RUN is bound as what it runs")
        case _:
            return "write", lay_out_writing(statement, index, text, _try_out)


def _try_out(statement: ast.Readable, index: Index) -> None:
    """Compile a statement as it will be, to see whether it can be: of two strategies, by each."""
    for one, saved in ways(statement, index):
        bound = bind_statement(one, index, saved)
        with bound.inside():
            plan(bound, index)
