"""How soon is the app seen, and how long does it take to answer a key with a large store open?

First paint: the processor time of a fresh process until its first screen is drawn, beside that of importing Textual
alone. A key: the processor time that the event loop's thread takes for it, in each room, with many memories and with
few; whoever presses one waits for that thread and for nothing else. The longest time for which the loop was held up is
told too: that is a wall clock's, and another's load shows in it.

    python bench/tui.py [--memories 100000] [--folder KEPT]
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

import clew
from clew.tui.app import ClewApp
from clew.tui.desk import Asked
from clew.tui.rooms import DOORS
from clew.tui.tidying import tidying_when_quiet
from corpus import batches, drafts
from harness import report
from textual.pilot import Pilot

FEW = 100
KEYS = ("down", "down", "down", "up", "pagedown", "right", "left", "end", "home", "a", "b", "backspace", "backspace")
NEED = "RECALL 50 FOR 'which flight did the user choose'"
FIRST_PAINT = """
import sys, time
from clew.tui.app import ClewApp
from clew.tui.opening.wanted import Wanted
from pathlib import Path
class Seen(ClewApp):
    async def begin(self):
        self.call_after_refresh(self.exit)  # where it would begin to open the store
Seen(wanted=Wanted(Path(sys.argv[1]))).run(headless=True)
print(time.process_time())
"""
TEXTUAL_ALONE = "import time, textual.app, textual.widgets; print(time.process_time())"


@dataclass(slots=True)
class Felt:
    """milliseconds: of the loop's thread, one for each key. held: the longest time for which the loop was held up."""

    milliseconds: list[float] = field(default_factory=list[float])
    held: float = 0.0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--memories", type=int, default=100_000)
    parser.add_argument("--folder", type=Path, help="where the stores are made and kept, or are already")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        folder = arguments.folder or Path(scratch)
        few, many = (_store(folder, count) for count in (FEW, arguments.memories))
        report("first paint, processor", _fresh(FIRST_PAINT, str(few)), "import textual", _fresh(TEXTUAL_ALONE))
        felt = {path: asyncio.run(_felt(path)) for path in (few, many)}
    for door in DOORS:
        slow, quick = felt[many][door.name], felt[few][door.name]
        usual, usual_of_few = (statistics.median(felt.milliseconds) / 1e3 for felt in (slow, quick))
        report(f"{door.name}: a key, {arguments.memories:,} memories", usual, f"{FEW} memories", usual_of_few)
        worst = max(range(len(KEYS)), key=lambda at: slow.milliseconds[at])
        told = f"the slowest, `{KEYS[worst]}` (key {worst + 1}), took {slow.milliseconds[worst]:.0f} ms"
        print(f"    {told}; the loop was held up for {slow.held * 1e3:.0f} ms at most")


def _store(folder: Path, count: int) -> Path:
    """Return a store of so many memories, made where it is not yet."""
    path = folder / f"tui-{count}.clew"
    if not path.exists():
        with clew.open(path, background=False) as engine:
            for batch in batches(drafts(count)):
                engine.remember_drafts(batch)
    return path


def _fresh(code: str, *arguments: str, runs: int = 5) -> float:
    """Return the median of the seconds that a program prints, in processes of its own."""
    command = [sys.executable, "-c", code, *arguments]
    printed = [subprocess.run(command, capture_output=True, text=True, check=True).stdout for _ in range(runs)]
    return statistics.median(float(text.split()[-1]) for text in printed)


async def _felt(path: Path) -> dict[str, Felt]:
    """Press keys in every room, and return what each of them took."""
    found: dict[str, Felt] = {}
    async with clew.aopen(path) as memory:
        app = ClewApp(memory, asked=Asked(NEED))
        async with tidying_when_quiet(lambda: app.pressed), app.run_test(size=(120, 40)) as pilot:
            for door in DOORS:
                await _quiet(app, pilot)
                await app.enter(door.name)
                await _quiet(app, pilot)
                found[door.name] = await _pressed(pilot)
    return found


async def _pressed(pilot: Pilot[None]) -> Felt:
    felt = Felt()
    watch = asyncio.create_task(_watch(felt))
    for key in KEYS:
        start = time.thread_time()
        await pilot.press(key)
        felt.milliseconds.append((time.thread_time() - start) * 1e3)
    watch.cancel()
    return felt


async def _watch(felt: Felt) -> None:
    """Note for how long the loop did not come round."""
    while True:
        start = time.perf_counter()
        await asyncio.sleep(0.001)
        felt.held = max(felt.held, time.perf_counter() - start)


async def _quiet(app: ClewApp, pilot: Pilot[None]) -> None:
    """Wait until nothing is awaited but the store's growth."""
    while any(not worker.is_finished and worker.group != "follow" for worker in app.workers):
        await asyncio.sleep(0.05)
    await pilot.pause()


if __name__ == "__main__":
    main()
