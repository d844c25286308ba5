"""A text as lexemes that leave no gap, whatever is wrong with it: for what must read texts that the parser refuses.

The parser's own reading is used as far as it goes, for it alone knows where a word is a name. Behind the place at which
it stops, and where a text holds several statements, the same terminals are looked for without knowing what may stand.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from lark.lexer import TerminalDef

from .cursor import taken
from .lalr import lark
from .strings import OPAQUE
from .vocabulary import keywords

BLANK, COMMENT, UNCLOSED, WRONG = "BLANK", "COMMENT", "UNCLOSED", "WRONG"
"""What is no terminal of the grammar: what stands between words, what never ends, and a sign that is none."""

BRACKETS = {"LPAR": "RPAR", "LSQB": "RSQB", "LBRACE": "RBRACE", "EDGE_OPEN": "RSQB", "EDGE_OPEN_SPACED": "RSQB"}
"""What closes what."""

_ASIDE = frozenset((BLANK, COMMENT))
_OTHERWISE = re.compile(rf"{OPAQUE}|\w+|.", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Lexeme:
    """A piece `[start, end)` of a text: `terminal` is the grammar's name for it, or one of the four above."""

    terminal: str
    start: int
    end: int

    @property
    def aside(self) -> bool:
        """Whether the parser never sees it."""
        return self.terminal in _ASIDE


def read(text: str) -> tuple[Lexeme, ...]:
    """Return the lexemes of one statement, as the parser reads them up to the place where it stops."""
    found: list[Lexeme] = []
    at, capitals = 0, False
    for token in taken(text):
        found += scan(text, at, token.start_pos)
        found.append(Lexeme(token.type, token.start_pos, token.end_pos))
        at, capitals = token.end_pos, capitals or token.value == token.type
    return (*found, *scan(text, at, capitals=capitals))


def scan(text: str, start: int = 0, end: int | None = None, *, capitals: bool = False) -> Iterator[Lexeme]:
    """Yield the lexemes of any text, or of a part of it; a word of the language is one wherever it could be.

    Behind a point, and before a colon, it is a name: a property, or a key. With `capitals` only words in capitals are
    words of the language, as where others are written so.
    """
    at, behind, end = start, "", len(text) if end is None else end
    while at < end:
        terminal, stop = _next(text, at, end)
        word = text[at:stop]
        if terminal == "NAME" and (word.isupper() or not capitals) and _is_keyword(text, at, stop, behind):
            terminal = word.upper()
        yield Lexeme(terminal, at, stop)
        behind = behind if terminal in _ASIDE else terminal
        at = stop


def _next(text: str, at: int, end: int) -> tuple[str, int]:
    """Return the terminal that stands at a place, and where it ends."""
    match = _terminals().match(text, at, end)
    if match is None or (match.lastgroup == "SLASH" and text.startswith("/*", at)):
        other: Any = _OTHERWISE.match(text, at, end)
        return UNCLOSED if text[at] in "'\"`/" else WRONG, other.end()
    name = str(match.lastgroup)
    if name.startswith("__IGNORE"):
        name = COMMENT if text[at] == "/" else BLANK
    return name, match.end()


def _is_keyword(text: str, start: int, end: int, behind: str) -> bool:
    return text[start:end].upper() in keywords() and behind != "DOT" and not _COLON.match(text, end)


_COLON = re.compile(r"\s*:")


@cache
def _terminals() -> re.Pattern[str]:
    """Return all terminals as one expression, in the order in which Lark tries them; words are told apart later."""
    known = keywords()
    ordered = sorted((terminal for terminal in lark().terminals if terminal.name not in known), key=_precedence)
    return re.compile("|".join(f"(?P<{terminal.name}>{terminal.pattern.to_regexp()})" for terminal in ordered))


def _precedence(terminal: TerminalDef) -> tuple[int, int, int, str]:
    pattern = terminal.pattern
    return -terminal.priority, -pattern.max_width, -len(pattern.value), terminal.name
