"""Hostile texts in every place of the app: as what a store holds, and as what is typed and pasted."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import clew
import pytest
from clew.tui.app import ClewApp
from clew.tui.messages import Select
from clew.tui.rooms import DOORS
from hostile import SEEDS, texts
from hostile_store import make_hostile, nothing_acted
from pictures import SMALL, Pilot, room_app, settled, shown, until
from query_room import editor, run
from textual.events import Paste
from textual.widgets import Input

SIZES = ((40, 10), (60, 16), (80, 24), (100, 30), (120, 40), (160, 50), (200, 60), (20, 6))
RECALL = "RECALL 60 FOR 'red' PARETO BY relevance, recency"
WALKS = {
    "query": ("tab", "down", "right", "pagedown", "n", "v", "pagedown", "v", "pagedown", "v", "s"),
    "front": ("full_stop", "down", "right", "v", "tab", "down", "space", "tab", "pagedown", "v"),
    "lineage": ("right", "right", "left", "z", "up", "z", "down", "0", "p", "plus", "g"),
    "memory": ("w", "pagedown", "end", "tab", "pagedown", "end", "w"),
    "time": ("pageup", "left", "home", "pagedown", "a", "end", "b", "tab", "down", "x", "n"),
    "plan": ("down", "e", "pagedown", "p", "x"),
    "tasks": ("down", "right", "down", "pagedown", "right", "end", "s", "left"),
}
"""Keys that bring all kinds of what a room shows onto the screen."""


# ---- what a store holds --------------------------------------------------------------------------


async def _walk_everywhere(store: Path, ids: list[str], sizes: tuple[tuple[int, int], ...], each: int) -> None:
    """Go through every room at every size; at each, other memories are selected, `each` in turn."""
    async with room_app(store, SMALL, asked=RECALL) as (app, pilot):
        for place, size in enumerate(sizes):
            await pilot.resize_terminal(*size)
            chosen = ids[place :: len(sizes)][:each]
            for door in DOORS:
                await app.enter(door.name)
                await settled(app, pilot)
                nothing_acted(app)
                await _press(app, pilot, WALKS[door.name])
            for id in chosen:
                for name in ("lineage", "memory"):
                    await app.enter(name)
                    app.post_message(Select(id))
                    await settled(app, pilot)
                    nothing_acted(app)


async def _press(app: ClewApp, pilot: Pilot[None], keys: tuple[str, ...]) -> None:
    for key in keys:
        await pilot.press(key)
        await settled(app, pilot)
        nothing_acted(app)


def test_hostile_texts_of_a_store_do_nothing(tmp_path: Path) -> None:
    """Every seed in every field, in every room, on a small screen."""
    store = tmp_path / "hostile.clew"
    asyncio.run(_walk_everywhere(store, make_hostile(store, len(SEEDS)), ((60, 16),), each=3))


@pytest.mark.full
@pytest.mark.slow
def test_five_hundred_hostile_texts_at_every_size_do_nothing(tmp_path: Path) -> None:
    """500 texts in every field, in every room at eight sizes, from one that shows nearly nothing to a wall."""
    store = tmp_path / "hostile.clew"
    asyncio.run(_walk_everywhere(store, make_hostile(store, 500), SIZES, each=63))


def test_markup_is_shown_as_it_was_written(tmp_path: Path) -> None:
    """Brackets of a text are brackets on the screen, in each room that shows it."""
    markup = "[bold red on blue]x[/]"
    with clew.open(tmp_path / "markup.clew", background=False) as memory:
        memory.remember(markup, id=markup, task=markup)
        memory.query("MATCH (m:Memory) RETURN count(*) AS n")

    async def work() -> None:
        async with room_app(tmp_path / "markup.clew", (120, 40), asked="RECALL 5 FOR 'red'") as (app, pilot):
            for door in DOORS:
                if door.name != "plan":  # shows statements and no memories
                    await app.enter(door.name)
                    await settled(app, pilot)
                    assert markup in shown(app), f"{door.name}:\n{shown(app)}"

    asyncio.run(work())


# ---- what is typed and pasted --------------------------------------------------------------------

Reach = Callable[[ClewApp, Pilot[None]], Awaitable[None]]


async def _keys(pilot: Pilot[None], *keys: str) -> None:
    await pilot.press(*keys)


async def _to_form(app: ClewApp, pilot: Pilot[None]) -> None:
    editor(app).put("RECALL 5 FOR $need TASK $task")
    await pilot.press("f5")


async def _to_save(app: ClewApp, pilot: Pilot[None]) -> None:
    await run(app, pilot, RECALL)
    await pilot.press("ctrl+s")


async def _to_link(app: ClewApp, pilot: Pilot[None]) -> None:
    await app.enter("memory")
    app.post_message(Select("quay"))
    await settled(app, pilot)
    await pilot.press("l")
    await until(lambda: len(app.screen_stack) > 1, pilot)
    await settled(app, pilot)
    await pilot.press("enter")
    await until(lambda: type(app.screen).__name__ == "LinkForm", pilot)
    await pilot.press("enter")


async def _to_edit(app: ClewApp, pilot: Pilot[None]) -> None:
    await app.enter("memory")
    app.post_message(Select("loft-stairs"))
    await settled(app, pilot)
    await pilot.press("e")
    await until(lambda: type(app.screen).__name__ == "EditForm", pilot)
    app.screen.query_one("#edit-tags", Input).focus()


def _in(room: str, *keys: str) -> Reach:
    async def reach(app: ClewApp, pilot: Pilot[None]) -> None:
        app.post_message(Select("quay"))
        await app.enter(room)
        await settled(app, pilot)
        await _keys(pilot, *keys)

    return reach


FIELDS: dict[str, Reach] = {
    "form": _to_form,
    "save rows": _to_save,
    "edge": _to_link,
    "edit": _to_edit,
    "history": _in("query", "ctrl+r"),
    "saved": _in("query", "ctrl+g"),
    "tab": _in("query", "alt+r"),
    "find": _in("memory", "slash"),
    "find in lineage": _in("lineage", "slash"),
    "save lineage": _in("lineage", "e"),
    "go to": _in("time", "slash"),
    "explain": _in("plan", "slash"),
    "filter": _in("tasks", "slash"),
    "palette": _in("memory", "ctrl+p"),
    "open": _in("memory", "f12"),
}
"""Every field of one line, and how a person comes to it."""


async def _fill(app: ClewApp, pilot: Pilot[None], given: list[str]) -> None:
    """Type and paste texts into the field that has the focus, and look at every twentieth."""
    for number, text in enumerate(given):
        field = app.focused
        assert isinstance(field, Input), field
        if number % 4 == 3:
            await pilot.press("home", "shift+end", "delete")
        if number % 5 == 4 and len(text) < 40:
            await pilot.press(*(character for character in text if character.isprintable() and ord(character) < 128))
        else:
            field.post_message(Paste(text))
        await pilot.pause()
        if number % 20 == 0:
            await settled(app, pilot)
            nothing_acted(app)
    await settled(app, pilot)
    nothing_acted(app)


async def _into(reach: Reach, store: Path, given: list[str], size: tuple[int, int]) -> None:
    async with room_app(store, size, writable=True) as (app, pilot):
        await reach(app, pilot)
        await until(lambda: isinstance(app.focused, Input), pilot)
        await _fill(app, pilot, given)
        await pilot.press("enter")
        await settled(app, pilot)
        nothing_acted(app)
        await pilot.press("escape")
        await settled(app, pilot)


@pytest.mark.parametrize("name", FIELDS)
def test_hostile_texts_in_a_field_do_nothing(store: Path, name: str, tmp_path: Path, monkeypatch: Any) -> None:
    """A fifth of the seeds, others in the next field, typed or pasted, and what they come to when enter is pressed."""
    monkeypatch.chdir(tmp_path)
    asyncio.run(_into(FIELDS[name], store, [*SEEDS[list(FIELDS).index(name) % 5 :: 5]], SMALL))


@pytest.mark.full
@pytest.mark.slow
@pytest.mark.parametrize("name", FIELDS)
def test_five_hundred_hostile_texts_in_a_field_do_nothing(
    store: Path, name: str, tmp_path: Path, monkeypatch: Any
) -> None:
    """500 texts in every field of one line, on a very small screen."""
    monkeypatch.chdir(tmp_path)
    asyncio.run(_into(FIELDS[name], store, texts(), (40, 10)))


@pytest.mark.full
@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_five_hundred_hostile_texts_in_the_editor_do_nothing(store: Path, size: tuple[int, int]) -> None:
    """500 texts that are pasted, completed and run, at eight sizes."""

    async def work() -> None:
        async with room_app(store, size) as (app, pilot):
            for number, text in enumerate(texts()):
                editor(app).post_message(Paste(text))
                await pilot.pause()
                if number % 50 == 0:
                    await pilot.press("ctrl+@")
                    await settled(app, pilot)
                    nothing_acted(app)
                    await pilot.press("escape", "f5")
                    await settled(app, pilot)
                    nothing_acted(app)
                    await pilot.press("escape")
                    editor(app).focus()

    asyncio.run(work())
