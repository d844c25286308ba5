"""The place of a cursor: the word that is being typed, and the parser as it stands before that word.

In a broken text the parser stands as it would with the wrong clause, or inside the last one the wrong word, painted
over: what is being typed now has nothing to do with a slip further up.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import Any

from lark import Token, UnexpectedInput

from ...errors import ParseError, QueryError, Span
from ..checking.recovery import without_clause_at
from ..parsing.cursor import Cursor, stopped_at
from ..parsing.lexemes import COMMENT, UNCLOSED, Lexeme, scan
from ..parsing.script import regions
from ..parsing.vocabulary import keywords

_MOST_SLIPS = 5
_TYPED = frozenset(("NAME", "PARAMETER"))


@dataclass(frozen=True, slots=True)
class Situation:
    """Where a completion is asked for.

    stem: the statement up to the word that is being typed, mended where it was broken. typed: that word as far as it
    is written, a quote or `$` with it. span: its place in the whole text. cursor: the parser behind the stem.
    accepts: the terminals that can come next. waiting: what the parser holds, outermost first.
    """

    stem: str
    typed: str
    span: Span
    cursor: Cursor
    accepts: frozenset[str]
    waiting: tuple[Any, ...]

    @property
    def begun(self) -> list[str]:
        """The terminals of what is begun and not finished: `MATCH`, `LPAR`, `COLON`."""
        return [thing.type for thing in self.waiting if isinstance(thing, Token)]

    @property
    def statement(self) -> str:
        """The first word of the innermost statement that is begun, STRATEGY for what one is made of; "" for none."""
        begun = self.begun
        found = next((word for word in ("STRATEGY", "RECALL", "TRACE") if word in begun), None)
        return found or next((word for word in begun if word in keywords()), "")

    @property
    def starts_value(self) -> bool:
        """Whether an expression can begin here."""
        return {"CASE", "LSQB"} <= self.accepts


def situation_at(text: str, cursor: int) -> Situation | None:
    """Return the place of a cursor; None in a comment, behind a finished text or number, and where nothing is sure."""
    start = _start_of_statement(text, cursor)
    before = text[start:cursor]
    last = _last(before)
    if last is None:
        return _situated(before, "", cursor)
    written = before[last.start :]
    if last.terminal == COMMENT or written.startswith("/*"):
        return None
    if last.terminal in _TYPED or last.terminal in keywords() or last.terminal == UNCLOSED or written == "$":
        return _situated(before[: last.start], written, cursor)
    finished = last.terminal in ("STRING", "INTEGER", "FLOAT")
    return None if finished else _situated(before, "", cursor)


def _start_of_statement(text: str, cursor: int) -> int:
    ends = (end for _, end in regions(text[:cursor]) if text[end - 1] == ";")
    return max(ends, default=0)


def _last(before: str) -> Lexeme | None:
    """Return the lexeme that touches the cursor, if one does."""
    last = next(iter(deque(scan(before), maxlen=1)), None)
    return None if last is None or before[last.start :].isspace() else last


def _situated(stem: str, typed: str, at: int) -> Situation | None:
    for _ in range(_MOST_SLIPS):
        try:
            cursor = Cursor.after(stem)
        except (UnexpectedInput, QueryError) as error:
            mended = _mended(stem, error)
            if mended is None:
                return None
            stem = mended
        else:
            waiting = tuple(cursor.waiting())
            return Situation(stem, typed, Span(at - len(typed), at), cursor, cursor.accepts(), waiting)
    return None


def _mended(stem: str, error: UnexpectedInput | QueryError) -> str | None:
    """Return the stem with what is wrong painted over: a clause, or inside the last clause a word."""
    place, word = _place(stem, error)
    without = without_clause_at(stem, place)
    if without is not None and (without[place:].strip() or not stem[place + len(word) :].strip()):
        return without
    if isinstance(error, ParseError) or not word:
        return None
    return stem[:place] + " " * len(word) + stem[place + len(word) :]


def _place(stem: str, error: UnexpectedInput | QueryError) -> tuple[int, str]:
    if isinstance(error, QueryError):
        span = error.span or Span(0, 0)
        return span.start, stem[span.start : span.end]
    place, word, _ = stopped_at(error, stem)
    return place, word
