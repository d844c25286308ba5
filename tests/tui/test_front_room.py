"""The room Front: the picture, walking in it, turning its settings, what it says where there is nothing to trade."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import clew
import numpy as np
import pytest
from clew.adapters.pictures.front import cells_of
from clew.engine.answers.space import Space
from clew.tui.app import ClewApp
from clew.tui.desk import Asked
from clew.tui.messages import Ask, Select
from clew.tui.rooms.front import FrontRoom
from clew.tui.trading.knobs import Knobs
from clew.tui.trading.plot import Plot
from clew.tui.widgets.lines import Lines
from hostile import texts
from pictures import SIZES, SMALL, USUAL, look, press, room_app, settled, shown
from textual.geometry import Offset

RECALL = "RECALL 5 FOR 'fibre for the new office' NEAR 'quay-signed' PARETO BY relevance, coherence"


def space_of(app: ClewApp) -> Space:
    assert app.desk.space is not None
    return app.desk.space


def plot(app: ClewApp) -> Plot:
    return app.query_one(Plot)


# ---- what is seen --------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_looks(made_store: Path, size: tuple[int, int]) -> None:
    """The staircase, what was answered, the settings, and the memory under the cursor are seen at three sizes."""

    async def test() -> None:
        async with room_app(made_store, size, asked=RECALL, room="front") as (app, pilot):
            await look(app, pilot, "front")
            await press(app, pilot, "down", "down", "tab", "down", "down", "right")
            await look(app, pilot, "front-turned")
            await press(app, pilot, "v")
            await look(app, pilot, "front-axes")

    asyncio.run(test())


def test_the_picture_takes_the_room_of_the_text_and_gives_it_back(made_store: Path) -> None:
    """t leaves the picture alone on the screen; t again brings settings and text back."""

    async def test() -> None:
        async with room_app(made_store, SMALL, asked=RECALL, room="front") as (app, pilot):
            narrow = plot(app).size.width
            await press(app, pilot, "t")
            assert plot(app).size.width > narrow and not app.query_one(Knobs).region
            await press(app, pilot, "t")
            assert plot(app).size.width == narrow and "chosen by" in shown(app)

    asyncio.run(test())


# ---- walking -------------------------------------------------------------------------------------


def test_left_and_right_walk_along_a_front(made_store: Path) -> None:
    """Each step to the right is a point of the same front that lies no farther left; at its end one stays."""

    async def test() -> None:
        async with room_app(made_store, USUAL, asked=RECALL, room="front") as (app, pilot):
            space, seen = space_of(app), plot(app)
            await press(app, pilot, *["left"] * 20)
            walked = [seen.at]
            for _ in range(20):
                await press(app, pilot, "right")
                walked.append(seen.at)
            points = [point for point in dict.fromkeys(walked) if point is not None]
            front = space.front[points[0]]
            assert set(points) == set(np.flatnonzero(space.front == front).tolist())
            assert np.all(np.diff(space.values[points, space.axis(seen.x)]) >= 0)

    asyncio.run(test())


def test_down_and_up_go_from_front_to_front(made_store: Path) -> None:
    """Down comes to the front behind, up to the one before; on the first and the last one stays."""

    async def test() -> None:
        async with room_app(made_store, USUAL, asked=RECALL, room="front") as (app, pilot):
            space, seen = space_of(app), plot(app)
            await press(app, pilot, "home", *["up"] * 3)
            last = int(space.front.max())
            for front in [*range(1, last + 1), last]:
                assert seen.at is not None and space.front[seen.at] == front
                await press(app, pilot, "down")
            await press(app, pilot, "up")
            assert seen.at is not None and space.front[seen.at] == last - 1

    asyncio.run(test())


def test_full_stop_and_comma_go_from_answer_to_answer(made_store: Path) -> None:
    """The answers come in the order of their ranks, by keys and by the wheel; what one comes to is selected."""

    async def test() -> None:
        async with room_app(made_store, USUAL, asked=RECALL, room="front") as (app, pilot):
            await press(app, pilot, "home")
            ranked = [space_of(app).ids[point] for point in space_of(app).chosen]
            for id in [*ranked, ranked[-1]]:
                assert app.desk.selected == id
                await press(app, pilot, "full_stop")
            await press(app, pilot, "comma")
            assert app.desk.selected == ranked[-2]
            await pilot._post_mouse_events([_wheel(up=True)], plot(app))  # pyright: ignore[reportPrivateUsage]
            await settled(app, pilot)
            assert app.desk.selected == ranked[-3]

    asyncio.run(test())


def _wheel(*, up: bool) -> type[Any]:
    from textual.events import MouseScrollDown, MouseScrollUp

    return MouseScrollUp if up else MouseScrollDown


def test_a_click_goes_to_the_point_and_a_second_opens_it(made_store: Path) -> None:
    """Every answer can be pointed at; a double click shows everything about it."""

    async def test() -> None:
        async with room_app(made_store, USUAL, asked=RECALL, room="front") as (app, pilot):
            seen = plot(app)
            cells = cells_of(space_of(app), seen.x, seen.y, *seen.content_size)
            corner = seen.content_region.offset - seen.region.offset
            for point in space_of(app).chosen.tolist():
                at = corner + Offset(*cells[point].tolist())
                await pilot.click(Plot, offset=(at.x, at.y))
                await settled(app, pilot)
                assert seen.at is not None and cells[seen.at].tolist() == cells[point].tolist()
            id = space_of(app).ids[seen.at or 0]
            await pilot.click(Plot, offset=(at.x, at.y), times=2)
            await settled(app, pilot)
            assert app.room is not None and app.room.id == "memory" and app.desk.selected == id

    asyncio.run(test())


def test_what_is_selected_elsewhere_is_under_the_cursor(made_store: Path) -> None:
    """A memory that another room selects is the point under the cursor, where it is one of the candidates."""

    async def test() -> None:
        async with room_app(made_store, USUAL, asked=RECALL, room="front") as (app, pilot):
            app.post_message(Select("plan-b"))
            await settled(app, pilot)
            at = plot(app).at
            assert at is not None and space_of(app).ids[at] == "plan-b"
            assert "plan-b" in shown(app)

    asyncio.run(test())


def test_what_dominates_a_memory_is_listed_and_gone_to(made_store: Path) -> None:
    """The text names what beats the point, and enter in it goes there."""

    async def test() -> None:
        async with room_app(made_store, (120, 60), asked=RECALL, room="front") as (app, pilot):
            await press(app, pilot, "home", "down")
            space, at = space_of(app), plot(app).at
            assert at is not None
            beaten_by = {space.ids[point] for point in space.dominators(at)}
            assert beaten_by and f"Dominated by {len(beaten_by)}" in shown(app)
            side = app.query_one("#front Lines", Lines)
            side.focus()
            await press(app, pilot, "home", "down", "enter")
            assert app.desk.selected in beaten_by
            side.focus()
            await press(app, pilot, "home", "enter")
            assert app.room is not None and app.room.id == "memory"

    asyncio.run(test())


# ---- turning -------------------------------------------------------------------------------------


def test_every_setting_gives_what_the_recall_would(made_store: Path) -> None:
    """Whatever is turned, the answers are those of the statement that is written, in its order."""

    async def test() -> None:
        async with room_app(made_store, USUAL, asked=RECALL, room="front") as (app, pilot):
            await press(app, pilot, "tab")
            for keys in (("down", "down", "right"), ("right",), ("end", *["down"] * 12, "right"), ("up", "right")):
                await press(app, pilot, *keys)
                space = space_of(app)
                rows = await app.memory.query(space.statement, space.parameters)
                assert [row["m"]["id"] for row in rows] == [space.ids[point] for point in space.chosen]

    asyncio.run(test())


def test_turning_says_who_entered_and_who_left_and_r_puts_back(made_store: Path) -> None:
    """One answer less: it left, and the text says so; r brings the settings of the statement back."""

    async def test() -> None:
        async with room_app(made_store, USUAL, asked=RECALL, room="front") as (app, pilot):
            before = [space_of(app).ids[point] for point in space_of(app).chosen]
            knobs = app.query_one(Knobs)
            await press(app, pilot, "tab")
            while knobs.setting is not None and knobs.setting.kind != "k":
                await press(app, pilot, "down")
            await press(app, pilot, "left")
            assert [space_of(app).ids[point] for point in space_of(app).chosen] == before[:-1]
            assert "0 entered, 1 left" in shown(app) and f"- left    5 → –   {before[-1]}" in shown(app)
            await press(app, pilot, "r")
            assert [space_of(app).ids[point] for point in space_of(app).chosen] == before
            assert "left" not in shown(app)

    asyncio.run(test())


def test_fronts_become_a_weighted_sum_and_back(made_store: Path) -> None:
    """The first setting goes over to weights, each with a slider; the last axis that weighs anything stays."""

    async def test() -> None:
        async with room_app(made_store, USUAL, asked=RECALL, room="front") as (app, pilot):
            await press(app, pilot, "tab", "space")
            assert space_of(app).choice.weights == {"relevance": 1.0, "coherence": 1.0}
            assert "RANK BY relevance + coherence" in space_of(app).statement
            await press(app, pilot, "down", "left", "left")
            assert space_of(app).choice.weights == {"relevance": 0.9, "coherence": 1.0}
            await press(app, pilot, *["shift+left"] * 4)
            assert space_of(app).choice.weights == {"coherence": 1.0}
            await press(app, pilot, "down", *["shift+left"] * 5)
            assert space_of(app).choice.weights  # something has to be chosen by
            await press(app, pilot, "up", "up", "space")
            assert space_of(app).choice.weights is None

    asyncio.run(test())


def test_an_objective_is_traded_or_decides_among_equals(made_store: Path) -> None:
    """An axis goes from not traded to traded to what decides among equals; the last traded one cannot be left out."""

    async def test() -> None:
        async with room_app(made_store, USUAL, asked=RECALL, room="front") as (app, pilot):
            await press(app, pilot, "tab", "down", "down", "right")
            assert space_of(app).choice.levels == (("relevance",), ("coherence",))
            await press(app, pilot, "right")
            assert space_of(app).choice.levels == (("relevance",),)
            await press(app, pilot, "up", "right")
            assert space_of(app).choice.levels == (("relevance",),)

    asyncio.run(test())


def test_x_and_y_draw_other_axes(made_store: Path) -> None:
    """In the picture they go to the next axis; in the settings they take the one under the cursor."""

    async def test() -> None:
        async with room_app(made_store, USUAL, asked=RECALL, room="front") as (app, pilot):
            assert (plot(app).x, plot(app).y) == ("relevance", "coherence")
            await press(app, pilot, "x")
            assert plot(app).x != "relevance"
            knobs = app.query_one(Knobs)
            await press(app, pilot, "tab")
            while knobs.setting is not None and knobs.setting.axis != "cost":
                await press(app, pilot, "down")
            await press(app, pilot, "y")
            assert plot(app).y == "cost" and "cost, tokens, less is better" in shown(app)

    asyncio.run(test())


def test_settings_are_clicked_too(made_store: Path) -> None:
    """A click goes to a setting, another turns it; the wheel turns the one under the cursor."""

    async def test() -> None:
        async with room_app(made_store, USUAL, asked=RECALL, room="front") as (app, pilot):
            await pilot.click(Knobs, offset=(20, 0))
            await settled(app, pilot)
            assert space_of(app).choice.weights is not None
            await pilot.click(Knobs, offset=(20, 1))
            await pilot._post_mouse_events([_wheel(up=False)], Knobs)  # pyright: ignore[reportPrivateUsage]
            await settled(app, pilot)
            assert space_of(app).choice.weights == {"relevance": 0.95, "coherence": 1.0}

    asyncio.run(test())


def test_w_writes_the_settings_into_the_editor(made_store: Path) -> None:
    """What stands in Query then is the recall of the settings, and it is not run."""

    async def test() -> None:
        async with room_app(made_store, USUAL, asked=RECALL, room="front") as (app, pilot):
            await press(app, pilot, "tab", "space")
            answer = app.desk.answer
            await press(app, pilot, "w")
            assert app.room is not None and app.room.id == "query"
            assert app.desk.answer is answer and "RANK BY relevance + coherence" in shown(app)

    asyncio.run(test())


# ---- where there is nothing ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        (None, "Nothing was recalled yet"),
        ("MATCH (m:Memory) RETURN m.id AS id LIMIT 3", "Only a RECALL trades"),
        ("RECALL 5 FOR 'x' FROM", "`FROM` is not in the language"),
        ("RECALL 3 FOR 'fibre' WHERE m.id = 'nothing'", "no candidates"),
    ],
)
def test_where_there_is_no_front_it_says_what_to_do(made_store: Path, asked: str | None, says: str) -> None:
    """Without a recall, without candidates and after a mistake a sentence stands there, and every key does nothing."""

    async def test() -> None:
        async with room_app(made_store, SMALL, asked=asked, room="front") as (app, pilot):
            assert says in " ".join(shown(app).split())
            await press(app, pilot, "left", "up", "home", "full_stop", "x", "v", "r", "tab", "space")
            assert says in " ".join(shown(app).split())

    asyncio.run(test())


def test_a_recall_that_ranks_and_one_of_a_single_memory_are_drawn(made_store: Path) -> None:
    """RANK BY makes no fronts, one memory makes one point: both are drawn, walked and turned."""

    async def test() -> None:
        async with room_app(made_store, SMALL, room="front") as (app, pilot):
            for asked in (
                "RECALL 4 FOR 'fibre' RANK BY relevance + 0.5 * recency",
                "RECALL 4 FOR 'fibre' WHERE m.id = 'fibre-a'",
                "RECALL 4 FOR 'fibre' PARETO BY relevance AS OF '2024-05-01T09:20:00'",
            ):
                app.post_message(Ask(Asked(asked)))
                await settled(app, pilot)
                await press(app, pilot, "left", "down", "up", "right", "v", "v", "tab", "space", "space", "shift+tab")
                assert isinstance(app.room, FrontRoom) and plot(app).at is not None
                assert "of 1 fronts" not in shown(app)

    asyncio.run(test())


def test_hostile_texts_do_nothing(tmp_path: Path) -> None:
    """Ids, texts and types of any kind are shown as marks."""
    path = tmp_path / "hostile.clew"
    with clew.open(path, background=False) as memory:
        for number, text in enumerate(texts()[:60]):
            memory.remember(f"fibre {text}", id=f"{number} {text[:50]}", type="note")

    async def test() -> None:
        asked = "RECALL 20 FOR 'fibre' PARETO BY relevance, recency"
        async with room_app(path, SMALL, asked=asked, room="front") as (app, pilot):
            for _ in range(12):
                await press(app, pilot, "full_stop")
                assert not any(character in shown(app) for character in "\x1b\u202e\u200b\u2066")
            await press(app, pilot, "v", "tab", "space")
            assert not any(character in shown(app) for character in "\x1b\u202e\u200b\u2066")

    asyncio.run(test())
