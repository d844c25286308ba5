"""Which row each item begins in: as near to its neighbours as the order of its column allows, so that lines run level.

Where an item would like to be is the median of where its lines would be level. What a column can have of all those
wishes is an isotonic regression, solved exactly by pooling adjacent violators (Ayer and others, 1955); the priorities
and rounds of repair that layouts are usually written with were refused.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import floor

from .ordering import Stretch, Weave

ROUNDS = 4
"""To and fro. Rows stop moving after about three; a last look to both sides at once was tried, and bent more lines."""

GAP = 1
"""Rows between two boxes. A line may pass close to a box: it cannot be taken for a part of it."""

LEVEL, LOOSE = 8.0, 1.0
"""How much it counts that a line keeps its row where it passes a column, and where it ends at a box: a long line with
steps in it is what makes a drawing look tangled.
"""

STAY = 0.01
"""How much it counts that an item without lines stays where it is: it gives way to every other."""


@dataclass(frozen=True, slots=True)
class Ports:
    """By channel and stretch, the row at which it leaves the item to its left and enters the one to its right, counted
    from the top of the item.
    """

    leaves: tuple[tuple[int, ...], ...]
    enters: tuple[tuple[int, ...], ...]


def sides(woven: Weave) -> list[int]:
    """Return how many lines the busier side of each item has: so many rows it needs."""
    items = sum(map(len, woven.columns))
    left, right = [0] * items, [0] * items
    for stretch in (stretch for channel in woven.channels for stretch in channel):
        right[stretch.left] += 1
        left[stretch.right] += 1
    return list(map(max, left, right))


def ports(woven: Weave, heights: Sequence[int]) -> Ports:
    """Give each line a row of its own at each item, in the order of where it goes, in the middle of the item."""
    place = woven.places()
    leaves = [_rows([(s.left, place[s.right], s.edge) for s in channel], heights) for channel in woven.channels]
    enters = [_rows([(s.right, place[s.left], s.edge) for s in channel], heights) for channel in woven.channels]
    return Ports(tuple(leaves), tuple(enters))


def _rows(ends: Sequence[tuple[int, int, int]], heights: Sequence[int]) -> tuple[int, ...]:
    rows = [0] * len(ends)
    at: dict[int, list[int]] = {}
    for number in sorted(range(len(ends)), key=ends.__getitem__):
        at.setdefault(ends[number][0], []).append(number)
    for item, numbers in at.items():
        first = (heights[item] - len(numbers)) // 2
        for row, number in enumerate(numbers, start=first):
            rows[number] = row
    return tuple(rows)


def place_rows(woven: Weave, heights: Sequence[int], ports: Ports, nodes: int) -> list[int]:
    """Return the first row of each item, the least 0. nodes: how many items are boxes."""
    rows = _stacked(woven, heights, nodes)
    for _ in range(ROUNDS):
        for channel in range(len(woven.channels)):
            _settle(woven, channel + 1, channel, rows, heights, ports, nodes)
        for channel in reversed(range(len(woven.channels))):
            _settle(woven, channel, channel, rows, heights, ports, nodes)
    top = min(rows, default=0)
    return [row - top for row in rows]


def _stacked(woven: Weave, heights: Sequence[int], nodes: int) -> list[int]:
    rows = [0] * len(heights)
    for column in woven.columns:
        for item, offset in zip(column, _offsets(column, heights, nodes), strict=True):
            rows[item] = offset
    return rows


def _offsets(column: Sequence[int], heights: Sequence[int], nodes: int) -> list[int]:
    """Return the row of each item of a column where nothing pulls them apart."""
    offsets, row = [], 0
    for item, following in zip(column, (*column[1:], nodes), strict=True):
        offsets.append(row)
        row += heights[item] + (GAP if item < nodes and following < nodes else 0)
    return offsets


def _settle(
    woven: Weave, column: int, channel: int, rows: list[int], heights: Sequence[int], ports: Ports, nodes: int
) -> None:
    """Move the items of a column to where their lines of this channel are most level."""
    items = woven.columns[column]
    wishes: dict[int, list[tuple[int, float]]] = {item: [] for item in items}
    ends = zip(woven.channels[channel], ports.leaves[channel], ports.enters[channel], strict=True)
    for stretch, leaves, enters in ends:
        weight = _weight(stretch, nodes)
        if channel == column:
            wishes[stretch.left].append((rows[stretch.right] + enters - leaves, weight))
        else:
            wishes[stretch.right].append((rows[stretch.left] + leaves - enters, weight))
    wanted = [_median(wishes[item] or [(rows[item], STAY)]) for item in items]
    offsets = _offsets(items, heights, nodes)
    slack = isotonic([(row - offset, weight) for (row, weight), offset in zip(wanted, offsets, strict=True)])
    for item, offset, moved in zip(items, offsets, slack, strict=True):
        rows[item] = offset + moved


def _weight(stretch: Stretch, nodes: int) -> float:
    bends = (stretch.left >= nodes) + (stretch.right >= nodes)
    return LOOSE if not bends else LEVEL if bends == 2 else (LEVEL + LOOSE) / 2


def _median(wishes: Sequence[tuple[int, float]]) -> tuple[int, float]:
    """Return the weighted median of rows, the lower one of two, and the weight of all."""
    whole = sum(weight for _, weight in wishes)
    passed = 0.0
    for row, weight in sorted(wishes):
        passed += weight
        if 2 * passed >= whole:
            return row, whole
    raise AssertionError("there is always a wish")


def isotonic(wanted: Sequence[tuple[int, float]]) -> list[int]:
    """Return whole numbers that never fall and lie as near to the (value, weight) wanted as such can, by squares."""
    pools: list[tuple[float, float, int]] = []  # mean, weight, members
    for value, weight in wanted:
        pool = (float(value), weight, 1)
        while pools and pools[-1][0] > pool[0]:
            mean, others, members = pools.pop()
            both = others + pool[1]
            pool = ((mean * others + pool[0] * pool[1]) / both, both, members + pool[2])
        pools.append(pool)
    return [floor(mean + 0.5) for mean, _, members in pools for _ in range(members)]
