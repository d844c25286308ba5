"""What is under the cursor of a list in a question is told by a sign: a terminal's text alone has no colour."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from clew.errors import ClewError
from clew.tui.app import ClewApp
from clew.tui.editing.picker import Picker
from clew.tui.opening.choose import Choose
from clew.tui.opening.trouble import Trouble
from clew.tui.opening.ways import WAYS
from clew.tui.widgets.link_form import LinkForm
from clew.tui.widgets.styling import POINTER
from pictures import USUAL, Pilot, press, room_app, send, settled, shown, until
from query_room import editor, opened

BY_KEYS = {"all": ("ctrl+p",), "keys": ("question_mark",), "find": ("slash", "p")}


def _pointed(app: ClewApp) -> list[str]:
    """Return what stands behind the sign."""
    return [line.split(POINTER, 1)[1].strip() for line in shown(app).splitlines() if POINTER in line]


async def _goes_along(app: ClewApp, pilot: Pilot[None], *keys: str) -> None:
    """Assert that one line is pointed at, and that the sign goes to another with the cursor."""
    await until(lambda: len(_pointed(app)) == 1, pilot)
    before = _pointed(app)
    await press(app, pilot, *keys, "down")
    assert len(_pointed(app)) == 1 and _pointed(app) != before


def test_a_sign_goes_with_the_cursor_of_every_question(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the palette, the keys, the finders, the kinds of edges, the stores, the ways on, and the completions."""
    monkeypatch.chdir(store.parent)

    async def test() -> None:
        async with room_app(store, USUAL, writable=True, room="memory", theme="clew-plain") as (app, pilot):
            for keys in BY_KEYS.values():
                send(app, *keys)
                await until(lambda: len(app.screen_stack) == 2, pilot)
                await settled(app, pilot)
                await _goes_along(app, pilot)
                await press(app, pilot, "escape")
            for screen in (
                LinkForm("quay", "plan-b"),
                Choose(writable=False),
                Trouble("A store", ClewError("It is gone."), WAYS),
            ):
                await app.push_screen(screen)
                await settled(app, pilot)
                await _goes_along(app, pilot, *(["down"] if isinstance(screen, Choose) else []))  # to its list first
                screen.dismiss(None)
                await settled(app, pilot)
            await app.enter("query")
            await settled(app, pilot)
            await press(app, pilot, "ctrl+g")
            assert isinstance(app.screen, Picker)
            assert [line.split()[:2] for line in _pointed(app)] == [["run", "about_place"]]
            await press(app, pilot, "escape")
            editor(app).put("RECALL 5 FOR 'x' ")
            await pilot.press("ctrl+space")
            await opened(app, pilot)
            await _goes_along(app, pilot)

    asyncio.run(test())
