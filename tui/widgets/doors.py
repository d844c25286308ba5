"""The row of doors at the top: which rooms there are, their keys, and in which one we are."""

from __future__ import annotations

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.events import Click
from textual.reactive import reactive
from textual.widgets import Static

from ..messages import Enter
from ..rooms import Door


class Doors(Horizontal):
    """current: the name of the room that is seen."""

    current: reactive[str] = reactive("")

    def __init__(self, doors: Sequence[Door]) -> None:
        super().__init__()
        self._doors = doors

    def compose(self) -> ComposeResult:
        for door in self._doors:
            yield DoorLabel(door)

    def watch_current(self, name: str) -> None:
        for label in self.query(DoorLabel):
            label.set_class(label.door.name == name, "-current")


class DoorLabel(Static):
    """One door; a click enters."""

    def __init__(self, door: Door) -> None:
        super().__init__(Content.assemble((door.key.upper(), "dim"), " ", door.title))
        self.door = door

    def enter(self) -> None:
        self.post_message(Enter(self.door.name))

    def on_click(self, event: Click) -> None:
        event.stop()
        self.enter()
