"""The sorting under `pareto`: the longest chain of dominators that ends in each row.

Both routes take distinct rows of integer codes (lower is better) in lexicographic order, where every dominator stands
before what it dominates; so of two rows in order, the first dominates the second exactly if it is no worse on the other
columns. Sources: efficient non-dominated sort (Zhang et al., 2015) for the order and the search over fronts; Jensen
(2003) for the staircases. The tests hold both against `reference_fronts` on many thousand small cases, ties and
duplicates included.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from ..running.cancel import check

Codes = NDArray[np.int32]
"""(n, m): dense ranks of each column's values, 0 is best."""
Counts = NDArray[np.int32]
Rows = NDArray[np.int64]

SWEEP_COLUMNS = 3
BLOCK = 256
"""Rows that are placed together; times TILE rows before them, one comparison is 2 MB and stays in the cache."""
TILE = 8192


class _Staircase:
    """The rows of one front so far, in two columns: `ys` rise and `zs` fall; what lies behind a step adds nothing."""

    __slots__ = ("ys", "zs")

    def __init__(self) -> None:
        self.ys: list[int] = []
        self.zs: list[int] = []

    def spares(self, y: int, z: int) -> bool:
        """Return whether no row of the front is as good as (y, z) on both columns."""
        step = bisect_right(self.ys, y)
        return step == 0 or self.zs[step - 1] > z

    def add(self, y: int, z: int) -> None:
        """Add a row that the front spares, and drop the steps that it makes needless."""
        first = last = bisect_left(self.ys, y)
        while last < len(self.zs) and self.zs[last] >= z:
            last += 1
        self.ys[first:last] = [y]
        self.zs[first:last] = [z]


def sweep(codes: Codes) -> Counts:
    """Return (n,) the front of each row, 1 is best, for at most SWEEP_COLUMNS columns, in O(n log^2 n).

    A front that dominates a row is dominated in turn by the fronts before it, so fronts are searched by bisection.
    """
    fronts: list[_Staircase] = []
    result = np.empty(len(codes), np.int32)
    for i, (y, z) in enumerate(_last_two(codes).tolist()):
        if i % TILE == 0:
            check()
        front = bisect_left(fronts, True, key=lambda stairs: stairs.spares(y, z))
        if front == len(fronts):
            fronts.append(_Staircase())
        fronts[front].add(y, z)
        result[i] = front + 1
    return result


def _last_two(codes: Codes) -> Codes:
    """Return the two columns that the order does not settle; where there are fewer, zeros, on which all rows tie."""
    columns = np.zeros((len(codes), 2), np.int32)
    given = codes[:, 1:]
    columns[:, : given.shape[1]] = given
    return columns


def chains(codes: Codes, length: Counts) -> Counts:
    """Return (n,) the greatest total of `length`, (n,) >= 1, over the chains of dominators that end in each row.

    The row itself is included: with all lengths 1 that is its front. Any number of columns; O(n^2 m) time, a few MB
    beside the input.
    """
    columns = _narrow(codes[:, 1:])
    total = np.empty(len(codes), np.int32)
    longest_first = np.empty(0, np.int64)
    everyone = np.arange(len(codes))
    for part in blocks(len(codes), BLOCK):
        block = everyone[part]
        before = _longest_before(columns, block, longest_first, total)
        total[block] = _settle(columns[:, block], before, length[block])
        longest_first = np.concatenate([longest_first, block])
        longest_first = longest_first[np.argsort(-total[longest_first], kind="stable")]
    return total


def _narrow(codes: Codes) -> NDArray[np.integer]:
    """Return the columns as rows of the narrowest integers that hold them: comparing is bound by memory."""
    narrow = np.uint16 if codes.max(initial=0) <= np.iinfo(np.uint16).max else np.int32
    return np.ascontiguousarray(codes.T, narrow)


def _longest_before(columns: NDArray[np.integer], block: Rows, longest_first: Rows, total: Counts) -> Counts:
    """Return, for each row of the block, the longest chain that ends in a dominator among the rows placed already.

    They are looked through from the longest down, so the first dominator is the one, and its row is done.
    """
    longest = np.zeros(len(block), np.int32)
    searching = np.arange(len(block))
    for part in blocks(len(longest_first), TILE):
        tile = longest_first[part]
        dominated = covered(columns[:, block[searching]], columns[:, tile])
        first = dominated.argmax(axis=1)
        found = dominated[np.arange(len(searching)), first]
        longest[searching[found]] = total[tile[first[found]]]
        searching = searching[~found]
        if not searching.size:
            break
    return longest


def _settle(block: NDArray[np.integer], before: Counts, length: Counts) -> Counts:
    """Return the totals of a block's rows, which may dominate each other: lengthen chains until none grows."""
    row, dominator = np.nonzero(np.tril(covered(block, block), k=-1))
    first = np.flatnonzero(np.diff(row, prepend=-1))
    dominated = row[first]
    total = before + length
    while len(dominated):
        longest = np.maximum(before[dominated], np.maximum.reduceat(total[dominator], first)) + length[dominated]
        if np.array_equal(longest, total[dominated]):
            break
        total[dominated] = longest
    return total


def covered(rows: NDArray[np.integer], by: NDArray[np.integer]) -> NDArray[np.bool_]:
    """Return (r, b) bool: whether `by`, (m, b), is no worse than `rows`, (m, r), on every column."""
    result = np.ones((rows.shape[1], by.shape[1]), np.bool_)
    for row, other in zip(rows, by, strict=True):
        result &= other <= row[:, None]
    return result


def blocks(count: int, size: int) -> Iterator[slice]:
    """Yield the slices of `size` that cover `count`, as long as anybody waits for what is made of them."""
    for start in range(0, count, size):
        check()
        yield slice(start, start + size)
