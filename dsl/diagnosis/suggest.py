"""Near names: what a misspelt word may have meant."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import takewhile


def nearest(word: str, known: Iterable[str]) -> str | None:
    """Return the known name most like `word`: about one slip in four letters, or one that begins the other; else None.

    Case does not count. Of equally near names the one that begins most like `word` wins, as an id one digit short does;
    then the first in the alphabet, so that the answer never depends on the order in which they were given.
    """
    written = word.casefold()
    allowed = (len(written) + 2) // 4 if len(written) > 2 else 0
    folded = [(name.casefold(), name) for name in known]
    near = [(_slips(written, low, allowed), -_same_letters(written, low), name) for low, name in folded]
    slips, _, best = min(near, default=(allowed + 1, 0, ""))
    return best if slips <= allowed else None


def _same_letters(a: str, b: str) -> int:
    """Return how many letters two words have in common before the first that differs."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(a, b, strict=False)))


def _slips(written: str, name: str, allowed: int) -> int:
    """Return the distance, or 1 where one word begins the other, as `max` begins `maximum`."""
    shorter, longer = sorted((written, name), key=len)
    if len(shorter) >= 3 and longer.startswith(shorter):
        return 1
    return distance(written, name) if len(longer) - len(shorter) <= allowed else allowed + 1


def distance(a: str, b: str) -> int:
    """Return how many letters must be put in, left out, changed, or swapped with their neighbour, to make `b` of `a`.

    The optimal string alignment distance, computed row by row.
    """
    above: list[int] = []
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        twice_above, above, row = above, row, [i]
        for j, y in enumerate(b, 1):
            cost = min(above[j] + 1, row[j - 1] + 1, above[j - 1] + (x != y))
            if i > 1 and j > 1 and x == b[j - 2] and y == a[i - 2]:
                cost = min(cost, twice_above[j - 2] + 1)
            row.append(cost)
    return row[-1]
