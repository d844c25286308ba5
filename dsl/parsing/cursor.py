"""The parser stopped in the middle of a text: what it holds, and what could come next.

Everything that looks into Lark's interactive parser is here; its types are loose, and nobody else needs to know them.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from typing import Any

from lark import Token, Tree

from .build_base import TEXT
from .parser import lark

END = "$END"


class Cursor:
    """A place in a text, seen from the parser. `inner` is Lark's own interactive parser."""

    def __init__(self, inner: Any) -> None:
        self._inner = inner

    @classmethod
    def after(cls, text: str) -> Cursor:
        """Return the place behind the beginning of a statement. Raises Lark's errors where that is wrong already."""
        TEXT.set(text)
        inner: Any = lark().parse_interactive(text)  # pyright: ignore[reportUnknownMemberType]
        inner.exhaust_lexer()
        return cls(inner)

    @classmethod
    def at(cls, error: Any) -> Cursor:
        """Return the place at which the parser gave up, from Lark's `UnexpectedInput`."""
        return cls(error.interactive_parser)

    def accepts(self) -> frozenset[str]:
        """Return the terminals that can come next. Exact: each is tried, and keywords are named by themselves."""
        return frozenset(self._inner.accepts())

    def held(self) -> Iterator[Any]:
        """Yield what the parser holds, from left to right: tokens, and what has been built of those before them."""
        yield from _flat(self._inner.parser_state.value_stack)

    def then(self, terminal: str) -> Cursor:
        """Return the place behind one more terminal. Nothing is built on the way."""
        ahead = self._inner.copy(deepcopy_values=False)
        ahead.parser_state.parse_conf = copy(ahead.parser_state.parse_conf)
        ahead.parser_state.parse_conf.callbacks = {}
        ahead.feed_token(Token(terminal, ""))
        return Cursor(ahead)


def stopped_at(error: Any, text: str) -> tuple[int, str, str]:
    """Return where the parser gave up, what stands there, and which terminal that is: "" for a sign that is none."""
    token = getattr(error, "token", None)
    if token is None:
        return error.pos_in_stream, text[error.pos_in_stream], ""
    return (token.end_pos or 0, "", END) if token.type == END else (token.start_pos, token.value, token.type)


def _flat(things: list[Any]) -> Iterator[Any]:
    for thing in things:
        if isinstance(thing, Tree):
            inside: Any = thing  # pyright: ignore[reportUnknownVariableType]
            yield from _flat(inside.children)
        else:
            yield thing
