"""In which order the items of a column stand, so that few lines cross.

An edge that passes a column has an item of its own there, a bend, so that every stretch of a line joins two columns
that stand side by side. Columns are then sorted by the mean place of their neighbours, to and fro (the barycentre
heuristic of Sugiyama and others, 1981), and the order with the fewest crossings is kept.
"""

from __future__ import annotations

from bisect import bisect_right, insort
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from .ranking import Pair

SWEEPS = 10
"""To and fro counted apart. What is gained comes in the first few."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """A part of an edge between two items of neighbouring columns."""

    left: int
    right: int
    edge: int


@dataclass(frozen=True, slots=True)
class Weave:
    """The items of each column from the top, and the stretches of each channel: channel i lies behind column i.

    Items below the number of nodes are nodes; the others are bends.
    """

    columns: tuple[tuple[int, ...], ...]
    channels: tuple[tuple[Stretch, ...], ...]

    def places(self) -> dict[int, int]:
        """Return the place of each item in its column."""
        return {item: place for column in self.columns for place, item in enumerate(column)}


def weave(column: Sequence[int], pairs: Sequence[Pair]) -> Weave:
    """Return the columns with a bend wherever an edge passes one. column: of each node; pairs run to the right."""
    columns: list[list[int]] = [[] for _ in range(max(column, default=-1) + 1)]
    for node, place in enumerate(column):
        columns[place].append(node)
    channels: list[list[Stretch]] = [[] for _ in columns[1:]]
    items = len(column)
    for edge, (cause, effect) in enumerate(pairs):
        item = cause
        for place in range(column[cause] + 1, column[effect]):
            columns[place].append(items)
            channels[place - 1].append(Stretch(item, items, edge))
            item, items = items, items + 1
        channels[column[effect] - 1].append(Stretch(item, effect, edge))
    return Weave(tuple(map(tuple, columns)), tuple(map(tuple, channels)))


def untangle(woven: Weave) -> Weave:
    """Return the same with its columns sorted so that few stretches cross."""
    best, fewest = woven, crossings(woven)
    columns = list(woven.columns)
    for sweep in range(SWEEPS):
        if not fewest:
            break
        rightwards = sweep % 2 == 0
        for channel in range(len(woven.channels)) if rightwards else reversed(range(len(woven.channels))):
            fixed, sorted_ = (channel, channel + 1) if rightwards else (channel + 1, channel)
            columns[sorted_] = _sorted(columns[sorted_], columns[fixed], woven.channels[channel], rightwards)
        found = Weave(tuple(columns), woven.channels)
        if (count := crossings(found)) < fewest:
            best, fewest = found, count
    return best


def crossings(woven: Weave) -> int:
    """Return how many pairs of stretches cross."""
    place = woven.places()
    return sum(_inversions((place[s.left], place[s.right]) for s in channel) for channel in woven.channels)


def _sorted(
    items: tuple[int, ...], fixed: Sequence[int], channel: Sequence[Stretch], rightwards: bool
) -> tuple[int, ...]:
    """Return items by the mean place of their neighbours in the fixed column; one without any stays where it is."""
    place = {item: at for at, item in enumerate(fixed)}
    beside: dict[int, list[int]] = {item: [] for item in items}
    for stretch in channel:
        item, other = (stretch.right, stretch.left) if rightwards else (stretch.left, stretch.right)
        beside[item].append(place[other])
    means = {item: sum(beside[item]) / len(beside[item]) if beside[item] else at for at, item in enumerate(items)}
    return tuple(sorted(items, key=means.__getitem__))


def _inversions(ends: Iterable[tuple[int, int]]) -> int:
    """Return how many pairs of stretches begin in one order and end in the other."""
    seen: list[int] = []
    count = 0
    for _, right in sorted(ends):
        count += len(seen) - bisect_right(seen, right)
        insort(seen, right)
    return count
