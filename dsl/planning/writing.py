"""Lay out the statements that write: one stage, behind those that find the memories that a condition holds for.

Nothing is written here, and yet a definition is tried out: what could not be used is refused before it is kept.
"""

from __future__ import annotations

from collections.abc import Callable

from .. import ast
from ..binding.names import Index
from ..binding.writing import in_use, memories_where
from ..diagnosis.refused import unwritten
from ..plan import Define, Write
from ..printing.printer import print_statement
from ..rewrite.scans import Stages
from .queries import lay_out_query

TryOut = Callable[[ast.Readable, Index], None]
"""Compiles a statement, to see whether it can be. Raises what that does."""


def lay_out_writing(statement: ast.Writing, index: Index, text: str, try_out: TryOut) -> Stages:
    """Return the stages of a bound statement that writes. text: what it was read from, or empty.

    Raises UnsupportedError for what is not done yet, BindError for a definition that could not be used.
    """
    match statement:
        case ast.Retire(kind="PURGE", dry_run=False) | ast.Consolidate():
            raise unwritten(statement)
        case ast.Retire(where=where) if where is not None:
            return (*lay_out_query(memories_where(where, where.span), index), Write(statement, "m"))
        case ast.DefineIntent() | ast.DefineStrategy():
            defined = text_of(statement, text)
            try_out(*in_use(statement, defined, index))
            return (Define(statement, defined),)
        case ast.DefineTag() | ast.DefineType():
            return (Define(statement),)
        case _:
            return (Write(statement),)


def text_of(statement: ast.Definition, text: str) -> str:
    """Return a definition as it was written; one that was built is printed."""
    return text[statement.span.start : statement.span.end] if text else print_statement(statement)
