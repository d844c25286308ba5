"""The room Query in a test: driven by keys, and asked what it shows."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from clew.tui.app import ClewApp
from clew.tui.editing.editor import Editor
from clew.tui.editing.popup import Popup
from clew.tui.results.results import Results
from pictures import SMALL, room_app, settled, until
from textual.pilot import Pilot

Driven = Callable[[ClewApp, Pilot[None]], Awaitable[None]]


def drive(store: Path, work: Driven, size: tuple[int, int] = SMALL, **options: Any) -> None:
    """Open the app on a store, and do something with it."""

    async def main() -> None:
        async with room_app(store, size, **options) as (app, pilot):
            await work(app, pilot)

    asyncio.run(main())


def editor(app: ClewApp) -> Editor:
    return app.query_one(Editor)


def popup(app: ClewApp) -> Popup:
    return app.query_one(Popup)


def told(app: ClewApp) -> str:
    """Return the sentences that a person was told."""
    return "\n".join(notice.message for notice in app._notifications)  # pyright: ignore[reportPrivateUsage]


async def write(pilot: Pilot[None], text: str) -> None:
    """Press the keys of a text."""
    names = {" ": "space", "\n": "enter"}
    await pilot.press(*(names.get(character, character) for character in text))


async def opened(app: ClewApp, pilot: Pilot[None]) -> None:
    """Wait until completions are shown."""
    await until(lambda: popup(app).is_open, pilot)
    await settled(app, pilot)


async def run(app: ClewApp, pilot: Pilot[None], text: str) -> None:
    """Write a statement, run it with F5, and wait for what it answers."""
    before = app.desk.answer
    editor(app).put(text)
    await pilot.press("f5")
    await until(lambda: app.desk.answer is not before, pilot)
    await settled(app, pilot)


def results(app: ClewApp) -> Results:
    return app.query_one(Results)
