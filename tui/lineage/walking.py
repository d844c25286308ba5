"""Where an arrow key leads in a layout: along an edge to either side, or to what stands above and below."""

from __future__ import annotations

from typing import Literal, TypeAlias

from ...adapters.pictures.lineage.shapes import Box, Layout

Way: TypeAlias = Literal["left", "right", "up", "down"]


def step(layout: Layout, id: str, way: Way, came_from: str | None = None) -> str | None:
    """Return the memory that a key leads to; None where that way is none.

    left, right: the end of an edge, of several the one that a person came from, else the nearest. Where an edge closes
    a cycle, its cause stands on the right, and so that is where it leads. up, down: the next in the same column.
    """
    here = layout.box(id)
    if way in ("up", "down"):
        return _in_column(layout, here, way)
    ends = _ends(layout, id, way)
    if came_from in ends:
        return came_from
    boxes = [box for box in layout.boxes if box.id in ends]
    return min(boxes, key=lambda box: (_apart(box, here), box.y)).id if boxes else None


def leading_on(layout: Layout, id: str) -> str:
    """Return in words how many memories of the picture an edge leads to on either side."""
    left, right = len(_ends(layout, id, "left")), len(_ends(layout, id, "right"))
    return f"{left or 'none'} to the left, {right or 'none'} to the right"


def _ends(layout: Layout, id: str, way: Way) -> set[str]:
    if way == "left":
        return {route.left for route in layout.routes if route.right == id}
    return {route.right for route in layout.routes if route.left == id}


def _in_column(layout: Layout, here: Box, way: Way) -> str | None:
    column = sorted((box for box in layout.boxes if box.x == here.x), key=lambda box: box.y)
    place = column.index(here) + (1 if way == "down" else -1)
    return column[place].id if 0 <= place < len(column) else None


def _apart(box: Box, here: Box) -> int:
    """Return twice the rows between the middles of two boxes."""
    return abs(2 * box.y + box.h - 2 * here.y - here.h)
