"""Draw the pictures of the terminal app: each room, on the demo's store.

    python examples/picture_tui.py [FOLDER]

They are SVG by Textual, without the web fonts that it would fetch. The clock of the answers stands still meanwhile, so
that the same log gives the same pictures.
"""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
from itertools import count
from pathlib import Path
from typing import Any
from unittest.mock import patch

import clew
from clew.adapters.importing import import_file
from clew.adapters.rich_svg import without_web_fonts
from clew.tui.app import ClewApp
from clew.tui.desk import Asked
from clew.tui.messages import Enter
from clew.tui.opening.demo import FIRST, LOG
from clew.tui.rooms import DOORS
from textual.pilot import Pilot

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "images"
SIZE = (112, 32)
ANSWERED_IN = 0.012
"""Seconds between two looks at the clock."""
PRESSED = {
    "query": ("tab", "v", *["alt+up"] * 4),
    "front": ("full_stop",) * 7,
    "lineage": ("z", "p"),
    "plan": ("p", *["down"] * 5),
}
"""Keys that are pressed in a room before it is drawn: they lead to what tells most of it."""
SELECTED = {"lineage": "T3-0/11", "memory": "T3-0/25"}
"""Memories that a room is entered with."""


async def pictures(store: Path) -> dict[str, str]:
    """Return the SVG of each room by its name."""
    drawn: dict[str, str] = {}
    async with clew.aopen(store, create=False) as memory:
        app = ClewApp(memory, asked=Asked(FIRST))
        async with app.run_test(size=SIZE) as pilot:
            for door in DOORS:
                await _quiet(app, pilot)
                app.post_message(Enter(door.name, SELECTED.get(door.name)))
                await pilot.pause()
                await _quiet(app, pilot)
                for key in PRESSED.get(door.name, ()):
                    await pilot.press(key)
                    await _quiet(app, pilot)
                drawn[door.name] = without_web_fonts(app.export_screenshot(title=f"clew tui · {door.title}"))
    return drawn


async def _quiet(app: ClewApp, pilot: Pilot[Any]) -> None:
    """Wait until nothing is awaited but the store's growth; what has come may be laid out anew, and await more."""
    for _ in range(3):
        while any(not worker.is_finished and worker.group != "follow" for worker in app.workers):
            await asyncio.sleep(0.05)
        await pilot.pause()


def main() -> None:
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER
    target.mkdir(parents=True, exist_ok=True)
    clock = patch("clew.tui.answering.time.perf_counter", side_effect=count(0, ANSWERED_IN).__next__)
    with tempfile.TemporaryDirectory(prefix="clew-picture-") as folder:
        os.environ |= {"XDG_STATE_HOME": folder, "XDG_CONFIG_HOME": folder}  # nothing of whoever draws is in them
        with clew.open(Path(folder) / "demo.clew") as engine:
            import_file(engine, LOG, backdate=True)
        with clock:
            drawn = asyncio.run(pictures(Path(folder) / "demo.clew"))
    for name, svg in drawn.items():
        (target / f"tui-{name}.svg").write_text(svg, encoding="utf-8", newline="\n")
        print(f"{target / f'tui-{name}.svg'}: {len(svg) // 1000} kB")


if __name__ == "__main__":
    main()
