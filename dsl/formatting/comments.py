"""Comments: where they stood, and the word that they hang on.

A comment stands in a gap between two words, and one of three things is true of it. It stands *behind* a word, at the
end of its line; on lines of its *own*; or *before* a word, on the same line. The layout keeps that, and by that it is
idempotent: what it writes is read in the same way again. A comment before a comma goes behind it, where a reader looks,
and so does one before a closing brace that the printer added.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from ..frozen import replace
from ..parsing.lexemes import BLANK, COMMENT, Lexeme, read
from .words import Word, matched

Stand: TypeAlias = Literal["behind", "own", "before"]
_STANDS = ("behind", "own", "before")


@dataclass(frozen=True, slots=True)
class Comment:
    """A comment, with its `//` or `/* */`. apart: whether an empty line stands before it."""

    text: str
    stand: Stand
    apart: bool = False


Gaps: TypeAlias = dict[int, list[Comment]]
"""Comments by gap: those in gap `i` stand before word `i`, the last ones behind the last word."""


def comments_in(
    lexemes: Iterable[Lexeme], text: str, *, leads: bool = False, ends: bool = False
) -> tuple[list[Comment], bool]:
    """Return the comments of one gap, and whether an empty line stands behind the last.

    leads: there is no word before the gap. ends: there is none behind it.
    """
    rows: list[list[Comment]] = [[]]
    apart = False
    for lexeme in lexemes:
        piece = text[lexeme.start : lexeme.end]
        if lexeme.terminal == COMMENT:
            rows[-1].append(Comment(_tidy(piece), "own", apart))
            apart = False
        elif lexeme.terminal == BLANK and "\n" in piece:
            rows.append([])
            apart = apart or piece.count("\n") > 1
    last = len(rows) - 1
    return [_standing(c, n, last, leads, ends) for n, row in enumerate(rows) for c in row], apart


def _standing(comment: Comment, row: int, last: int, leads: bool, ends: bool) -> Comment:
    stand: Stand = "own"
    if row == 0 and not leads and (last > 0 or ends):
        stand = "behind"
    elif row == last and not ends:
        stand = "before"
    return replace(comment, stand=stand)


def _tidy(comment: str) -> str:
    """Return a comment without blanks at the ends of its lines."""
    return "\n".join(line.rstrip() for line in comment.split("\n"))


def gaps_of(text: str) -> Gaps:
    """Return the comments inside a statement that parses, by its own words: those before word `i` at `i`."""
    gaps: Gaps = {}
    waiting: list[Lexeme] = []
    word = 0
    for lexeme in read(text):
        if lexeme.aside:
            waiting.append(lexeme)
            continue
        found, _ = comments_in(waiting, text)
        if found:
            gaps[word] = found
        waiting, word = [], word + 1
    return gaps


def rehung(gaps: Gaps, source: Sequence[Word], printed: Sequence[Word]) -> Gaps:
    """Return the comments by the gaps between the printed words. None is lost, and their order is kept."""
    pairs = matched(source, printed) if gaps else {}
    added = set(range(len(printed))) - set(pairs.values())
    passed = {place for place in added if printed[place].terminal == "RBRACE"}
    passed |= {place for place, word in enumerate(printed) if word.terminal == "COMMA"}
    result: Gaps = {}
    latest = 0
    for gap, comments in sorted(gaps.items()):
        for comment in comments:
            latest = max(latest, _gap_for(comment, gap, pairs, len(printed)))
            while latest in passed:
                latest += 1
            result.setdefault(latest, []).append(comment)
    return {gap: _in_order(comments) for gap, comments in result.items()}


def _in_order(comments: list[Comment]) -> list[Comment]:
    """Return the comments of a gap, behind, own, before. Where moving brought another order, or two that each end the
    same line, they stand on lines of their own.
    """
    ranks = [_STANDS.index(comment.stand) for comment in comments]
    kept = next((place for place, rank in enumerate(ranks) if rank), len(ranks))
    ends = next((place + 1 for place in range(kept) if comments[place].text.startswith("//")), kept)
    late = [place for place, rank in enumerate(ranks) if rank < max(ranks[: place + 1])]
    moved = range(min(kept, ends), max([*late, kept - 1], default=-1) + 1)
    return [replace(comment, stand="own") if place in moved else comment for place, comment in enumerate(comments)]


def _gap_for(comment: Comment, gap: int, pairs: dict[int, int], count: int) -> int:
    """Return the gap beside the nearest printed word: of what it stood behind, else of what it stood before."""
    left = next((pairs[word] + 1 for word in range(gap - 1, -1, -1) if word in pairs), 0)
    if comment.stand == "behind":
        return left
    right = pairs.get(gap)
    return left if right is None and left < count else count if right is None else right
