"""The terminal app in a test: opened on a store, driven by a Pilot, and looked at as plain text.

    async with room_app(store, SMALL) as (app, pilot):
        await pilot.press("f3")
        await look(app, pilot, "front")

A golden screen is the text of every line, without colours: it is read in a diff, and no theme or version of a library
changes it. Where a style is what a test is about, `style_of` says how a word is drawn. What differs from run to run,
the milliseconds, is drawn as `#`. `CLEW_UPDATE_GOLDEN=1 pytest` draws the screens anew: look at them as a person would.
"""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from io import StringIO
from pathlib import Path
from typing import Any

import clew
from clew.tui.app import ClewApp
from clew.tui.desk import Asked
from clew.tui.guiding.in_turn import InTurnApp
from golden_files import hold
from rich.cells import cell_len
from rich.color import Color
from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from rich.text import Text
from textual.app import App
from textual.events import Key
from textual.keys import _character_to_key  # pyright: ignore[reportPrivateUsage]
from textual.pilot import Pilot
from textual.strip import Strip
from textual.widget import Widget

Size = tuple[int, int]
SMALL, USUAL, LARGE = SIZES = ((80, 24), (120, 40), (200, 60))
GOLDEN = Path(__file__).parents[1] / "golden" / "tui"
PATIENCE = 60.0
"""Seconds that a test waits for what should happen at once: where others want the machine too, that may be long."""
STILL = 0.1
"""Seconds without a change after which a screen is taken for finished."""
_BLANKS = re.compile(" +$", re.MULTILINE)
_TOOK = re.compile(r"( *)(?:\d[\d,.]*) (ms|µs)( *)|( *)(?:\d+\.\d+) (s)\b( *)")


@asynccontextmanager
async def room_app(
    store: Path, size: Size = SMALL, *, asked: str | None = None, room: str | None = None, **options: Any
) -> AsyncIterator[tuple[ClewApp, Pilot[None]]]:
    """Open a store and the app on it, ask a statement, and go to a room; options as of `ClewApp`."""
    async with clew.aopen(store, create=False) as memory:
        app = ClewApp(memory, asked=None if asked is None else Asked(asked), **options)
        async with app.run_test(size=size, notifications=True) as pilot:
            await settled(app, pilot)
            if room is not None:
                await app.enter(room)
                await settled(app, pilot)
            yield app, pilot


async def settled(app: App[Any], pilot: Pilot[Any]) -> None:
    """Wait until every key is answered, nothing is awaited, and everything is drawn."""
    await until(lambda: not _answering(app) and not _working(app), pilot)
    await pilot.pause()


async def press(app: App[Any], pilot: Pilot[Any], *keys: str) -> None:
    """Press one key after the other, each once all that the last one began is done."""
    for key in keys:
        await pilot.press(key)
        await settled(app, pilot)


def send(app: App[Any], *keys: str) -> None:
    """Hand keys and characters over at once, as a terminal does with what is typed fast."""
    for key in keys:
        is_letter = len(key) == 1
        app.post_message(Key(_character_to_key(key) if is_letter else key, key if is_letter else None))


async def until(holds: Callable[[], object], pilot: Pilot[Any], seconds: float = PATIENCE, *, of: str = "it") -> None:
    """Wait until something holds. of: what it is about, for whoever reads that it did not."""
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, f"{of} did not come to that within {seconds:g} s:\n{shown(pilot.app)}"
        await asyncio.sleep(0.01)
        await pilot.pause()


def _answering(app: App[Any]) -> bool:
    """Whether a key is being answered, or was sent and is not even read."""
    return bool(app.message_queue_size) or (isinstance(app, InTurnApp) and app.is_answering)


def _working(app: App[Any]) -> bool:
    """Whether anything is awaited but the store's growth, and but a person: below another screen, one is waited for."""
    asked = len(app.screen_stack) > 1
    waiting = (worker for worker in app.workers if not worker.is_finished and worker.group != "follow")
    return any(not asked or (worker.node is not app and worker.node.screen is app.screen) for worker in waiting)


async def look(app: App[Any], pilot: Pilot[Any], name: str) -> None:
    """Compare the screen with `tests/golden/tui/NAME-80x24.txt`, by the size of the app."""
    await settled(app, pilot)
    hold(GOLDEN / f"{name}-{app.size.width}x{app.size.height}.txt", await still(app, pilot))


async def still(app: App[Any], pilot: Pilot[Any]) -> str:
    """Return the screen once it stands still: what scrolls to its middle does so a frame after it was laid out."""
    seen, since = stable(shown(app)), time.monotonic()
    while time.monotonic() < since + STILL:
        await asyncio.sleep(STILL / 5)
        await pilot.pause()
        now = stable(shown(app))
        if now != seen:
            seen, since = now, time.monotonic()
    return seen


def shown(app: App[Any]) -> str:
    """Return the text of the screen, line by line, without the blanks at the ends."""
    return "".join(f"{line.rstrip()}\n" for line in _recorded(app).export_text(clear=False).splitlines())


def words_in(app: App[Any], part: Widget) -> str:
    """Return the words that stand in a part, wherever its lines are folded, and without what stands beside it."""
    area, lines = part.region, shown(app).splitlines()
    inside = (Strip([Segment(line)]).crop(area.x, area.right).text for line in lines[area.y : area.bottom])
    return " ".join(" ".join(inside).split())


def stable(text: str) -> str:
    """Return a screen with each duration as `#`, and as wide as before."""
    return _BLANKS.sub("", _TOOK.sub(_without_figure, text))


def _without_figure(found: re.Match[str]) -> str:
    """Return a duration without its figure; blanks about it are one before it, and the rest behind."""
    before, unit, after = found.group(1, 2, 3) if found[2] else found.group(4, 5, 6)
    return f"{' ' if before else ''}# {unit}".ljust(len(found[0])) if before or after else f"# {unit}"


def style_of(app: App[Any], words: str, at: int = 0) -> Style:
    """Return how the first place that says `words` is drawn: bold, reverse, colours. at: the letter of them."""
    lines = [Text.from_ansi(line) for line in _recorded(app).export_text(clear=False, styles=True).splitlines()]
    for line in lines:
        if words in line.plain:
            return line.get_style_at_offset(Console(), line.plain.index(words) + at)
    raise AssertionError(f"{words!r} is not on the screen:\n{shown(app)}")


def contrasts(app: App[Any]) -> Iterator[tuple[float, str]]:
    """Yield the words on the screen, each with the contrast of its two colours, in [1, 21], by WCAG 2.2.

    What lies behind a dialogue is dimmed, and not meant to be read.
    """
    read = app.screen.children[0].region if len(app.screen_stack) > 1 else app.screen.region
    recorded = _recorded(app)._record_buffer  # pyright: ignore[reportPrivateUsage]
    for y, line in enumerate(Segment.split_lines(recorded)):
        x = 0
        for text, style, _ in line:
            if (x, y) in read and style is not None and any(map(str.isalnum, text)):
                yield _contrast(style), text.strip()
            x += cell_len(text)


def _contrast(style: Style) -> float:
    assert style.color is not None
    assert style.bgcolor is not None
    darker, brighter = sorted(map(_luminance, (style.color, style.bgcolor)))
    return (brighter + 0.05) / (darker + 0.05)


def _luminance(colour: Color) -> float:
    """Return the relative luminance of a colour, in [0, 1]."""
    shares = [part / 255 for part in colour.get_truecolor()]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in shares)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _recorded(app: App[Any]) -> Console:
    """Return a console that has recorded the screen, as Textual does it for its own screenshots."""
    width, height = app.size
    console = Console(
        width=width,
        height=height,
        file=StringIO(),
        force_terminal=True,
        color_system="truecolor",
        record=True,
        legacy_windows=False,
        safe_box=False,
    )
    compositor = app.screen._compositor  # pyright: ignore[reportPrivateUsage]
    behind = app._background_screens  # pyright: ignore[reportPrivateUsage]
    console.print(compositor.render_update(full=True, screen_stack=behind))
    return console
