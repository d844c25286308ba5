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

PIECE = re.compile(r".{1,40}(?:.{0,120}?[\n,;.!?}\]。！？]\s*|.{0,120})", re.DOTALL)
"""40 to 160 characters, to the end of a line, a sentence or a field."""

STEM = 5
"""Letters by which two words are one: `flights`, `flight_number`. A stemmer of the index's kind is not at hand here."""

LITERAL = 0.5
"""What a piece with a literal is worth, in words that half of the pieces hold."""

LOOKED_AT = 100_000
"""Characters of a text that are taken in pieces; a longer one is a dump."""


def excerpt(text: str, most: int, words: frozenset[str]) -> str:
    """Return at most `most` characters of a text, its beginning first, and a mark wherever some are left out.

    words: stems of the need.
    """
    if len(text) <= most:
        return text
    pieces = PIECE.findall(text[:LOOKED_AT])
    taken = _taken(pieces, max(0, most - len(GAP)), words)
    if not taken:
        return text[: max(0, most - len(GAP))].rstrip() + GAP.rstrip()
    goes_on = taken[-1] != len(pieces) - 1 or len(text) > LOOKED_AT
    return _joined(pieces, sorted(taken)) + (GAP.rstrip() if goes_on else "")


def stems(text: str) -> frozenset[str]:
    """Return the stems of a text's words, without those of grammar."""
    return frozenset(word[:STEM] for word in content_words(text))


def _taken(pieces: Sequence[str], most: int, words: frozenset[str]) -> list[int]:
    """Return the places of the pieces to keep, the first of them always, then by worth."""
    held = [stems(piece) & words for piece in pieces]
    common = Counter(word for each in held for word in each)
    rarity = {word: log1p(len(pieces) / count) for word, count in common.items()}
    worth = [
        sum(rarity[word] for word in each) + LITERAL * bool(find_literals(piece, 1))
        for each, piece in zip(held, pieces, strict=True)
    ]
    by_worth = sorted(range(1, len(pieces)), key=lambda place: (-worth[place], place))
    taken: list[int] = []
    for place in (0, *by_worth):
        cost = len(pieces[place]) + len(GAP)
        if cost <= most:
            taken.append(place)
            most -= cost
    return sorted(taken)


def _joined(pieces: Sequence[str], places: Sequence[int]) -> str:
    told = pieces[places[0]]
    for before, place in pairwise(places):
        told = told + pieces[place] if place == before + 1 else told.rstrip() + GAP + pieces[place]
    return told.rstrip()
