"""The front of a space on two of its axes: a point for each candidate, and the line along what nothing beats.

Axes are drawn as a person reads them, from small to large; their names say which end is better. A picture of two axes
is a shadow where more are traded: a point on front 1 may lie behind the line, for it is good in what is not drawn.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ...engine.answers.space import Axis, Space
from .canvas import ACROSS, DOWN, Canvas
from .frame import (
    AROUND,
    CURSOR,
    DOT,
    LOWEST,
    NARROWEST,
    POINT,
    TICK_CELLS,
    TICK_LINES,
    framed,
    gutter_of,
    legend,
    named,
    too_small,
)
from .roles import Role
from .scales import Scale, scale_of
from .segments import Line, Segment
from .texts import apart

Ints = NDArray[np.int64]

JOINED = 8
"""Lines from what dominates a point, the nearest: more would hide the points."""

MARKED = 400
"""Points of front 1 that get a mark each; more would hide one another, and stay dots."""


@dataclass(frozen=True, slots=True)
class Plot:
    """Points on a canvas. across, down: (n,) dots, from the left and from the top."""

    canvas: Canvas
    x: Scale
    y: Scale
    across: Ints
    down: Ints

    def dots(self, points: Ints, role: Role) -> None:
        self.canvas.dots(self.across[points], self.down[points], role)

    def dot(self, point: int) -> tuple[int, int]:
        """Return the dot of a point."""
        return int(self.across[point]), int(self.down[point])

    def cell(self, point: int) -> tuple[int, int]:
        """Return the column and the row of the cell that a point lies in."""
        return int(self.across[point]) // ACROSS, int(self.down[point]) // DOWN


def usual_axes(space: Space) -> tuple[str, str]:
    """Return the two axes to begin with: the first that are traded, else the first that tell the points apart."""
    traded = [name for level in space.choice.levels for name in level]
    names = [axis.name for axis in space.axes]
    spread = [name for name in names if np.ptp(space.values[:, space.axis(name)]) > 0] if len(space) else []
    x, *others = dict.fromkeys((*traded, *spread, *names))
    return x, others[0] if others else x


def draw_front(space: Space, x: str, y: str, width: int, height: int, *, cursor: int | None = None) -> tuple[Line, ...]:
    """Return the picture as `height` lines of `width` cells. cursor: the point that is looked at.

    5,000 points take some milliseconds. Raises QueryError for an axis that the space has not.
    """
    across, up = (space.axes[space.axis(name)] for name in (x, y))
    if width < NARROWEST or height < LOWEST:
        return too_small(width, height)
    plot, gutter = _plot(space, across, up, width, height)
    _step(plot, space, x, y)
    _points(plot, space, POINT)
    if cursor is not None:
        _relations(plot, space, cursor)
    _ranks(plot, space)
    if cursor is not None:
        plot.canvas.mark(*plot.cell(cursor), CURSOR, "cursor")
    top = apart([(named(up, width), "label")], legend(legend_of(space)), width)
    return framed(plot.canvas, (across, plot.x), (up, plot.y), gutter, top)


def cells_of(space: Space, x: str, y: str, width: int, height: int) -> Ints:
    """Return where in such a picture each point lies, (n, 2) int64: its column and its line, from 0.

    For whoever points at it. Raises QueryError for an axis that the space has not.
    """
    across, up = (space.axes[space.axis(name)] for name in (x, y))
    if width < NARROWEST or height < LOWEST:
        return np.full((len(space), 2), -1, np.int64)
    plot, gutter = _plot(space, across, up, width, height)
    return np.column_stack([plot.across // ACROSS + gutter + 1, plot.down // DOWN + 1])


def _plot(space: Space, across: Axis, up: Axis, width: int, height: int) -> tuple[Plot, int]:
    """Return the points on a canvas of their own, and the cells before the upright axis."""
    xs, ys = (space.values[:, space.axis(axis.name)] for axis in (across, up))
    y = scale_of(ys, up.unit, (height - AROUND) // TICK_LINES)
    gutter = gutter_of(y)
    canvas = Canvas(width - gutter - 1, height - AROUND)
    x = scale_of(xs, across.unit, canvas.width // TICK_CELLS)
    return Plot(canvas, x, y, x.place(xs, canvas.across), y.place(ys, canvas.down, turned=True)), gutter


def _step(plot: Plot, space: Space, x: str, y: str) -> None:
    """Draw the edge of what is beaten: from each point of the staircase to the next, and out to the frame."""
    stairs = space.staircase(x, y)
    if not len(stairs):
        return
    canvas = plot.canvas
    dots = np.column_stack(
        [plot.x.place(stairs[:, 0], canvas.across), plot.y.place(stairs[:, 1], canvas.down, turned=True)]
    )
    across, down = dots[np.append(True, (dots[1:] != dots[:-1]).any(axis=1))].T.tolist()
    columns = [*across, canvas.across - 1 if _falls(space, x) else 0]
    rows = [0 if _falls(space, y) else canvas.down - 1, *down]
    canvas.path(np.repeat(columns, 2)[:-1].tolist(), np.repeat(rows, 2)[1:].tolist(), "step")


def _falls(space: Space, name: str) -> bool:
    return space.axes[space.axis(name)].lower_is_better


def _points(plot: Plot, space: Space, mark: str) -> None:
    """Draw the points, the best fronts last; those of front 1 have a mark each, so that they show without colours."""
    front = space.front
    plot.dots(np.flatnonzero((front == 0) | (front > 2)), "later")
    plot.dots(np.flatnonzero(front == 2), "second")
    first = np.flatnonzero(front == 1)
    plot.dots(first, "front")
    for point in first.tolist() if len(first) <= MARKED else ():
        plot.canvas.mark(*plot.cell(point), mark, "front")


def _relations(plot: Plot, space: Space, cursor: int) -> None:
    """Draw what the cursor's point dominates, and what dominates it, with a line from each of those to it."""
    plot.dots(space.dominated(cursor), "under")
    over = space.dominators(cursor)
    plot.dots(over, "over")
    here = plot.dot(cursor)
    for there in sorted({plot.dot(int(point)) for point in over}, key=lambda there: math.dist(here, there))[:JOINED]:
        plot.canvas.line(here, there, "over", dashed=True)


def _ranks(plot: Plot, space: Space) -> None:
    """Write the rank of what is answered where it lies; of two that would touch, the better: 1 and 2 are no 12."""
    taken: set[tuple[int, int]] = set()
    for rank, point in enumerate(space.chosen.tolist(), 1):
        label, (column, row) = str(rank), plot.cell(point)
        first = max(0, min(column, plot.canvas.width - len(label)))
        if not any((place, row) in taken for place in range(first, first + len(label))):
            plot.canvas.mark(first, row, label, "chosen")
            taken |= {(place, row) for place in range(first - 1, first + len(label) + 1)}


def legend_of(space: Space, most: int | None = None) -> Iterator[tuple[str, Segment]]:
    """Yield what the marks of a space mean, with how many there are of each. most: of a kind, that are drawn."""
    first, answered = int((space.front == 1).sum()), len(space.chosen)
    if space.choice.weights is None:
        yield f"front 1: {_some(first, most)}", (POINT, "front")
    if len(space) > first:
        yield f"{'others' if first else 'candidates'}: {_some(len(space) - first, most)}", (DOT, "later")
    if answered:
        yield "answered", ("1" if answered == 1 else f"1-{answered}", "chosen")


def _some(count: int, most: int | None) -> str:
    return f"{count:,}" if most is None or count <= most else f"{most:,} of {count:,}"
