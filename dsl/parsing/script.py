"""A script: statements with `;` between them. The grammar reads one statement a text; here a text is divided into them.

A `;` inside quotes, back-quotes or a comment divides nothing; one inside brackets does, for no statement holds it
there, and so a bracket that is never closed spoils one statement and not the rest. An empty statement is none.

It is done without the parser's lexer, which takes five times as long: an editor asks at every key, in texts of any
length.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from .strings import OPAQUE

_PART = re.compile(rf"{OPAQUE}|;|[^\s;'\"`/]+|/", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Piece:
    """One statement of a script: `[start, end)`, from its first word to its last, comments around it left out.

    ended: whether `;` stands behind it.
    """

    text: str
    start: int
    end: int
    ended: bool


def split(text: str) -> tuple[Piece, ...]:
    """Return the statements of a text in order; none of a text of blanks and comments."""
    pieces: list[Piece] = []
    start = end = -1
    for part in _PART.finditer(text):
        if part[0] == ";":
            pieces += _piece(text, start, end, ended=True)
            start = -1
        elif not _is_comment(part[0]):
            start, end = (part.start() if start < 0 else start), part.end()
    return (*pieces, *_piece(text, start, end, ended=False))


def regions(text: str) -> Iterator[tuple[int, int]]:
    """Yield `[start, end)` of each statement with all that surrounds it, its `;` too; together they cover the text."""
    start = 0
    for part in _PART.finditer(text):
        if part[0] == ";":
            yield start, part.end()
            start = part.end()
    if start < len(text):
        yield start, len(text)


def _piece(text: str, start: int, end: int, *, ended: bool) -> list[Piece]:
    if start < 0:
        return []
    said = text[start:end].rstrip()  # a quote that is never closed takes the blanks at the end in
    return [Piece(said, start, start + len(said), ended)]


def _is_comment(part: str) -> bool:
    return part.startswith("//") or (part.startswith("/*") and part.endswith("*/") and len(part) >= 4)
