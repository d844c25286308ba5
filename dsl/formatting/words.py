"""A statement as words: what the layout moves, and what comments hang on.

The words of the source and those that the printer wrote for the same tree are nearly the same. They are matched from
left to right, so that a comment finds, among the printed words, the one that it stood beside.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..parsing.lexemes import read
from ..parsing.strings import unquote, unquote_name

_FARTHEST = 200
"""How many words the printer may leave out or add at one place: more than brackets and EXISTS need."""


@dataclass(frozen=True, slots=True)
class Word:
    """A word or sign: how it is written, its terminal, and the blanks before it."""

    text: str
    terminal: str
    lead: str

    @property
    def meaning(self) -> str:
        """What stays the same when it is printed in another way: a name without its quotes, a keyword in capitals."""
        match self.terminal:
            case "STRING":
                return unquote(self.text)
            case "NAME":
                return unquote_name(self.text)
            case "INTEGER" | "FLOAT":
                return "a number"
            case "PARAMETER":
                return self.text
            case _:
                return self.terminal


def words_of(text: str) -> tuple[Word, ...]:
    """Return the words of a statement that parses; its comments are left out."""
    words: list[Word] = []
    end = 0
    for lexeme in read(text):
        if not lexeme.aside:
            words.append(Word(text[lexeme.start : lexeme.end], lexeme.terminal, text[end : lexeme.start]))
            end = lexeme.end
    return tuple(words)


def matched(source: Sequence[Word], printed: Sequence[Word]) -> dict[int, int]:
    """Return the place among the printed words of each word of the source that is there too; places only grow.

    Where the two differ, as few words as possible are passed over on both sides together.
    """
    one, other = [word.meaning for word in source], [word.meaning for word in printed]
    pairs: dict[int, int] = {}
    left = right = 0
    while left < len(one) and right < len(other):
        skips = _skips(one[left : left + _FARTHEST], other[right : right + _FARTHEST])
        if skips is None:
            break
        left, right = left + skips[0], right + skips[1]
        pairs[left] = right
        left, right = left + 1, right + 1
    return pairs


def _skips(one: Sequence[str], other: Sequence[str]) -> tuple[int, int] | None:
    """Return how many words to pass over on each side until both begin with the same."""
    for both in range(len(one) + len(other) - 1):
        for first in range(max(0, both - len(other) + 1), min(both, len(one) - 1) + 1):
            if one[first] == other[both - first]:
                return first, both - first
    return None
