"""The drafts as tabs: one line above the editor. A click turns to one, a click behind them opens another."""

from __future__ import annotations

from typing import ClassVar

from rich.cells import cell_len
from rich.text import Text
from textual.events import Click
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from .drafts import Drafts

MORE = " + "


class TabBar(Widget):
    """drafts: what is open."""

    DEFAULT_CSS = """
    TabBar { height: 1; background: $panel; color: $text-muted; }
    TabBar > .tabs--seen { text-style: bold; background: $background; color: $foreground; }
    TabBar:nocolor > .tabs--seen { text-style: bold reverse; }
    """
    COMPONENT_CLASSES: ClassVar[set[str]] = {"tabs--seen"}
    drafts: reactive[Drafts] = reactive(Drafts())

    class Turned(Message):
        """A tab was clicked; None for the sign that opens another."""

        def __init__(self, place: int | None) -> None:
            super().__init__()
            self.place = place

    def render(self) -> Text:
        seen = self.get_component_rich_style("tabs--seen", partial=True)
        line = Text(end="", no_wrap=True)
        for place in self._fitting():
            style = seen if place == self.drafts.at else ""
            line.append(self._title(place), style)
        line.append(MORE)
        return line

    def _title(self, place: int) -> str:
        return f" {self.drafts.all[place].title} "

    def _fitting(self) -> range:
        """Return the places of the tabs that the line has room for, the seen one among them."""
        room = max(1, self.size.width - len(MORE))
        first = last = self.drafts.at
        used = cell_len(self._title(first))
        while True:
            around = [place for place in (last + 1, first - 1) if 0 <= place < len(self.drafts.all)]
            fits = next((place for place in around if used + cell_len(self._title(place)) <= room), None)
            if fits is None:
                return range(first, last + 1)
            used += cell_len(self._title(fits))
            first, last = min(first, fits), max(last, fits)

    def on_click(self, event: Click) -> None:
        event.stop()
        x = event.x
        for place in self._fitting():
            x -= cell_len(self._title(place))
            if x < 0:
                self.post_message(self.Turned(place))
                return
        if x < len(MORE):
            self.post_message(self.Turned(None))
