"""How recency falls: a strategy's decay and half-life, but for the types that were given a half-life of their own."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...dsl import ast
from ...dsl.plan import Score
from ...dsl.planning.scoring import DAYS
from ..retrieval.adjacency import Floats, Ints
from ..retrieval.objectives import DAY, Decay
from .arguments import unfit
from .session import Session


@dataclass(frozen=True, slots=True)
class HalfLife:
    """span: microseconds > 0, one for all or (n,) one for each. decay: the curve that is at 1/2 there."""

    span: Floats | float
    decay: Decay = Decay.EXPONENTIAL


def half_lives(stage: Score, session: Session, rows: Ints) -> HalfLife:
    """Return the half-life of the memories in `rows`; one for all where no type has its own."""
    said = stage.half_life_days if stage.half_life is None else days_of(stage.half_life, session)
    if not stage.half_lives:
        return HalfLife(said * DAY, Decay(stage.decay))
    days = np.full(len(rows), said)
    types = session.memories.type[rows]
    for name, own in stage.half_lives:
        days[types == session.memories.code("type", name)] = own
    return HalfLife(days * DAY, Decay(stage.decay))


def days_of(span: ast.Ago, session: Session) -> float:
    """Return the days of a HALF LIFE. Raises EvaluationError for a span that is not above 0."""
    days = session.number(span.amount, "HALF LIFE") * DAYS[span.unit]
    if days <= 0.0:
        raise unfit("HALF LIFE", "a span of time above 0", span.amount, session.value(span.amount))
    return days
