"""The frame of a sentence: what is left of it where something else is filled in.

Who says a fact anew often says it in the same sentence: `The cake is a lemon cake.`, `The cake is a walnut cake.` What
both begin and end with is the frame, and what stands between is the filler. Words that both have somewhere
(`terms.content_words`) miss it where the fact is short: of `cake`, `lemon` and `walnut` both have a third.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from ..journal.terms import MAX_COMPARED, content_words, to_index

WORD = re.compile(r"\w+")

LEAST_WORDS = 3
"""Words that make a frame, one of them with a meaning of its own: `The cake is`, and not `I have`."""


def words_in_order(text: str) -> tuple[str, ...]:
    """Return the words of the beginning of a text as they stand, those of grammar too; small, and folded."""
    return tuple(WORD.findall(to_index(text[:MAX_COMPARED])))


def frame_share(one: tuple[str, ...], other: tuple[str, ...]) -> float:
    """Return what the frame of two texts is of the shorter one, in [0, 1]; 0 where it says nothing.

    one, other: from `words_in_order`.
    """
    shorter = min(len(one), len(other))
    begins = _alike(zip(one, other, strict=False))
    ends = min(_alike(zip(reversed(one), reversed(other), strict=False)), shorter - begins)
    frame = (*one[:begins], *one[len(one) - ends :])
    return len(frame) / shorter if len(frame) >= LEAST_WORDS and content_words(" ".join(frame)) else 0.0


def _alike(pairs: Iterable[tuple[str, str]]) -> int:
    """Return how many pairs are alike before the first that is not."""
    count = 0
    for one, other in pairs:
        if one != other:
            break
        count += 1
    return count
