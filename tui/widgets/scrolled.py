"""A widget that draws its own lines and is scrolled: its scroll bars stand where it is."""

from __future__ import annotations

from textual.scroll_view import ScrollView


class Scrolled(ScrollView):
    """Textual moves a bar only while it is seen: one that comes after the scrolling would stand at the begin."""

    def watch_show_vertical_scrollbar(self, shown: bool) -> None:
        if shown:
            self.vertical_scrollbar.position = self.scroll_y

    def watch_show_horizontal_scrollbar(self, shown: bool) -> None:
        if shown:
            self.horizontal_scrollbar.position = self.scroll_x
