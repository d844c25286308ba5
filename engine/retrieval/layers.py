"""The sorting under `pareto`: the longest chain of dominators that ends in each row.

Both routes take distinct rows of integer codes (lower is better) in lexicographic order, where every dominator stands
before what it dominates; so of two rows in order, the first dominates the second exactly if it is no worse on the other
columns. Sources: efficient non-dominated sort (Zhang et al., 2015) for the order and the search over fronts; Jensen
(2003) for the staircases. The tests hold both against `reference_fronts` on many thousand small cases, ties and
duplicates included.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence

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


def sweep(codes: Codes) -> Counts:
    """Return (n,) the front of each row, 1 is best, for at most SWEEP_COLUMNS columns, in O(n log^2 n).

    A front that dominates a row is dominated in turn by the fronts before it, so fronts are searched by bisection.
    """
    if codes.shape[1] < SWEEP_COLUMNS:
        return _piles(codes[:, 1] if codes.shape[1] == SWEEP_COLUMNS - 1 else np.zeros(len(codes), np.int32))
    return _staircases(codes[:, 1:])


def _piles(ys: NDArray[np.int32]) -> Counts:
    """Return the fronts of rows by the one column that their order does not settle, (n,).

    Of a front the least y is enough, and fronts have it rising: the piles of patience sorting (Fredman, 1975).
    """
    least: list[int] = []
    result: list[int] = []
    for part in blocks(len(ys), TILE):
        for y in ys[part].tolist():
            front = bisect_right(least, y)
            least[front : front + 1] = [y]
            result.append(front + 1)
    return np.array(result, np.int32)


def _staircases(columns: Codes) -> Counts:
    """Return the fronts of rows by the two columns that their order does not settle, (n, 2).

    Of a front its staircase is enough: the rows of which `ys` rise and `zs` fall. What lies behind a step adds nothing.
    """
    fronts: list[tuple[list[int], list[int]]] = []
    result: list[int] = []
    for part in blocks(len(columns), TILE):
        for y, z in columns[part].tolist():
            front = _first_sparing(fronts, y, z)
            if front == len(fronts):
                fronts.append(([], []))
            _add_step(*fronts[front], y, z)
            result.append(front + 1)
    return np.array(result, np.int32)


def _first_sparing(fronts: Sequence[tuple[list[int], list[int]]], y: int, z: int) -> int:
    """Return the first front of which no row is as good as (y, z) on both columns; their number, where each has one.

    `bisect` with a key would call it for each front that is looked at, and take twice the time.
    """
    low, high = 0, len(fronts)
    while low < high:
        middle = (low + high) // 2
        ys, zs = fronts[middle]
        step = bisect_right(ys, y)
        if step and zs[step - 1] <= z:
            low = middle + 1
        else:
            high = middle
    return low


def _add_step(ys: list[int], zs: list[int], y: int, z: int) -> None:
    """Add a row to the staircase of a front that spares it, and drop the steps that it makes needless."""
    first = last = bisect_left(ys, y)
    while last < len(zs) and zs[last] >= z:
        last += 1
    ys[first:last] = [y]
    zs[first:last] = [z]


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
