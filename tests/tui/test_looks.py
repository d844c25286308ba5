"""How the app looks whatever it shows: words are read in every theme, and without any colour."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from clew.errors import ParseError, Span
from clew.tui.guiding.help import help_for
from clew.tui.lineage.sheet import Sheet
from clew.tui.results.telling import error_text
from clew.tui.rooms import DOORS
from clew.tui.trading.plot import Plot
from clew.tui.widgets.lines import Row, aired, heading
from pictures import SMALL, USUAL, contrasts, press, room_app, settled, shown, style_of
from textual.content import Content

RECALL = "RECALL 5 FOR 'fibre for the new office' NEAR 'quay-signed' PARETO BY relevance, coherence"
LEAST = 4.5
"""Contrast of words that WCAG 2.2 asks for, level AA."""


@pytest.mark.parametrize(("theme", "least"), [("clew-dark", LEAST), ("clew-light", LEAST), ("clew-contrast", 7.0)])
def test_words_are_told_from_what_is_behind_them(made_store: Path, theme: str, least: float) -> None:
    """In every room, on and off the cursor, words have the contrast that WCAG asks for; high contrast has AAA's."""

    async def test() -> None:
        async with room_app(made_store, USUAL, asked=RECALL, theme=theme, writable=True) as (app, pilot):
            faint: set[tuple[str, str, float]] = set()

            def look_at(what: str) -> None:
                faint.update((what, words, round(found, 1)) for found, words in contrasts(app) if found < least)

            for door in DOORS:
                await app.enter(door.name)
                await settled(app, pilot)
                look_at(door.name)
                await press(app, pilot, "tab", "v")
                look_at(f"{door.name}, its second part")
            await press(app, pilot, "f7", "left", "left", "f2", "ctrl+n", "ctrl+g")
            look_at("what is saved")
            await press(app, pilot, "escape", "f9", "question_mark", "down")
            look_at("keys")
            assert not sorted(faint)

    asyncio.run(test())


def test_without_colour_a_field_shows_what_is_typed(made_store: Path) -> None:
    """Without colour the frame of what has the focus leaves room for the words in a field of one line."""

    async def test() -> None:
        async with room_app(made_store, SMALL, room="tasks", theme="clew-plain") as (app, pilot):
            await press(app, pilot, "slash", *"desk")
            assert "desk" in shown(app).splitlines()[2] and "network" not in shown(app)

    asyncio.run(test())


def test_without_colour_the_cursor_is_a_whole_line(made_store: Path) -> None:
    """Without colour the line under the cursor is reversed to its end."""

    async def test() -> None:
        async with room_app(made_store, SMALL, room="tasks", theme="clew-plain") as (app, _):
            assert style_of(app, "moving").reverse and not style_of(app, "desks").reverse
            assert style_of(app, "✓ 1     ", at=6).reverse

    asyncio.run(test())


def test_on_a_narrow_screen_every_door_is_seen(made_store: Path) -> None:
    """Where the doors have no room with their keys, their names stand alone, and none is beyond the edge."""

    async def test() -> None:
        async with room_app(made_store, (60, 20)) as (app, pilot):
            assert all(door.title in shown(app).splitlines()[0] for door in DOORS)
            await pilot.resize_terminal(*SMALL)
            await settled(app, pilot)
            assert "F9 Tasks" in shown(app).splitlines()[0]

    asyncio.run(test())


def test_a_place_in_a_long_statement_is_seen() -> None:
    """Of a statement that is longer than the screen is wide, what stands about the mistake is shown, with its mark."""
    text = f"RECALL 5 FOR '{'x' * 200}' TSAK 'network' PARETO BY {'relevance, ' * 20}"
    at = text.index("TSAK")
    told = error_text(ParseError("That is no word.", span=Span(at, at + 4), text=text), 60).splitlines()
    assert max(map(len, told)) <= 60
    line, below = told[1:3]
    assert line[below.index("^") : below.rindex("^") + 1] == "TSAK"


def test_headings_stand_apart_where_there_is_room() -> None:
    """A blank row stands above each heading but the first, unless the rows need the height."""
    rows = [heading("one"), Row(Content("a")), heading("two"), Row(Content("b"))]
    assert [row.content.plain for row in aired(rows, 5)] == ["one", "a", "", "two", "b"]
    assert aired(rows, 4) == rows


LONG = "This is a sentence of some length, with a path /srv/agent/notes.clew in it, and it ends with the word last"


@pytest.mark.parametrize("theme", ["clew-dark", "clew-plain"])
def test_a_sentence_is_seen_to_its_end_and_once(made_store: Path, theme: str) -> None:
    """What is told is seen whole, however it is broken into lines; told again it is not seen twice, and what only
    informs gives way to what informs now.
    """

    async def test() -> None:
        async with room_app(made_store, SMALL, theme=theme) as (app, pilot):
            for text in ("Before", LONG, LONG):
                app.say(text)
                await settled(app, pilot)
                await pilot.pause()
            assert shown(app).count("/srv/agent/notes.clew") == 1 and "last" in shown(app)
            assert "Before" not in shown(app)
            app.say("A warning", "warning")
            await pilot.pause()
            assert "last" in shown(app) and "! A warning" in shown(app)

    asyncio.run(test())


def test_with_the_picture_alone_the_keys_are_for_it(made_store: Path) -> None:
    """Where the text is hidden, what had the focus in it has it no more."""

    async def test() -> None:
        async with room_app(made_store, SMALL, asked=RECALL) as (app, pilot):
            for room, part in (("front", Plot), ("lineage", Sheet)):
                await app.enter(room)
                await settled(app, pilot)
                await press(app, pilot, "tab", "t")
                assert isinstance(app.focused, part)

    asyncio.run(test())


def test_help_names_a_part_once(made_store: Path) -> None:
    """A part that is called as its room is has one heading with it."""

    async def test() -> None:
        async with room_app(made_store, SMALL, asked=RECALL, room="front") as (app, _):
            assert app.focused is not None
            assert help_for(app.focused).count("# Front\n") == 1

    asyncio.run(test())
