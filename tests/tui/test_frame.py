"""The frame of the app: rooms, doors, status and hints; a store that grows; a disk that is full; an end while busy."""

from __future__ import annotations

import asyncio
import resource
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import clew
import pytest
from clew.tui.app import ClewApp
from clew.tui.desk import Asked, Desk
from clew.tui.guiding.help import GENERAL, Help
from clew.tui.messages import Ask, Change, Say, Select, Travel
from clew.tui.rooms import DOORS
from clew.tui.widgets.doors import DoorLabel
from clew.tui.widgets.hints import Hints
from clew.tui.widgets.status import Place, Status, fitting, parts_of
from hostile import texts
from hypothesis import given
from hypothesis import strategies as st
from pictures import LARGE, SIZES, SMALL, Size, look, room_app, settled, shown, until
from rich.cells import cell_len
from textual.pilot import Pilot

ENDLESS = "UNWIND range(1, 1900000) AS x WITH x WHERE size([y IN range(1, 500) WHERE y = -x]) > 0 RETURN count(*) AS n"
"""A thousand million comparisons, and few rows: no bound is met for an hour."""
PLACE = Place(Path("/srv/agent/notes.clew"), "work", False)
ALL = Desk(selected="m-17", moment=datetime(2024, 5, 3, 14, tzinfo=UTC), head=12_345, busy="asking")

Visit = Callable[[ClewApp, Pilot[None]], Awaitable[None]]


def visit(store: Path, size: Size, steps: Visit, **options: Any) -> None:
    """Open the app on a store and do some steps."""

    async def main() -> None:
        async with room_app(store, size, **options) as (app, pilot):
            await steps(app, pilot)

    asyncio.run(main())


# ---- rooms and doors ---------------------------------------------------------------------------------


@pytest.mark.parametrize("key", ["key", "alt"])
def test_every_room_has_its_keys(store: Path, key: str) -> None:
    """Each room is entered by its F key, and by alt and its number."""

    async def steps(app: ClewApp, pilot: Pilot[None]) -> None:
        for number, door in enumerate(DOORS, start=1):
            await pilot.press(door.key if key == "key" else f"alt+{number}")
            await until(lambda name=door.name: app.room is not None and app.room.id == name, pilot)

    visit(store, SMALL, steps)


def test_a_room_with_nothing_to_show_tells_no_key_for_it(tmp_path: Path) -> None:
    """In a store without memories the key line of each room has what does something there, and keys of everywhere."""
    told = {
        "front": "^p All commands  f1 Help",
        "lineage": "^p All commands  / Find  f1 Help",
        "memory": "^p All commands  / Find  ⌫ Back  f1 Help",
        "plan": "^p All commands  / Explain another  f1 Help",
        "tasks": "^p All commands  f1 Help",
    }
    clew.open(tmp_path / "none.clew", background=False).close()

    async def work() -> None:
        async with room_app(tmp_path / "none.clew", writable=True) as (app, pilot):
            for room, keys in told.items():
                await app.enter(room)
                await settled(app, pilot)
                await until(lambda keys=keys: keys in shown(app).splitlines()[-1], pilot, of=room)

    asyncio.run(work())


def test_a_door_is_clicked(store: Path) -> None:
    """A click on a door enters."""

    async def steps(app: ClewApp, pilot: Pilot[None]) -> None:
        for label in app.query(DoorLabel):
            await pilot.click(label)
            await until(lambda name=label.door.name: app.room is not None and app.room.id == name, pilot)

    visit(store, SMALL, steps)


def test_a_hint_is_clicked(store: Path) -> None:
    """A click on a hint does what its key does."""

    async def steps(app: ClewApp, pilot: Pilot[None]) -> None:
        at = shown(app).splitlines()[-1].index("Help")
        await pilot.click(Hints, offset=(at, 0))
        await until(lambda: "Look through a store" in shown(app), pilot)

    visit(store, LARGE, steps, room="front")


@pytest.mark.parametrize("size", SIZES)
def test_no_word_is_cut(store: Path, size: Size) -> None:
    """Doors, status and hints fit whole at each size: every word of the last lines is one that is known."""

    async def steps(app: ClewApp, pilot: Pilot[None]) -> None:
        app.post_message(Select("permit-sent"))
        await settled(app, pilot)
        lines = shown(app).splitlines()
        assert [door.title for door in DOORS if door.title not in lines[0]] == []
        assert "→ permit-sent" in lines[-2]
        assert "…" not in lines[-1]

    visit(store, size, steps, room="tasks")


@given(st.integers(0, 120), st.text(max_size=50), st.booleans())
def test_the_status_fits_and_keeps_what_matters_most(width: int, selected: str, writable: bool) -> None:
    """Whatever is selected, the parts that are kept fit; one is left out only where a worthier one stays."""
    place = Place(PLACE.path, PLACE.namespace, writable)
    parts = parts_of(place, Desk(selected=selected, head=9, busy="asking"))
    kept = fitting(parts, width)
    assert sum(cell_len(part.text) for part in kept) + 2 * max(0, len(kept) - 1) <= width or not kept
    assert kept == [part for part in parts if part in kept]
    left = [part.worth for part in parts if part not in kept]
    assert not left or all(part.worth >= max(left) for part in kept)


def test_the_status_says_all_where_there_is_room() -> None:
    """Store, namespace, whether it can be written, moment, events, selection, and what is awaited."""
    said = [part.text for part in parts_of(PLACE, ALL)]
    assert said == [
        "◆ notes",
        "work",
        "read only",
        "as of 2024-05-03 14:00",
        "12,345 events",
        "→ m-17",
        "asking … esc stops",
    ]


@pytest.mark.parametrize("size", [(20, 4), (40, 10), *SIZES])
def test_hostile_texts_do_nothing_in_the_frame(store: Path, size: Size) -> None:
    """500 hostile texts as the selected id and as something said: no crash, no markup, no control character."""

    async def steps(app: ClewApp, pilot: Pilot[None]) -> None:
        status = app.query_one(Status)
        for number, text in enumerate(texts()):
            status.desk = Desk(selected=text, busy=text)
            if number % 50 == 0:
                app.post_message(Say(text))
                await settled(app, pilot)
            assert not set(status.render().plain) & set("\x1b\x00\x07\u202e\u2066\x9b\r\n")
        await settled(app, pilot)
        assert app.is_running

    visit(store, size, steps)


def test_one_selection_is_everywhere(store: Path) -> None:
    """What is selected in one room is so on the desk that each other room mirrors."""

    async def steps(app: ClewApp, pilot: Pilot[None]) -> None:
        app.post_message(Select("plan-b"))
        await settled(app, pilot)
        for door in DOORS:
            await app.enter(door.name)
            assert app.room is not None
            assert app.room.desk is not None
            assert app.room.desk.selected == "plan-b"

    visit(store, SMALL, steps)


def test_a_moment_is_seen(store: Path) -> None:
    """Who travels sees when, at the smallest size too."""

    async def steps(app: ClewApp, pilot: Pilot[None]) -> None:
        app.post_message(Travel(datetime(2024, 5, 1, 9, 20, tzinfo=UTC)))
        await until(lambda: "as of 2024-05-01 09:20" in shown(app), pilot)

    visit(store, SMALL, steps)


# ---- live --------------------------------------------------------------------------------------------


def test_another_process_writes(store: Path) -> None:
    """What an agent in another process writes is counted within a second, and the room that is seen hears of it."""
    code = f"import clew; clew.open({str(store)!r}, background=False).remember('a new word')"

    async def steps(app: ClewApp, pilot: Pilot[None]) -> None:
        before = app.desk.head
        process = await asyncio.create_subprocess_exec(sys.executable, "-c", code)
        assert await process.wait() == 0
        await until(lambda: app.desk.head > before, pilot)
        assert f"{app.desk.head:,} events" in shown(app)
        assert app.room is not None
        assert app.room.desk is not None
        assert app.room.desk.head == app.desk.head

    visit(store, LARGE, steps)


def test_the_screen_lives_while_something_is_asked(store: Path) -> None:
    """During a question without end, keys are answered; escape ends it, and no answer comes."""

    async def steps(app: ClewApp, pilot: Pilot[None]) -> None:
        app.post_message(Ask(Asked(ENDLESS)))
        await until(lambda: "asking" in shown(app), pilot)
        await pilot.press("f9")
        await until(lambda: app.room is not None and app.room.id == "tasks", pilot)
        await pilot.press("escape")
        await until(lambda: not app.desk.busy, pilot)
        assert app.desk.answer is None

    visit(store, SMALL, steps)


def test_leaving_while_busy_is_quick(store: Path) -> None:
    """During a question without end, ctrl+q ends the app and lets go of the store at once."""

    async def main() -> None:
        from clew.tui.opening.wanted import Wanted

        app = ClewApp(wanted=Wanted(store), asked=Asked(ENDLESS))
        async with app.run_test(size=SMALL) as pilot:
            await until(lambda: app.desk.busy, pilot)
            start = time.monotonic()
            await pilot.press("ctrl+q")
            await until(lambda: not app.is_running, pilot)
        await app.let_go()
        assert time.monotonic() - start < 10  # a hang would be for ever

    asyncio.run(main())


# ---- writing -----------------------------------------------------------------------------------------


def test_a_change_is_confirmed_and_taken_back(store: Path) -> None:
    """A change is asked about; yes writes it, ctrl+z takes it back; no writes nothing."""
    pin = Change("Pin lamp", lambda memory: memory.pin("lamp"), lambda memory: memory.unpin("lamp"))

    async def steps(app: ClewApp, pilot: Pilot[None]) -> None:
        for answer, pinned in (("n", False), ("y", True)):
            app.post_message(pin)
            await until(lambda: "Pin lamp?" in shown(app), pilot)
            await pilot.press(answer)
            await settled(app, pilot)
            assert (await app.memory.get("lamp")).pinned is pinned
        app.set_focus(None)
        await pilot.press("ctrl+z")
        await settled(app, pilot)
        assert not (await app.memory.get("lamp")).pinned

    visit(store, SMALL, steps, writable=True)


@contextmanager
def no_room() -> Iterator[None]:
    """Let no file of this process grow beyond a few pages, as on a disk that is full."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 15, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_a_full_disk_is_said(store: Path) -> None:
    """Where the disk takes no write, the engine's sentence is shown and the app goes on."""
    text = "word " * 200_000
    change = Change("Remember much", lambda memory: memory.remember(text))

    async def steps(app: ClewApp, pilot: Pilot[None]) -> None:
        with no_room():
            app.post_message(change)
            await until(lambda: "Remember much?" in shown(app), pilot)
            await pilot.press("y")
            await settled(app, pilot)
            assert any("write did not happen" in note.message for note in app._notifications)
        await app.memory.remember("there is room again")

    visit(store, LARGE, steps, writable=True)


@pytest.mark.parametrize("size", SIZES)
def test_help_looks_as_ever(size: Size, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What help says of everything, at each size."""
    monkeypatch.chdir(tmp_path)

    async def main() -> None:
        app = ClewApp()
        async with app.run_test(size=size) as pilot:
            await until(lambda: "demo" in shown(app), pilot)
            app.push_screen(Help(GENERAL))
            await look(app, pilot, "help")

    asyncio.run(main())
