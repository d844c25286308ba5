"""What can be turned, as sliders in a column: a cursor chooses one, left and right turn it, and the front moves."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.events import Click, MouseScrollDown, MouseScrollUp
from textual.geometry import Size
from textual.message import Message
from textual.widget import Widget

from ...engine.answers.display import one_line
from ...engine.answers.space import Choice, Space
from ..pointing import point_out
from ..widgets.styling import part_style
from .settings import TOLERANCES, WEIGHTS, Setting, most_weight, settings_of, state_of

STATES = ("○", "●", "◐")
"""Of an axis: not traded, traded, what decides among equals. They differ without colour."""

NAME = 13
"""Cells of what a setting is called."""
TRACK = 8
"""Cells of a slider."""


class Knobs(Widget, can_focus=True):
    """Shows the settings of a space; what is turned is posted, and nothing is computed here."""

    DEFAULT_CSS = """
    Knobs { height: auto; padding: 0 1; border-left: outer $surface; }
    Knobs:nocolor { border-left: blank; }
    Knobs:focus { border-left: outer $primary; }
    Knobs > .knobs--cursor {
        background: $block-cursor-background; color: $block-cursor-foreground; text-style: $block-cursor-text-style;
    }
    """
    COMPONENT_CLASSES: ClassVar[set[str]] = {"knobs--cursor"}
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "move(-1)", "Setting above", id="settings.up", show=False),
        Binding("down", "move(1)", "Setting below", id="settings.down", show=False),
        Binding("left,minus", "turn(-1)", "Turn back", id="settings.less", show=False),
        Binding("right,plus,space,enter", "turn(1)", "Turn", id="settings.more"),
        Binding("shift+left", "turn(-5)", "Turn back far", id="settings.far_less", show=False),
        Binding("shift+right", "turn(5)", "Turn far", id="settings.far_more", show=False),
    ]

    class Turned(Message):
        """A setting was turned by so many steps."""

        def __init__(self, setting: Setting, by: int) -> None:
            super().__init__()
            self.setting, self.by = setting, by

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id, name="Settings")
        self._space: Space | None = None
        self._drawn: tuple[str, str] = ("", "")
        self._cursor = 0

    @property
    def setting(self) -> Setting | None:
        """The one under the cursor."""
        settings = self._settings
        return settings[min(self._cursor, len(settings) - 1)] if settings else None

    def show(self, space: Space | None, x: str, y: str) -> None:
        """Show what can be turned in a space; x and y are the axes that are drawn."""
        before, self._space, self._drawn = self._settings, space, (x, y)
        self.refresh(layout=len(before) != len(self._settings))
        point_out(self)

    def in_words(self) -> str:
        """Return the setting under the cursor, without its slider."""
        if self._space is None or self.setting is None:
            return ""
        told_ = told(self._space, self.setting, self._drawn)
        return " ".join(word for word in told_.split() if any(map(str.isalnum, word)))

    def _go(self, place: int) -> None:
        self._cursor = place
        self.refresh()
        point_out(self)

    @property
    def _settings(self) -> tuple[Setting, ...]:
        return () if self._space is None else settings_of(self._space)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return len(self._settings)

    def action_move(self, by: int) -> None:
        if self._settings:
            self._go(max(0, min(len(self._settings) - 1, self._cursor + by)))

    def action_turn(self, by: int) -> None:
        if self.setting is not None:
            self.post_message(self.Turned(self.setting, by))

    def on_click(self, event: Click) -> None:
        """Go to a setting; another click turns it: on its left half back."""
        cell = event.get_content_offset(self)
        if cell is None or self._space is None:
            return
        if cell.y == self._cursor:
            self.action_turn(1 if cell.x >= NAME + TRACK // 2 or self.setting == Setting("by") else -1)
        else:
            self._go(cell.y)

    def on_mouse_scroll_down(self, event: MouseScrollDown) -> None:
        event.stop()
        self.action_turn(-1)

    def on_mouse_scroll_up(self, event: MouseScrollUp) -> None:
        event.stop()
        self.action_turn(1)

    def render(self) -> Content:
        if self._space is None:
            return Content("")
        settings = settings_of(self._space)
        cursor = min(self._cursor, len(settings) - 1)
        return Content("\n").join(
            self._line(self._space, setting, chosen=place == cursor) for place, setting in enumerate(settings)
        )

    def _line(self, space: Space, setting: Setting, *, chosen: bool) -> Content:
        text = told(space, setting, self._drawn).ljust(self.content_size.width)[: max(1, self.content_size.width)]
        if not chosen:
            return Content(text)
        return Content.styled(text, part_style(self, "knobs--cursor") if self.has_focus else "bold")

    def watch_has_focus(self, has_focus: bool) -> None:
        super().watch_has_focus(has_focus)
        self.refresh()


def told(space: Space, setting: Setting, drawn: tuple[str, str]) -> str:
    """Return a setting as a line: what it is called, and where it stands. drawn: the axes of the picture."""
    choice = space.choice
    match setting.kind:
        case "by":
            return f"{'chosen by':<{NAME}} {'fronts' if choice.weights is None else 'a weighted sum'} ◂▸"
        case "axis":
            return _axis(space, choice, setting.axis, drawn)
        case "tolerance":
            share = sum(stop <= choice.tolerance + 1e-9 for stop in TOLERANCES) - 1
            return f"{'tolerance':<{NAME}} {track(share / (len(TOLERANCES) - 1))} {choice.tolerance:g}"
        case "k":
            return f"{'answers':<{NAME}} {track(min(1.0, choice.k / max(1, len(space))))} {choice.k:,}"
        case "order":
            return f"{'order by':<{NAME}} {choice.order} ◂▸"


def _axis(space: Space, choice: Choice, name: str, drawn: tuple[str, str]) -> str:
    which = "".join(letter for letter, axis in zip("xy", drawn, strict=True) if axis == name)
    called = f"{one_line(name, NAME - 2):<{NAME - 2}}"
    if choice.weights is None:
        state = state_of(choice, name)
        step = choice.step(name) if state else 0.0
        within = f" ±{step:g}" if step and name in choice.tolerances else ""
        said = ("", "traded", "among equals")[state]
        return f"{STATES[state]} {called} {which:<2} {said}{within}"
    weight = choice.weights.get(name, 0.0)
    most = most_weight(space.axes[space.axis(name)])
    share = round(weight / most * WEIGHTS) / WEIGHTS
    return f"{STATES[bool(weight)]} {called} {track(max(0.0, min(1.0, share)))} {weight:g}"


def track(share: float) -> str:
    """Return a slider that stands at a share of its way, in [0, 1]."""
    at = round(share * (TRACK - 1))
    return "━" * at + "◆" + "─" * (TRACK - 1 - at)
