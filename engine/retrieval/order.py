"""The order of rows inside a front, which dominance leaves open.

    knee      nearest to the ideal point: a balanced row first
    crowding  loneliest first: a spread of different trade-offs (NSGA-II, Deb et al., 2002)
    sum       the greatest sum of gains
    either    the greatest chance that it is good in any way, were they independent
    column    one objective

All but `either` measure in the front's own range, where each objective runs from 0 to 1: units and the candidates'
outliers have no say. `either` (a noisy-or; Pearl, 1988) takes objectives in [0, 1] as they are: a weak match that
happens to be the best of a front stays weak. Whatever ties is settled by what the caller hands in, then by row, so
that the same question gives the same answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

import numpy as np
from numpy.typing import NDArray

from .adjacency import Floats, Ints
from .layers import Counts
from .pareto import Sense, members

DECIMALS = 12
"""Merits that agree to this many places differ by rounding alone."""


class FrontOrder(Enum):
    """The orders that need no objective to be named."""

    KNEE = "knee"
    CROWDING = "crowding"
    SUM = "sum"
    EITHER = "either"


def order_rows(
    matrix: NDArray[np.floating],
    senses: Sequence[Sense],
    front: Counts,
    by: FrontOrder | int = FrontOrder.KNEE,
    *,
    settled: Floats | None = None,
) -> Ints:
    """Return all rows, (n,) int64, best first: by front, inside a front by `by`, then as `settled` says, then by row.

    matrix: (n, m), finite. front: (n,), from `pareto.fronts`. by: a FrontOrder, or the column of one objective.
    settled: (n,), among equals the higher comes first.
    """
    of_equals = np.zeros(len(front)) if settled is None else settled
    in_order = np.lexsort((np.arange(len(front)), -of_equals))
    place = np.empty(len(front), np.int64)
    place[in_order] = np.arange(len(front))
    gains = np.asarray(matrix, np.float64) * [1.0 if sense is Sense.MAX else -1.0 for sense in senses]
    merit = np.empty(len(front))
    for position in members(front[in_order].astype(np.int64)):
        rows = in_order[position]
        merit[rows] = _merit(gains[rows], by)
    return np.lexsort((place, -merit.round(DECIMALS), front))


def in_own_range(gains: Floats) -> Floats:
    """Return (k, m) in [0, 1]: each column of one front, from its worst to its best; 1 where all are equal."""
    low, high = gains.min(axis=0), gains.max(axis=0)
    flat = high == low
    return np.where(flat, 1.0, (gains - low) / np.where(flat, 1.0, high - low))


def _merit(gains: Floats, by: FrontOrder | int) -> Floats:
    """Return (k,), higher comes first."""
    unit = in_own_range(gains)
    if by is FrontOrder.EITHER:
        return either(gains, unit)
    if by is FrontOrder.KNEE:
        return -np.linalg.norm(1.0 - unit, axis=1)
    if by is FrontOrder.CROWDING:
        return crowding(unit)
    if by is FrontOrder.SUM:
        return unit.sum(axis=1)
    return unit[:, by]


def either(gains: Floats, unit: Floats) -> Floats:
    """Return (k,) in [0, 1]: 1 - the product of (1 - gain); a column that leaves [0, 1] counts in its own range."""
    chances = ((gains >= 0.0) & (gains <= 1.0)).all(axis=0)
    return 1.0 - np.prod(1.0 - np.where(chances, gains, unit), axis=1)


def crowding(unit: Floats) -> Floats:
    """Return (k,) the crowding distance of each row of one front, (k, m) in its own range; inf at an objective's ends.

    The sum over the objectives of the gap between a row's two neighbours. Rows that are equal in an objective are taken
    in the order given; an objective without range says nothing.
    """
    distance = np.zeros(len(unit))
    for column in unit.T:
        order = np.argsort(column, kind="stable")
        if column[order[0]] == column[order[-1]]:
            continue
        distance[order[[0, -1]]] = np.inf
        distance[order[1:-1]] += column[order[2:]] - column[order[:-2]]
    return distance
