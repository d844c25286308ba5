"""What draws its own lines and scrolls: its bars stand where it stands when they come.

Textual tells a bar of scrolling only while the bar is shown. A widget that scrolls to a place at once, as each of ours
does when it shows something new, had bars at the top beside lines from the middle until somebody scrolled again.
"""

from __future__ import annotations

from textual.scroll_view import ScrollView


class Scrolled(ScrollView):
    """A `ScrollView` that may scroll before its bars are there."""

    def watch_show_horizontal_scrollbar(self, shown: bool) -> None:
        if shown:
            self.horizontal_scrollbar.position = self.scroll_x

    def watch_show_vertical_scrollbar(self, shown: bool) -> None:
        if shown:
            self.vertical_scrollbar.position = self.scroll_y
