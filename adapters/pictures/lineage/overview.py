"""A layout from afar: a dot for each memory, straight lines of braille for the edges, no text. It always fits.

Routes as they are laid out were tried and refused: so small, lines beside each other are a grey patch. A straight line
crosses more, and still shows where each leads.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from itertools import groupby

import numpy as np
from numpy.typing import NDArray

from ....engine.answers.lineage import LineageEdge
from ....engine.answers.marks import FORGOTTEN, SUPERSEDED
from ..segments import Line
from .drawing import EDGE_ROLES, Window
from .shapes import Box, Layout, Route

ACROSS, DOWN = 2, 4
"""Dots of braille in a cell."""

USUAL, NEAREST = (2, 2), (2, 1)
"""Cells of a layout, across and down, that one cell stands for; and at least, where the whole is to fill a window."""

EMPTY = 0x2800
BITS = np.array([[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]], np.uint8)
"""What each dot adds to the code point of the empty pattern, by row and column."""

MARKS = {"text": "●", "here": "◉", "superseded": SUPERSEDED, "forgotten": FORGOTTEN}
"""What stands for a memory, by its role."""

Dots = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Overview:
    """across, down: cells of the layout that one cell of the overview stands for."""

    layout: Layout
    across: int = USUAL[0]
    down: int = USUAL[1]

    @classmethod
    def fitting(cls, layout: Layout, width: int, height: int) -> Overview:
        """Return the largest overview of at most so many cells."""
        across, down = -(-layout.width // max(1, width)), -(-layout.height // max(1, height))
        return cls(layout, max(NEAREST[0], across), max(NEAREST[1], down))

    @property
    def width(self) -> int:
        return -(-self.layout.width // self.across)

    @property
    def height(self) -> int:
        return -(-self.layout.height // self.down)

    def place(self, box: Box) -> tuple[int, int]:
        """Return the cell that a memory stands in."""
        return (box.x + box.w // 2) // self.across, (box.y + box.h // 2) // self.down


def draw_overview(
    overview: Overview,
    window: Window,
    *,
    selected: str | None = None,
    path: Collection[LineageEdge] = (),
    struck: Collection[str] = (),
    dim: Collection[str] = (),
) -> list[Line]:
    """Draw what a window shows of an overview, a line for each row of cells, in the roles of `draw`.

    What is selected has a role of its own, `here`: a dot has no border that could be another.
    """
    sheet = _Sheet(overview, window)
    for route in sorted(overview.layout.routes, key=lambda route: route.edge in path):
        sheet.line(route, "path" if route.edge in path else EDGE_ROLES.get(route.edge.type, "edge"))
    for box in sorted(overview.layout.boxes, key=lambda box: box.id == selected):  # it lies above what shares its cell
        inside = "forgotten" if box.id in dim else "superseded" if box.id in struck else "text"
        sheet.mark(box, "here" if box.id == selected else inside)
    return sheet.lines()


class _Sheet:
    """The cells of a window: patterns of dots, and characters that lie over them."""

    def __init__(self, overview: Overview, window: Window) -> None:
        self.overview = overview
        self.x, self.y, width, height = window
        self.bits = np.zeros((height, width), np.uint8)
        self.roles = np.full((height, width), "", "<U16")
        self.marks: dict[tuple[int, int], str] = {}
        self.boxes = {box.id: box for box in overview.layout.boxes}

    def line(self, route: Route, role: str) -> None:
        columns, rows = _between(self._dot(self.boxes[route.left]), self._dot(self.boxes[route.right]))
        height, width = self.bits.shape
        inside = (columns >= 0) & (rows >= 0) & (columns < width * ACROSS) & (rows < height * DOWN)
        columns, rows = columns[inside], rows[inside]
        cells = rows // DOWN, columns // ACROSS
        np.bitwise_or.at(self.bits, cells, BITS[rows % DOWN, columns % ACROSS])
        self.roles[cells] = role

    def _dot(self, box: Box) -> tuple[int, int]:
        """Return the dot in the middle of the cell of a memory."""
        x, y = self.overview.place(box)
        return (x - self.x) * ACROSS, (y - self.y) * DOWN + 1

    def mark(self, box: Box, role: str) -> None:
        x, y = self.overview.place(box)
        column, row = x - self.x, y - self.y
        height, width = self.bits.shape
        if 0 <= column < width and 0 <= row < height:
            self.marks[row, column] = MARKS[role]
            self.roles[row, column] = role

    def lines(self) -> list[Line]:
        return [self._row(row) for row in range(len(self.bits))]

    def _row(self, row: int) -> Line:
        glyphs = [
            self.marks.get((row, column)) or (chr(EMPTY + bits) if bits else " ")
            for column, bits in enumerate(self.bits[row].tolist())
        ]
        runs = groupby(zip(glyphs, self.roles[row].tolist(), strict=True), key=lambda cell: cell[1])
        return tuple(("".join(glyph for glyph, _ in run), role) for role, run in runs)


def _between(start: tuple[int, int], end: tuple[int, int]) -> tuple[Dots, Dots]:
    """Return the columns and the rows of the dots on a straight line."""
    count = max(abs(end[0] - start[0]), abs(end[1] - start[1])) + 1
    columns, rows = (np.linspace(a, b, count).round().astype(np.int64) for a, b in zip(start, end, strict=True))
    return columns, rows
