"""The room Plan: the stages of the last answer, a PROFILE, a plan that is not run, and what is wrong."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from clew.dsl import compile
from clew.dsl.explaining.tree import branches
from clew.engine.asking.catalog import CATALOG
from clew.tui.app import ClewApp
from clew.tui.desk import Asked
from clew.tui.messages import Ask
from clew.tui.widgets.lines import Lines
from clew.tui.widgets.plan_rows import plan_rows, stage_rows
from hostile import texts
from pictures import SIZES, SMALL, USUAL, Pilot, look, press, room_app, settled, shown, until
from tui_store import BEGUN

ASKED = "RECALL 5 FOR 'the price of Quay 7'"


async def write(app: ClewApp, pilot: Pilot[None], text: str) -> None:
    await pilot.press(*("space" if letter == " " else letter for letter in text))
    await settled(app, pilot)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_looks(made_store: Path, size: tuple[int, int]) -> None:
    """The plan of an EXPLAIN is drawn at three sizes: it has no figures, which differ from run to run."""

    async def test() -> None:
        async with room_app(made_store, size, asked=f"EXPLAIN {ASKED}", room="plan") as (app, pilot):
            await press(app, pilot, "down")
            await look(app, pilot, "plan")

    asyncio.run(test())


def test_the_answer_is_not_asked_twice(made_store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Entering the room shows what the answer reported, and asks the engine nothing."""

    async def test() -> None:
        async with room_app(made_store, SMALL, asked=ASKED) as (app, pilot):

            def refuse(*_: Any, **__: Any) -> Any:
                raise AssertionError("the statement was run again")

            monkeypatch.setattr(app.memory.engine, "query", refuse)
            await press(app, pilot, "f8")
            assert app.desk.answer is not None and app.desk.answer.rows is not None
            assert len(app.desk.answer.rows.stages) == 12 and "12 stages" in shown(app)
            assert "0 → 39" in shown(app) and " ms" in shown(app)

    asyncio.run(test())


def test_the_stage_under_the_cursor_is_explained(made_store: Path) -> None:
    """Below the tree stands what the stage does, in a sentence, with its Cypher and values."""

    async def test() -> None:
        async with room_app(made_store, USUAL, asked=ASKED, room="plan") as (app, pilot):
            await press(app, pilot, "down")
            assert "Finds the memories, or the patterns" in shown(app) and "MATCH (n0:Memory)" in shown(app)
            await press(app, pilot, "end")
            assert "Makes rows of the hits" in shown(app)

    asyncio.run(test())


def test_p_profiles_and_e_shows_the_plan_alone(made_store: Path) -> None:
    """p tells the fronts and the hypervolume of the first; e takes the figures away, and brings them back."""

    async def test() -> None:
        async with room_app(made_store, USUAL, asked=ASKED, room="plan") as (app, pilot):
            await press(app, pilot, "end", "up", "up")
            assert "hypervolume" not in shown(app)
            await press(app, pilot, "p")
            await press(app, pilot, "end", "up", "up")
            assert "front 1 has a hypervolume" in shown(app)
            await press(app, pilot, "e")
            assert "not run" in shown(app) and "39 → 39" not in shown(app)
            await press(app, pilot, "e")
            assert "39 → 39" in shown(app)

    asyncio.run(test())


def test_slash_explains_another_statement_without_running_it(made_store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A statement behind / is laid out and not run, also one that would write; x comes back to the answer."""

    async def test() -> None:
        async with room_app(made_store, USUAL, asked=ASKED, room="plan") as (app, pilot):
            await press(app, pilot, "slash", *["backspace"] * len(ASKED))
            await write(app, pilot, "FORGET 'budget'")
            await press(app, pilot, "enter")
            assert "Writes one change" in shown(app) and "not run" in shown(app)
            assert (await app.memory.get("budget")).retracted_at is None
            await press(app, pilot, "p")
            await until(lambda: "only read" in shown(app) or "--write" in shown(app) or "writes" in shown(app), pilot)
            assert (await app.memory.get("budget")).retracted_at is None
            await press(app, pilot, "x")
            assert ASKED in shown(app) and "12 stages" in shown(app)
            await press(app, pilot, "slash", "escape")
            assert isinstance(app.focused, Lines)

    asyncio.run(test())


def test_an_error_is_shown_with_its_place(made_store: Path) -> None:
    """A statement that cannot be compiled is shown with the place of its error; the next one that can with its plan."""

    async def test() -> None:
        async with room_app(made_store, USUAL, asked="RECALL 5 FUR 'x'", room="plan") as (app, pilot):
            assert "^^^" in shown(app) and "RECALL 5 FUR" in shown(app)
            await press(app, pilot, "p")
            app.post_message(Ask(Asked(ASKED)))
            await until(lambda: "12 stages" in shown(app), pilot)
            assert "^^^" not in shown(app)

    asyncio.run(test())


def test_a_statement_that_failed_while_it_ran_has_its_plan_and_its_error(made_store: Path) -> None:
    """What compiles and then meets a value that does not fit is laid out, and says that and why it failed."""

    async def test() -> None:
        text = "MATCH (m:Memory {id: 'budget'}) RETURN m.text + $x AS y"
        async with room_app(made_store, USUAL, asked=text, room="plan") as (app, _):
            assert "It failed:" in shown(app) and "GraphScan" in shown(app)

    asyncio.run(test())


def test_the_past_is_planned_as_it_was_asked(made_store: Path) -> None:
    """An answer as of a moment shows the plan with that moment, and what it reported."""

    async def test() -> None:
        async with room_app(made_store, USUAL, room="plan") as (app, pilot):
            app.desk = replace(app.desk, moment=BEGUN)
            app.post_message(Ask(Asked(ASKED)))
            await until(lambda: app.desk.answer is not None and " ms" in shown(app), pilot)
            assert "as of" in shown(app) and "2024-05-01" in shown(app) and " ms" in shown(app)

    asyncio.run(test())


def test_inner_stages_stand_inside(made_store: Path) -> None:
    """A COMPARE has both of its recalls inside it, each stage with its figures and its own cursor."""

    async def test() -> None:
        asked = f"COMPARE ({ASKED}) AS OF '2024-05-01T09:07Z' WITH AS OF '2026-01-01'"
        async with room_app(made_store, USUAL, asked=asked, room="plan") as (app, pilot):
            text = shown(app)
            assert ("before" in text and text.count("Similar") == 1) or text.count("Similar") == 2
            await press(app, pilot, "end")
            assert "Makes rows of the hits" in shown(app)

    asyncio.run(test())


def test_nothing_asked_says_how_to_begin(made_store: Path) -> None:
    """Before anything was asked the room says what would be shown here."""

    async def test() -> None:
        async with room_app(made_store, SMALL, room="plan") as (app, pilot):
            assert "Ask a statement in Query, or press / to have one" in shown(app)
            await press(app, pilot, "p", "e", "x")

    asyncio.run(test())


def test_hostile_statements(made_store: Path) -> None:
    """Statements of hostile texts are laid out, or refused, and none is markup."""

    async def test() -> None:
        async with room_app(made_store, USUAL, room="plan") as (app, pilot):
            for text in texts()[::40]:
                quoted = text.replace("\\", "\\\\").replace("'", "\\'")
                app.post_message(Ask(Asked(f"RECALL 3 FOR '{quoted}'")))
                await settled(app, pilot)
                assert not any(ord(character) < 32 and character != "\n" for character in shown(app))

    asyncio.run(test())


# ---- the rows ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Told:
    rows_in: int
    rows_out: int
    seconds: float
    inside: tuple[()] = ()
    found: str = ""


def test_bars_are_shares_of_the_whole() -> None:
    """The bar of a stage is its share of all the time; a narrow screen has the figures too, and no line is too long."""
    plan = compile(ASKED, CATALOG)
    reports = [Told(100, 50, 0.75), *[Told(50, 50, 0.25 / 11) for _ in plan.stages[1:]]]
    for width in (60, 80, 120, 200):
        lines = [row.content for row in plan_rows(branches(plan.stages, reports), width)]
        assert all(line.cell_length <= width for line in lines)
        assert "750.0 ms ████▌" in lines[0].plain and "100 → 50" in lines[0].plain


def test_what_was_found_stands_with_its_stage() -> None:
    """What PROFILE found of a stage is among its details, under the label that it has in the printed plan."""
    plan = compile(ASKED, CATALOG)
    reports = [Told(1, 1, 0.1, found="3, of 2 and 1 rows") for _ in plan.stages]
    front = next(branch for branch in branches(plan.stages, reports) if type(branch.stage).__name__ == "Front")
    assert any(row.content.plain == "  fronts       3, of 2 and 1 rows" for row in stage_rows(front, 80))
