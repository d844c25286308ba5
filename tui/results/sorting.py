"""An answer in another order: by a column, as ORDER BY would have it, or as it came."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ...engine.evaluation.ordering import order_key

if TYPE_CHECKING:
    from ...engine.answers.results import Rows


@dataclass(frozen=True, slots=True)
class Sorting:
    """column: its place in the answer."""

    column: int
    descending: bool = False


def next_sorting(now: Sorting | None, column: int) -> Sorting | None:
    """Return how a column is sorted next: upwards, then downwards, then as the rows came."""
    if now is None or now.column != column:
        return Sorting(column)
    return None if now.descending else Sorting(column, descending=True)


def order_of(rows: Rows, sorting: Sorting | None) -> Sequence[int]:
    """Return the places of the rows in an order; equal ones stay as they came."""
    if sorting is None:
        return range(len(rows))
    keys = [order_key(row[sorting.column]) for row in rows.values]
    return sorted(range(len(rows)), key=keys.__getitem__, reverse=sorting.descending)
