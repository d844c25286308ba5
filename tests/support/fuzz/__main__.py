"""`python -m fuzz`: a million texts, by chance, on both cores; what came of them, and how long the slow ones took."""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor

from .check import check
from .texts import texts

BATCH = 10_000
P99_AT_MOST = 0.1


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m fuzz", description=__doc__)
    parser.add_argument("--count", type=int, default=1_000_000, help="how many texts")
    parser.add_argument("--seed", type=int, default=random.randrange(10**6), help="make the texts of an earlier run")
    given = parser.parse_args()
    seeds = [given.seed + number for number in range(-(-given.count // BATCH))]
    kinds, times, faults = Counter[str](), list[float](), list[str]()
    with ProcessPoolExecutor(2) as pool:
        for found, seconds, wrong in pool.map(run, seeds):
            kinds.update(found)
            times += seconds
            faults += wrong
            print("".join(f"\n{fault}\n" for fault in wrong), end="", file=sys.stderr)
            print(f"\r{len(times):,} texts, {len(faults)} faults", end="", file=sys.stderr, flush=True)
    times.sort()
    p50, p99 = times[len(times) // 2], times[len(times) * 99 // 100]
    print(f"\nseed {given.seed}: {dict(kinds.most_common())}")
    print(f"p50 {p50 * 1e3:.2f} ms, p99 {p99 * 1e3:.2f} ms, most {times[-1] * 1e3:.0f} ms")
    return int(bool(faults) or p99 > P99_AT_MOST)


def run(seed: int, count: int = BATCH) -> tuple[Counter[str], list[float], list[str]]:
    """Return what came of the texts of a seed, how long each took, and each text that broke a promise."""
    kinds, times, faults = Counter[str](), list[float](), list[str]()
    for text in texts(seed, count):
        try:
            kind, seconds = check(text)
        except Exception as fault:  # whatever gets out is what is looked for
            faults.append(f"{type(fault).__name__}: {str(fault)[:200]}\n  {text[:500]!r}")
            continue
        kinds[kind] += 1
        times.append(seconds)
    return kinds, times, faults


if __name__ == "__main__":
    sys.exit(main())
