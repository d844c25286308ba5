"""Several statements in one text, divided by `;`: read all at once, then run one after the other.

All or nothing is not promised: each statement is a transaction, and the ones before a failing one stand. What can be
seen without running them is seen first.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from ...dsl import ast, trees
from ...dsl.parsing.parser import parse
from ...dsl.parsing.script import Piece, split
from ...errors import ParameterError, QueryError, Span
from ..answers.results import Rows
from ..running.limits import current
from .asker import Asker
from .parameters import named


def run_script(text: str, parameters: Mapping[str, Any], operation: str | None, asker: Asker) -> list[Rows]:
    """Return the answer of each statement. Raises QueryError, at its place in the whole text, and what they raise."""
    if not isinstance(text, str):  # pyright: ignore[reportUnnecessaryIsInstance] - what a caller gives is unknown
        raise QueryError(
            f"A script is a text, and not a {type(text).__name__}.", hint="Statements with `;` between them."
        )
    named(parameters)
    pieces = split(text)
    statements = [_read(piece, text) for piece in pieces]
    _check(parameters, statements)
    known, answers = dict(parameters), list[Rows]()
    for number, (piece, statement) in enumerate(zip(pieces, statements, strict=True), 1):
        with located(piece, text):
            given = {name: known[name] for name in asker.plan(piece.text).parameters if name in known}
            answers.append(asker.execute(piece.text, given, None if operation is None else f"{operation}/{number}"))
        if (name := name_of(statement)) is not None:
            known[name] = answers[-1].values[0][0]
    return answers


def name_of(statement: ast.Statement) -> str | None:
    """Return the parameter under which later statements know the id of what this one remembers."""
    return statement.name.name if isinstance(statement, ast.Remember) and statement.name is not None else None


def _check(parameters: Mapping[str, Any], statements: Sequence[ast.Statement]) -> None:
    """Raise ParameterError for a parameter that no statement takes, and for one that the script itself gives."""
    made = {name for statement in statements if (name := name_of(statement)) is not None}
    taken = {node.name for node in trees.walk(tuple(statements)) if isinstance(node, ast.Parameter)} - made
    for name in parameters:
        if name in made:
            raise ParameterError(f"The script gives ${name} a value itself.", hint="Leave it out.", name=name)
        if name not in taken:
            raise ParameterError(f"The parameter ${name} is not used.", hint="No statement takes it.", name=name)


def _read(piece: Piece, text: str) -> ast.Statement:
    with located(piece, text):
        return parse(piece.text, current().of_text())


@contextmanager
def located(piece: Piece, text: str) -> Generator[None]:
    """Let an error about a statement point into the whole text; one that points into a saved text stays."""
    try:
        yield
    except QueryError as error:
        if error.text in (None, piece.text):
            error.text = text
            if error.span is not None:
                error.span = Span(error.span.start + piece.start, error.span.end + piece.start)
        raise
