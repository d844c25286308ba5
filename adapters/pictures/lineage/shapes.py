"""What a layout is: boxes, routes and labels at places in a grid of cells, x to the right and y down, from 0."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from ....engine.answers.lineage import LineageEdge

LEFT, RIGHT, UP, DOWN = 1, 2, 4, 8
"""The sides of a cell that a line leaves by, to be added up."""


@dataclass(frozen=True, slots=True)
class Box:
    """A memory. x, y: the upper left corner of its border. w, h: cells with the border. lines: what stands inside, each
    `w - 4` cells wide, for a blank lies on either side.
    """

    id: str
    x: int
    y: int
    w: int
    h: int
    lines: tuple[str, ...]

    def covers(self, x: int, y: int) -> bool:
        return self.x <= x < self.x + self.w and self.y <= y < self.y + self.h


@dataclass(frozen=True, slots=True)
class Route:
    """The way of an edge: corners from the cell to the right of one box to the cell to the left of another.

    left, right: the ids of those boxes. heads: whether an arrow head stands in the first cell, and in the last.
    """

    edge: LineageEdge
    left: str
    right: str
    points: tuple[tuple[int, int], ...]
    heads: tuple[bool, bool]

    def cells(self) -> Iterator[tuple[int, int, int]]:
        """Yield (x, y, sides) of each cell on the way, each once."""
        x, y = self.points[0]
        came = LEFT
        for (ax, ay), (bx, by) in pairwise(self.points):
            step, leaves, enters = _direction(ax, ay, bx, by)
            for _ in range(abs(bx - ax) + abs(by - ay)):
                yield x, y, came | leaves
                x, y, came = x + step[0], y + step[1], enters
        yield x, y, came | RIGHT


@dataclass(frozen=True, slots=True)
class Label:
    """A text on the way of an edge, in the cells from x on."""

    edge: LineageEdge
    x: int
    y: int
    text: str


@dataclass(frozen=True, slots=True)
class Layout:
    """Where everything is, in `width` times `height` cells; routes are in the order of the edges.

    unlabelled: the edges for whose label there was no room.
    """

    width: int
    height: int
    boxes: tuple[Box, ...]
    routes: tuple[Route, ...]
    labels: tuple[Label, ...]
    unlabelled: tuple[LineageEdge, ...] = ()

    def box(self, id: str) -> Box:
        """Return the box of a memory. Raises KeyError."""
        for box in self.boxes:
            if box.id == id:
                return box
        raise KeyError(id)


def _direction(ax: int, ay: int, bx: int, by: int) -> tuple[tuple[int, int], int, int]:
    """Return the step from one corner towards the next, the side it leaves a cell by, and the side it enters one by."""
    if ay == by:
        return ((1, 0), RIGHT, LEFT) if bx > ax else ((-1, 0), LEFT, RIGHT)
    return ((0, 1), DOWN, UP) if by > ay else ((0, -1), UP, DOWN)
