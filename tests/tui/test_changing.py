"""A change has an outcome that a person hears of: also where it fails, is taken back, or the app is left meanwhile."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from clew.engine.handle.asynchronous import AsyncEngine
from clew.errors import StoreBusy
from clew.tui.guiding.confirm import Confirm
from clew.tui.messages import Change
from pictures import SMALL, press, room_app, send, until
from query_room import told


def test_what_could_not_be_taken_back_now_can_be_later(store: Path) -> None:
    """Ctrl+z on a store that is busy says so, and does it at the next press."""
    tries: list[str] = []

    async def undo(memory: AsyncEngine) -> None:
        tries.append("tried")
        if len(tries) == 1:
            raise StoreBusy("Another process is writing.")
        await memory.unpin("quay")

    async def test() -> None:
        async with room_app(store, SMALL, writable=True) as (app, pilot):
            app.post_message(Change("Pin quay", lambda memory: memory.pin("quay"), undo))
            await press(app, pilot, "y")
            await until(lambda: "done" in told(app), pilot)
            await app.run_action("undo")
            await until(lambda: "Another process" in told(app), pilot)
            await app.run_action("undo")
            await until(lambda: "taken back" in told(app), pilot)
            assert not (await app.memory.get("quay")).pinned
            await app.run_action("undo")
            await until(lambda: "nothing to take back" in told(app), pilot)

    asyncio.run(test())


def test_leaving_the_app_while_it_writes_tells_what_came_of_it(store: Path) -> None:
    """A yes before the app is left is written; where it cannot be, the terminal says so, and so does the exit code."""

    async def left_while(write: Any) -> str:
        async with room_app(store, SMALL, writable=True) as (app, pilot):
            app.post_message(Change("Pin quay", write))
            await until(lambda: isinstance(app.screen, Confirm), pilot)
            send(app, "y")
            await until(lambda: begun, pilot)
            app.exit()
        may_go_on.set()
        await app.let_go()
        return app.last_words

    async def slow(memory: AsyncEngine) -> None:
        begun.append("slow")
        await may_go_on.wait()
        written.append("quay")

    async def busy(memory: AsyncEngine) -> None:
        begun.append("busy")
        await may_go_on.wait()
        raise StoreBusy("Another process is writing.")

    written: list[str] = []
    begun: list[str] = []
    may_go_on = asyncio.Event()
    assert asyncio.run(left_while(slow)) == "" and written == ["quay"]
    may_go_on, begun = asyncio.Event(), []
    assert asyncio.run(left_while(busy)) == "clew: Pin quay: not done. Another process is writing."


def test_ctrl_c_says_once_how_to_leave(store: Path) -> None:
    """However often it is pressed, one sentence names the key."""

    async def test() -> None:
        async with room_app(store, SMALL, room="tasks") as (app, pilot):
            await press(app, pilot, "ctrl+c", "ctrl+c", "ctrl+c")
            assert told(app) == "Ctrl+q quits."

    asyncio.run(test())
