"""A list of lines in a question: the row under the cursor has a sign, for no status line tells of it there."""

from __future__ import annotations

from textual.strip import Strip

from .lines import Lines
from .styling import pointed

MARGIN = 2
"""Cells before each row: one for the sign, and a blank."""


class Choices(Lines):
    """As `Lines`, whose rows begin `MARGIN` cells farther right."""

    @property
    def room(self) -> int:
        return max(0, super().room - MARGIN)

    def render_line(self, y: int) -> Strip:
        row = super().render_line(y)
        style = next((segment.style for segment in row), None)
        place = y + self.scroll_offset.y
        line = Strip.join([Strip.blank(MARGIN, style), row])
        return pointed(line) if self.rows and place == self.cursor else line
