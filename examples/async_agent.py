"""Three agents share one memory in one event loop, and one of them is given up half-way.

    python examples/async_agent.py

Each looks into a vendor and remembers what it found; none waits for another's disk, model or graph. Whoever asks
afterwards sees what all of them wrote. There is no language model and no network: what an agent finds out is given.
"""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path

import clew

FINDINGS = {
    "vendor A": ("quotes 40 EUR a seat", "has no cabin for night flights"),
    "vendor B": ("quotes 55 EUR a seat", "offers a refund until a week before"),
    "vendor C": ("does not answer",),
}
PATIENCE = 1.0
"""Seconds that an agent is given."""


async def look_into(memory: clew.AsyncEngine, vendor: str) -> str:
    """Remember each thing that is found out, caused by the one before; return how it went."""
    cause = await memory.remember(f"Look into {vendor}", type="task", task=vendor, agent=vendor)
    try:
        async with asyncio.timeout(PATIENCE):
            for finding in FINDINGS[vendor]:
                await asyncio.sleep(10 if "not answer" in finding else 0.01)  # the world takes its time
                cause = await memory.remember(f"{vendor} {finding}", task=vendor, agent=vendor, causes=[cause])
    except TimeoutError:
        await memory.remember(f"{vendor} was given up", type="error", task=vendor, agent=vendor, causes=[cause])
        return "given up"
    return "done"


async def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        async with clew.aopen(Path(folder) / "agents.clew") as memory:
            ends = await asyncio.gather(*(look_into(memory, vendor) for vendor in FINDINGS))
            for vendor, end in zip(FINDINGS, ends, strict=True):
                print(f"{vendor}: {end}")
            recalled, traced = await asyncio.gather(
                memory.recall("what does a seat cost?", k=2),
                memory.query("MATCH (m:Memory)-[:CAUSED]->(e:Memory {type: 'error'}) RETURN m.text, e.text"),
            )
            print("\nWhat does a seat cost?")
            for hit in recalled:
                print(f"  {hit.memory.text}")
            print("\nWhat went wrong, and from what?")
            for before, after in traced.values:
                print(f"  {before} -> {after}")


if __name__ == "__main__":
    asyncio.run(main())
