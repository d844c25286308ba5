"""What the benchmarks share: medians of repeated runs in turn, a store made for one run, and where shared data lies.

Every figure is a ratio against a named baseline that ran in the same process, in turns: machines drift, ratios
hardly do.
"""

from __future__ import annotations

import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import clew

ROOT = Path(__file__).parents[1]
SHARED = Path(os.environ.get("CLEW_SHARED") or ROOT.parent / "shared")


def shared_data() -> Path:
    """Return the folder of shared data: CLEW_SHARED, else `../shared` of the checkout. Ends the program without it."""
    if not SHARED.is_dir():
        print(f"skipped: no shared data at {SHARED}; set CLEW_SHARED to its folder.")
        sys.exit(0)
    return SHARED


@contextmanager
def scratch_store() -> Iterator[clew.Engine]:
    """Yield an empty store in a temporary folder, without a background thread."""
    with tempfile.TemporaryDirectory() as folder, clew.open(Path(folder, "bench.clew"), background=False) as engine:
        yield engine


def in_turn(runs: int, *jobs: Callable[[], object], clock: Callable[[], float] = time.perf_counter) -> list[float]:
    """Run the jobs A B A B ..., after one round that is not counted; return the median seconds of each."""
    times: list[list[float]] = [[] for _ in jobs]
    for turn in range(runs + 1):
        for job, seconds in zip(jobs, times, strict=True):
            start = clock()
            job()
            if turn:
                seconds.append(clock() - start)
    return [statistics.median(seconds) for seconds in times]


def report(name: str, measured: float, baseline_name: str, baseline: float) -> None:
    """Print one line: what was measured, the baseline, and the ratio."""
    ratio = f"{measured / baseline:>6.2f} x"
    print(f"{name:<44} {measured * 1e3:>10.2f} ms   {baseline_name:<36} {baseline * 1e3:>10.2f} ms   {ratio}")
