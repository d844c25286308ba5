"""A layout as lines of text, or as much of it as a window shows.

Roles: `box` a border, `text` what stands in it, `selected` the border of the memory that is looked at, `superseded` the
text of one that no longer holds and the edge that says so, `cause` an edge of cause and effect, `edge` any other,
`path` an edge on the way to something, `label`, `forgotten` all of what was forgotten. Whoever has no colours sees
them by the form of the lines: a double border is selected, a heavy line is a path, `✗` stands at the name of what is
superseded, and `∅` at that of what is forgotten.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import groupby
from typing import TypeAlias

from rich.cells import cell_len

from ....engine.answers.lineage import LineageEdge
from ..segments import Line
from .glyphs import DOUBLE, HEADS, HEAVY, LIGHT, SINGLE
from .shapes import Box, Layout, Route
from .texts import runs

Window: TypeAlias = tuple[int, int, int, int]
"""(x, y, width, height) in the cells of a layout; it may reach beyond."""

EDGE_ROLES = {"CAUSED": "cause", "SUPERSEDES": "superseded"}


def draw(
    layout: Layout,
    window: Window | None = None,
    *,
    selected: str | None = None,
    path: Collection[LineageEdge] = (),
    struck: Collection[str] = (),
    dim: Collection[str] = (),
) -> Sequence[Line]:
    """Draw what a window shows of a layout, None for all of it: a line for each row of cells, no blanks at its end.

    selected: the id of a box. path: edges that are drawn heavily. struck: ids of what no longer holds. dim: of
    what was forgotten. What a window cuts through a wide character leaves a blank.
    """
    canvas = _Canvas(window or (0, 0, layout.width, layout.height))
    seen = filter(canvas.passes, layout.routes)
    for route in sorted(seen, key=lambda route: route.edge in path):  # a path lies above what it crosses
        _draw_route(canvas, route, route.edge in path)
    for label in layout.labels:
        canvas.write(label.x, label.y, label.text, "path" if label.edge in path else "label")
    for box in layout.boxes:
        if canvas.shows(box):
            inside = "forgotten" if box.id in dim else "superseded" if box.id in struck else "text"
            _draw_box(canvas, box, box.id == selected, inside)
    return canvas.lines()


class _Canvas:
    """The cells of a window. A wide character stands in its first cell, and nothing in the next."""

    def __init__(self, window: Window) -> None:
        self.x, self.y, width, height = window
        self.rows = [[(" ", "")] * width for _ in range(height)]
        self.sides: dict[tuple[int, int], int] = {}

    def shows(self, box: Box) -> bool:
        width = len(self.rows[0]) if self.rows else 0
        across = box.x < self.x + width and self.x < box.x + box.w
        return across and box.y < self.y + len(self.rows) and self.y < box.y + box.h

    def passes(self, route: Route) -> bool:
        """Whether a route may come through the window: of a large layout most do not, and drawing them takes time."""
        width = len(self.rows[0]) if self.rows else 0
        xs, ys = [x for x, _ in route.points], [y for _, y in route.points]
        across = min(xs) < self.x + width and self.x <= max(xs)
        return across and min(ys) < self.y + len(self.rows) and self.y <= max(ys)

    def put(self, x: int, y: int, text: str, role: str) -> None:
        """Put a character into a cell, where the window shows it."""
        row, column = y - self.y, x - self.x
        if 0 <= row < len(self.rows) and 0 <= column < len(self.rows[row]):
            self.rows[row][column] = (text, role)

    def write(self, x: int, y: int, text: str, role: str) -> None:
        """Write a text from a cell on; what has no width joins the character before it."""
        last = x
        for character in text:
            width = cell_len(character)
            if not width:
                self._join(last, y, character)
                continue
            last, whole = x, width == 1 or (self._shown(x, y) and self._shown(x + 1, y))
            self.put(x, y, character if whole else " ", role)
            if width == 2:
                self.put(x + 1, y, "" if whole else " ", role)
            x += width

    def lines(self) -> list[Line]:
        return [_line(row) for row in self.rows]

    def _shown(self, x: int, y: int) -> bool:
        return 0 <= y - self.y < len(self.rows) and 0 <= x - self.x < len(self.rows[y - self.y])

    def _join(self, x: int, y: int, character: str) -> None:
        if self._shown(x, y):
            before, role = self.rows[y - self.y][x - self.x]
            self.rows[y - self.y][x - self.x] = (before + character, role)


def _line(cells: Sequence[tuple[str, str]]) -> Line:
    end = len(cells)
    while end and cells[end - 1] == (" ", ""):
        end -= 1
    runs = groupby(cells[:end], key=lambda cell: cell[1])
    return tuple(("".join(text for text, _ in run), role) for role, run in runs)


def _draw_route(canvas: _Canvas, route: Route, on_path: bool) -> None:
    role = "path" if on_path else EDGE_ROLES.get(route.edge.type, "edge")
    for x, y, sides in route.cells():
        crossed = canvas.sides[x, y] = canvas.sides.get((x, y), 0) | sides
        canvas.put(x, y, (HEAVY if on_path else LIGHT)[crossed], role)
    for (x, y), head, glyph in zip((route.points[0], route.points[-1]), route.heads, HEADS, strict=True):
        if head:
            canvas.put(x, y, glyph, role)


def _draw_box(canvas: _Canvas, box: Box, selected: bool, inside: str) -> None:
    border = DOUBLE if selected else SINGLE
    role = "selected" if selected else "forgotten" if inside == "forgotten" else "box"
    rule = border.level * (box.w - 2)
    canvas.write(box.x, box.y, border.top_left + rule + border.top_right, role)
    for y, line in enumerate(box.lines, start=box.y + 1):
        canvas.put(box.x, y, border.upright, role)
        canvas.write(box.x + 1, y, " " * (box.w - 2), "text")
        for cell, text in runs(line):
            canvas.write(box.x + 2 + cell, y, text, inside)
        canvas.put(box.x + box.w - 1, y, border.upright, role)
    canvas.write(box.x, box.y + box.h - 1, border.bottom_left + rule + border.bottom_right, role)
