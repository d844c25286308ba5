"""Statements that were saved: read again from the text that defined them, and where an error in one of them points.

Read when they are used and not when a catalog is made: a namespace may hold hundreds of intents, and a query that uses
none should not wait for them.
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from functools import lru_cache
from typing import TypeVar

from ...errors import BindError, QueryError, Span
from .. import ast
from ..parsing.parser import parse

T = TypeVar("T")

KEPT = 256
"""Saved statements that are kept as trees."""

DEEPEST = 8
"""How many saved statements may stand behind each other: who goes deeper has lost the way."""


@contextmanager
def inside(kind: str, name: str, text: str) -> Generator[None]:
    """Let a QueryError of the block point into a saved text, and name it; one that points elsewhere already stays."""
    try:
        yield
    except QueryError as error:
        if error.text is None:
            error.message = f"In the {kind} `{name}`: {error.message}"
            error.locate(text)
        raise


def saved_intent(name: str, text: str) -> ast.DefineIntent:
    """Return what an intent was defined as. Raises QueryError where this release cannot read it."""
    with inside("intent", name, text):
        return _expected(parse_saved(text), ast.DefineIntent)


def saved_strategy(name: str, text: str) -> ast.DefineStrategy:
    """Return what a strategy was defined as. Raises QueryError where this release cannot read it."""
    with inside("strategy", name, text):
        return _expected(parse_saved(text), ast.DefineStrategy)


@lru_cache(maxsize=KEPT)
def parse_saved(text: str) -> ast.Statement:
    return parse(text)


def check_way(kind: str, name: str, way: tuple[str, ...], span: Span) -> None:
    """Raise BindError where what is saved comes back to itself, or goes too deep. way: what led here."""
    if name in way:
        ring = " -> ".join(f"`{one}`" for one in (*way[way.index(name) :], name))
        raise BindError(
            f"This {kind} comes back to itself: {ring}.", span=span, hint="Break the circle in one of them."
        )
    if len(way) >= DEEPEST:
        raise BindError(f"More than {DEEPEST} of one {kind} inside another.", span=span, hint="Write it out.")


def _expected(statement: object, kind: type[T]) -> T:
    if isinstance(statement, kind):
        return statement
    raise BindError("This is another statement than was saved.", hint="Define it again.")
