"""Who dominates a candidate, and whom it dominates: a few of them by id, best first, and how many there are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

import numpy as np

from ...retrieval.adjacency import Ints
from ..candidates import Candidates
from ..observing import Step
from .words import ids

MOST_NAMED = 3
"""Memories that a finding names of each kind: the best of them say enough."""


@dataclass(frozen=True, slots=True)
class Dominance:
    """Where a candidate stands among those that were sorted into fronts.

    front: 1 is best, of `fronts`. over, under: rows that it dominates, and that dominate it, the best first.
    """

    front: int
    fronts: int
    over: Ints
    under: Ints


def dominance(step: Step, row: int) -> Dominance | None:
    """Return where a candidate of a Front stage stands; None where the stage traded nothing."""
    sorted_ = cast(Candidates, step.after)
    traded, place = sorted_.traded, sorted_.place
    if traded is None or place is None or sorted_.front is None:
        return None
    at = int(np.flatnonzero(sorted_.rows == row)[0])
    own = int(place[at])
    under, over = traded.dominators(own), traded.dominated(own)
    rows_by_place = np.empty(len(place), np.int64)
    rows_by_place[place] = sorted_.rows
    front, fronts = int(sorted_.front[at]), int(sorted_.front.max())
    return Dominance(front, fronts, *(_best_first(rows_by_place[some], sorted_.rows) for some in (over, under)))


def _best_first(rows: Ints, ranked: Ints) -> Ints:
    return ranked[np.isin(ranked, rows)]


def named(rows: Ints, names: Sequence[str]) -> str:
    """Return the first few rows by their ids, and how many more there are."""
    more = len(rows) - MOST_NAMED
    return ids(some_ids(rows, names)) + (f" and {more:,} more" if more > 0 else "")


def some_ids(rows: Ints, names: Sequence[str]) -> list[str]:
    """Return the ids of the first few rows."""
    first: list[int] = rows[:MOST_NAMED].tolist()
    return [names[row] for row in first]
