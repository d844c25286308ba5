"""The app in clumsy hands: stores with nothing in them, escape at any moment, rooms left while they read."""

from __future__ import annotations

import asyncio
import gc
import threading
import time
from pathlib import Path

import clew
import pytest
from awaiting import ENDLESS
from clew.engine.handle.engine import Engine
from clew.errors import LimitError
from clew.tui.beside import beside
from clew.tui.messages import Select
from clew.tui.rooms import DOORS
from clew.tui.rooms.lineage import LineageRoom
from clew.tui.tidying import tidying_when_quiet
from pictures import SIZES, USUAL, room_app, send, settled, shown, style_of, until
from query_room import editor, told

KEYS = (
    *("down", "up", "left", "right", "pagedown", "pageup", "home", "end", "enter", "tab", "space", "backspace"),
    *("v", "x", "y", "r", "t", "z", "0", "p", "m", "g", "plus", "minus", "s", "a", "b", "n", "w", "e", "u", "l", "d"),
    *("full_stop", "comma", "slash", "left_square_bracket", "right_square_bracket", "ctrl+z", "ctrl+y"),
)
"""What may be pressed in a room, whether it means anything there or not."""


@pytest.mark.full
@pytest.mark.slow
@pytest.mark.parametrize("count", [0, 1])
@pytest.mark.parametrize("writable", [False, True])
def test_every_key_in_a_store_of_nothing(tmp_path: Path, count: int, writable: bool) -> None:
    """With no memory, or a single one, each key of each room does something sensible or nothing."""
    with clew.open(tmp_path / "bare.clew", background=False) as memory:
        for number in range(count):
            memory.remember("the only one", id=f"only {number}")
        memory.query("MATCH (m:Memory) RETURN count(*) AS n")

    async def work() -> None:
        asked = "RECALL 5 FOR 'the only one'"
        async with room_app(tmp_path / "bare.clew", asked=asked, writable=writable) as (app, pilot):
            for door in DOORS:
                await app.enter(door.name)
                await settled(app, pilot)
                for key in KEYS:
                    await pilot.press(key)
                    if len(app.screen_stack) > 1:
                        await pilot.press("escape")
                    if app.room is not None and app.room.id != door.name:
                        await app.enter(door.name)
                await pilot.press("escape")
                await settled(app, pilot)
                assert app.is_running

    asyncio.run(work())


def test_escape_at_any_moment(store: Path) -> None:
    """Escape after nought, one, two ... turns of the loop ends what is awaited, and the next entering shows it all."""

    async def work() -> None:
        async with room_app(store, asked="RECALL 5 FOR 'fibre'") as (app, pilot):
            ids = ("quay", "plan-b", "total", "fibre-a", "budget", "servers")
            for turns, id in enumerate(ids):
                for door in DOORS:
                    app.post_message(Select(id))
                    await app.enter(door.name)
                    for _ in range(turns):
                        await asyncio.sleep(0)
                    await app.run_action("stop")
            await settled(app, pilot)
            for door in DOORS:
                await app.enter(door.name)
                await settled(app, pilot)
            await app.enter("memory")
            app.post_message(Select("loft-stairs"))
            await until(lambda: "Dyer Street has no lift" in shown(app), pilot)

    asyncio.run(work())


def test_rooms_are_left_while_they_read(store: Path) -> None:
    """Whoever goes from room to room without waiting comes to the last one, and nothing that comes late does harm."""

    async def work() -> None:
        async with room_app(store, asked="RECALL 5 FOR 'fibre'") as (app, pilot):
            for size in SIZES * 3:
                await pilot.resize_terminal(*size)
                send(app, *(door.key for door in DOORS))
            send(app, "f7")
            await settled(app, pilot)
            assert app.room is not None and app.room.id == "time"
            await until(lambda: "50 of 50 events" in shown(app), pilot)

    asyncio.run(work())


def test_a_terminal_is_dragged_while_a_lineage_is_read(store: Path) -> None:
    """Another root is not in the picture that stands until it is read; drawing that anew meanwhile does no harm."""

    async def work() -> None:
        async with room_app(store, asked="RECALL 1 FOR 'fibre'", room="lineage") as (app, pilot):
            for id in ("brief", "done", "lamp", "total"):
                app.post_message(Select(id))
                await pilot.pause()
                assert isinstance(app.room, LineageRoom)
                app.room.retell()
                await settled(app, pilot)
            assert "total" in shown(app)

    asyncio.run(work())


def test_what_is_typed_before_the_editor_is_there_stands_in_it(store: Path) -> None:
    """A key for the room and letters at once, as a terminal hands them over: no letter is lost."""

    async def work() -> None:
        async with room_app(store, room="memory") as (app, pilot):
            send(app, "f2", *"return 1")
            await until(lambda: editor(app).text == "return 1", pilot)

    asyncio.run(work())


def test_what_nobody_waits_for_ends(store: Path) -> None:
    """Work beside the loop whose waiter is gone ends soon, in the engine too: its thread is not left to the end."""
    ended = threading.Event()

    def work(memory: Engine) -> None:
        try:
            memory.query(ENDLESS["evaluator"])
        except LimitError:
            ended.set()

    async def waits() -> None:
        async with clew.aopen(store) as memory:
            task = asyncio.create_task(beside(work, memory.engine))
            await asyncio.sleep(0.2)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            await asyncio.to_thread(ended.wait, 10.0)
            assert ended.is_set()

    asyncio.run(waits())


def test_there_is_nothing_to_take_back(store: Path) -> None:
    """Ctrl+z where nothing was changed says so."""

    async def work() -> None:
        async with room_app(store, room="memory", writable=True) as (app, pilot):
            await pilot.press("ctrl+z")
            await until(lambda: "There is nothing to take back." in told(app), pilot)

    asyncio.run(work())


def test_a_cursor_is_seen_without_colours(store: Path) -> None:
    """In the theme without colours the row of the cursor is reversed, in the list that has the focus."""

    async def work() -> None:
        async with room_app(store, USUAL, room="tasks", theme="clew-plain") as (app, pilot):
            await settled(app, pilot)
            assert style_of(app, "▸ ").reverse

    asyncio.run(work())


def test_garbage_is_looked_for_when_nobody_presses_keys() -> None:
    """While keys come nothing is looked through as a whole; once they rest that is done, once, and without the store:
    what was there at the first rest is left out.
    """
    pressed, done = time.monotonic(), list[int]()

    def note(phase: str, told: dict[str, int]) -> None:
        if phase == "stop" and told["generation"] == 2:
            done.append(told["collected"])

    async def work() -> None:
        nonlocal pressed
        async with tidying_when_quiet(lambda: pressed, quiet=0.05):
            for _ in range(10):
                pressed = time.monotonic()
                assert len([[] for _ in range(20_000)]) == 20_000
                await asyncio.sleep(0.005)
            assert not done and not gc.get_freeze_count()
            await asyncio.sleep(0.5)
            assert len(done) == 1 and gc.get_freeze_count() > 50_000

    gc.callbacks.append(note)
    try:
        asyncio.run(work())
    finally:
        gc.callbacks.remove(note)
    assert gc.get_threshold()[2] < 1_000 and not gc.get_freeze_count()
