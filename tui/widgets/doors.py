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

    def watch_current(self) -> None:
        self._show()

    def on_resize(self) -> None:
        self._show()

    def _show(self) -> None:
        """Show every door: where not all have room with their keys, the names alone."""
        whole = sum(2 + len(f"{door.key} {door.title}") for door in self._doors) <= self.size.width
        for label in self.query(DoorLabel):
            label.show(current=label.door.name == self.current, keyed=whole)


class DoorLabel(Static):
    """One door; a click enters."""

    def __init__(self, door: Door) -> None:
        super().__init__()
        self.door = door
        self._keyed: bool | None = None
        self.show(current=False, keyed=True)

    def show(self, *, current: bool, keyed: bool) -> None:
        """Show whether this is the room that is seen: there its key stands out no less than its name."""
        self.set_class(current, "-current")
        key = (f"{self.door.key.upper()} " if keyed else "", "" if current else "$foreground-muted")
        self.update(Content.assemble(key, self.door.title), layout=keyed != self._keyed)
        self._keyed = keyed

    def enter(self) -> None:
        self.post_message(Enter(self.door.name))

    def on_click(self, event: Click) -> None:
        event.stop()
        self.enter()
