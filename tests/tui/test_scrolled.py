"""What scrolls before its bars are there."""

from __future__ import annotations

import asyncio

from clew.tui.widgets.scrolled import Scrolled
from textual.app import App, ComposeResult
from textual.geometry import Size


class Sheet(Scrolled):
    """Goes to its middle as soon as it has something to show."""

    def show(self) -> None:
        self.virtual_size = Size(1_000, 500)
        self.scroll_to(400, 200, animate=False, force=True)


class Room(App[None]):
    def compose(self) -> ComposeResult:
        yield Sheet()


def test_bars_that_come_later_stand_where_the_widget_scrolled_to() -> None:
    """A widget that scrolls in the moment it has something to show has both bars at that place."""

    async def work() -> None:
        async with Room().run_test() as pilot:
            sheet = pilot.app.query_one(Sheet)
            sheet.show()
            await pilot.pause()
            assert (sheet.horizontal_scrollbar.position, sheet.vertical_scrollbar.position) == (400, 200)

    asyncio.run(work())
