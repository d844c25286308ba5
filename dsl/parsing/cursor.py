"""The parser stopped in the middle of a text: what it holds, and what could come next.

Everything that looks into Lark's interactive parser is here; its types are loose, and nobody else needs to know them.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from copy import copy
from typing import Any

from lark import Token, Tree, UnexpectedInput

from .build_base import begin
from .lalr import lark

END = "$END"


class Cursor:
    """A place in a text, seen from the parser. `inner` is Lark's own interactive parser."""

    def __init__(self, inner: Any) -> None:
        self._inner = inner

    @classmethod
    def after(cls, text: str) -> Cursor:
        """Return the place behind the beginning of a statement. Raises Lark's errors where that is wrong already."""
        begin(text)
        inner: Any = lark().parse_interactive(text)  # pyright: ignore[reportUnknownMemberType]
        inner.exhaust_lexer()
        return cls(inner)

    @classmethod
    def at(cls, error: Any) -> Cursor:
        """Return the place at which the parser gave up, from Lark's `UnexpectedInput`."""
        return cls(error.interactive_parser)

    def accepts(self) -> frozenset[str]:
        """Return the terminals that can come next. Exact: each is tried, and keywords are named by themselves.

        Lark's own `accepts` copies the parser and its lexer for each. The stack of states alone says the same in a
        tenth of the time, which is most of what an error costs.
        """
        state = self._inner.parser_state
        listed = state.parse_conf.states[state.position]
        return frozenset(name for name in listed if name.isupper() and _goes_on(state, name))

    def held(self) -> Iterator[Any]:
        """Yield what the parser holds, from left to right: tokens, and what has been built of those before them."""
        yield from _flat(self._inner.parser_state.value_stack)

    def waiting(self) -> list[Any]:
        """Return what the parser holds without looking into it: tokens are of what is begun and not finished."""
        return list(self._inner.parser_state.value_stack)

    def then(self, terminal: str) -> Cursor:
        """Return the place behind one more terminal. Nothing is built on the way."""
        ahead = self._inner.copy(deepcopy_values=False)
        _build_nothing(ahead)
        ahead.feed_token(Token(terminal, ""))
        return Cursor(ahead)


def _goes_on(state: Any, terminal: str) -> bool:
    """Return whether the parser can take a terminal: rules are reduced until it is shifted, or fits nowhere."""
    conf, stack = state.parse_conf, list(state.state_stack)
    while (step := conf.states[stack[-1]].get(terminal)) is not None:
        to = step[1]
        if isinstance(to, int):
            return True
        if to.expansion:
            del stack[-len(to.expansion) :]
        stack.append(conf.states[stack[-1]][to.origin.name][1])
        if terminal == END and stack[-1] == conf.end_state:
            return True
    return False


def taken(text: str) -> Iterator[Any]:
    """Yield the tokens of a statement as the parser reads each in its place, up to the first that it cannot take.

    Nothing is built, so what the grammar reads and the language does not mean is read too.
    """
    inner: Any = lark().parse_interactive(text)  # pyright: ignore[reportUnknownMemberType]
    _build_nothing(inner)
    with suppress(UnexpectedInput):
        for token in inner.lexer_thread.lex(inner.parser_state):
            inner.feed_token(token)
            yield token


def _build_nothing(inner: Any) -> None:
    inner.parser_state.parse_conf = copy(inner.parser_state.parse_conf)
    inner.parser_state.parse_conf.callbacks = {}


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
