"""All axes of a space side by side: a line for each candidate, from how it does on one to how it does on the next.

For more axes than two. Every axis stands with its better end on top, whichever that is, so that what is good in
everything runs along the top, and what trades one thing for another crosses over.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from ...engine.answers.space import Axis, Space
from .canvas import ACROSS, DOWN, Canvas, Dots
from .frame import CURSOR, LOWEST, NARROWEST, UPRIGHT, legend_within, too_small
from .front import legend_of
from .roles import Role
from .scales import Scale, scale_of
from .segments import Line, Segment
from .texts import blank, filled, said, width_of

AROUND = 4
"""Lines that are no canvas: the legend, the names, and the numbers at both ends."""

MOST_LINES = 60
"""Lines of a kind that are drawn; the legend says where that is not all."""

THICK = 2
"""Dots that the line of the cursor's point is high, so that it stands out without colour."""

THIN = 3
"""Dots from one to the next in a line of what is neither answered nor on front 1: it stays behind, in grey or not."""

LEAST_APART = 10
"""Cells from one axis to the next, at least: as wide as what stands above it."""


def usual_names(space: Space) -> tuple[str, ...]:
    """Return the axes to show: those that are traded, or, where that is one, those that tell the points apart."""
    traded = tuple(name for level in space.choice.levels for name in level)
    if len(traded) > 1:
        return traded
    return tuple(axis.name for axis in space.axes if len(space) and np.ptp(space.values[:, space.axis(axis.name)]) > 0)


def draw_parallel(
    space: Space, names: Sequence[str], width: int, height: int, *, cursor: int | None = None
) -> tuple[Line, ...]:
    """Return the picture as `height` lines of `width` cells. names: axes from left to right, as many as have room.

    cursor: the point that is looked at. Raises QueryError for an axis that the space has not.
    """
    most = max(1, (width - 2) // LEAST_APART)
    axes = [space.axes[space.axis(name)] for name in names][:most]
    if width < NARROWEST or height < LOWEST or not axes:
        return too_small(width, height)
    canvas = Canvas(width, height - AROUND)
    scales = [scale_of(space.values[:, space.axis(axis.name)], axis.unit, 4) for axis in axes]
    columns = _columns(len(axes), width)
    heights = _heights(space, axes, scales, canvas.down)
    _lines(canvas, space, heights, columns, cursor)
    for column in columns:
        for row in range(canvas.height):
            canvas.mark(column, row, UPRIGHT, "axis")
    for column, row in zip(columns, heights[cursor] // DOWN, strict=True) if cursor is not None else ():
        canvas.mark(column, int(row), CURSOR, "cursor")
    _ranks(canvas, space, heights, columns[-1])
    best, worst = ([_end(axis, scale, top) for axis, scale in zip(axes, scales, strict=True)] for top in (True, False))
    room = width // len(axes) - 1
    return (
        legend_within(legend_of(space, MOST_LINES), width),
        _beside(columns, [said(axis.name, room) for axis in axes], width, "label"),
        _beside(columns, best, width, "axis"),
        *canvas.lines(),
        _beside(columns, worst, width, "axis"),
    )


def _columns(count: int, width: int) -> list[int]:
    """Return the cells that the axes stand in: evenly, with room for a rank behind the last."""
    room = width // count
    return [room // 2 + place * room for place in range(count)]


def _heights(space: Space, axes: Sequence[Axis], scales: Sequence[Scale], down: int) -> Dots:
    """Return (n, len(axes)) dots from the top, the better end on top."""
    places = [
        scale.place(space.values[:, space.axis(axis.name)], down, turned=not axis.lower_is_better)
        for axis, scale in zip(axes, scales, strict=True)
    ]
    return np.stack(places, axis=1)


def _lines(canvas: Canvas, space: Space, heights: Dots, columns: Sequence[int], cursor: int | None) -> None:
    """Draw the lines, what matters last."""
    for role, points in _layers(space, cursor):
        for place in range(len(columns) - 1):
            first, last = (ACROSS * column for column in columns[place : place + 2])
            for lower in range(THICK if role == "looked" else 1):
                ends = heights[points, place] + lower, heights[points, place + 1] + lower
                _run(canvas, *ends, first, last, role)


def _layers(space: Space, cursor: int | None) -> Iterator[tuple[Role, Dots]]:
    """Yield points by what they are; of very many an even sample, as more lines would be one grey field."""
    shown = _sample(np.flatnonzero(space.front != 1))
    yield "later", shown[space.front[shown] != 2]
    yield "second", shown[space.front[shown] == 2]
    yield "front", _sample(np.flatnonzero(space.front == 1))
    yield "chosen", space.chosen[:MOST_LINES]
    if cursor is not None:
        yield "looked", np.array([cursor], np.int64)


def _sample(points: Dots) -> Dots:
    """Return at most MOST_LINES points, evenly taken."""
    places = np.linspace(0, len(points) - 1, min(MOST_LINES, len(points)))
    return points[places.astype(np.int64)]


def _run(canvas: Canvas, left: Dots, right: Dots, first: int, last: int, role: Role) -> None:
    """Draw straight lines between two columns of dots: a dot in each row and column that they cross, or every third,
    each line from another one on, so that the dots of many make no pattern.
    """
    share = np.linspace(0.0, 1.0, max(last - first + 1, canvas.down))
    rows = np.rint(left[:, None] + share * (right - left)[:, None]).astype(np.int64)
    columns = np.broadcast_to(np.rint(first + share * (last - first)).astype(np.int64), rows.shape)
    long = np.maximum(last - first, np.abs(right - left))[:, None]
    every = THIN if role in ("later", "second") else 1
    drawn = (np.rint(share * long) + np.arange(len(left))[:, None]) % every == 0
    canvas.dots(columns[drawn], rows[drawn], role)


def _ranks(canvas: Canvas, space: Space, heights: Dots, column: int) -> None:
    """Write the rank of what is answered behind the last axis; of two in one line, the better."""
    taken: set[int] = set()
    for rank, point in enumerate(space.chosen.tolist(), 1):
        row = int(heights[point, -1]) // DOWN
        if row not in taken:
            canvas.mark(column + 1, row, str(rank), "chosen")
            taken.add(row)


def _end(axis: Axis, scale: Scale, top: bool) -> str:
    """Return the number at one end of an axis."""
    return scale.label(scale.low if axis.lower_is_better == top else scale.high)


def _beside(columns: Sequence[int], texts: Sequence[str], width: int, role: Role) -> Line:
    """Return words, each centred over its axis and no wider than there is room."""
    segments: list[Segment] = []
    end = 0
    for column, text in zip(columns, texts, strict=True):
        size = width_of([(text, role)])
        first = max(end, column - size // 2)
        segments += [blank(first - end), (text, role)]
        end = first + size
    return filled(segments, width)
