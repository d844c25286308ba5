"""The half of the app that has a store: opening one after the first paint, losing one, going over to another.

The store is opened beside the screen, so the frame is seen at once, and what is typed from then on waits for the first
room. An error is never the end: a person gets its sentence and the ways on from there, and what was typed is let go:
letters that were meant for a room would choose a way.
"""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import replace
from typing import TYPE_CHECKING

from textual import work
from textual.events import Key

from ...errors import ClewError
from ..guiding.guiding_app import GuidingApp
from .choose import Choose
from .examination import Examination
from .trouble import Trouble
from .wanted import Wanted, open_wanted
from .ways import ways_from

if TYPE_CHECKING:
    from ...engine.handle.asynchronous import AsyncEngine

LEADING_AWAY = frozenset(("app.quit", "app.open"))
"""Ids of the keys by which a store that does not come is left."""


class OpeningApp(GuidingApp):
    """memory: a store that is open already, which whoever made the app closes. wanted: else the one to be opened; with
    neither a person is asked. writable: whether changes are offered.
    """

    def __init__(
        self,
        memory: AsyncEngine | None = None,
        *,
        wanted: Wanted | None = None,
        writable: bool = False,
        theme: str | None = None,
        shows: str | None = None,
    ) -> None:
        super().__init__(theme=theme, shows=shows)
        self.writable = writable
        self._memory = memory
        self._wanted = wanted
        self._is_ours = memory is None
        self._from_the_start = ExitStack()

    @property
    def memory(self) -> AsyncEngine:
        """The open store. Only rooms ask, and there is none before a store is open."""
        assert self._memory is not None
        return self._memory

    @property
    def is_open(self) -> bool:
        return self._memory is not None

    # ---- for the other half --------------------------------------------------------------------

    def opening(self, wanted: Wanted) -> None:
        """Show that a store is being opened."""
        raise NotImplementedError  # by the app

    async def opened(self, *, another: bool) -> None:
        """Show the store that is open now. another: than the one before, or the first."""
        raise NotImplementedError  # by the app

    async def stayed(self) -> None:
        """Show the store that is open still: no other was wanted."""
        raise NotImplementedError  # by the app

    # ---- opening -------------------------------------------------------------------------------

    async def begin(self) -> None:
        """Show the store that was handed over, or open one once the first screen is painted."""
        if self._memory is not None:
            await self.opened(another=True)
        else:
            self._from_the_start.enter_context(self.holding_keys())
            self.call_after_refresh(self.open_store, self._wanted)

    def action_open(self) -> None:
        """Go over to another store."""
        self.open_store(None)

    @work(group="open", exclusive=True)
    async def open_store(self, wanted: Wanted | None) -> None:
        """Open a store, asked for where none is said, until one is open or nobody wants one."""
        while True:
            wanted = wanted or await self._chosen()
            if wanted is None:
                await self._leave()
                return
            error = await self._entered(wanted)
            if error is None:
                return
            way = await self._way_from(error, wanted)
            if way == "quit":
                self.exit()
                return
            wanted = None if way == "another" else replace(wanted, create=wanted.create or way == "make")

    async def _chosen(self) -> Wanted | None:
        """Ask for a store; what was typed before the question stood is for it."""
        self._from_the_start.close()
        return await self.push_screen_wait(Choose(writable=self.writable))

    async def _entered(self, wanted: Wanted) -> ClewError | None:
        """Open a store and show it, with what is typed meanwhile for its first room; return why it cannot be."""
        with self.holding_keys():
            self._from_the_start.close()
            self.opening(wanted)
            try:
                memory = await open_wanted(wanted)
            except ClewError as error:
                self.drop_keys()
                return error
            await self._take(memory, wanted)
        return None

    def leads_away(self, key: Key) -> bool:
        active = self.screen.active_bindings.get(key.key)
        return active is not None and active.binding.id in LEADING_AWAY

    @work(group="open", exclusive=True)
    async def lose(self, error: ClewError) -> None:
        """Say that the store which was open is no more, and open it again, or another."""
        wanted = replace(self._wanted or Wanted(self.memory.path, self.memory.namespace), create=False)
        match await self._way_from(error, wanted):
            case "quit":
                self.exit()
            case "another":
                self.open_store(None)
            case _:
                self.open_store(wanted)

    async def let_go(self) -> None:
        """Close the store, where it was opened here. What is being read is ended."""
        if self._memory is not None and self._is_ours:
            await self._memory.aclose()

    async def _leave(self) -> None:
        """Go back to the store that is open, or end where there is none."""
        if self.is_open:
            await self.stayed()
        else:
            self.exit()

    async def _take(self, memory: AsyncEngine, wanted: Wanted) -> None:
        before, was_ours = self._memory, self._is_ours
        self._memory, self._wanted, self._is_ours = memory, wanted, True
        await self.opened(another=before is None or before.path != memory.path)
        if before is not None and was_ours:
            await before.aclose()

    async def _way_from(self, error: ClewError, wanted: Wanted) -> str:
        """Ask for the way on; whoever saw the doctor is asked again."""
        while True:
            way = await self.push_screen_wait(Trouble(wanted.name, error, ways_from(error, demo=wanted.path is None)))
            if way != "doctor":
                return way
            assert wanted.path is not None
            await self.push_screen_wait(Examination(wanted.path, writable=self.writable))
