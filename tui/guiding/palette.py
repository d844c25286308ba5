"""The palette, ctrl+p: everything that can be done, found by typing a few of its letters.

Textual reads what a palette shows as markup, and names of tasks and statements are stored text: they are handed over as
plain `Text`, and what stands below them with its brackets escaped.
"""

from __future__ import annotations

from asyncio import Task, create_task, shield
from collections.abc import Iterable
from typing import TYPE_CHECKING, cast

from rich.text import Text
from textual.app import ComposeResult
from textual.command import CommandList, CommandPalette, DiscoveryHit, Hit, Hits, Provider
from textual.markup import escape
from textual.strip import Strip
from textual.style import Style
from textual.widgets import Input
from textual.widgets.option_list import Option

from ...engine.answers.display import one_line
from ..widgets.field import Seen
from ..widgets.styling import pointed
from .commands import Command

if TYPE_CHECKING:
    from .guiding_app import GuidingApp

WIDEST = 200
"""Characters of a command that are shown; a statement may be longer."""


class Commands(Provider):
    """Offers what the app offers at the moment, and then what the store has.

    Not read in `startup`: a letter that is typed cancels the search for those before it, and with that what it waits
    for. Whoever typed while the store was read would find nothing.
    """

    def __init__(self, *arguments: object) -> None:
        super().__init__(*arguments)  # pyright: ignore[reportArgumentType]
        self._reading: Task[list[Command]] | None = None

    async def _commands(self) -> list[Command]:
        self._reading = self._reading or create_task(self._read())
        return await shield(self._reading)

    async def _read(self) -> list[Command]:
        app = cast("GuidingApp", self.app)
        return [*app.commands(), *await app.stored_commands()]

    async def discover(self) -> Hits:
        for command in await self._commands():
            if command.shown:
                yield DiscoveryHit(_shown(command), command.run, command.name, _said(command))

    async def search(self, query: str) -> Hits:
        matcher = self.matcher(query)
        for command in await self._commands():
            name = one_line(command.name, WIDEST)
            score = matcher.match(name)
            if score > 0:
                yield Hit(score, _marked(name, matcher.highlight(name).spans), command.run, name, _said(command))


class Found(CommandList, can_focus=False):
    """Textual's own list of what was found, with the sign of ours before what would be done."""

    def _get_option_render(self, option: Option, style: Style) -> list[Strip]:
        strips = super()._get_option_render(option, style)
        return [pointed(strips[0]), *strips[1:]] if option is self.highlighted_option else strips


class Palette(CommandPalette):
    """Textual's own, whose field draws no control sequence that is pasted into it."""

    # No rule of the app reaches a screen of the system: what is chosen is marked without colour by these.
    DEFAULT_CSS = """
    Palette:nocolor CommandList > .option-list--option-highlighted { text-style: bold underline; }
    Palette:nocolor CommandList:focus > .option-list--option-highlighted { text-style: bold underline; }
    """

    def compose(self) -> ComposeResult:
        for part in super().compose():
            yield Found() if type(part) is CommandList else part

    def on_mount(self) -> None:
        self.query_one(Input).highlighter = Seen()


def palette() -> CommandPalette:
    """Return the palette as a screen."""
    return Palette(providers=[Commands], placeholder="What shall be done? A room, a key, a task, a theme …")


def _shown(command: Command) -> Text:
    return Text(one_line(command.name, WIDEST))


def _marked(name: str, spans: Iterable[tuple[int, int, object]]) -> Text:
    """Return a name with the letters that were typed underlined: that needs no colour."""
    text = Text(name)
    for start, end, _ in spans:
        text.stylize("bold underline", start, end)
    return text


def _said(command: Command) -> str:
    return escape(one_line(command.says, WIDEST))
