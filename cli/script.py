"""A script: statements with `;` between them, read before the first of them runs, each with the parameters it takes.

All is parsed first, so that a slip in the last statement is told before the first has written anything. Binding waits
for a statement's turn: a statement may use what one before it defined.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any

import click

from ..dsl import ast
from ..dsl.parsing.parser import parse
from ..dsl.parsing.script import split
from ..dsl.trees import walk
from ..engine.running.limits import Limits
from ..errors import CapabilityError, LimitError, QueryError, Span

if TYPE_CHECKING:
    from ..engine.answers.results import Rows
    from ..engine.handle.engine import Engine


@dataclass(frozen=True, slots=True)
class Statement:
    """One statement of a script.

    source: the whole script. start: where this one begins in it. takes: its parameters. gives: the parameter under
    which those behind it know the id of what it remembers (REMEMBER ... AS $name).
    """

    text: str
    source: str
    start: int
    takes: frozenset[str]
    gives: str | None = None

    def given(self, parameters: Mapping[str, Any]) -> dict[str, Any]:
        """Return those of the parameters that it takes."""
        return {name: value for name, value in parameters.items() if name in self.takes}


def statements_of(source: str) -> list[Statement]:
    """Return the statements of a script. Raises a QueryError that points into the script, or LimitError."""
    return [_statement(piece.text, source, piece.start) for piece in split(source)]


def _statement(text: str, source: str, start: int) -> Statement:
    try:
        tree = parse(text)
    except QueryError as error:
        raise located(error, source, start) from None
    gives = tree.name.name if isinstance(tree, ast.Remember) and tree.name else None
    return Statement(text, source, start, _taken(tree), gives)


def _taken(tree: ast.Statement) -> frozenset[str]:
    """Return the parameters that a caller gives; an intent's own are filled when it is run."""
    own = {parameter.name for parameter in tree.parameters} if isinstance(tree, ast.DefineIntent) else set[str]()
    parts = replace(tree, name=None) if isinstance(tree, ast.Remember) else tree
    return frozenset(node.name for node in walk(parts) if isinstance(node, ast.Parameter)) - own


def refuse_unused(statements: Sequence[Statement], parameters: Mapping[str, Any]) -> None:
    """Raise UsageError for a parameter that no statement takes, or that one gives itself: it is a slip, most likely."""
    for name in parameters:
        if any(statement.gives == name for statement in statements):
            raise click.UsageError(f"The script gives ${name} a value itself. Leave it out.")
    taken = frozenset[str]().union(*(statement.takes for statement in statements))
    for name in parameters:
        if name not in taken:
            takes = ", ".join(f"${name}" for name in sorted(taken)) or "none"
            raise click.UsageError(f"The parameter ${name} is not used. What is asked takes {takes}.")


def run_statement(
    engine: Engine, statement: Statement, parameters: dict[str, Any], *, write: bool, limits: Limits
) -> Rows:
    """Run a statement with those of the parameters that it takes, and add the one that it gives.

    write: whether it may change the store.
    Raises a QueryError that points into the script, LimitError, and KeyboardInterrupt once the work has ended.
    """
    try:
        run = engine.execute if write else engine.query
        with pointing(statement):
            rows = run(statement.text, statement.given(parameters), limits=limits)
    except CapabilityError as error:
        error.hint = "Allow it with --write, or in a shell with `\\write on`."
        raise
    except LimitError as error:
        if error.data.get("limit") == "seconds":
            error.hint = "Filter earlier, or allow more time with --limit-seconds."
        raise
    if statement.gives is not None and len(rows):
        parameters[statement.gives] = rows.to_dicts()[0]["id"]
    return rows


@contextmanager
def pointing(statement: Statement) -> Iterator[None]:
    """Let an error in a statement point into the script around it."""
    try:
        yield
    except QueryError as error:
        if error.text not in (None, statement.text):  # it points into what was saved, and not into this script
            raise
        raise located(error, statement.source, statement.start) from None


def limits_of(seconds: float | None, pairs: tuple[str, ...] = ()) -> Limits:
    """Return the limits of a statement that may take so many seconds, None for as many as usual.

    pairs: other bounds, `NAME=NUMBER`. Raises BadParameter for what is no bound or no number: a range lets NaN through.
    """
    bounds: dict[str, Any] = dict(map(_bound, pairs))
    if seconds is not None:
        bounds["seconds"] = seconds
    try:
        return Limits(**bounds)
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint="--limit-seconds or --limit") from None


def _bound(pair: str) -> tuple[str, float]:
    name, _, value = pair.partition("=")
    known = [field.name for field in fields(Limits)]
    if name not in known:
        said = f"There is no bound `{name}`. There are {', '.join(known)}; as in `rows=1000000`."
        raise click.BadParameter(said, param_hint="--limit")
    try:
        return name, float(value) if name == "seconds" else int(value.replace("_", ""))
    except ValueError:
        raise click.BadParameter(f"`{value}` is no number; as in `{name}=1000000`.", param_hint="--limit") from None


def located(error: QueryError, source: str, start: int) -> QueryError:
    """Return an error in a statement as one in the script around it."""
    if error.span is not None:
        error.text, error.span = source, Span(error.span.start + start, error.span.end + start)
    return error
