"""The part of a text that is too long for its room: its beginning, and then what speaks of the need.

A tool's answer may be ten times as long as all the room there is, and what is sought in it stands anywhere. So it is
taken in pieces, of a sentence or a few fields each; the first one stays, for it says what the whole is, and of the
others come those that hold the rarest words of the need (by how few pieces hold them), and literals, which nobody can
guess. They keep their order, and what is left out between them shows.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from math import log1p

from ..extraction.literals import find_literals
from ..journal.terms import content_words

GAP = " […] "
"""Stands for what is left out."""

LINE = 160
"""Characters of a line that is one piece; a longer one is taken apart."""

PIECE = re.compile(r".{1,40}(?:.{0,120}?[,;.!?}\]。！？]\s*|.{0,120})", re.DOTALL)
"""Of a long line: 40 to 160 characters, to the end of a sentence or a field."""

STEM = 5
"""Letters by which two words are one: `flights`, `flight_number`. A stemmer of the index's kind is not at hand here."""

LITERAL = 0.5
"""What a piece with a literal is worth, in words that half of the pieces hold."""

LOOKED_AT = 100_000
"""Characters of a text that are taken in pieces; a longer one is a dump."""


class Excerpts:
    """Excerpts for one need. A text is taken in pieces once, however often it is cut."""

    def __init__(self, need: str = "") -> None:
        self._words = stems(need)
        self._known: dict[str, tuple[list[str], list[int]]] = {}

    def of(self, text: str, most: int) -> str:
        """Return at most `most` characters of a text, its beginning first, and a mark wherever some are left out."""
        if len(text) <= most:
            return text
        if most <= len(GAP):
            return GAP.strip()
        if text not in self._known:
            self._known[text] = _by_worth(text[:LOOKED_AT], self._words)
        pieces, order = self._known[text]
        taken = _fitting(pieces, order, most - len(GAP))
        if not taken:
            return text[: most - len(GAP)].rstrip() + GAP.rstrip()
        end = "" if taken[-1] == len(pieces) - 1 and len(text) <= LOOKED_AT else GAP.rstrip()
        return _joined(pieces, taken) + end


def stems(text: str) -> frozenset[str]:
    """Return the stems of a text's words, without those of grammar."""
    return frozenset(word[:STEM] for word in content_words(text))


def _by_worth(text: str, words: frozenset[str]) -> tuple[list[str], list[int]]:
    """Return the pieces of a text, and their places by what they are worth, the first one first."""
    pieces = [piece for line in text.splitlines(keepends=True) for piece in _pieces(line)]
    held = [stems(piece) & words for piece in pieces]
    common = Counter(word for each in held for word in each)
    rarity = {word: log1p(len(pieces) / count) for word, count in common.items()}
    literal = [LITERAL * bool(find_literals(piece, 1)) for piece in pieces]
    worth = [sum(rarity[word] for word in sorted(each)) + more for each, more in zip(held, literal, strict=True)]
    return pieces, [0, *sorted(range(1, len(pieces)), key=lambda place: (-worth[place], place))]


def _pieces(line: str) -> list[str]:
    return [line] if len(line) <= LINE else PIECE.findall(line)


def _fitting(pieces: Sequence[str], order: Sequence[int], most: int) -> list[int]:
    """Return the places of the pieces that fit into so many characters, in the order of the text."""
    taken: set[int] = set()
    for place in order:
        gap = 0 if place - 1 in taken or place == 0 else len(GAP)
        if gap + len(pieces[place]) <= most:
            taken.add(place)
            most -= gap + len(pieces[place])
    return sorted(taken)


def _joined(pieces: Sequence[str], places: Sequence[int]) -> str:
    told = pieces[places[0]] if places[0] == 0 else GAP.lstrip() + pieces[places[0]]
    for before, place in pairwise(places):
        told = told + pieces[place] if place == before + 1 else told.rstrip() + GAP + pieces[place]
    return told.rstrip()
