"""The half of the app that changes a store: a change is confirmed, written wholly, and taken back while it can be.

A write that has begun belongs to nobody who waits for it: leaving the app does not end it, and whoever left before its
outcome was known is told on the terminal where it failed. A yes that came to nothing in silence would be a loss.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from typing import TYPE_CHECKING, Any

from textual import work

from ..errors import ClewError, StoreError
from .guiding.confirm import Confirm
from .messages import Change
from .opening.opening_app import OpeningApp

if TYPE_CHECKING:
    from ..engine.handle.asynchronous import AsyncEngine
    from .opening.wanted import Wanted


class ChangingApp(OpeningApp):
    """As `OpeningApp` opens it."""

    def __init__(
        self,
        memory: AsyncEngine | None = None,
        *,
        wanted: Wanted | None = None,
        writable: bool = False,
        theme: str | None = None,
        shows: str | None = None,
    ) -> None:
        super().__init__(memory, wanted=wanted, writable=writable, theme=theme, shows=shows)
        self._done: list[Change] = []
        self._under_way: dict[asyncio.Future[Any], str] = {}

    def on_change(self, message: Change) -> None:
        self._change(message)

    def forget_changes(self) -> None:
        """Let nothing be taken back: it was done to another store."""
        self._done = []

    @work(group="change")
    async def _change(self, change: Change) -> None:
        """Write what a person said yes to. What has begun is not ended by escape: it happens wholly."""
        if not await self.push_screen_wait(Confirm(change.what, is_final=change.undo is None)):
            return
        try:
            await self._wholly(change.what, change.write(self.memory))
        except ClewError as error:
            self.say(str(error), "error")
            return
        self._done = [*self._done, change] if change.undo else []
        self.say(f"{change.what}: done." + (" Ctrl+Z takes it back." if change.undo else ""))

    @work(group="change")
    async def action_undo(self) -> None:
        """Take back the last change that can be. What the store could not take now can be taken back later."""
        if not self._done:
            self.say("There is nothing to take back.")
            return
        change = self._done.pop()
        assert change.undo is not None
        try:
            await self._wholly(f"Take back: {change.what}", change.undo(self.memory))
        except ClewError as error:
            if isinstance(error, StoreError):
                self._done.append(change)
            self.say(str(error), "error")
        else:
            self.say(f"{change.what}: taken back.")

    async def _wholly(self, what: str, writing: Awaitable[Any]) -> None:
        """Await a write that goes on where nobody waits any longer. what: it does, in words for whoever left."""
        task = asyncio.ensure_future(writing)
        self._under_way[task] = what
        try:
            await asyncio.shield(task)
        finally:
            if task.done():
                del self._under_way[task]

    async def let_go(self) -> None:
        """Close the store once what is being written is; what could not be is said on the terminal."""
        for task, what in tuple(self._under_way.items()):  # whoever still waits for one takes it out meanwhile
            (failed,) = await asyncio.gather(task, return_exceptions=True)
            if isinstance(failed, ClewError):
                self.last_words = f"clew: {what}: not done. {failed}"
        await super().let_go()
