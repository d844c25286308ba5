"""Keys that are pressed before a store is open: they wait for what opens, or are let go where nothing does."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import pytest
from clew.engine.handle.asynchronous import AsyncEngine
from clew.tui.app import ClewApp
from clew.tui.opening import opening_app
from clew.tui.opening.choose import Choose
from clew.tui.opening.trouble import CALM, Trouble
from clew.tui.opening.wanted import Wanted, open_wanted
from pictures import SMALL, send, settled, shown, until
from query_room import editor


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> asyncio.Event:
    """A slow disk: no store is open, nor known to be missing, before this is set."""
    spun = asyncio.Event()

    async def late(wanted: Wanted) -> AsyncEngine:
        await spun.wait()
        return await open_wanted(wanted)

    monkeypatch.setattr(opening_app, "open_wanted", late)
    return spun


def test_what_is_typed_at_the_splash_is_for_the_first_room(store: Path, disk: asyncio.Event) -> None:
    """A statement and the key that runs it, typed at once before the store is open: it is answered, whole."""

    async def main() -> None:
        app = ClewApp(wanted=Wanted(store))
        async with app.run_test(size=SMALL) as pilot:
            send(app, *"RETURN 40 + 2 AS")
            await until(lambda: "opening" in shown(app), pilot)
            assert not app.is_open
            send(app, *" sum", "f5")
            await pilot.pause()
            disk.set()
            await until(lambda: app.desk.answer is not None, pilot)
            await settled(app, pilot)
            assert editor(app).text == "RETURN 40 + 2 AS sum"
            assert "42" in shown(app)
        await app.let_go()

    asyncio.run(main())


def test_what_is_typed_for_a_store_that_is_not_there_chooses_nothing(tmp_path: Path, disk: asyncio.Event) -> None:
    """Letters that were meant for a room are no answer to what is to be done about a store that is missing."""

    async def main() -> None:
        app = ClewApp(wanted=Wanted(tmp_path / "none.clew"))
        async with app.run_test(size=SMALL) as pilot:
            send(app, *"mq")
            await until(lambda: "opening" in shown(app), pilot)
            disk.set()
            await until(lambda: isinstance(app.screen, Trouble), pilot)
            send(app, *"mq", "enter")  # who types on has not read the sentence yet
            await settled(app, pilot)
            app.typed = time.monotonic() + 2 * CALM
            await asyncio.sleep(CALM)
            assert isinstance(app.screen, Trouble) and not app.screen.is_calm
            assert not (tmp_path / "none.clew").exists()
            await until(lambda: isinstance(app.screen, Trouble) and app.screen.is_calm, pilot)
            send(app, "m")
            await until(lambda: app.is_open, pilot)
            assert (tmp_path / "none.clew").exists()
        await app.let_go()

    asyncio.run(main())


def test_a_store_that_does_not_come_is_left(store: Path, disk: asyncio.Event) -> None:
    """The key of another store, and then that of the end, wait for no disk; what was typed before is for neither."""

    async def main() -> None:
        app = ClewApp(wanted=Wanted(store))
        async with app.run_test(size=SMALL) as pilot:
            await until(lambda: "opening" in shown(app), pilot)
            send(app, *"abc", "f12")
            await until(lambda: isinstance(app.screen, Choose), pilot)
            send(app, *f"{store}", "enter")
            await until(lambda: not isinstance(app.screen, Choose), pilot)
            await until(lambda: "opening" in shown(app), pilot)
            send(app, "d", "ctrl+q")
            await until(lambda: not app.is_running, pilot)

    asyncio.run(main())


def test_what_is_typed_before_a_store_is_asked_for_is_its_path(store: Path) -> None:
    """A path and enter, typed before the question stands, open that store and no other."""

    async def main() -> None:
        app = ClewApp()
        async with app.run_test(size=SMALL) as pilot:
            send(app, *f"{store}", "enter", *"RETURN 1")
            await until(lambda: app.is_open, pilot)
            await settled(app, pilot)
            assert app.memory.path == store
            assert editor(app).text == "RETURN 1"
        await app.let_go()

    asyncio.run(main())
