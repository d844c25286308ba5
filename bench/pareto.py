"""How much faster are the fronts than the textbook's? `python bench/pareto.py`

The baselines are two forms of the fast non-dominated sort of NSGA-II (Deb et al., 2002), which keeps for each row whom
it dominates: in plain Python, as it is usually met, and over dense NumPy arrays, as it is usually sped up. Both take
O(n^2) memory, so they run up to 2,000 rows. All are timed in this run, on the same rows, as medians, and must agree;
the ratio is against the quicker baseline. Rows are uniform, to two decimals, so that ties and duplicates are there.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from statistics import median

import numpy as np
from clew.engine.retrieval.pareto import Sense, fronts
from numpy.typing import NDArray

SIZES = (200, 2_000, 20_000)
OBJECTIVES = (2, 3, 4, 5)
BASELINES_UP_TO = 2_000
REPEATS = 5


def python_fronts(rows: Sequence[Sequence[float]]) -> list[int]:
    """Return the front of each row, 1 is best, more is better in every column."""
    beats: list[list[int]] = [[] for _ in rows]
    beaten = [0] * len(rows)
    for i, a in enumerate(rows):
        for j, b in enumerate(rows):
            if a != b and all(x >= y for x, y in zip(a, b, strict=True)):
                beats[i].append(j)
                beaten[j] += 1
    return _peel(beats, beaten)


def _peel(beats: list[list[int]], beaten: list[int]) -> list[int]:
    """Take off what nobody beats, and with it the beatings that it gave, until nothing is left."""
    front = [0] * len(beats)
    current = [i for i, count in enumerate(beaten) if count == 0]
    number = 0
    while current:
        number += 1
        following: list[int] = []
        for i in current:
            front[i] = number
            for j in beats[i]:
                beaten[j] -= 1
                if beaten[j] == 0:
                    following.append(j)
        current = following
    return front


def numpy_fronts(matrix: NDArray[np.float64]) -> NDArray[np.int32]:
    """Return the same, from one dense matrix of who beats whom."""
    no_worse = np.ones((len(matrix), len(matrix)), np.bool_)
    for column in matrix.T:
        no_worse &= column[:, None] >= column
    beats = no_worse & ~no_worse.T
    beaten = beats.sum(axis=0)
    front = np.zeros(len(matrix), np.int32)
    while not front.all():
        current = (beaten == 0) & (front == 0)
        front[current] = front.max() + 1
        beaten -= beats[current].sum(axis=0)
    return front


def timed(run: Callable[[], object], repeats: int = REPEATS) -> float:
    """Return the median of the run's wall times, in milliseconds."""
    times: list[float] = []
    for _ in range(repeats):
        start = time.perf_counter()
        run()
        times.append(1e3 * (time.perf_counter() - start))
    return median(times)


def compare(n: int, m: int) -> str:
    """Return one line of the table."""
    matrix = np.random.default_rng(n + m).random((n, m)).round(2)
    senses = [Sense.MAX] * m
    found = fronts(matrix, senses)
    ours = timed(lambda: fronts(matrix, senses))
    line = f"{n:>6} {m:>2} {found.max():>7} {(found == 1).sum():>8} {ours:>9.2f}"
    if n > BASELINES_UP_TO:
        return f"{line} {'-':>10} {'-':>10} {'-':>6}"
    rows = matrix.tolist()
    if not python_fronts(rows) == numpy_fronts(matrix).tolist() == found.tolist():
        raise SystemExit(f"{n} rows, {m} objectives: the sorts disagree.")
    plain = timed(lambda: python_fronts(rows), repeats=1 if n == BASELINES_UP_TO else REPEATS)
    dense = timed(lambda: numpy_fronts(matrix))
    return f"{line} {plain:>10.1f} {dense:>10.2f} {min(plain, dense) / ours:>5.1f}x"


def main() -> None:
    """Print the table."""
    print(
        f"{'n':>6} {'m':>2} {'fronts':>7} {'front 1':>8} {'clew ms':>9} {'python ms':>10} {'numpy ms':>10} {'ratio':>6}"
    )
    for n in SIZES:
        for m in OBJECTIVES:
            print(compare(n, m), flush=True)


if __name__ == "__main__":
    main()
