"""The room Lineage: the picture, walking in it, what of it is shown, ways, files; by keys and by mouse."""

from __future__ import annotations

import asyncio
import time
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import clew
import pytest
from clew.tui.app import ClewApp
from clew.tui.desk import Asked
from clew.tui.lineage.kinds import Kinds
from clew.tui.lineage.sheet import Sheet
from clew.tui.messages import Ask, Enter
from clew.tui.rooms.lineage import LineageRoom
from clew.tui.widgets.lines import Lines
from hostile import texts
from pictures import LARGE, SIZES, SMALL, USUAL, Pilot, look, press, room_app, settled, shown, style_of, until
from textual.events import MouseScrollDown, MouseScrollUp
from textual.geometry import Offset
from tui_store import BEGUN

UP, DOWN = MouseScrollUp, MouseScrollDown


async def go(app: ClewApp, pilot: Pilot[None], id: str) -> Sheet:
    """Go to the lineage of a memory, as another room would send one."""
    app.post_message(Enter("lineage", id))
    await settled(app, pilot)
    return app.query_one(Sheet)


async def said(app: ClewApp, pilot: Pilot[None], text: str) -> None:
    await until(lambda: text in shown(app), pilot)


def room(app: ClewApp) -> LineageRoom:
    return app.query_one(LineageRoom)


def ids(app: ClewApp) -> set[str]:
    """Return what the picture shows."""
    view = room(app).view
    assert view is not None
    return set(view.nodes)


def seen_at(sheet: Sheet, id: str) -> Offset:
    """Return where the middle of a box is on the screen."""
    assert sheet.picture is not None
    x, y, width, height = sheet.picture.place(id) or (0, 0, 0, 0)
    return Offset(x + width // 2, y + height // 2) - sheet.scroll_offset + sheet._margin + sheet.region.offset  # pyright: ignore[reportPrivateUsage]


# ---- what is seen --------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_looks(made_store: Path, size: tuple[int, int]) -> None:
    """The root stands in the middle at three sizes; on a narrow screen boxes hold ids alone, so that neighbours fit."""

    async def test() -> None:
        async with room_app(made_store, size) as (app, pilot):
            await go(app, pilot, "quay-signed")
            await look(app, pilot, "lineage")
            await press(app, pilot, "0", "p", "left", "left")
            await look(app, pilot, "lineage-fit")

    asyncio.run(test())


def test_zoom_goes_around_and_the_wheel_zooms_too(made_store: Path) -> None:
    """z goes from texts to ids to dots and back; ctrl and the wheel go to and fro, and stop at either end."""

    async def test() -> None:
        async with room_app(made_store, USUAL) as (app, pilot):
            sheet = await go(app, pilot, "quay-signed")
            zooms: list[str] = []
            for _ in range(4):
                assert sheet.picture is not None
                zooms.append(sheet.picture.zoom)
                await press(app, pilot, "z")
            assert zooms == ["full", "short", "dots", "full"]
            for turn, zoom in ((DOWN, "dots"), (DOWN, "dots"), (UP, "short"), (UP, "full"), (UP, "full")):
                scrolled = sheet.scroll_offset
                await pilot._post_mouse_events([turn], Sheet, control=True)  # pyright: ignore[reportPrivateUsage]
                await settled(app, pilot)
                assert sheet.picture is not None and sheet.picture.zoom == zoom
            assert sheet.scroll_offset == scrolled

    asyncio.run(test())


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_fit_shows_all_of_it_and_stays_so(made_store: Path, size: tuple[int, int]) -> None:
    """After 0 the whole picture is within the window, also once the window changed; a small lineage keeps its texts."""

    async def test() -> None:
        async with room_app(made_store, size) as (app, pilot):
            sheet = await go(app, pilot, "quay-signed")
            await press(app, pilot, "0")
            for width, height in ((size[0] + 30, size[1] + 10), (70, 20)):
                assert sheet.picture is not None
                assert sheet.picture.width <= sheet.size.width and sheet.picture.height <= sheet.size.height
                await pilot.resize_terminal(width, height)
                await settled(app, pilot)
            await go(app, pilot, "lamp")
            await press(app, pilot, "2", "left_square_bracket", "left_square_bracket")
            assert sheet.picture.zoom != "dots"

    asyncio.run(test())


def test_what_is_superseded_is_struck_and_its_chain_is_told(made_store: Path) -> None:
    """A superseded memory is struck through and marked, and the panel says by what it was superseded."""

    async def test() -> None:
        async with room_app(made_store, USUAL) as (app, pilot):
            await go(app, pilot, "quay")
            assert style_of(app, "Quay 7 offers 410").strike and "✗ quay" in shown(app)
            assert "✗ superseded by quay-price" in shown(app)
            assert not style_of(app, "seats").strike

    asyncio.run(test())


def test_the_cursor_is_seen_without_colours(made_store: Path) -> None:
    """Without colour the cursor is a double border, and a reversed mark where memories are dots."""

    async def test() -> None:
        async with room_app(made_store, USUAL, theme="clew-plain") as (app, pilot):
            await go(app, pilot, "quay-signed")
            assert "║ quay-signed" in shown(app)
            await press(app, pilot, "z", "z")
            assert style_of(app, "◉").reverse

    asyncio.run(test())


# ---- walking -------------------------------------------------------------------------------------


def test_arrows_walk_along_edges_and_select(made_store: Path) -> None:
    """Left goes to a cause, right back to where one came from, up and down along a column; all of it is selected."""

    async def test() -> None:
        async with room_app(made_store, USUAL) as (app, pilot):
            await go(app, pilot, "fibre-need")
            before = ids(app)
            for key, id in (("right", "fibre-a"), ("down", "fibre-b"), ("up", "fibre-a"), ("right", "fibre-order")):
                await press(app, pilot, key)
                assert app.desk.selected == id
            await press(app, pilot, "left", "left", "left")
            assert app.desk.selected == "quay-signed" and ids(app) == before
            assert "We take Quay 7 for five years" in shown(app)

    asyncio.run(test())


def test_a_way_that_is_none_is_said(made_store: Path) -> None:
    """Where no edge leads on, an arrow says so and the cursor stays."""

    async def test() -> None:
        async with room_app(made_store, USUAL) as (app, pilot):
            await go(app, pilot, "brief")
            await press(app, pilot, "left")
            await said(app, pilot, "No edge leads on to the left.")
            assert app.desk.selected == "brief"

    asyncio.run(test())


def test_enter_makes_the_root_and_backspace_goes_back(made_store: Path) -> None:
    """Enter draws around the memory under the cursor, backspace returns to the picture and the memory before."""

    async def test() -> None:
        async with room_app(made_store, USUAL) as (app, pilot):
            await go(app, pilot, "loft")
            first = ids(app)
            await press(app, pilot, "right", "right", "enter")
            assert app.desk.selected == "loft-out" and ids(app) != first and "came from ‹ loft" in shown(app)
            await press(app, pilot, "enter")
            await said(app, pilot, "It is the root already.")
            await press(app, pilot, "backspace")
            assert ids(app) == first and app.desk.selected == "loft-out"
            await press(app, pilot, "home")
            assert app.desk.selected == "loft"
            await press(app, pilot, "backspace")
            await said(app, pilot, "This is where the trail began.")

    asyncio.run(test())


def test_another_room_moves_the_root(made_store: Path) -> None:
    """What is selected in another room is the root here, even where the picture already showed it."""

    async def test() -> None:
        async with room_app(made_store, USUAL) as (app, pilot):
            sheet = await go(app, pilot, "loft")
            await app.enter("memory")
            app.post_message(Enter("lineage", "loft-out"))
            await settled(app, pilot)
            view = room(app).view
            assert view is not None and view.wanted.root == "loft-out" and sheet.at == "loft-out"
            await press(app, pilot, "backspace")
            assert app.desk.selected == "loft"

    asyncio.run(test())


def test_the_list_of_edges_leads_on(made_store: Path) -> None:
    """Tab goes to the edges of the memory, FOLLOWS among them; enter on one goes to its other end."""

    async def test() -> None:
        async with room_app(made_store, USUAL) as (app, pilot):
            await go(app, pilot, "quay-signed")
            edges = app.query_one("#edges", Lines)
            assert "follows quay-price" in shown(app) and "contradicted by quay-flood: the cellar" in shown(app)
            edges.focus()
            await press(app, pilot, "down", "enter")
            assert app.desk.selected == "loft-out"

    asyncio.run(test())


def test_the_mouse_does_what_keys_do(made_store: Path) -> None:
    """A click walks, a double click makes the root, dragging and shift with arrows scroll, a click turns a kind off."""

    async def test() -> None:
        async with room_app(made_store, USUAL) as (app, pilot):
            sheet = await go(app, pilot, "quay-signed")
            await pilot.click(offset=seen_at(sheet, "fibre-need"))
            await settled(app, pilot)
            assert app.desk.selected == "fibre-need"
            start, scrolled = seen_at(sheet, "fibre-need"), sheet.scroll_offset
            await pilot.mouse_down(offset=start)
            await pilot.hover(offset=start + Offset(20, 5))
            await pilot.mouse_up(offset=start + Offset(20, 5))
            await settled(app, pilot)
            assert sheet.scroll_offset == scrolled - Offset(20, 5) and app.desk.selected == "fibre-need"
            await press(app, pilot, "shift+right", "shift+down", "pagedown", "pageup", "c")
            await pilot.click(offset=seen_at(sheet, "fibre-need"), times=2)
            await settled(app, pilot)
            view = room(app).view
            assert view is not None and view.wanted.root == "fibre-need"
            await pilot.click(Kinds, offset=(4, 0))
            await settled(app, pilot)
            assert "1○CAUSED" in shown(app)

    asyncio.run(test())


def test_slash_finds_a_memory(made_store: Path) -> None:
    """Where nothing is selected, the room says that / finds a memory, and draws around the one that was found."""

    async def test() -> None:
        async with room_app(made_store, SMALL, room="lineage") as (app, pilot):
            assert "Press / to find one" in shown(app)
            await pilot.press("left", "plus", "minus", "z", "0", "p", "m", "enter", "home", "c", "e", "1", "g")
            await pilot.press("slash")
            await until(lambda: app.screen.is_modal, pilot)
            await pilot.press(*"sold")
            await said(app, pilot, "rumour")
            await pilot.press("enter")
            await settled(app, pilot)
            assert app.desk.selected == "rumour"

    asyncio.run(test())


# ---- what of it is shown -------------------------------------------------------------------------


def test_plus_opens_and_minus_closes(made_store: Path) -> None:
    """+ shows what a box counts as hidden, - takes that away again, then what lies behind it, and + brings it back."""

    async def test() -> None:
        async with room_app(made_store, USUAL) as (app, pilot):
            await go(app, pilot, "fibre-a")
            await press(app, pilot, *["left_square_bracket"] * 2, "left")
            before = ids(app)
            assert before == {"fibre-a", "fibre-need", "fibre-order"} and "‹1 more" in shown(app)
            await press(app, pilot, "plus")
            assert ids(app) == before | {"quay-signed", "fibre-b"}
            await press(app, pilot, "plus")
            await said(app, pilot, "All that lies beside it is shown.")
            await press(app, pilot, "minus")
            assert ids(app) == before
            await press(app, pilot, "right_square_bracket", "minus")
            assert "quay-signed" not in ids(app) and "fibre-a" in ids(app)
            await press(app, pilot, "plus")
            assert "quay-signed" in ids(app)
            await press(app, pilot, "home", "minus")
            await said(app, pilot, "The root cannot be closed")

    asyncio.run(test())


def test_kinds_are_turned_on_and_off(made_store: Path) -> None:
    """Digits draw kinds of edges or leave them out; FOLLOWS is off at first, and on where nothing else leads on."""

    async def test() -> None:
        async with room_app(made_store, LARGE) as (app, pilot):
            await go(app, pilot, "quay-signed")
            view = room(app).view
            assert view is not None and "2○FOLLOWS 17" in shown(app)
            assert {edge.type for edge in view.lineage.edges} == {"CAUSED", "SUPERSEDES", "CONTRADICTS"}
            assert sum(view.counts[kind] for kind in view.kinds) == len(view.lineage.edges)
            await press(app, pilot, "2")
            view = room(app).view
            assert view is not None and "2●FOLLOWS" in shown(app)
            pairs = [frozenset((edge.source, edge.target)) for edge in view.lineage.edges if edge.type == "FOLLOWS"]
            others = {frozenset((edge.source, edge.target)) for edge in view.lineage.edges if edge.type != "FOLLOWS"}
            assert pairs and not others.intersection(pairs)
            assert sum(view.counts[kind] for kind in view.kinds) == len(view.lineage.edges)
            await press(app, pilot, "1", "2", "3", "4", "5")
            assert ids(app) == {"quay-signed"}

        async with room_app(made_store, LARGE) as (app, pilot):
            await go(app, pilot, "lamp")
            assert "2●FOLLOWS" in shown(app) and {"wheels", "tea"} <= ids(app)

    asyncio.run(test())


def test_reach(made_store: Path) -> None:
    """] and [ follow more edges and fewer, and say so at either end."""

    async def test() -> None:
        async with room_app(made_store, USUAL) as (app, pilot):
            await go(app, pilot, "quay-signed")
            found = [len(ids(app))]
            for _ in range(2):
                await press(app, pilot, "right_square_bracket")
                found.append(len(ids(app)))
            assert found == sorted(set(found)) and "5 hops" in shown(app)
            await press(app, pilot, *["left_square_bracket"] * 5)
            assert ids(app) == {"quay-signed"}
            await press(app, pilot, "left_square_bracket")
            await said(app, pilot, "Nearer there is nothing.")

    asyncio.run(test())


def test_forgotten_ones_are_shown_where_asked(made_store: Path) -> None:
    """A forgotten memory is no part of a picture; g shows it, dim and marked."""

    async def test() -> None:
        async with room_app(made_store, USUAL) as (app, pilot):
            await go(app, pilot, "rumour")
            assert "`rumour`. If it was forgotten, g shows it." in shown(app)
            await press(app, pilot, "g")
            assert "∅ rumour" in shown(app) and "with forgotten ones" in shown(app)

    asyncio.run(test())


def test_the_past_is_drawn_as_it_was(made_store: Path) -> None:
    """As of a moment the picture has what was known then, and says when that is."""

    async def test() -> None:
        async with room_app(made_store, USUAL) as (app, pilot):
            await go(app, pilot, "quay")
            assert "✗ quay" in shown(app)
            app.desk = replace(app.desk, moment=BEGUN + timedelta(minutes=7))
            await settled(app, pilot)
            assert "✗ quay" not in shown(app) and "as of 2024-05-01 09:07:00" in shown(app)
            assert "quay-price" not in ids(app)
            app.desk = replace(app.desk, moment=BEGUN)
            await settled(app, pilot)
            assert "There is no memory `quay` then." in shown(app)

    asyncio.run(test())


# ---- ways ----------------------------------------------------------------------------------------


def test_ways_lead_to_the_root_to_marks_and_to_anchors(made_store: Path) -> None:
    """p draws the way heavily: to the root, to the anchors of the last recall, or before both to what m marked."""

    async def test() -> None:
        async with room_app(made_store, LARGE) as (app, pilot):
            sheet = await go(app, pilot, "quay-signed")
            await press(app, pilot, "right", "p")
            assert "path to root quay-signed: 1 edge" in shown(app) and "━" in shown(app)
            app.post_message(Ask(Asked("RECALL 3 FOR 'fibre' NEAR 'budget'")))
            await settled(app, pilot)
            await go(app, pilot, "fibre-need")
            await until(lambda: "path to anchor budget: 2 edges" in shown(app), pilot)
            assert {edge.source for edge in sheet.path} == {"budget", "quay-signed"}
            await press(app, pilot, "m", "right")
            assert "path to marked fibre-need: 1 edge" in shown(app)
            await press(app, pilot, "left", "m", "p")
            assert "path to" not in shown(app) and not sheet.path

    asyncio.run(test())


# ---- a store that grows, files, limits -----------------------------------------------------------


def test_a_writing_agent_appears_and_the_place_stays(store: Path) -> None:
    """What another process writes is drawn by itself, and the memory under the cursor stays where it is seen."""

    async def test() -> None:
        async with room_app(store, USUAL) as (app, pilot):
            sheet = await go(app, pilot, "quay-signed")
            await press(app, pilot, "right")
            at, place = sheet.at, seen_at(sheet, sheet.at or "")
            with clew.open(store, background=False) as memory:
                memory.remember("The lease is in the safe", id="lease", causes=["quay-signed"])
                memory.remember("The notary was late", id="notary", at=BEGUN, causes=["brief"])
                memory.link("notary", "quay-signed", reason="it needed one")
            await until(lambda: {"lease", "notary"} <= ids(app), pilot)
            await settled(app, pilot)
            assert sheet.at == at == app.desk.selected and seen_at(sheet, at or "") == place

    asyncio.run(test())


@pytest.mark.parametrize(("name", "holds"), [("v.svg", "<svg"), ("v.mmd", "flowchart LR"), ("v.txt", "║ quay-signed")])
def test_the_view_is_written_to_a_file(made_store: Path, tmp_path: Path, name: str, holds: str) -> None:
    """e asks for a file and writes all of the view in the format of its name; what is there is asked about first."""

    async def test() -> None:
        path = tmp_path / name
        async with room_app(made_store, USUAL) as (app, pilot):
            await go(app, pilot, "quay-signed")
            for _ in range(2):
                await pilot.press("e")
                await until(lambda: app.screen.is_modal, pilot)
                app.screen.query_one("#path").value = str(path)  # type: ignore[attr-defined]
                await pilot.press("enter")
                if path.exists() and _:
                    await said(app, pilot, "already")  # a long path folds the sentence anywhere
                    await pilot.press("enter")
                await until(lambda: not app.screen.is_modal, pilot)
                assert holds in path.read_text(encoding="utf-8") and "fibre-order" in path.read_text(encoding="utf-8")

    asyncio.run(test())


def test_a_cycle_is_walked_and_drawn(store: Path) -> None:
    """Memories that caused each other are drawn once each, and walking among them comes to an end."""
    with clew.open(store, background=False) as memory:
        memory.link("lift-booked", "quay-signed", reason="so it was kept")

    async def test() -> None:
        async with room_app(store, USUAL) as (app, pilot):
            await go(app, pilot, "movers")
            assert {"quay-signed", "lift-booked"} <= ids(app)
            await press(app, pilot, *["left"] * 6, *["right"] * 12, "plus", "minus", "0", "p")

    asyncio.run(test())


def test_hostile_texts_do_nothing(tmp_path: Path) -> None:
    """Markup, control and bidirectional characters in ids, texts and reasons are shown as marks, at every zoom."""
    path = tmp_path / "hostile.clew"
    with clew.open(path, background=False) as memory:
        before = None
        for number, text in enumerate(texts()[:40]):
            id = f"m{number}"
            memory.remember(text or "empty", id=id, type="note")
            if before is not None:
                memory.link(before, id, reason=(text[:400] or None))
            before = id

    async def test() -> None:
        async with room_app(path, SMALL) as (app, pilot):
            await go(app, pilot, "m20")
            await press(app, pilot, "z", "z", *["right_square_bracket"] * 4, "0", "p")
            for _ in range(7):
                await press(app, pilot, "right")
            screen = shown(app)
            assert not any(character in screen for character in "\x1b\u202e\u200b\u2066")
            await press(app, pilot, "z", *["left"] * 14)
            assert not any(character in shown(app) for character in "\x1b\u202e\u200b\u2066")

    asyncio.run(test())


def test_a_hundred_memories_are_walked_at_once(tmp_path: Path) -> None:
    """Among a hundred memories a key press draws within a time that is not felt, at every zoom."""
    path = tmp_path / "wide.clew"
    with clew.open(path, background=False) as memory:
        for number in range(110):
            causes = [f"m{other}" for other in {number // 2, number // 3, number - 7} if 0 <= other < number]
            memory.remember(f"step {number} of a long day", id=f"m{number}", causes=causes)

    async def test() -> None:
        async with room_app(path, USUAL) as (app, pilot):
            sheet = await go(app, pilot, "m0")
            await press(app, pilot, *["right_square_bracket"] * 9)
            assert len(ids(app)) >= 100
            for _ in range(3):
                taken: list[float] = []
                for key in ("right", "down", "left", "up") * 2:
                    await press(app, pilot, key)
                    start = time.thread_time()
                    sheet.redraw()
                    sheet.render_line(0)
                    room(app).retell()
                    taken.append(time.thread_time() - start)
                assert sorted(taken)[len(taken) // 2] < 0.05, taken
                await press(app, pilot, "z")

    asyncio.run(test())


def test_with_every_kind_off_no_key_is_promised_that_does_nothing(made_store: Path) -> None:
    """Where no kind of edge is drawn, what is hidden is told with the reason; opening says what would show it."""

    async def test() -> None:
        async with room_app(made_store, USUAL) as (app, pilot):
            app.post_message(Enter("lineage", "quay-signed"))
            await settled(app, pilot)
            assert "+ opens" not in shown(app)
            await press(app, pilot, "1", "3", "4", "5")
            assert "hidden: every kind is off" in " ".join(shown(app).split())
            await press(app, pilot, "plus")
            await until(lambda: "1 to 5 turn them on" in " ".join(shown(app).split()), pilot)

    asyncio.run(test())
