"""The frame of a plot of two axes: where the canvas stands, the numbers beside it, and what the axes are called.

recency, more is better                      <- title, with a legend on the right
 1.0 ┤
     │        canvas
 0.0 ┤
     └┬───────────┬─
      0          100
            cost, tokens, less is better
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np

from ...engine.answers.space import Axis
from .canvas import Canvas
from .scales import Scale
from .segments import Line, Segment
from .texts import blank, filled, said, width_of

AROUND = 4
"""Lines that are no canvas: the title, the axis, its numbers, its name."""

TICK_CELLS, TICK_LINES = 14, 4
"""About how far apart two ticks are."""

NARROWEST, LOWEST = 24, 8
"""Cells and lines below which nothing can be read."""

TOO_SMALL = "Too small to draw in."


UPRIGHT, UPRIGHT_TICK, CORNER, LEVEL, LEVEL_TICK = "│┤└─┬"
POINT, CURSOR, DOT = "◦◉⠂"
"""The characters of a picture, each one cell wide."""


def too_small(width: int, height: int) -> tuple[Line, ...]:
    """Return a picture of a sentence."""
    lines = (filled([(TOO_SMALL, "label")], width), *(filled((), width) for _ in range(height - 1)))
    return lines[: max(0, height)]


def named(axis: Axis, cells: int) -> str:
    """Return what an axis is called, its unit, and which end of it is better."""
    better = "less is better" if axis.lower_is_better else "more is better"
    unit = axis.unit if axis.unit == "tokens" else ""
    more = ", ".join(part for part in (unit, better) if part)
    return f"{said(axis.name, max(1, cells - len(more) - 2))}, {more}"


def framed(
    canvas: Canvas, across: tuple[Axis, Scale], up: tuple[Axis, Scale], gutter: int, top: Line
) -> tuple[Line, ...]:
    """Return the canvas in its frame. gutter: cells before the upright axis."""
    width = gutter + 1 + canvas.width
    ticks = {canvas.height - 1 - row: label for row, label in _placed(up[1], canvas.height)}
    body = (filled([_beside(ticks.get(row), gutter), *line], width) for row, line in enumerate(canvas.lines()))
    name = named(across[0], canvas.width)
    title = filled((blank(gutter + 1 + (canvas.width - len(name)) // 2), (name, "label")), width)
    return (top, *body, *_foot(across[1], canvas.width, gutter), title)


def _beside(label: str | None, gutter: int) -> Segment:
    """Return the upright axis in one line, with a number where a tick is."""
    return f"{label or '':>{gutter - 1}} {UPRIGHT if label is None else UPRIGHT_TICK}", "axis"


def _foot(scale: Scale, width: int, gutter: int) -> Iterator[Line]:
    """Yield the axis below the canvas, and its numbers."""
    ticks = list(_placed(scale, width))
    columns = {column for column, _ in ticks}
    line = "".join(LEVEL_TICK if column in columns else LEVEL for column in range(width))
    yield filled([blank(gutter), (CORNER + line, "axis")], gutter + 1 + width)
    numbers = [" "] * width
    for column, label in ticks:
        first = min(max(0, column - len(label) // 2), width - len(label))
        room = slice(max(0, first - 1), first + len(label) + 1)
        if first >= 0 and not "".join(numbers[room]).strip():
            numbers[first : first + len(label)] = label
    yield filled([blank(gutter + 1), ("".join(numbers), "axis")], gutter + 1 + width)


def _placed(scale: Scale, cells: int) -> Iterable[tuple[int, str]]:
    """Return (cell, label) for each tick."""
    ticks = scale.ticks()
    places: list[int] = scale.place(np.array(ticks, np.float64), cells).tolist()
    return zip(places, map(scale.label, ticks), strict=True)


def gutter_of(scale: Scale) -> int:
    """Return how many cells the numbers of the upright axis take, with a blank behind."""
    return max((len(scale.label(tick)) for tick in scale.ticks()), default=0) + 1


def legend_within(parts: Iterable[tuple[str, Segment]], cells: int) -> Line:
    """Return as many marks with what they mean as fit whole, the last ones: what is answered is told before a count."""
    kept = list(parts)
    while kept and width_of(legend(kept)) > cells:
        del kept[0]
    return filled(legend(kept), cells)


def legend(parts: Iterable[tuple[str, Segment]]) -> Line:
    """Return marks with what they mean, `mark meaning`, side by side."""
    segments: list[Segment] = []
    for meaning, mark in parts:
        segments += [*([blank(2)] if segments else []), mark, (f" {meaning}", "axis")]
    return tuple(segments)
