"""The picture of a space: two axes with the front as a staircase, or all axes side by side; and a cursor that walks.

It computes no place of its own: what is drawn, and where a point lies, the drawing says that files are made with too.
"""

from __future__ import annotations

from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual.binding import Binding, BindingType
from textual.events import Click, MouseScrollDown, MouseScrollUp
from textual.message import Message
from textual.strip import Strip
from textual.visual import Visual
from textual.widget import Widget

from ...adapters.pictures.front import cells_of, draw_front
from ...adapters.pictures.parallel import draw_parallel, usual_names
from ...adapters.pictures.roles import ROLES
from ...adapters.pictures.segments import Line
from ...engine.answers.space import Space
from ..pointing import point_out
from ..safe import content
from ..widgets.styling import part_style
from . import walking
from .telling import in_words


class Plot(Widget, can_focus=True):
    """Shows a space from `show`; x, y: the names of the axes that are drawn. at: the point under the cursor."""

    DEFAULT_CSS = """
    Plot { width: 1fr; height: 1fr; padding: 0 1; border-left: outer $surface; }
    Plot:nocolor { border-left: blank; }
    Plot:focus { border-left: outer $primary; }
    Plot > .plot--axis { color: $foreground 65%; }
    Plot > .plot--label { color: $foreground; text-style: bold; }
    Plot > .plot--later { color: $foreground 45%; }
    Plot > .plot--second { color: $secondary; }
    Plot > .plot--step { color: $primary; }
    Plot > .plot--front { color: $primary; text-style: bold; }
    Plot > .plot--under { color: $success; }
    Plot > .plot--over { color: $error; }
    Plot > .plot--chosen { color: $accent; text-style: bold; }
    Plot > .plot--looked { color: $foreground; text-style: bold; }
    Plot > .plot--cursor { color: $foreground; text-style: bold reverse; }
    """
    COMPONENT_CLASSES: ClassVar[set[str]] = {f"plot--{role}" for role in ROLES}
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "along(-1)", "Along the front, left", id="front.left", show=False),
        Binding("right", "along(1)", "Along the front, right", id="front.right", show=False),
        Binding("up", "across(-1)", "To a better front", id="front.better", show=False),
        Binding("down", "across(1)", "To a worse front", id="front.worse", show=False),
        Binding("home", "first", "To the best answer", id="front.first", show=False),
        Binding("full_stop", "rank(1)", "To the next answer", id="front.next", show=False),
        Binding("comma", "rank(-1)", "To the answer before", id="front.previous", show=False),
        Binding("enter", "open", "Open", id="front.open"),
    ]

    class Walked(Message):
        """A person went to a point."""

        def __init__(self, point: int) -> None:
            super().__init__()
            self.point = point

    class Opened(Walked):
        """A person wants everything about it: enter, or a second click."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id, name="Front")
        self.space: Space | None = None
        self.at: int | None = None
        self.x = self.y = ""
        self.parallel = False
        self._says = ""
        self._drawn: list[Strip] | None = None

    # ---- what is shown -------------------------------------------------------------------------

    def show(self, space: Space, x: str, y: str, at: int | None, *, parallel: bool) -> None:
        """Show a space with the cursor at a point; it is drawn anew where it is another picture."""
        shown = self.space is space and (self.x, self.y, self.at, self.parallel) == (x, y, at, parallel)
        self.space, self.x, self.y, self.at, self.parallel = space, x, y, at, parallel
        if not shown:
            self.redraw()

    def say(self, text: str) -> None:
        """Say something where there is nothing to draw."""
        self.space, self._says = None, text
        self.redraw()

    def redraw(self) -> None:
        self._drawn = None
        self.refresh()
        point_out(self)

    def in_words(self) -> str:
        """Return which point the cursor is on, how it stands, and where; without points, why there are none."""
        if self.space is None or self.at is None:
            return self._says
        return in_words(self.space, self.at, (self.x, self.y))

    # ---- going about ---------------------------------------------------------------------------

    def action_along(self, by: int) -> None:
        if self.space is not None and self.at is not None:
            self.go(walking.along(self.space, self.x, self.y, self.at, by))

    def action_across(self, by: int) -> None:
        if self.space is not None and self.at is not None:
            self.go(walking.across(self.space, self.x, self.y, self.at, by))

    def action_rank(self, by: int) -> None:
        if self.space is not None and self.at is not None:
            self.go(walking.ranked(self.space, self.at, by))

    def action_first(self) -> None:
        if self.space is not None and len(self.space.chosen):
            self.go(int(self.space.chosen[0]))

    def action_open(self) -> None:
        if self.at is not None:
            self.post_message(self.Opened(self.at))

    def go(self, point: int) -> None:
        """Put the cursor on a point, as a person does."""
        if point != self.at:
            self.at = point
            self.redraw()
            self.post_message(self.Walked(point))

    def on_click(self, event: Click) -> None:
        if self.space is None or self.parallel or not len(self.space):
            return
        cell = event.get_content_offset(self)
        if cell is None:
            return
        found = walking.pointed(cells_of(self.space, self.x, self.y, *self.content_size), *cell)
        if found is not None:
            self.go(found)
            if event.chain > 1:
                self.action_open()

    def on_mouse_scroll_down(self, event: MouseScrollDown) -> None:
        event.stop()
        self.action_rank(1)

    def on_mouse_scroll_up(self, event: MouseScrollUp) -> None:
        event.stop()
        self.action_rank(-1)

    # ---- drawing -------------------------------------------------------------------------------

    def notify_style_update(self) -> None:
        super().notify_style_update()
        self.redraw()

    def on_resize(self) -> None:
        self.redraw()

    def render_line(self, y: int) -> Strip:
        if self._drawn is None:
            self._drawn = self._draw()
        base = self.visual_style.rich_style
        return self._drawn[y] if y < len(self._drawn) else Strip.blank(self.content_size.width, base)

    def _draw(self) -> list[Strip]:
        width, height = self.content_size
        if self.space is None:
            return Visual.to_strips(self, content(self._says), width, None, self.visual_style, pad=True)
        picture = (
            draw_parallel(self.space, usual_names(self.space), width, height, cursor=self.at)
            if self.parallel
            else draw_front(self.space, self.x, self.y, width, height, cursor=self.at)
        )
        base = self.visual_style.rich_style
        styles = {role: part_style(self, f"plot--{role}").rich_style for role in ROLES}
        return [_strip(line, styles, base, width) for line in picture]


def _strip(line: Line, styles: dict[str, Style], base: Style, width: int) -> Strip:
    return Strip([Segment(text, styles.get(role, base)) for text, role in line]).adjust_cell_length(width, base)
