"""USING a OR b: which of the two a recall gets is drawn when it is answered, so it is compiled by each of them.

Where the need calls for the one when the other is `auto`, there is nothing to draw.
"""

from __future__ import annotations

from typing import TypeAlias

from ...errors import BindError
from .. import ast
from ..frozen import replace
from .names import Index
from .run import Saved, resolve, saved_in
from .strategies import by_need

Way: TypeAlias = tuple[ast.Readable | ast.Writing, Saved | None]
"""A statement that is compiled, and what it was read from, where it stands for a RUN."""


def ways(statement: ast.Readable | ast.Writing, index: Index) -> tuple[Way, ...]:
    """Return what a statement is compiled as: itself, or a recall by each of its two strategies, also behind a RUN."""
    saved = resolve(statement, index) if isinstance(statement, ast.Run) else None
    asked = statement if saved is None else saved.statement
    if not isinstance(asked, ast.Recall) or asked.rival is None:
        return ((statement, None),)
    with saved_in(saved):
        return tuple((one, saved) for one in alternatives(asked, index))


def alternatives(recall: ast.Recall, index: Index) -> tuple[ast.Recall, ...]:
    """Return a recall by each strategy that it may get. Raises BindError for one that is tried against itself."""
    if recall.rival is None:
        return (by_need(recall, index),)
    first, second = (replace(recall, using=using, rival=None) for using in (recall.using, recall.rival))
    if first == second and isinstance(recall.using, ast.Literal):
        raise BindError(
            f"`{recall.using.value}` cannot be tried against itself.",
            span=recall.rival.span,
            hint="Name two, as in `USING default OR recent`.",
        )
    return tuple(dict.fromkeys(by_need(one, index) for one in (first, second)))


def refuse_rival(recall: ast.Recall) -> None:
    """Raise BindError for a recall inside another statement that leaves its strategy to a draw."""
    if recall.rival is not None:
        raise BindError(
            "Which of two strategies a recall gets is drawn when it is answered, so it has to stand by itself.",
            span=recall.rival.span,
            hint="Name one of them here; WHY takes what was answered too: `WHY 'id' IN $record`.",
        )
