"""How much faster are the fronts than others'? `python bench/pareto.py`; are they right? `... --cases 1000000`

Compared with two forms of the fast non-dominated sort of NSGA-II (Deb et al., 2002), which keeps for each row whom it
dominates: in plain Python, as it is usually met, and over dense NumPy arrays, as it is usually sped up; and with the
sorts of two kept libraries, where `pip install clew[bench]` brought them: moocore, which is C, and pymoo, which calls
moocore. All are timed in this run, on the same rows, and must agree. Rows are uniform, to three decimals, so that ties
are there, and duplicates where the columns are few. What would take longer than PATIENCE is left out.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.util import find_spec
from statistics import median

import numpy as np
from clew.engine.retrieval.pareto import Sense, fronts
from numpy.typing import NDArray
from pareto_cases import batches, disagreements

Matrix = NDArray[np.float64]
Sort = Callable[[Matrix], NDArray[np.integer]]
"""(n, m), more is better in every column -> (n,) the front of each row, 1 is best."""

SIZES = (200, 1_000, 10_000, 100_000)
OBJECTIVES = (2, 3, 4, 5, 6)
DENSE_UP_TO = 1_000
"""Rows up to which the textbook's forms run: they take O(n^2) memory."""
REPEATS = 5
ONCE_FROM = 1.0
PATIENCE = 60.0
"""Seconds: what takes longer than the first is timed once, what may take longer than the second not at all."""


def clew_fronts(matrix: Matrix) -> NDArray[np.integer]:
    return fronts(matrix, [Sense.MAX] * matrix.shape[1])


def python_fronts(matrix: Matrix) -> NDArray[np.integer]:
    """The textbook's sort over lists."""
    rows = matrix.tolist()
    beats: list[list[int]] = [[] for _ in rows]
    beaten = [0] * len(rows)
    for i, a in enumerate(rows):
        for j, b in enumerate(rows):
            if a != b and all(x >= y for x, y in zip(a, b, strict=True)):
                beats[i].append(j)
                beaten[j] += 1
    return np.array(_peel(beats, beaten))


def _peel(beats: Sequence[Sequence[int]], beaten: list[int]) -> list[int]:
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


def numpy_fronts(matrix: Matrix) -> NDArray[np.integer]:
    """The same from one dense matrix of who beats whom."""
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


def moocore_fronts(matrix: Matrix) -> NDArray[np.integer]:
    return import_module("moocore").pareto_rank(matrix, maximise=True) + 1


def pymoo_fronts(matrix: Matrix) -> NDArray[np.integer]:
    sorting = import_module("pymoo.util.nds.non_dominated_sorting").NonDominatedSorting()
    return sorting.do(-matrix, return_rank=True)[1] + 1


DENSE: dict[str, Sort] = {"python": python_fronts, "numpy": numpy_fronts}
LIBRARIES: dict[str, Sort] = {"moocore": moocore_fronts, "pymoo": pymoo_fronts}


def timed(run: Callable[[], object]) -> float:
    """Return the median of the run's processor times, in seconds: every sort here has one thread."""
    times: list[float] = []
    for _ in range(REPEATS):
        start = time.process_time()
        run()
        times.append(time.process_time() - start)
        if times[0] > ONCE_FROM:
            break
    return median(times)


def compare(others: dict[str, Sort], n: int, m: int, took: dict[str, float]) -> str:
    """Return one line of the table. took: the seconds that each other sort is expected to take, and is left out for."""
    matrix = np.random.default_rng(n + m).random((n, m)).round(3)
    found = clew_fronts(matrix)
    ours = timed(lambda: clew_fronts(matrix))
    line = f"{n:>7,} {m:>2} {found.max():>6} {(found == 1).sum():>8} {ours * 1e3:>10.2f}"
    for name, sort in others.items():
        if took.get(name, 0.0) > PATIENCE or (name in DENSE and n > DENSE_UP_TO):
            line += f" {'-':>10} {'-':>7} "
            continue
        if not np.array_equal(sort(matrix), found):
            raise SystemExit(f"{n} rows, {m} objectives: {name} disagrees.")
        seconds = timed(lambda sort=sort: sort(matrix))
        took[name] = 100 * seconds  # ten times the rows, all against all
        line += f" {seconds * 1e3:>10.2f} {seconds / ours:>7.2f}x"
    return line


def compare_all() -> None:
    """Print the table: milliseconds of each, and how many times ours that is."""
    others = DENSE | {name: sort for name, sort in LIBRARIES.items() if find_spec(name) is not None}
    print(f"load {os.getloadavg()[0]:.1f}")
    print(
        f"{'n':>7} {'m':>2} {'fronts':>6} {'front 1':>8} {'clew ms':>10}" + "".join(f" {x:>10} {'':>8}" for x in others)
    )
    for m in OBJECTIVES:
        took: dict[str, float] = {}
        for n in SIZES:
            print(compare(others, n, m, took), flush=True)


def check_all(count: int, seed: int) -> None:
    """Hold the fast fronts against the definition; end the program at the first case in which they differ."""
    start, done = time.perf_counter(), 0
    for cases in batches(count, seed):
        for case in disagreements(cases):
            raise SystemExit(f"The fast fronts are not those of the definition: {case}")
        done += len(cases)
    print(f"{done:,} cases (seed {seed}) agree with the definition; {time.perf_counter() - start:.0f} s")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cases", type=int, help="check so many random cases against the definition, and time nothing")
    parser.add_argument("--seed", type=int, default=20)
    arguments = parser.parse_args()
    if arguments.cases is None:
        compare_all()
    else:
        check_all(arguments.cases, arguments.seed)


if __name__ == "__main__":
    main()
