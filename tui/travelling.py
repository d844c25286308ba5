"""A statement as it is asked while a person stands at an earlier moment: AS OF then, where it can be.

A statement with an AS OF of its own keeps it. What cannot travel is asked as it is, and says so.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING, TypeVar

from ..dsl import ast
from ..dsl.binding.names import index_of
from ..dsl.binding.run import resolve
from ..dsl.building.values import moment as literal
from ..dsl.parsing.parser import parse

if TYPE_CHECKING:
    from ..dsl.catalog import Catalog

T = TypeVar("T")


def as_of(text: str, moment: datetime, catalog: Catalog) -> tuple[ast.Statement | str, str | None]:
    """Return what is asked for a statement, and what has to be said of it; the text itself where nothing changes.

    Raises QueryError for a text that is none, and for a RUN of what is not there.
    """
    statement = parse(text)
    travelled, stays = _travelled(statement, literal(moment, "AS OF"), catalog)
    note = None if stays is None else f"{stays}, so this is not as of {moment:%Y-%m-%d %H:%M}."
    return (text if travelled == statement else travelled), note


def _travelled(statement: T, then: ast.Expr, catalog: Catalog) -> tuple[T | ast.Statement, str | None]:
    """Return a statement as of a moment, and why it is not; None where it is."""
    match statement:
        case ast.Recall(as_of=None):
            return replace(statement, as_of=then), None
        case ast.Query():
            return replace(statement, clauses=tuple(_clause(clause, then) for clause in statement.clauses)), None
        case ast.Union():
            branches = [_travelled(branch, then, catalog)[0] for branch in statement.branches]
            return replace(statement, branches=tuple(branches)), None  # type: ignore[arg-type]
        case ast.Why(within=ast.Recall()):
            return replace(statement, within=_travelled(statement.within, then, catalog)[0]), None  # type: ignore[arg-type]
        case ast.Explain():
            inner, why = _travelled(statement.statement, then, catalog)
            return replace(statement, statement=inner), why  # type: ignore[arg-type]
        case ast.Run():
            return _travelled(resolve(statement, index_of(catalog)).statement, then, catalog)
        case ast.Trace():
            return statement, "TRACE follows the edges as they stand now"
        case ast.Show():
            return statement, "SHOW counts what is there now"
        case ast.Recall() | ast.Compare() | ast.Why():
            return statement, None  # with a moment of its own, or that of the record that it reads
        case _:
            return statement, "What is written is written now"


def _clause(clause: ast.Clause, then: ast.Expr) -> ast.Clause:
    return replace(clause, as_of=then) if isinstance(clause, ast.Match) and clause.as_of is None else clause
