"""The words of a need, as names are compared with them: folded, without grammar, and nearly equal ones as one.

The porter stems of the full-text index were refused here: they are SQLite's, and a name is compared with a handful of
words, where a shared beginning serves as well.
"""

from __future__ import annotations

import re

from ..extraction.keys import match_key
from ..journal.grammar import grammar_of
from ..journal.terms import UNSPACED, UNSPACED_CHARACTER

WORD = re.compile(rf"[^\W_{UNSPACED}]+|[{UNSPACED}]+")
SHARED = 4
"""Letters that two forms of one word begin with, at least: `searched` and `search`."""
TAIL = 4
"""Letters that a form may have more than what is shared: `analysis` and `analyse`, but not `car` and `career`."""


def words_of(text: str) -> list[str]:
    """Return the words of a text, folded, without those of grammar."""
    words = WORD.findall(match_key(text))
    grammar = grammar_of(words)
    return [word for word in words if word not in grammar]


def alike(one: str, other: str) -> bool:
    """Whether two folded words are forms of one, by their beginnings."""
    if one == other:
        return True
    shared = next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    return shared >= SHARED and max(len(one), len(other)) - shared <= TAIL and shared > min(len(one), len(other)) - 3


def held(name: list[str], text: list[str], whole: str) -> float:
    """Return the share of a name's words that a text holds, in [0, 1]; in a script without spaces, as a part of it."""
    if not name:
        return 0.0
    return sum(_holds(word, text, whole) for word in name) / len(name)


def _holds(word: str, text: list[str], whole: str) -> bool:
    unspaced = not word.isascii() and UNSPACED_CHARACTER.match(word) is not None
    return word in whole if unspaced else any(alike(word, other) for other in text)
