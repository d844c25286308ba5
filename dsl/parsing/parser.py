"""Text to AST: the text checked, read, and its tree checked; and what is said where it cannot be read."""

from __future__ import annotations

import re
from typing import Any, cast

from lark import UnexpectedInput

from ...errors import ParseError, Span
from .. import ast
from .bounds import DEFAULT, TextLimits
from .build_base import begin, check_signed
from .lalr import lark
from .limits import check_held, check_text, check_tree

_SURROGATE = re.compile("[\ud800-\udfff]")


def parse(text: str, limits: TextLimits = DEFAULT) -> ast.Statement:
    """Return the statement that a text says.

    Raises ParseError with the place, what could stand there and a form that works; LimitError for a text too large;
    CapabilityError for a statement that writes; UnsupportedError for one that is understood and not done.
    """
    check_text(text, limits)
    _check_characters(text)
    begin(text)
    try:
        statement = cast(ast.Statement, lark().parse(text))  # pyright: ignore[reportUnknownMemberType]
    except UnexpectedInput as error:
        # Imported here: most texts are right, and what explains a wrong one need not be loaded for them.
        from ..diagnosis.diagnose import diagnose

        check_held(len(_held(error)), min(error.pos_in_stream or 0, len(text) - 1))
        raise diagnose(text, error) from None
    check_signed()
    check_tree(statement)
    return statement


def _held(error: UnexpectedInput) -> list[Any]:
    """Return what the parser had begun where it gave up."""
    return cast(Any, error).interactive_parser.parser_state.value_stack


def _check_characters(text: str) -> None:
    """Refuse half a character: no store could keep it, and no graph engine take it as a parameter."""
    half = None if text.isascii() else _SURROGATE.search(text)
    if half is not None:
        span = Span(half.start(), half.end())
        hint = "Decode the text as UTF-8 before it is parsed."
        raise ParseError("Half of a character stands here.", text=text, span=span, hint=hint)
