"""How recency falls: a strategy's decay and half-life, but for the types that were given a half-life of their own."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...dsl.plan import Score
from ..projection.memories import MemoryColumns
from ..retrieval.adjacency import Floats, Ints
from ..retrieval.objectives import DAY, Decay


@dataclass(frozen=True, slots=True)
class HalfLife:
    """span: microseconds > 0, one for all or (n,) one for each. decay: the curve that is at 1/2 there."""

    span: Floats | float
    decay: Decay = Decay.EXPONENTIAL


def half_lives(stage: Score, memories: MemoryColumns, rows: Ints) -> HalfLife:
    """Return the half-life of the memories in `rows`; one for all where no type has its own."""
    if not stage.half_lives:
        return HalfLife(stage.half_life_days * DAY, Decay(stage.decay))
    days = np.full(len(rows), stage.half_life_days)
    types = memories.type[rows]
    for name, own in stage.half_lives:
        days[types == memories.code("type", name)] = own
    return HalfLife(days * DAY, Decay(stage.decay))
