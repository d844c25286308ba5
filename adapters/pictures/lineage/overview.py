"""A layout from afar: a dot for each memory, straight lines of braille for the edges, no text. It always fits.

Routes as they are laid out were tried and refused: so small, lines beside each other are a grey patch. A straight line
crosses more, and still shows where each leads.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from ....engine.answers.lineage import LineageEdge
from ....engine.answers.marks import FORGOTTEN, SUPERSEDED
from ..canvas import ACROSS, DOWN, Canvas
from ..segments import Line
from .drawing import EDGE_ROLES, Window
from .shapes import Box, Layout

USUAL, NEAREST = (2, 2), (2, 1)
"""Cells of a layout, across and down, that one cell stands for; and at least, where the whole is to fill a window."""

MARKS = {"text": "●", "here": "◉", "superseded": SUPERSEDED, "forgotten": FORGOTTEN}
"""What stands for a memory, by its role."""

WHOLE = ("cause", "path")
"""Roles of lines that have no gaps, and of these a path is twice as thick: they are told apart without colour."""


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
    left, top, width, height = window
    canvas, boxes = Canvas(width, height, ground=""), {box.id: box for box in overview.layout.boxes}

    def cell(box: Box) -> tuple[int, int]:
        x, y = overview.place(box)
        return x - left, y - top

    for route in sorted(overview.layout.routes, key=lambda route: route.edge in path):
        role = "path" if route.edge in path else EDGE_ROLES.get(route.edge.type, "edge")
        (x, y), end = _middle(cell(boxes[route.left])), _middle(cell(boxes[route.right]))
        canvas.line((x, y), end, role, dashed=role not in WHOLE)
        if role == "path":
            canvas.line((x, y + 1), (end[0], end[1] + 1), role)
    for box in sorted(overview.layout.boxes, key=lambda box: box.id == selected):  # it lies above what shares its cell
        inside = "forgotten" if box.id in dim else "superseded" if box.id in struck else "text"
        role = "here" if box.id == selected else inside
        canvas.mark(*cell(box), MARKS[role], role)
    return list(canvas.lines())


def _middle(cell: tuple[int, int]) -> tuple[int, int]:
    """Return the dot in the middle of a cell."""
    return cell[0] * ACROSS, cell[1] * DOWN + 1
