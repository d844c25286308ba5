"""Text to AST.

The grammar is Lark's, LALR(1), with the contextual lexer: a word is a keyword only where a keyword may stand, so any
keyword can be a name where a name is due. The tree builder is embedded in the parser and no parse tree is made.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any, cast

from lark import Lark, Token, UnexpectedInput

from ... import grammar
from ...errors import ParseError, Span
from .. import ast
from . import table_cache
from .bounds import DEFAULT, TextLimits
from .build_base import begin, check_signed
from .limits import check_held, check_text, check_tree
from .tree_builder import TreeBuilder

_SURROGATE = re.compile("[\ud800-\udfff]")


class WholeWords:
    """Lets the lexer see a whole word in every state, so that `LIMITED` is never read as `LIMIT` and `ED`."""

    always_accept = ("NAME",)

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        return stream


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


@cache
def lark() -> Lark:
    """Return the parser, made once in a process, from the kept table where there is one."""
    return load(table_cache.default_directory())


def load(directory: Path) -> Lark:
    """Return the parser, its table read from `directory` or made and kept there."""
    source = grammar.source()
    table = table_cache.read(source, directory)
    if table is not None:
        # What Lark's own stand-alone parsers call; `Lark.load` would leave the tree builder out.
        return cast(Lark, Lark.__new__(Lark)._load(table, **_hooks()))  # pyright: ignore
    parser = build(source)
    made = BytesIO()
    parser.save(made, exclude_options=tuple(_hooks()))  # pyright: ignore[reportUnknownMemberType]
    table_cache.write(source, directory, made.getvalue())
    return parser


def build(source: str, *, strict: bool = False) -> Lark:
    """Make the parser. `strict` refuses any conflict in the grammar; it needs `interegular`, so only a test asks."""
    return Lark(source, parser="lalr", lexer="contextual", strict=strict, **_hooks())


def _hooks() -> dict[str, Any]:
    return {"transformer": TreeBuilder(), "postlex": WholeWords()}
