"""How long does an event loop wait for Clew? Naps of a millisecond while others remember and recall.

Baseline: the same naps in an idle loop. By how much a nap is too long is the loop's lag: whatever else runs in the loop
waits as long. With the default embedder, and with one that takes 200 ms a call, as one does that is a network away.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
import time
from collections.abc import Awaitable
from pathlib import Path
from typing import Any

import clew
from harness import report

NAP = 0.001
EMBEDDING = 0.2
ASKERS = 4


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--writes", type=int, default=300)
    asyncio.run(measure(parser.parse_args().writes))


async def measure(writes: int) -> None:
    idle, _ = await lag(asyncio.sleep(2.0))
    with tempfile.TemporaryDirectory() as folder:
        opening, memory = await lag(clew.aopen(Path(folder, "default.clew")))
        report("opening, the first in the process: lag p99", opening, "idle loop", idle)
        first, _ = await lag(memory.query("MATCH (m:Memory) RETURN m.id"))
        report("the first query with a pattern", first, "idle loop", idle)
        working, _ = await lag(work(memory, writes))
        report(f"{writes} writes, {ASKERS} who recall", working, "idle loop", idle)
        await memory.aclose()
        async with clew.aopen(Path(folder, "slow.clew"), embedder=slow) as memory:
            working, _ = await lag(work(memory, writes))
            report("the same, an embedder that takes 200 ms", working, "idle loop", idle)


async def work(memory: clew.AsyncEngine, writes: int) -> None:
    """Write one after the other while some ask, until all is written."""
    await memory.remember("vendor 0 quoted 40 EUR a seat")

    async def ask(number: int) -> None:
        while not writing.done():
            await memory.recall(f"what did vendor {number} quote?", k=5)

    async def write() -> None:
        for number in range(writes):
            await memory.remember(f"vendor {number} quoted {number} EUR a seat", task=f"T{number % 7}")

    writing = asyncio.create_task(write())
    await asyncio.gather(writing, *(ask(number) for number in range(ASKERS)))


async def lag(work: Awaitable[Any]) -> tuple[float, Any]:
    """Return by how many seconds the 99th of 100 naps was too long while some work ran, and what the work gave."""
    over: list[float] = []

    async def nap() -> None:
        while True:
            start = time.perf_counter()
            await asyncio.sleep(NAP)
            over.append(time.perf_counter() - start - NAP)

    napping = asyncio.create_task(nap())
    await asyncio.sleep(0.1)
    over.clear()
    result = await work
    await asyncio.sleep(2 * NAP)
    napping.cancel()
    return sorted(over)[len(over) * 99 // 100], result


def slow(texts: list[str]) -> list[list[float]]:
    time.sleep(EMBEDDING)
    return [[1.0, len(text), hash(text) % 97] for text in texts]


if __name__ == "__main__":
    main()
