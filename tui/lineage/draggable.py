"""A view that is scrolled by dragging it, as a sheet of paper is."""

from __future__ import annotations

from textual.events import MouseDown, MouseMove, MouseUp
from textual.geometry import Offset

from ..widgets.scrolled import Scrolled


class Draggable(Scrolled):
    """was_dragged: whether the button went down here and the mouse moved before it came up: then it is no click."""

    was_dragged = False
    _held: tuple[Offset, Offset] | None = None
    """Where the button went down, and how far was scrolled then."""

    def on_mouse_down(self, event: MouseDown) -> None:
        if self.scrollable_content_region.size.region.contains(event.x, event.y):  # not on a scroll bar
            self._held, self.was_dragged = (event.screen_offset, self.scroll_offset), False
            self.capture_mouse()

    def on_mouse_move(self, event: MouseMove) -> None:
        if self._held is None:
            return
        start, scrolled = self._held
        moved = event.screen_offset - start
        if moved != Offset(0, 0):
            self.was_dragged = True
            self.scroll_to(*(scrolled - moved), animate=False, force=True)

    def on_mouse_up(self, event: MouseUp) -> None:
        self._held = None
        self.release_mouse()
