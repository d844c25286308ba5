"""The app: it owns the desk, answers what rooms ask, and shows one room at a time.

A worker of the engine never touches a widget, and a widget never waits for the engine: what is awaited here is put on
the desk, and the room that is seen mirrors it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.reactive import reactive
from textual.widgets import ContentSwitcher

from ..errors import ClewError
from .answering import answer, first_id
from .changing import ChangingApp
from .desk import Asked, Desk
from .following import watch_head
from .guiding.commands import Command
from .guiding.stored import stored
from .main_screen import MainScreen
from .messages import Ask, Chosen, Draft, Enter, Say, Select, Travel
from .opening.splash import Splash
from .opening.wanted import Wanted
from .pointing import here
from .rooms import DOORS
from .rooms.room import Room
from .widgets.doors import Doors
from .widgets.hints import Hints
from .widgets.status import Place, Status

_ROOMS = {door.name: door for door in DOORS}

if TYPE_CHECKING:
    from ..engine.handle.asynchronous import AsyncEngine


class ClewApp(ChangingApp):
    """As `OpeningApp` opens it. asked: what is asked as soon as the store is open."""

    TITLE = "Clew"
    CSS_PATH = Path(__file__).with_name("app.tcss")
    BINDINGS: ClassVar[list[BindingType]] = [
        *(
            Binding(door.keys, f"enter('{door.name}')", door.title, id=f"room.{door.name}", show=False)
            for door in DOORS
        ),
        Binding("escape", "stop", "Stop", id="app.stop", show=False),
        Binding("ctrl+z", "undo", "Take back", id="app.undo", show=False),
        Binding("f12", "open", "Open another store", id="app.open", show=False),
    ]
    desk: reactive[Desk] = reactive(Desk(), init=False, repaint=False)

    def __init__(
        self,
        memory: AsyncEngine | None = None,
        *,
        wanted: Wanted | None = None,
        writable: bool = False,
        asked: Asked | None = None,
        theme: str | None = None,
        shows: str | None = None,
    ) -> None:
        super().__init__(memory, wanted=wanted, writable=writable, theme=theme, shows=shows)
        self._first = asked

    def get_default_screen(self) -> MainScreen:
        return MainScreen(id="_default")

    def compose(self) -> ComposeResult:
        yield Doors(DOORS)
        with ContentSwitcher(id="rooms", initial="splash"):
            yield Splash(id="splash")
        yield Status()
        yield Hints()

    async def on_mount(self) -> None:
        self.take_own_keys()
        await self.begin()

    # ---- the store -----------------------------------------------------------------------------

    def opening(self, wanted: Wanted) -> None:
        self.query_one(Splash).says = f"opening {wanted.name}"
        self.query_one("#rooms", ContentSwitcher).current = "splash"

    async def opened(self, *, another: bool) -> None:
        """Show the store in the room Query. Nothing of another one is left: not its rooms, nor what can be undone."""
        self.query_one(Status).place = Place(self.memory.path, self.memory.namespace, self.writable)
        if another:
            await self.query(Room).remove()
            self.forget_changes()
            self.desk = Desk(draft=self._first)
        await self.enter(self._last_room)
        self.follow()
        if self._first is not None:
            self.post_message(Ask(self._first))
            self._first = None

    async def stayed(self) -> None:
        await self.enter(self._last_room)

    # ---- rooms ---------------------------------------------------------------------------------

    @property
    def room(self) -> Room | None:
        """The room that is seen; None while a store is being opened."""
        name = self.query_one("#rooms", ContentSwitcher).current
        return self.query_one(f"#{name}", Room) if name in _ROOMS else None

    @property
    def _last_room(self) -> str:
        """Return the name of the room that was seen last."""
        return self.query_one(Doors).current or DOORS[0].name

    async def enter(self, name: str) -> None:
        """Show a room, made when it is first entered, and let it mirror the desk; as soon as a store is open."""
        self.query_one(Doors).current = name
        if not self.is_open:
            return
        rooms = self.query_one("#rooms", ContentSwitcher)
        if name not in {room.id for room in rooms.children}:
            await rooms.mount(_ROOMS[name].enter())
        with self.batch_update():  # one drawing of the room, and none on the way there
            rooms.current = name
            room = self.query_one(f"#{name}", Room)
            room.see(self.desk)
            room.focus_first()

    def watch_desk(self, desk: Desk) -> None:
        self.query_one(Status).desk = desk
        if self.room is not None:
            self.room.see(desk)

    async def action_enter(self, name: str) -> None:
        await self.enter(name)

    def action_stop(self) -> None:
        """End what is being waited for: the question, or what the room reads."""
        stopped = self.workers.cancel_group(self, "ask")
        if (self.room is not None and self.room.stop()) or stopped:
            self.say("Stopped.")

    # ---- the palette ---------------------------------------------------------------------------

    def commands(self) -> Iterable[Command]:
        """Return the rooms, then what each of them offers, then what can be done everywhere."""
        if self.is_open:
            for door in DOORS:
                yield Command(
                    f"Go to {door.title}", f"{door.says} · {door.key.upper()}", partial(self.enter, door.name)
                )
            yield Command("Go to memory …", "Found by its id, or by words", self.action_find)
            for room in self.query(Room):
                yield from room.commands()
        yield from super().commands()

    async def stored_commands(self) -> Sequence[Command]:
        """Return what has a name in the store: statements that were saved, tasks."""
        return await stored(self.memory, self.post_message) if self.is_open else ()

    @work(group="find", exclusive=True)
    async def action_find(self) -> None:
        """Find a memory by its id or by words, and go there."""
        from .widgets.finder import Finder

        if self.is_open and (id := await self.push_screen_wait(Finder(self.memory))) is not None:
            self.post_message(Enter("memory", id))

    def action_copy_id(self) -> None:
        """Copy the id of the selected memory."""
        if self.desk.selected is None:
            self.say("No memory is selected.")
        else:
            self.copy_to_clipboard(self.desk.selected)
            self.say(f"Copied {self.desk.selected}.")

    # ---- what rooms ask ------------------------------------------------------------------------

    def on_ask(self, message: Ask) -> None:
        self._ask(message.asked)

    def on_select(self, message: Select) -> None:
        self.desk = replace(self.desk, selected=message.id)

    async def on_app_enter(self, message: Enter) -> None:
        if message.id is not None:
            self.desk = replace(self.desk, selected=message.id)
        await self.enter(message.room)

    async def on_draft(self, message: Draft) -> None:
        self.desk = replace(self.desk, draft=Asked(message.text))
        await self.enter("query")

    def on_chosen(self, message: Chosen) -> None:
        self.desk = replace(self.desk, space=message.space)

    def on_travel(self, message: Travel) -> None:
        self.desk = replace(self.desk, moment=message.moment)

    def on_say(self, message: Say) -> None:
        self.say(message.text, message.severity)

    def on_pointed(self) -> None:
        self.query_one(Status).here = here(self.screen_stack[0].focused)

    # ---- work ----------------------------------------------------------------------------------

    @work(group="follow", exclusive=True)
    async def follow(self) -> None:
        """Lay it on the desk whenever the store grows, whoever writes; say so where the store is lost."""
        try:
            async for head in watch_head(self.memory):
                self.desk = replace(self.desk, head=head)
        except ClewError as error:
            self.lose(error)

    @work(group="ask", exclusive=True)
    async def _ask(self, asked: Asked) -> None:
        self.desk = replace(self.desk, busy="asking")
        try:
            found = await answer(self.memory, asked, self.desk.moment, writable=self.writable)
        except BaseException:
            self.desk = replace(self.desk, busy="")
            raise
        selected = first_id(found) or self.desk.selected
        self.desk = replace(self.desk, busy="", answer=found, space=None, selected=selected)
