"""Statements as canonical text: what a formatter writes.

Parsing the text gives an equal tree. A statement stands on one line where it fits, else with one clause on each line.
Comments are not in the tree, so they are not in the text either; `dsl/formatting` puts them back.
"""

from __future__ import annotations

from collections.abc import Iterator

from .. import ast
from ..parsing.strings import print_name
from .parts import print_range
from .queries import INDENT, optional_line, projection_lines, query_lines
from .recall import recall_clauses
from .writing import explanation, intent_head, print_origin, writing

WIDTH = 100


def print_statement(statement: ast.Statement, width: int = WIDTH) -> str:
    """Return the text of a statement; lines are no longer than `width` where breaking between clauses can help."""
    lines = list(statement_lines(statement))
    on_one = " ".join(line.strip() for line in lines)
    return on_one if len(on_one) <= width else "\n".join(lines)


def statement_lines(statement: ast.Statement) -> Iterator[str]:
    """Yield the text of a statement with each clause on a line of its own, however short."""
    match statement:
        case ast.Explain(inner, profile):
            first, *rest = statement_lines(inner)
            yield f"{'PROFILE' if profile else 'EXPLAIN'} {first}"
            yield from rest
        case ast.Query() | ast.Union():
            yield from query_lines(statement)
        case ast.Recall():
            first, *rest = recall_clauses(statement)
            yield first
            yield from (INDENT + clause for clause in rest)
        case ast.Trace():
            yield from _trace(statement)
        case ast.Why() | ast.Compare() | ast.Run() | ast.Show():
            yield explanation(statement)
        case ast.DefineIntent(statement=saved):
            yield intent_head(statement)
            yield from (INDENT + line for line in statement_lines(saved))
        case _:
            yield from writing(statement)


# ---- lineage -------------------------------------------------------------------------------------


def _trace(trace: ast.Trace) -> Iterator[str]:
    if trace.kind == "PATH":
        target = "" if trace.to is None else f" TO {print_origin(trace.to)}"
        yield f"TRACE PATH FROM {print_origin(trace.of)}{target}"
    else:
        yield f"TRACE {trace.kind} OF {print_origin(trace.of)}"
    if trace.via:
        yield f"{INDENT}VIA {', '.join(map(print_name, trace.via))}"
    if trace.low is not None or trace.high is not None:
        yield f"{INDENT}DEPTH {print_range(trace.low, trace.high)}"
    yield from optional_line("WHERE", trace.where)
    if trace.returning is not None:
        yield from (INDENT + line.strip() for line in projection_lines("RETURN", trace.returning))
