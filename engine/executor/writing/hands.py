"""What a statement writes with: the values of its parts, and the scribe that both ways of writing end at."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from ....dsl import ast, trees
from ....errors import (
    ClewError,
    EvaluationError,
    IdNotFound,
    MemoryInvalid,
    MemoryNotFound,
    MemoryTooLarge,
    ParameterError,
    QueryError,
)
from ...answers.plain import to_plain
from ...writing.scribe import Scribe
from ..session import Session
from ..table import Table


@dataclass(frozen=True, slots=True)
class Hands:
    """session: gives the values of closed expressions. found: ids of the memories that a condition held for, if there
    was one. notes: sentences that a person should see.
    """

    session: Session
    scribe: Scribe
    operation: str | None = None
    found: tuple[str, ...] | None = None
    notes: list[str] = field(default_factory=list[str])

    def plain(self, expression: ast.Expr) -> Any:
        """Return a closed expression's value as plain Python."""
        return to_plain(self.session.value(expression))

    def optional(self, expression: ast.Expr | None) -> Any:
        return None if expression is None else self.plain(expression)

    def ids(self, named: Sequence[ast.Expr], clause: str) -> list[str]:
        """Return the ids that a statement is about: those found, else those named, each once."""
        return list(self.found if self.found is not None else dict.fromkeys(self.session.texts(named, clause)))

    def not_found(self, error: MemoryNotFound, statement: ast.Node) -> MemoryNotFound:
        """Return the error for an id that is not there at its place, where the text has it."""
        missing = error.data.get("id")
        if isinstance(error, QueryError) or missing is None:
            return error
        named = (node for node in trees.walk(statement) if isinstance(node, ast.Literal) and node.value == missing)
        place = next(named, statement)
        return IdNotFound(error.message, span=place.span, hint=error.hint, id=missing)

    def waits_for(self, ids: Sequence[str]) -> None:
        """Note which memories an edge waits for."""
        self.notes.extend(f"There is no memory `{id}` yet; the edge waits for it." for id in self.scribe.missing(ids))


def table(columns: Sequence[str], rows: Sequence[tuple[Any, ...]]) -> Table:
    return Table(tuple(columns), list(rows))


def misfit(error: MemoryInvalid, place: ast.Node) -> ClewError:
    """Return an error about a value as one that points at its place in the text; one about its size stays as it is."""
    if isinstance(error, MemoryTooLarge):
        return error
    name = next((node.name for node in trees.walk(place) if isinstance(node, ast.Parameter)), None)
    if name is None:
        return EvaluationError(error.message, span=place.span, hint=error.hint, code=error.code, **error.data)
    return ParameterError(error.message, span=place.span, hint=error.hint, code=error.code, name=name, **error.data)
