"""A text in kinds: keywords, names, texts, comments and the rest, with no gap between them.

Kinds come from the grammar's terminals and their neighbours, so a new keyword is coloured on the day it is added. A
second list of words, as editors' grammars have, was refused: it cannot know that `type` in `m.type` is a name.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Literal, TypeAlias

from ..parsing.bounds import DEFAULT
from ..parsing.lexemes import BLANK, BRACKETS, COMMENT, UNCLOSED, WRONG, Lexeme, read, scan
from ..parsing.script import regions
from ..parsing.vocabulary import keywords

Kind: TypeAlias = Literal[
    "blank", "comment", "keyword", "constant", "name", "property", "label", "function", "parameter", "string",
    "number", "operator", "punctuation", "error",
]  # fmt: skip
Part: TypeAlias = tuple[int, int, Kind]

_KINDS: dict[str, Kind] = {
    BLANK: "blank",
    COMMENT: "comment",
    UNCLOSED: "error",
    WRONG: "error",
    "STRING": "string",
    "INTEGER": "number",
    "FLOAT": "number",
    "PARAMETER": "parameter",
    **dict.fromkeys(("TRUE", "FALSE", "NULL"), "constant"),
    **dict.fromkeys(("LPAR", "RPAR", "LSQB", "RSQB", "LBRACE", "RBRACE"), "punctuation"),
    **dict.fromkeys(("COMMA", "COLON", "SEMICOLON", "DOT"), "punctuation"),
}


def highlight(text: str) -> list[Part]:
    """Return `(start, end, kind)` for each part of a text, in order; they touch, and cover all of it.

    Any text will do, a broken or a half-written one too. One that is longer than the parser would take is read without
    asking it what each word is in its place.
    """
    if len(text) > DEFAULT.chars:
        return list(_in_kinds(scan(text)))
    return list(chain.from_iterable(_shifted(text[start:end], start) for start, end in regions(text)))


def _shifted(statement: str, by: int) -> Iterator[Part]:
    return ((start + by, end + by, kind) for start, end, kind in _in_kinds(read(statement)))


def _in_kinds(lexemes: Iterable[Lexeme]) -> Iterator[Part]:
    """Give each lexeme its kind; a name's depends on what stands before and behind it, and in which brackets."""
    brackets: list[str] = []
    before, kind_before = "", ""
    for lexeme, follows in _with_next(lexemes):
        kind = _KINDS.get(lexeme.terminal, "operator")
        if lexeme.terminal == "NAME":
            kind = _name(before, kind_before, follows, brackets)
        elif lexeme.terminal in keywords() and kind == "operator":
            kind = "function" if lexeme.terminal in ("COUNT", "EXISTS", "COLLECT") and follows == "LPAR" else "keyword"
        yield lexeme.start, lexeme.end, kind
        if not lexeme.aside:
            _track(lexeme.terminal, brackets)
            if lexeme.terminal != "VBAR":  # a bar between labels leaves what was before it
                kind_before = kind
            before = lexeme.terminal


def _name(before: str, kind_before: str, follows: str, brackets: list[str]) -> Kind:
    in_map = brackets[-1:] == ["LBRACE"]
    if before == "DOT" or (in_map and follows == "COLON"):
        return "property"
    if (before == "COLON" and not in_map) or before in ("AMPERSAND", "BANG"):
        return "label"
    if before == "VBAR" and kind_before == "label":
        return "label"
    return "function" if follows == "LPAR" else "name"


def _track(terminal: str, brackets: list[str]) -> None:
    if terminal in BRACKETS:
        brackets.append(terminal)
    elif brackets and terminal == BRACKETS[brackets[-1]]:
        brackets.pop()


def _with_next(lexemes: Iterable[Lexeme]) -> Iterator[tuple[Lexeme, str]]:
    """Yield each lexeme with the terminal of the next one that is no blank and no comment; "" at the end."""
    every = tuple(lexemes)
    following = [""]
    for lexeme in reversed(every[1:]):
        following.append(following[-1] if lexeme.aside else lexeme.terminal)
    return zip(every, reversed(following), strict=False)
