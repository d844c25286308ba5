"""The parser itself: Lark's, LALR(1), with the contextual lexer, made once in a process.

A word is a keyword only where a keyword may stand, so any keyword can be a name where a name is due. The tree builder
is embedded, and no parse tree is made.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any, cast

from lark import Lark, Token

from ... import grammar
from . import table_cache
from .tree_builder import TreeBuilder


class WholeWords:
    """Lets the lexer see a whole word in every state, so that `LIMITED` is never read as `LIMIT` and `ED`."""

    always_accept = ("NAME",)

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        return stream


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
