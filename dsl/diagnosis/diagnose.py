"""Why a text is not in the language: from the place where the parser stopped to a sentence that helps.

`diagnose` lays out the scene and asks each rule in turn, from the most certain to the most general; the first that
knows what happened answers. A rule is a small function of the scene. Trying repairs and parsing again was refused: it
costs time on long texts, and a guess that parses is not always what was meant.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from lark import UnexpectedInput

from ...errors import QueryError
from ..parsing.cursor import Cursor, stopped_at
from .clauses import CLAUSE_SLIPS
from .order import ORDER
from .patterns import SHAPES
from .scene import Scene
from .signs import SIGNS
from .statements import PLAIN
from .words import WORDS

Rule: TypeAlias = Callable[[Scene], QueryError | None]
RULES: tuple[Rule, ...] = (*PLAIN, *ORDER, *CLAUSE_SLIPS, *SHAPES, *SIGNS, *WORDS)


def diagnose(text: str, error: UnexpectedInput) -> QueryError:
    """Return the error that says best what is wrong with a text that the parser refused."""
    scene = _scene(text, error)
    return next(found for rule in RULES if (found := rule(scene)) is not None)


def _scene(text: str, error: UnexpectedInput) -> Scene:
    cursor = Cursor.at(error)
    at, word, terminal = stopped_at(error, text)
    return Scene(text, at, word, terminal, cursor, cursor.accepts())
