"""The room Tasks: the outline, opening and closing, filtering, and where one goes from it."""

from __future__ import annotations

import asyncio
import threading
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import clew
import pytest
from clew.engine.asking.outline import TaskView, tasks_of
from clew.tui.app import ClewApp
from clew.tui.messages import Select
from clew.tui.rooms.tasks import TasksRoom
from clew.tui.widgets.lines import Lines
from clew.tui.widgets.outline import Outline, Place
from hostile import texts
from pictures import SIZES, SMALL, USUAL, look, press, room_app, settled, shown, until
from tui_store import BEGUN


def line_of(app: ClewApp, words: str) -> str:
    return next((line for line in shown(app).splitlines() if words in line), "")


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_looks(made_store: Path, size: tuple[int, int]) -> None:
    """The outline is drawn at three sizes, one task open, the cursor on a step."""

    async def test() -> None:
        async with room_app(made_store, size, room="tasks") as (app, pilot):
            await press(app, pilot, "down", "down", "enter", "down", "down")
            await look(app, pilot, "tasks")

    asyncio.run(test())


def test_enter_opens_a_task_and_goes_to_a_memory(made_store: Path) -> None:
    """Enter opens the task; the step under the cursor is selected everywhere, and enter on it goes to Memory."""

    async def test() -> None:
        async with room_app(made_store, SMALL, room="tasks") as (app, pilot):
            await press(app, pilot, "enter", "down", "down")
            assert app.desk.selected == "lift-size"
            await press(app, pilot, "enter")
            assert app.room is not None and app.room.id == "memory" and "lift-size" in shown(app)
            await press(app, pilot, "f9", "left")
            assert "▸ moving" in shown(app) and "The movers ask" not in shown(app)
            await press(app, pilot, "right")
            assert "▾ moving" in shown(app)

    asyncio.run(test())


def test_a_selection_of_another_room_is_revealed(made_store: Path) -> None:
    """Entered with a memory selected, the outline opens its task and has the cursor on its step."""

    async def test() -> None:
        async with room_app(made_store, USUAL) as (app, pilot):
            app.post_message(Select("servers"))
            await until(lambda: app.desk.selected == "servers", pilot)
            await press(app, pilot, "f9")
            lines = app.query_one("#tasks", TasksRoom).query_one(Lines)
            await until(lambda: lines.row is not None and lines.row.id == "servers", pilot)

    asyncio.run(test())


def test_a_selection_is_revealed_that_is_found_before_the_tasks(
    made_store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where reading the tasks takes longer than finding the step, the cursor goes to it once they are there; and all
    steps that are seen are read.
    """
    gate = threading.Event()

    def slow(*arguments: Any) -> list[TaskView]:
        assert gate.wait(20)
        return tasks_of(*arguments)

    monkeypatch.setattr("clew.tui.rooms.tasks.tasks_of", slow)

    async def test() -> None:
        async with room_app(made_store, USUAL) as (app, pilot):
            app.post_message(Select("servers"))
            await until(lambda: app.desk.selected == "servers", pilot)
            await pilot.press("f9")
            await until(lambda: app.query("#tasks") and app.query_one("#tasks", TasksRoom)._revealed, pilot)  # pyright: ignore[reportPrivateUsage]
            gate.set()
            lines = app.query_one("#tasks", TasksRoom).query_one(Lines)
            await until(lambda: lines.row is not None and lines.row.id == "servers", pilot)
            await until(lambda: " …\n" not in shown(app), pilot)

    asyncio.run(test())


def test_slash_filters_by_name(made_store: Path) -> None:
    """Letters behind / leave the tasks with them in their names; escape brings all back, enter goes to the list."""

    async def test() -> None:
        async with room_app(made_store, SMALL, room="tasks") as (app, pilot):
            await press(app, pilot, "slash", "N", "e", "t")
            assert "1 of 4 tasks" in shown(app) and "moving" not in shown(app)
            await press(app, pilot, "enter", "enter")
            assert "▾ network" in shown(app)
            await press(app, pilot, "slash", "x")
            assert "No task has that in its name." in shown(app)
            await press(app, pilot, "escape")
            assert "4 tasks" in line_of(app, "memories") and "moving" in shown(app)
            assert isinstance(app.focused, Lines)

    asyncio.run(test())


def test_s_orders(made_store: Path) -> None:
    """s goes round the orders: the newest first, by name, the most steps first."""

    async def test() -> None:
        async with room_app(made_store, SMALL, room="tasks") as (app, pilot):

            def names() -> list[str]:
                return [line.split()[1] for line in shown(app).splitlines() if line.startswith(" ▸")]

            assert names() == ["moving", "desks", "network", "office"]
            await press(app, pilot, "s")
            assert names() == ["desks", "moving", "network", "office"] and "by name" in shown(app)
            await press(app, pilot, "s")
            assert names()[-1] == "desks" and "by most steps" in shown(app)

    asyncio.run(test())


def test_a_puts_a_recall_into_the_editor(made_store: Path) -> None:
    """a drafts a recall within the task under the cursor, a statement that can be run, and goes to Query."""

    async def test() -> None:
        async with room_app(made_store, SMALL, room="tasks") as (app, pilot):
            await press(app, pilot, "a")
            assert app.room is not None and app.room.id == "query"
            assert app.desk.draft is not None
            found = (await app.memory.query(app.desk.draft.text)).to_dicts()
            assert found and {row["m"]["task"] for row in found} == {"moving"}

    asyncio.run(test())


def test_a_writing_agent_appears_and_the_cursor_stays(store: Path) -> None:
    """A task and a step that another process writes appear, and the cursor stays on its step."""

    async def test() -> None:
        async with room_app(store, USUAL, room="tasks") as (app, pilot):
            await press(app, pilot, "down", "enter", "down", "down")
            assert app.desk.selected == "desks-steel"
            with clew.open(store, background=False) as memory:
                memory.remember("Sweep the floor", task="cleaning", id="sweep", at=BEGUN + timedelta(days=9))
                memory.remember("A desk came without drawers", task="desks", id="drawers", at=BEGUN)
            await until(lambda: "cleaning" in shown(app) and "without drawers" in shown(app), pilot)
            row = app.room.query_one(Lines).row  # type: ignore[union-attr]
            assert row is not None and row.id == "desks-steel" and app.desk.selected == "desks-steel"

    asyncio.run(test())


def test_the_outline_is_that_of_the_moment(made_store: Path) -> None:
    """As of a moment the outline has the tasks and steps of then, and says when; back at now, all again."""

    async def test() -> None:
        async with room_app(made_store, SMALL, room="tasks") as (app, pilot):
            third = (await app.memory.get("seats")).recorded_at
            app.desk = replace(app.desk, moment=third)
            await settled(app, pilot)
            assert "1 task, 3 memories" in shown(app) and "as of 2024-05-01 09:02" in shown(app)
            await press(app, pilot, "enter")
            assert "24 people need" in shown(app) and "Quay 7 offers" not in shown(app)
            app.desk = replace(app.desk, moment=third - timedelta(days=1))
            await until(lambda: "No memory belonged to a task at 2024-04-30" in shown(app), pilot)
            app.desk = replace(app.desk, moment=None)
            await until(lambda: "4 tasks" in shown(app), pilot)

    asyncio.run(test())


def test_a_store_without_tasks_says_how_to_have_some(tmp_path: Path) -> None:
    """Where no memory belongs to a task, the room says how one would."""

    async def test() -> None:
        clew.open(tmp_path / "e.clew").close()
        async with room_app(tmp_path / "e.clew", SMALL, room="tasks") as (app, _):
            assert "No memory belongs to a task. Remember with `task=`" in shown(app)

    asyncio.run(test())


def test_hostile_names_and_texts(tmp_path: Path) -> None:
    """Names of tasks and texts that are markup or escapes are shown as marks, and can be opened and drafted."""

    async def test() -> None:
        with clew.open(tmp_path / "h.clew", background=False) as memory:
            for text in [text for text in texts()[::16] if text.strip()]:
                memory.remember(text, task=text[:60])
        async with room_app(tmp_path / "h.clew", USUAL, room="tasks") as (app, pilot):
            for _ in range(12):
                await press(app, pilot, "enter", "down")
                assert not any(ord(character) < 32 and character != "\n" for character in shown(app))
            await press(app, pilot, "a")

    asyncio.run(test())


# ---- the rows ------------------------------------------------------------------------------------


def _many(tasks: int) -> list[TaskView]:
    return [
        TaskView(f"task {n}", 3, datetime(2024, 1, 1, tzinfo=UTC), datetime(2024, 1, 2, tzinfo=UTC), 2)
        for n in range(tasks)
    ]


def test_rows_are_made_when_they_are_seen() -> None:
    """Of ten thousand tasks, one with ten thousand steps, any row is found, and what is seen is to be read."""
    rows = Outline(_many(10_000), {"task 5000": range(10_000)}, {}, 80)
    assert len(rows) == 20_000
    assert rows[5_000].key == "task task 5000" and rows[15_001].key == "task task 5001"
    assert [rows[place].key for place in (5_001, 15_000)] == ["row 0", "row 9999"]
    assert rows.unread(range(5_000, 5_003)) == [0, 1] and rows.unread(range(14_999, 15_002)) == [9_998, 9_999]


def test_places_and_rows_are_one_to_one() -> None:
    """The row of every place is the place of that row."""
    rows = Outline(_many(5), {"task 1": [7, 8], "task 4": [9]}, {}, 80)
    assert [rows.index(rows.place(row)) for row in range(len(rows))] == list(range(len(rows)))
    assert rows.place(3) == Place(1, 1) and rows.place(len(rows) - 1) == Place(4, 0)
