"""Jump mode, ctrl+o: a letter stands on every part that can be gone to, and a digit on every door."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from string import ascii_lowercase, digits
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.geometry import Offset, Region
from textual.screen import ModalScreen
from textual.widget import Widget
from textual.widgets import Static

from ..widgets.doors import DoorLabel

HOME_ROW_FIRST = "".join(dict.fromkeys("asdfghjkl" + ascii_lowercase))


@dataclass(frozen=True, slots=True)
class Target:
    """A place to jump to: what is pressed, where its label stands, and the widget."""

    key: str
    at: Offset
    widget: Widget


class Jump(ModalScreen["Widget | None"]):
    """Comes to the widget whose letter was pressed; None for any other key."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,ctrl+o", "dismiss(None)", "Back", id="jump.back"),
    ]
    DEFAULT_CSS = """
    Jump { background: $background 40%; layers: labels; }
    Jump Static { layer: labels; position: absolute; width: 3; height: 1; content-align: center middle; }
    Jump Static { background: $accent; color: $background; text-style: bold; }
    Jump Static:nocolor { text-style: bold reverse; }
    """

    def __init__(self, targets: Sequence[Target]) -> None:
        super().__init__()
        self._targets = {target.key: target for target in targets}

    def compose(self) -> ComposeResult:
        for target in self._targets.values():
            label = Static(target.key, markup=False)
            label.styles.offset = target.at
            yield label

    def on_key(self, event: events.Key) -> None:
        if event.key in self._targets:
            event.stop()
            self.dismiss(self._targets[event.key].widget)

    def on_click(self) -> None:
        self.dismiss(None)


def targets_on(focusable: Iterable[Widget], doors: Iterable[DoorLabel], screen: Region) -> list[Target]:
    """Return where one can jump to: what is seen and can be focused, as many as there are letters, and the doors."""
    seen = [widget for widget in focusable if screen.overlaps(widget.region)]
    letters = zip(HOME_ROW_FIRST, seen, strict=False)
    numbers = zip(digits[1:], doors, strict=False)
    return [Target(key, _at(widget, screen), widget) for key, widget in (*numbers, *letters)]


def _at(widget: Widget, screen: Region) -> Offset:
    """Return where a label stands: in the upper left corner of its widget, so far as that is seen."""
    seen = widget.region.intersection(screen)
    return Offset(min(seen.x, screen.right - 3), seen.y)
