"""The room Time: moving through the journal by keys, mouse and words, playing, and a recall at two moments."""

from __future__ import annotations

import asyncio
import threading
from datetime import timedelta
from itertools import pairwise
from pathlib import Path
from typing import Any

import clew
import pytest
from clew.engine.asking.moments import Moments, moments_of
from clew.tui.app import ClewApp
from clew.tui.widgets.lines import Lines
from clew.tui.widgets.slider import Span, bars, ends
from hostile import texts
from hypothesis import given
from hypothesis import strategies as st
from pictures import SIZES, SMALL, USUAL, Pilot, look, press, room_app, settled, shown, still, until
from tui_store import BEGUN

ASKED = "RECALL 5 FOR 'the price of Quay 7'"


async def write(app: ClewApp, pilot: Pilot[None], text: str) -> None:
    await pilot.press(*("space" if letter == " " else letter for letter in text))
    await settled(app, pilot)


def minutes(count: int) -> Any:
    return BEGUN + timedelta(minutes=count)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_looks(made_store: Path, size: tuple[int, int]) -> None:
    """The room is drawn at three sizes, an hour back, a recall compared with how it is now."""

    async def test() -> None:
        async with room_app(made_store, size, asked=ASKED, room="time") as (app, pilot):
            await press(app, pilot, *["left"] * 3, "slash")
            await write(app, pilot, "2024-05-01 09:07")
            await press(app, pilot, "enter", "b")
            await until(lambda: "entered" in shown(app), pilot)
            await look(app, pilot, "time")

    asyncio.run(test())


def test_nothing_is_said_of_events_before_they_are_read(made_store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """While the journal is read the room and the status line say so, and not that there are no events."""
    gate = threading.Event()

    def slow(*arguments: Any) -> Moments:
        assert gate.wait(20)
        return moments_of(*arguments)

    monkeypatch.setattr("clew.tui.rooms.time.moments_of", slow)

    async def test() -> None:
        async with room_app(made_store, SMALL) as (app, pilot):
            await app.enter("time")
            await until(lambda: shown(app).count("reading the journal …") == 3, pilot)
            assert "0 of 0" not in shown(app)
            gate.set()
            await until(lambda: "50 of 50 events" in shown(app), pilot)

    asyncio.run(test())


def test_keys_move_by_event_and_back_to_now(made_store: Path) -> None:
    """Left and right, and the list's up and down, go an event; home goes to the first; the last event is now."""

    async def test() -> None:
        async with room_app(made_store, SMALL, room="time") as (app, pilot):
            assert app.desk.moment is None and "50 of 50 events" in shown(app)
            await press(app, pilot, "left")
            assert app.desk.moment == minutes(48)
            await press(app, pilot, "up", "up")
            assert app.desk.moment == minutes(46) and "47 of 50 events" in shown(app)
            await press(app, pilot, "home")
            assert app.desk.moment == BEGUN
            await press(app, pilot, "right")
            assert app.desk.moment == minutes(1)
            await press(app, pilot, "n")
            assert app.desk.moment is None
            await press(app, pilot, "left", "right")
            assert app.desk.moment is None

    asyncio.run(test())


def test_brackets_move_by_day_and_braces_by_task(store: Path) -> None:
    """[ and ] go a day, { and } to where a task began."""

    async def test() -> None:
        async with room_app(store, SMALL, room="time") as (app, pilot):
            await press(app, pilot, "left_curly_bracket")
            assert app.desk.moment == minutes(30)  # the first of `moving`
            await press(app, pilot, "left_curly_bracket")
            assert app.desk.moment == minutes(23)  # the first of `desks`
            await press(app, pilot, "right_curly_bracket")
            assert app.desk.moment == minutes(30)
            await press(app, pilot, "left_square_bracket")
            assert app.desk.moment == BEGUN
            await press(app, pilot, "right_square_bracket")
            assert app.desk.moment is None

    asyncio.run(test())


def test_a_click_on_the_bars_goes_there(made_store: Path) -> None:
    """A click on the slider stands at the last event of that column; the wheel goes an event."""

    async def test() -> None:
        async with room_app(made_store, SMALL, room="time") as (app, pilot):
            await pilot.click("#slider", offset=(40, 1))
            await settled(app, pilot)
            assert app.desk.moment is not None and minutes(20) < app.desk.moment < minutes(29)

    asyncio.run(test())


def test_a_moment_is_typed_in_words_or_figures(made_store: Path) -> None:
    """Behind / a moment is read as the engine reads it; what is none is said, and stays to be mended."""

    async def test() -> None:
        async with room_app(made_store, SMALL, room="time") as (app, pilot):
            await press(app, pilot, "slash")
            await write(app, pilot, "soon")
            await press(app, pilot, "enter")
            await until(lambda: "names no moment" in shown(app), pilot)
            assert any(line.strip() == "soon" for line in shown(app).splitlines())
            await press(app, pilot, *["backspace"] * 4)
            await write(app, pilot, "2024-05-01 09:20")
            await press(app, pilot, "enter")
            assert app.desk.moment == minutes(20) and isinstance(app.focused, Lines)
            await press(app, pilot, "slash", "escape")
            assert isinstance(app.focused, Lines)
            await press(app, pilot, "slash", "n", "o", "w", "enter")
            assert app.desk.moment is None

    asyncio.run(test())


def test_space_plays_and_stops(made_store: Path) -> None:
    """Space begins at the first event and goes on by itself; space stops it, and so does escape."""

    async def test() -> None:
        async with room_app(made_store, SMALL, room="time") as (app, pilot):
            await press(app, pilot, "space")
            await until(lambda: app.desk.moment is not None and app.desk.moment >= minutes(3), pilot)
            assert "▶ playing" in shown(app)
            await press(app, pilot, "space")
            assert "playing" not in shown(app)
            stood = app.desk.moment
            await asyncio.sleep(0.6)
            assert app.desk.moment == stood
            await press(app, pilot, "space", "escape")
            await until(lambda: "playing" not in shown(app), pilot)

    asyncio.run(test())


def test_plus_zooms_about_where_one_stands(made_store: Path) -> None:
    """Plus shows less of the journal, with ▲ still in it; minus shows all again."""

    async def test() -> None:
        async with room_app(made_store, SMALL, room="time") as (app, pilot):
            before = await still(app, pilot)
            await press(app, pilot, "left", "plus")
            assert "2024-05-01 09:00:00" not in shown(app) and "▲" in shown(app)
            await press(app, pilot, "right", "minus")
            assert await still(app, pilot) == before

    asyncio.run(test())


def test_two_moments_of_a_recall(made_store: Path) -> None:
    """a and b mark; what entered, left and moved is listed, its cursor selects, and x clears."""

    async def test() -> None:
        async with room_app(made_store, USUAL, asked=ASKED, room="time") as (app, pilot):
            await press(app, pilot, "slash")
            await write(app, pilot, "2024-05-01 09:07")
            await press(app, pilot, "enter", "a", "n", "b")
            await until(lambda: "entered" in shown(app), pilot)
            assert "A 2024-05-01 09:07:00" in shown(app) and "B now" in shown(app)
            rows = (
                await app.memory.query(
                    "COMPARE (RECALL 5 FOR 'the price of Quay 7') AS OF '2024-05-01T09:07Z' WITH AS OF '2026-01-01'"
                )
            ).to_dicts()
            compared = app.query_one("#compared", Lines)
            assert [row.id for row in compared.rows if row.id] == [row["m"]["id"] for row in rows]
            compared.focus()
            await press(app, pilot, "down")
            assert app.desk.selected == compared.rows[compared.cursor].id
            await press(app, pilot, "enter")
            assert app.room is not None and app.room.id == "memory"
            await press(app, pilot, "f7", "b")
            assert "entered" in shown(app)
            await press(app, pilot, "a")  # both at one moment: what was compared is not between these marks
            assert "Both marks are at the same moment." in shown(app) and "entered" not in shown(app)
            await press(app, pilot, "x")
            assert "A now" not in shown(app)

    asyncio.run(test())


def test_comparing_needs_a_recall(made_store: Path) -> None:
    """Without an answer, or with one of another statement, the room says what would be compared."""

    async def test() -> None:
        async with room_app(made_store, SMALL, room="time") as (app, pilot):
            await press(app, pilot, "left", "b")
            await until(lambda: "Ask a RECALL in the room Query first" in shown(app), pilot)
        async with room_app(made_store, SMALL, asked="SHOW TASKS", room="time") as (app, pilot):
            await press(app, pilot, "left", "b")
            await until(lambda: "is no RECALL" in shown(app), pilot)

    asyncio.run(test())


def test_a_writing_agent_appears(store: Path) -> None:
    """What is written elsewhere appears at the end; who stands in the past stays there."""

    async def test() -> None:
        async with room_app(store, SMALL, room="time") as (app, pilot):
            with clew.open(store, background=False) as memory:
                memory.remember("The lease is in the safe", id="lease")
                await until(lambda: "lease" in shown(app) and "51 of 51 events" in shown(app), pilot)
                await press(app, pilot, "home")
                memory.remember("The key is under the mat", id="key")
            await until(lambda: "1 of 52 events" in shown(app), pilot)
            assert app.desk.moment == BEGUN

    asyncio.run(test())


def test_an_empty_store_has_no_past(tmp_path: Path) -> None:
    """Where nothing was written every key of the room does nothing, and says no error."""

    async def test() -> None:
        clew.open(tmp_path / "e.clew").close()
        async with room_app(tmp_path / "e.clew", SMALL, room="time") as (app, pilot):
            assert "Nothing was written yet." in shown(app)
            keys = ("left", "right", "left_square_bracket", "right_curly_bracket", "space", "plus", "minus", "home")
            await press(app, pilot, *keys, "a", "b", "x")
            await pilot.click("#slider", offset=(10, 1))

    asyncio.run(test())


def test_hostile_events(tmp_path: Path) -> None:
    """Events whose ids, texts and reasons are markup or escapes are shown as marks."""

    async def test() -> None:
        with clew.open(tmp_path / "h.clew", background=False) as memory:
            memory.remember("the first", id="first")
            for text in [text for text in texts()[::12] if text.strip()]:
                memory.link("first", memory.remember(text), reason=text[:90])
        async with room_app(tmp_path / "h.clew", USUAL, room="time") as (app, pilot):
            for _ in range(5):
                await press(app, pilot, "pageup")
                assert not any(ord(character) < 32 and character != "\n" for character in shown(app))

    asyncio.run(test())


# ---- the slider ----------------------------------------------------------------------------------


@given(st.lists(st.integers(0, 10_000), max_size=60))
def test_bars_show_all_that_is_there(counts: list[int]) -> None:
    """A column with an event has a bar, one without has none, and more is never lower."""
    above, below = bars(counts, 2)
    assert len(above) == len(below) == len(counts)
    heights = [" ▁▂▃▄▅▆▇█".index(a) + " ▁▂▃▄▅▆▇█".index(b) for a, b in zip(above, below, strict=True)]
    assert all((height > 0) == (count > 0) for height, count in zip(heights, counts, strict=True))
    ordered = sorted(zip(counts, heights, strict=True))
    assert all(x <= y for (_, x), (_, y) in pairwise(ordered))


@given(st.integers(0, 10**15), st.integers(1, 10**14), st.integers(1, 200), st.integers(0, 199))
def test_a_column_holds_the_moment_that_it_stands_for(since: int, length: int, width: int, column: int) -> None:
    """The moment of a column lies in that column, where a column is longer than a microsecond."""
    span, column = Span(since, since + length), min(column, width - 1)
    if length >= width:
        assert span.column(span.moment(column, width), width) == column
    assert len(ends(span, width)) <= width
