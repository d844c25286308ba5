"""The room Memory: what is shown, going along edges and back, and changing a memory."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import clew
import pytest
from clew.engine.asking.dossier import dossier
from clew.tui.app import ClewApp
from clew.tui.messages import Enter
from clew.tui.rooms.memory import MemoryRoom
from clew.tui.widgets.dossier_rows import facts
from clew.tui.widgets.lines import Lines
from hostile import texts
from pictures import SIZES, SMALL, USUAL, Pilot, look, room_app, settled, shown, until
from tui_store import BEGUN


async def go(app: ClewApp, pilot: Pilot[None], id: str) -> None:
    """Go to a memory in the room, as another room would send one."""
    app.post_message(Enter("memory", id))
    await until(lambda: isinstance(app.room, MemoryRoom) and app.room.shows == id, pilot)
    await settled(app, pilot)


async def press(app: ClewApp, pilot: Pilot[None], *keys: str) -> None:
    for key in keys:
        await pilot.press(key)
        await pilot.pause()
    if not app.screen.is_modal:
        await settled(app, pilot)


async def write(app: ClewApp, pilot: Pilot[None], text: str) -> None:
    await pilot.press(*("space" if letter == " " else letter for letter in text))
    await pilot.pause(0.1)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_looks(made_store: Path, size: tuple[int, int]) -> None:
    """The room is drawn at three sizes: both sides below each other, or beside each other where there is room."""

    async def test() -> None:
        async with room_app(made_store, size) as (app, pilot):
            await go(app, pilot, "quay-signed")
            await look(app, pilot, "memory")

    asyncio.run(test())


@pytest.mark.parametrize("writable", [True, False])
def test_the_key_line_has_the_keys_that_write(made_store: Path, writable: bool) -> None:
    """Where changes are offered, the key line begins with theirs, and at 80 columns has all; never without a memory."""

    async def test() -> None:
        async with room_app(made_store, SMALL, room="memory", writable=writable) as (app, pilot):
            keys = "e Edit  p Pin  d Forget  l Link  u Unlink  r Reinforce"
            assert keys not in shown(app)
            await go(app, pilot, "quay-signed")
            assert (keys in shown(app)) == writable

    asyncio.run(test())


def test_nothing_selected_says_how_to_go_on(made_store: Path) -> None:
    """Without a selection the room says which key finds a memory."""

    async def test() -> None:
        async with room_app(made_store, SMALL, room="memory") as (app, _):
            assert "No memory is selected. Press / to find one." in shown(app)

    asyncio.run(test())


def test_enter_follows_an_edge_and_backspace_goes_back(made_store: Path) -> None:
    """Enter on an edge selects its other end everywhere; backspace returns along the trail, and stops at its begin."""

    async def test() -> None:
        async with room_app(made_store, USUAL) as (app, pilot):
            await go(app, pilot, "quay-signed")
            await press(app, pilot, "enter")
            assert app.desk.selected == "quay-price" and "came from ‹ quay-signed" in shown(app)
            await press(app, pilot, "down", "enter")
            assert app.desk.selected == "quay-signed" and "came from ‹ quay-price ‹ quay-signed" in shown(app)
            await press(app, pilot, "backspace", "backspace")
            assert app.desk.selected == "quay-signed" and "came from" not in shown(app)
            await press(app, pilot, "backspace")
            await until(lambda: "This is where the trail began." in shown(app), pilot)

    asyncio.run(test())


def test_a_second_click_follows(made_store: Path) -> None:
    """A click puts the cursor on an edge, and a double click follows it, as enter does."""

    async def test() -> None:
        async with room_app(made_store, USUAL) as (app, pilot):
            await go(app, pilot, "quay-signed")
            await pilot.click("#around", offset=(6, 2), times=2)
            await settled(app, pilot)
            assert app.desk.selected == "loft-out"

    asyncio.run(test())


def test_slash_finds_by_words_and_shows_forgotten_ones(made_store: Path) -> None:
    """Words typed behind / list what holds them, forgotten memories marked; enter goes there."""

    async def test() -> None:
        async with room_app(made_store, SMALL, room="memory") as (app, pilot):
            await press(app, pilot, "slash")
            await write(app, pilot, "sold")
            found = app.screen.query_one(Lines)
            await until(lambda: [row.id for row in found.rows] == ["rumour"], pilot)
            await look(app, pilot, "memory-find")
            await press(app, pilot, "enter")
            await settled(app, pilot)
            assert app.desk.selected == "rumour" and "∅ forgotten" in shown(app)
            await press(app, pilot, "slash", "escape")
            assert not app.screen.is_modal and app.desk.selected == "rumour"

    asyncio.run(test())


def test_an_id_that_is_not_there_is_said_in_the_room(made_store: Path) -> None:
    """A selection that this namespace has not is a sentence in the room, and no error."""

    async def test() -> None:
        async with room_app(made_store, SMALL) as (app, pilot):
            await go(app, pilot, "[red]gone")
            assert "There is no memory `[red]gone`" in shown(app)

    asyncio.run(test())


def test_a_long_text_is_shown_to_its_end_on_demand(store: Path) -> None:
    """Of a long text a few lines are shown; w shows the rest, and w again the beginning."""

    async def test() -> None:
        with clew.open(store, background=False) as memory:
            memory.remember("\n".join(f"line {number}" for number in range(500)), id="long")
        async with room_app(store, SMALL) as (app, pilot):
            await go(app, pilot, "long")
            assert "… 492 more lines: press w" in shown(app)
            facts = app.query_one("#facts", Lines)
            await press(app, pilot, "w")
            assert len(facts.rows) > 500 and "more lines" not in shown(app)
            facts.focus()
            await press(app, pilot, *["pagedown"] * 20)
            assert "line 150" not in shown(app) and facts.scroll_offset.y > 100
            await press(app, pilot, "w")
            assert len(facts.rows) < 30

    asyncio.run(test())


def test_all_that_a_step_says_is_shown(store: Path) -> None:
    """What a step's text says beside its action and its observation stands before them; where that is all, nothing."""
    with clew.open(store, background=False) as memory:
        memory.remember("Is it the tax? run(1) all pass", id="said", action="run(1)", observation="all pass")
        memory.remember(id="bare", action="run(1)", observation="all pass")
        said, bare = ([row.content.plain for row in facts(dossier(memory, id, None), 60)] for id in ("said", "bare"))
    assert said[:5] == ["Is it the tax?", *bare[:4]] and bare[:4] == ["Action", "run(1)", "Observation", "all pass"]


@pytest.mark.parametrize("width", [40, 80])
def test_a_warning_about_the_past_is_seen_whole(made_store: Path, width: int) -> None:
    """That something was not known yet is said in as many lines as it takes."""
    with clew.open(made_store, create=False, background=False) as memory:
        rows = facts(dossier(memory, "quay-signed", BEGUN), width)
    said = " ".join(row.content.plain for row in rows[:3])
    assert "after the moment that is shown." in said and all(row.content.cell_length <= width for row in rows)


def test_the_past_is_shown_as_it_was(made_store: Path) -> None:
    """As of a moment the room shows the memory of then, says so, and changes nothing."""

    async def test() -> None:
        async with room_app(made_store, USUAL, writable=True) as (app, pilot):
            await go(app, pilot, "budget")
            assert "◆ pinned" in shown(app)
            app.desk = replace(app.desk, moment=BEGUN + timedelta(minutes=5))
            await settled(app, pilot)
            assert "◆ pinned" not in shown(app) and "as of 2024-05-01 09:05:00" in shown(app)
            await press(app, pilot, "p")
            await until(lambda: "The past is not changed" in shown(app), pilot)
            app.desk = replace(app.desk, moment=BEGUN)
            await settled(app, pilot)
            assert "not known yet" in shown(app)

    asyncio.run(test())


def test_a_writing_agent_appears_and_the_cursor_stays(store: Path) -> None:
    """What another process writes about the memory appears by itself, and the cursor stays on its row."""

    async def test() -> None:
        async with room_app(store, USUAL) as (app, pilot):
            await go(app, pilot, "quay-signed")
            await press(app, pilot, "down", "down")
            around = app.query_one("#around", Lines)
            assert around.row is not None and around.row.id == "budget"
            with clew.open(store, background=False) as memory:
                memory.remember("The lease is in the safe", id="lease", causes=["quay-signed"])
                memory.link("brief", "quay-signed", reason="it began so")
            await until(lambda: "lease" in shown(app) and "it began so" in shown(app), pilot)
            assert around.row.id == "budget"

    asyncio.run(test())


# ---- changing ------------------------------------------------------------------------------------


def test_read_only_says_so(made_store: Path) -> None:
    """Every key that writes says how to start where the store is open for reading only."""

    async def test() -> None:
        async with room_app(made_store, SMALL) as (app, pilot):
            await go(app, pilot, "loft")
            for key in ("e", "p", "r", "plus", "minus", "l", "u", "d"):
                app.clear_notifications()
                await until(lambda: "open for reading only" not in shown(app), pilot)
                await press(app, pilot, key)
                await until(lambda: "open for reading only" in shown(app), pilot)
                assert not app.screen.is_modal, key

    asyncio.run(test())


def test_pin_is_confirmed_and_taken_back(store: Path) -> None:
    """p pins after a yes, is left by a no, and ctrl+z unpins."""

    async def test() -> None:
        async with room_app(store, USUAL, writable=True) as (app, pilot):
            await go(app, pilot, "loft")
            await press(app, pilot, "p", "n")
            assert not (await app.memory.get("loft")).pinned
            await press(app, pilot, "p", "y")
            await until(lambda: "◆ pinned" in shown(app), pilot)
            await press(app, pilot, "ctrl+z")
            await until(lambda: "◆ pinned" not in shown(app), pilot)
            assert not (await app.memory.get("loft")).pinned

    asyncio.run(test())


def test_reinforce_and_judge_change_what_is_thought(store: Path) -> None:
    """r raises the importance; + and - tell outcomes, which the room then counts."""

    async def test() -> None:
        async with room_app(store, USUAL, writable=True) as (app, pilot):
            await go(app, pilot, "loft")
            before = (await app.memory.get("loft")).importance
            for key in ("r", "plus", "minus"):
                await press(app, pilot, key, "y")
            await until(lambda: "1 well, 1 badly" in shown(app), pilot)
            after = await app.memory.get("loft")
            assert after.importance > before and after.access_count == 2

    asyncio.run(test())


def test_forget_and_restore(store: Path) -> None:
    """d forgets, the memory stays on the screen marked so, and d restores it."""

    async def test() -> None:
        async with room_app(store, USUAL, writable=True) as (app, pilot):
            await go(app, pilot, "loft")
            await press(app, pilot, "d", "y")
            await until(lambda: "∅ forgotten" in shown(app), pilot)
            await press(app, pilot, "p")
            await until(lambda: "Press d to restore it first" in shown(app), pilot)
            await press(app, pilot, "d", "y")
            await until(lambda: "∅ forgotten" not in shown(app), pilot)
            assert (await app.memory.get("loft")).retracted_at is None

    asyncio.run(test())


def test_link_is_drawn_by_search_kind_and_reason(store: Path) -> None:
    """l asks for the other memory, the kind and the reason; the edge appears, and ctrl+z takes it away."""

    async def test() -> None:
        async with room_app(store, USUAL, writable=True) as (app, pilot):
            await go(app, pilot, "loft")
            await press(app, pilot, "l")
            await write(app, pilot, "lamp")
            await until(lambda: "The green lamp" in shown(app), pilot)
            await press(app, pilot, "enter")
            await until(lambda: "Which edge joins loft and lamp?" in shown(app), pilot)
            await press(app, pilot, "down", "enter")
            await write(app, pilot, "by mistake")
            await press(app, pilot, "enter")
            await until(lambda: "Draw lamp CAUSED loft?" in shown(app), pilot)
            await press(app, pilot, "y")
            await until(lambda: "(by mistake)" in shown(app), pilot)
            (link,) = [link for link in await app.memory.links("loft") if link.other == "lamp"]
            assert (link.type, link.incoming, link.reason) == ("CAUSED", True, "by mistake")
            await press(app, pilot, "ctrl+z")
            await until(lambda: "unlinked lamp" in shown(app), pilot)
            assert not [link for link in await app.memory.links("loft") if link.other == "lamp"]

    asyncio.run(test())


def test_unlink_takes_the_edge_under_the_cursor(store: Path) -> None:
    """u takes away the edge that the cursor is on, and asks for one where it is on none."""

    async def test() -> None:
        async with room_app(store, USUAL, writable=True) as (app, pilot):
            await go(app, pilot, "quay-signed")
            await press(app, pilot, "u")
            await until(lambda: "Take away quay-price CAUSED quay-signed?" in shown(app), pilot)
            await press(app, pilot, "y")
            await until(lambda: "Caused by (2)" in shown(app), pilot)
            await press(app, pilot, "ctrl+z")
            await until(lambda: "Caused by (3)" in shown(app), pilot)
            await press(app, pilot, "end", "u")
            await until(lambda: "Put the cursor on the edge" in shown(app), pilot)

    asyncio.run(test())


def test_hostile_texts_are_shown_and_do_nothing(tmp_path: Path) -> None:
    """Texts, ids, tags, reasons and fields that are markup or escapes are shown as marks in every part of the room."""

    async def test() -> None:
        told = [text for text in texts()[::10] if text.strip()]
        with clew.open(tmp_path / "h.clew", background=False) as memory:
            memory.remember("the first", id="first")
            for number, text in enumerate(told):
                id = memory.remember(text, tags=["a[/]b"], source=text[:90], meta={"k[red]": text})
                memory.link("first", id, reason=text[:200] or None)
                if number % 5 == 0:
                    memory.feedback("success", memories=["first", id])
            ids = [one.id for one in memory.list(limit=100)]
        async with room_app(tmp_path / "h.clew", USUAL) as (app, pilot):
            for id in ("first", *ids[::4]):
                await go(app, pilot, id)
                assert not any(ord(character) < 32 and character != "\n" for character in shown(app))
                await press(app, pilot, "w")
            await press(app, pilot, "slash")
            await pilot.pause(0.2)

    asyncio.run(test())
