"""The clauses of a pattern query as text, a line for each: of a statement, and of a query inside an expression."""

from __future__ import annotations

from collections.abc import Iterator

from .. import ast
from ..parsing.strings import print_name
from .expressions import print_expression
from .parts import print_columns, print_order, print_pareto
from .patterns import print_patterns

INDENT = "  "


def query_lines(query: ast.Query | ast.Union) -> Iterator[str]:
    """Yield the text of a query with each clause on a line of its own, however short."""
    if isinstance(query, ast.Query):
        for clause in query.clauses:
            yield from _clause(clause)
        return
    for place, branch in enumerate(query.branches):
        if place:
            yield "UNION ALL" if query.all else "UNION"
        yield from query_lines(branch)


def _clause(clause: ast.Clause) -> Iterator[str]:
    match clause:
        case ast.Match(patterns, where, optional, as_of, valid_at):
            yield f"{'OPTIONAL ' if optional else ''}MATCH {print_patterns(patterns, print_expression)}"
            yield from optional_line("AS OF", as_of)
            yield from optional_line("VALID AT", valid_at)
            yield from optional_line("WHERE", where)
        case ast.Unwind(source, variable):
            yield f"UNWIND {print_expression(source)} AS {print_name(variable)}"
        case ast.With(projection, where):
            yield from projection_lines("WITH", projection)
            yield from optional_line("WHERE", where)
        case ast.Return(projection):
            yield from projection_lines("RETURN", projection)


def projection_lines(word: str, projection: ast.Projection) -> Iterator[str]:
    yield f"{word} {print_columns(projection)}"
    if projection.order:
        yield INDENT + print_order(projection.order)
    if projection.pareto is not None:
        yield INDENT + print_pareto(projection.pareto)
    yield from optional_line("SKIP", projection.skip)
    yield from optional_line("LIMIT", projection.limit)


def optional_line(words: str, node: ast.Expr | None) -> Iterator[str]:
    if node is not None:
        yield f"{INDENT}{words} {print_expression(node)}"
