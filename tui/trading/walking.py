"""Walking in a space: along a front, from front to front, from rank to rank, and to where somebody points. Pure."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ...engine.answers.space import Space

Ints = NDArray[np.int64]


def along(space: Space, x: str, y: str, at: int, by: int) -> int:
    """Return the point `by` places to the right on the front of `at`; its last where there are no more."""
    ordered = _front_of(space, x, y, at)
    place = int(np.flatnonzero(ordered == at)[0]) + by
    return int(ordered[max(0, min(len(ordered) - 1, place))])


def place_along(space: Space, x: str, y: str, at: int) -> tuple[int, int]:
    """Return how many points stand left of `at` on its front, and how many are on that."""
    ordered = _front_of(space, x, y, at)
    return int(np.flatnonzero(ordered == at)[0]), len(ordered)


def _front_of(space: Space, x: str, y: str, at: int) -> Ints:
    """Return the points of the front of `at`, from the left."""
    front = np.flatnonzero(space.front == space.front[at])
    xs, ys = (space.values[front, space.axis(name)] for name in (x, y))
    return front[np.lexsort((front, -ys, xs))]


def across(space: Space, x: str, y: str, at: int, by: int) -> int:
    """Return the nearest point, as it is drawn, of the next front: a worse one for 1, a better one for -1."""
    fronts = np.unique(space.front)
    place = int(np.searchsorted(fronts, space.front[at])) + by
    if not 0 <= place < len(fronts):
        return at
    points = np.flatnonzero(space.front == fronts[place])
    drawn = np.column_stack([_share(space, name) for name in (x, y)])
    return int(points[np.argmin(((drawn[points] - drawn[at]) ** 2).sum(axis=1))])


def ranked(space: Space, at: int, by: int) -> int:
    """Return the point whose rank is `by` further than that of `at`; the best, where `at` has none."""
    chosen = space.chosen
    if not len(chosen):
        return at
    place = int(space.place[at]) - 1 + by if space.place[at] else 0
    return int(chosen[max(0, min(len(chosen) - 1, place))])


def pointed(cells: Ints, column: int, line: int, reach: int = 2) -> int | None:
    """Return the point nearest to a cell, at most `reach` cells away; None where there is none.

    cells: (n, 2), of each point. A line is as high as two columns are wide.
    """
    if not len(cells):
        return None
    away = np.hypot(cells[:, 0] - column, 2 * (cells[:, 1] - line))
    nearest = int(np.argmin(away))
    return nearest if away[nearest] <= reach else None


def _share(space: Space, name: str) -> NDArray[np.float64]:
    """Return an axis as shares of its whole width."""
    values = space.values[:, space.axis(name)]
    return (values - values.min()) / (float(np.ptp(values)) or 1.0)


def other_axes(drawn: tuple[str, str], which: int, names: Sequence[str], wanted: str = "") -> tuple[str, str]:
    """Return the axes to draw with another one in place `which`: the wanted one, else the next that is not drawn.

    Never one axis twice, which would be a line: where the wanted one is in the other place, the two change places.
    """
    here, there = drawn[which], drawn[1 - which]
    at = names.index(here)
    name = wanted or next((name for name in (*names[at + 1 :], *names[:at]) if name != there), here)
    other = here if name == there else there
    return (name, other) if which == 0 else (other, name)
