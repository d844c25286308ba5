"""How long recency lasts: a strategy's half-life, but for the types that were given their own."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np

from ...dsl.plan import Score
from ..projection.memories import MemoryColumns
from ..retrieval.adjacency import Floats, Ints
from ..retrieval.objectives import DAY

HalfLife: TypeAlias = Floats | float
"""In microseconds: one for all, or (n,) one for each."""


def half_lives(stage: Score, memories: MemoryColumns, rows: Ints) -> HalfLife:
    """Return the half-life of the memories in `rows`, in microseconds; one for all where no type has its own."""
    if not stage.half_lives:
        return stage.half_life_days * DAY
    days = np.full(len(rows), stage.half_life_days)
    types = memories.type[rows]
    for name, own in stage.half_lives:
        days[types == memories.code("type", name)] = own
    return days * DAY
