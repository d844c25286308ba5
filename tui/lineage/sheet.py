"""The picture, scrolled and walked in: by keys, by the wheel, by dragging it. Only what is seen is drawn."""

from __future__ import annotations

from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual.binding import Binding, BindingType
from textual.events import Click, MouseScrollDown, MouseScrollUp, Resize
from textual.geometry import Offset, Region, Size
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip
from textual.visual import Visual

from ...adapters.pictures.segments import Line
from ..pointing import point_out
from ..safe import content
from ..widgets.styling import part_style
from .draggable import Draggable
from .picture import Path, Picture
from .walking import Way, leading_on, step

ROLES = ("box", "text", "selected", "here", "superseded", "cause", "edge", "path", "label", "forgotten")
NO_STRIKE = Style(strike=False)
FAR = 8, 3
"""Cells that a key scrolls, across and down."""


class Sheet(Draggable, can_focus=True, inherit_bindings=False):
    """at: the memory under the cursor. path: edges that are drawn heavily."""

    DEFAULT_CSS = """
    Sheet { height: 1fr; overflow: auto; scrollbar-size: 1 1; }
    Sheet > .sheet--text { color: $foreground; }
    Sheet > .sheet--box { color: $foreground 55%; }
    Sheet > .sheet--selected { color: $primary; text-style: bold; }
    Sheet > .sheet--superseded { color: $error; text-style: strike; }
    Sheet > .sheet--here { color: $primary; text-style: bold reverse; }
    Sheet > .sheet--cause { color: $foreground 55%; }
    Sheet > .sheet--edge { color: $secondary; }
    Sheet > .sheet--path { color: $accent; text-style: bold; }
    Sheet > .sheet--label { color: $foreground 70%; }
    Sheet > .sheet--forgotten { color: $foreground 65%; text-style: italic; }
    Sheet:nocolor > .sheet--forgotten { text-style: dim italic; }
    """
    COMPONENT_CLASSES: ClassVar[set[str]] = {f"sheet--{role}" for role in ROLES}
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,h", "walk('left')", "To a cause", id="lineage.left", show=False),
        Binding("right,l", "walk('right')", "To an effect", id="lineage.right", show=False),
        Binding("up,k", "walk('up')", "Up", id="lineage.up", show=False),
        Binding("down,j", "walk('down')", "Down", id="lineage.down", show=False),
        Binding("shift+left", "pan(-1,0)", "Scroll left", id="lineage.pan_left", show=False),
        Binding("shift+right", "pan(1,0)", "Scroll right", id="lineage.pan_right", show=False),
        Binding("shift+up", "pan(0,-1)", "Scroll up", id="lineage.pan_up", show=False),
        Binding("shift+down", "pan(0,1)", "Scroll down", id="lineage.pan_down", show=False),
        Binding("pageup", "page(-1)", "Page up", id="lineage.page_up", show=False),
        Binding("pagedown", "page(1)", "Page down", id="lineage.page_down", show=False),
        Binding("enter", "choose", "Make it the root", id="lineage.root"),
    ]
    at: reactive[str | None] = reactive(None, repaint=False)
    path: reactive[Path] = reactive((), repaint=False)

    class Walked(Message):
        """A person went to a memory."""

        def __init__(self, id: str) -> None:
            super().__init__()
            self.id = id

    class Chosen(Walked):
        """A person wants to see what lies around it: enter, or a second click."""

    class Zoomed(Message):
        """By the wheel. closer: else farther away."""

        def __init__(self, *, closer: bool) -> None:
            super().__init__()
            self.closer = closer

    class Ended(Message):
        """A key led nowhere."""

        def __init__(self, way: Way) -> None:
            super().__init__()
            self.way = way

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id, name="Lineage")
        self.picture: Picture | None = None
        self._says = ""
        self._came_from: str | None = None
        self._drawn: list[Strip] | None = None
        self._room = Size(0, 0)

    # ---- what is shown -------------------------------------------------------------------------

    def show(self, picture: Picture, at: str, *, keep: bool) -> None:
        """Show another picture, its cursor at a memory. keep: where the cursor was on the screen, that is now too; else
        it comes to the middle.
        """
        before = self._on_screen(self.at) if keep else None
        self.picture, self.at = picture, at
        self._measure()
        now = self._region(at)
        if before is None or now is None:
            self.centre()
        else:
            self.scroll_to(now.x - before.x, now.y - before.y, animate=False, force=True)
            self.scroll_to_region(now, animate=False, force=True)
        self.redraw()
        point_out(self)

    def say(self, text: str) -> None:
        """Say something where there is no picture to show."""
        self.picture, self._says = None, text
        self.virtual_size = Size(0, 0)
        self.redraw()
        point_out(self)

    def centre(self) -> None:
        """Scroll the cursor into the middle."""
        region = self._region(self.at)
        if region is not None:
            x, y = region.x + region.width // 2, region.y + region.height // 2
            width, height = self.container_size
            self.scroll_to(x - width // 2, y - height // 2, animate=False, force=True)

    def bring(self) -> None:
        """Scroll so that the cursor is seen, with some of what lies around."""
        region = self._region(self.at)
        if region is not None:
            width, height = self.scrollable_content_region.size
            across, down = max(0, width - region.width) // 3, max(0, height - region.height) // 3
            self.scroll_to_region(region.grow((down, across, down, across)), animate=False, force=True)

    def redraw(self) -> None:
        self._drawn = None
        self.refresh()

    def in_words(self) -> str:
        """Return which memory the cursor is on, and where edges lead on from there; without a picture, why."""
        if self.picture is None or self.at is None:
            return self._says
        return f"{self.at}, {leading_on(self.picture.layout, self.at)}"

    def _region(self, id: str | None) -> Region | None:
        """Return where a memory stands among what can be scrolled to."""
        place = self.picture.place(id) if self.picture is not None and id is not None else None
        return None if place is None else Region(*place).translate(self._margin)

    def _on_screen(self, id: str | None) -> Offset | None:
        """Return where a memory is seen, from the corner of the sheet; None where it is not."""
        region = self._region(id)
        if region is None or not self._window_region.overlaps(region):
            return None
        return region.offset - self.scroll_offset

    @property
    def _window_region(self) -> Region:
        return Region(*self.scroll_offset, *self.scrollable_content_region.size)

    @property
    def _margin(self) -> Offset:
        """What is left free on every side: a small picture stands in the middle, and of a large one whatever stands at
        its edge can be scrolled there too.
        """
        if self.picture is None:
            return Offset(0, 0)
        width, height = self.container_size
        return Offset(_free(width, self.picture.width), _free(height, self.picture.height))

    def _measure(self) -> None:
        """Settle how far can be scrolled."""
        if self.picture is not None:
            (width, height), (x, y) = self.container_size, self._margin
            across, down = self.picture.width, self.picture.height
            self.virtual_size = Size(across + 2 * x * (across > width), down + 2 * y * (down > height))

    # ---- going about ---------------------------------------------------------------------------

    def action_walk(self, way: Way) -> None:
        if self.picture is None or self.at is None:
            return
        found = step(self.picture.layout, self.at, way, self._came_from)
        if found is None:
            self.post_message(self.Ended(way))
        else:
            self.go(found)

    def go(self, id: str) -> None:
        """Put the cursor on a memory, as a person does."""
        if id != self.at:
            self._came_from, self.at = self.at, id
            self.post_message(self.Walked(id))
        self.bring()

    def action_choose(self) -> None:
        if self.at is not None:
            self.post_message(self.Chosen(self.at))

    def action_pan(self, across: int, down: int) -> None:
        self.scroll_relative(across * FAR[0], down * FAR[1], animate=False)

    def action_page(self, by: int) -> None:
        self.scroll_relative(y=by * max(1, self.scrollable_content_region.height - 1), animate=False)

    def watch_at(self) -> None:
        self.redraw()
        point_out(self)

    def watch_path(self) -> None:
        self.redraw()

    # ---- the mouse -----------------------------------------------------------------------------

    def on_click(self, event: Click) -> None:
        if self.was_dragged or self.picture is None:
            return
        cell = Offset(event.x, event.y) + self.scroll_offset - self._margin
        id = self.picture.at(*cell)
        if id is not None:
            self.go(id)
            if event.chain > 1:
                self.action_choose()

    def on_mouse_scroll_up(self, event: MouseScrollUp) -> None:
        self._wheel(event, closer=True)

    def on_mouse_scroll_down(self, event: MouseScrollDown) -> None:
        self._wheel(event, closer=False)

    def _wheel(self, event: MouseScrollUp | MouseScrollDown, *, closer: bool) -> None:
        """Zoom with ctrl; shift scrolls across, and the wheel alone up and down, as Textual does it."""
        if event.ctrl:
            event.stop()
            event.prevent_default()
            self.post_message(self.Zoomed(closer=closer))

    # ---- drawing -------------------------------------------------------------------------------

    def notify_style_update(self) -> None:
        super().notify_style_update()
        self.redraw()

    def on_resize(self, event: Resize) -> None:
        """Another size, also the first, which may come after the picture: the cursor comes to the middle of it. That
        scroll bars come or go is none.
        """
        if self.container_size != self._room:
            self._room = self.container_size
            self._measure()
            self.centre()
        self.redraw()

    def watch_scroll_x(self, old_value: float, new_value: float) -> None:
        super().watch_scroll_x(old_value, new_value)
        self.redraw()

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        super().watch_scroll_y(old_value, new_value)
        self.redraw()

    def render_line(self, y: int) -> Strip:
        width, base = self.scrollable_content_region.width, self.visual_style
        if self.picture is None:
            return self._said(y)
        if self._drawn is None:
            self._drawn = self._draw()
        return self._drawn[y] if y < len(self._drawn) else Strip.blank(width, base.rich_style)

    def _said(self, y: int) -> Strip:
        width, style = self.scrollable_content_region.width, self.visual_style
        folded = Visual.to_strips(self, content(self._says), width, None, style, pad=True)
        return folded[y] if y < len(folded) else Strip.blank(width, style.rich_style)

    def _draw(self) -> list[Strip]:
        assert self.picture is not None
        width, height = self.scrollable_content_region.size
        corner = self.scroll_offset - self._margin
        base = self.visual_style.rich_style
        styles = {role: part_style(self, f"sheet--{role}").rich_style for role in ROLES}
        lines = self.picture.lines((corner.x, corner.y, width, height), self.at, self.path)
        return [_strip(line, styles, base, width) for line in lines]


def _free(room: int, size: int) -> int:
    """Return the cells that are left free on either side."""
    return (room - size if size <= room else room) // 2


def _strip(line: Line, styles: dict[str, Style], base: Style, width: int) -> Strip:
    segments = [Segment(text, _fitting(text, styles.get(role, base))) for text, role in line]
    return Strip(segments).adjust_cell_length(width, base)


def _fitting(text: str, style: Style) -> Style:
    """Return a style without its strike for the line of an edge, which is none to strike through."""
    return style if any(map(str.isalnum, text)) else style + NO_STRIKE
