"""Statements as canonical text: what a formatter writes.

Parsing the text gives an equal tree. A statement stands on one line where it fits, else with one clause on each line.
Comments are not in the tree, so they are not in the text either; `dsl/formatting` puts them back.
"""

from __future__ import annotations

from collections.abc import Iterator

from .. import ast
from ..parsing.strings import print_name
from .expressions import print_expression
from .parts import print_columns, print_order, print_pareto, print_range
from .patterns import print_patterns
from .recall import recall_clauses
from .writing import explanation, intent_head, print_origin, writing

WIDTH = 100
_INDENT = "  "


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
        case ast.Query(clauses):
            for clause in clauses:
                yield from _clause(clause)
        case ast.Union(branches, keeps_all):
            for place, branch in enumerate(branches):
                if place:
                    yield "UNION ALL" if keeps_all else "UNION"
                yield from statement_lines(branch)
        case ast.Recall():
            first, *rest = recall_clauses(statement)
            yield first
            yield from (_INDENT + clause for clause in rest)
        case ast.Trace():
            yield from _trace(statement)
        case ast.Why() | ast.Compare() | ast.Run() | ast.Show():
            yield explanation(statement)
        case ast.DefineIntent(statement=saved):
            yield intent_head(statement)
            yield from (_INDENT + line for line in statement_lines(saved))
        case _:
            yield from writing(statement)


# ---- the clauses of a pattern query --------------------------------------------------------------


def _clause(clause: ast.Clause) -> Iterator[str]:
    match clause:
        case ast.Match(patterns, where, optional, as_of, valid_at):
            yield f"{'OPTIONAL ' if optional else ''}MATCH {print_patterns(patterns, print_expression)}"
            yield from _optional("AS OF", as_of)
            yield from _optional("VALID AT", valid_at)
            yield from _optional("WHERE", where)
        case ast.Unwind(source, variable):
            yield f"UNWIND {print_expression(source)} AS {print_name(variable)}"
        case ast.With(projection, where):
            yield from _projection("WITH", projection)
            yield from _optional("WHERE", where)
        case ast.Return(projection):
            yield from _projection("RETURN", projection)


def _projection(word: str, projection: ast.Projection) -> Iterator[str]:
    yield f"{word} {print_columns(projection)}"
    if projection.order:
        yield _INDENT + print_order(projection.order)
    if projection.pareto is not None:
        yield _INDENT + print_pareto(projection.pareto)
    yield from _optional("SKIP", projection.skip)
    yield from _optional("LIMIT", projection.limit)


def _optional(words: str, node: ast.Expr | None) -> Iterator[str]:
    if node is not None:
        yield f"{_INDENT}{words} {print_expression(node)}"


# ---- lineage -------------------------------------------------------------------------------------


def _trace(trace: ast.Trace) -> Iterator[str]:
    if trace.kind == "PATH":
        target = "" if trace.to is None else f" TO {print_origin(trace.to)}"
        yield f"TRACE PATH FROM {print_origin(trace.of)}{target}"
    else:
        yield f"TRACE {trace.kind} OF {print_origin(trace.of)}"
    if trace.via:
        yield f"{_INDENT}VIA {', '.join(map(print_name, trace.via))}"
    if trace.low is not None or trace.high is not None:
        yield f"{_INDENT}DEPTH {print_range(trace.low, trace.high)}"
    yield from _optional("WHERE", trace.where)
    if trace.returning is not None:
        yield from (_INDENT + line.strip() for line in _projection("RETURN", trace.returning))
