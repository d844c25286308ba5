"""Keys that come faster than they are answered: each goes to where a person meant it who waited after each."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from pathlib import Path

from clew.tui.editing.drafting import Drafting
from clew.tui.guiding.in_turn import InTurnApp
from pictures import room_app, send, settled, shown, until
from query_room import editor
from textual.app import ComposeResult
from textual.events import Key, Paste
from textual.widget import Widget
from textual.widgets import Input


def test_a_key_behind_that_of_a_room_is_for_that_room(store: Path) -> None:
    """A room's key and what that room is told then, at once: no room before gets any of it, entered first or again."""

    async def work() -> None:
        async with room_app(store, writable=True) as (app, pilot):
            for _ in range(2):
                send(app, "f7", *"/2024-05-01 09:20", "enter")
                await settled(app, pilot)
                assert app.desk.moment == datetime(2024, 5, 1, 9, 20, tzinfo=UTC)
                send(app, "f2", "f7", "n", "f2")
                await settled(app, pilot)
                assert app.desk.moment is None
            assert editor(app).text == ""

    asyncio.run(work())


def test_what_is_typed_while_something_opens_is_for_that(store: Path) -> None:
    """Letters behind the key of the palette, of a finder, a form, a question: each gets its own, and the room none."""

    async def work() -> None:
        async with room_app(store, writable=True, room="memory") as (app, pilot):
            send(app, *"/loft-st", "enter")
            await until(lambda: app.desk.selected == "loft-stairs", pilot)
            await settled(app, pilot)
            send(app, *"py")
            await until(lambda: "◆ pinned" in shown(app), pilot)
            send(app, "f2", *"RETURN $what AS said", "escape", "f5", *"spoken", "enter")
            await until(lambda: "spoken" in shown(app), pilot)
            send(app, "alt+r", *"mine", "enter", "ctrl+g", *"about_place", "enter", *"quay", "tab", *"3", "enter")
            await until(lambda: "3 rows" in shown(app), pilot)
            send(app, "ctrl+p", *"Go to Tasks")
            await until(lambda: "The tasks and their steps" in shown(app), pilot)
            send(app, "enter")
            await until(lambda: app.room is not None and app.room.id == "tasks", pilot)
            drafts = app.query_one(Drafting).drafts
            assert drafts.all[0].name == "mine"
            assert [draft.text for draft in drafts.all] == ["RETURN $what AS said", editor(app).text]

    asyncio.run(work())


class Leaving(Widget, can_focus=True):
    """Takes itself away at a key, with whatever is in its queue."""

    async def on_key(self, event: Key) -> None:
        event.stop()
        await self.remove()


class Fragile(InTurnApp):
    def compose(self) -> ComposeResult:
        yield Leaving()
        yield Input()


def test_a_part_that_goes_away_holds_no_key_up() -> None:
    """Where what got a key is gone before it answered, the next keys and what is pasted between come in their order."""

    async def work() -> None:
        app = Fragile()
        async with app.run_test() as pilot:
            app.query_one(Leaving).focus()
            await pilot.pause()
            send(app, "x")
            await until(lambda: not app.query(Leaving), pilot)
            send(app, "tab", *"ab")
            app.post_message(Paste("cd"))
            send(app, *"ef")
            await until(lambda: app.query_one(Input).value == "abcdef", pilot)

    asyncio.run(work())
