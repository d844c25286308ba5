"""`value` as a column: what the outcomes of earlier recalls make one expect of a candidate, and how surely."""

from __future__ import annotations

from collections.abc import Mapping

from ...dsl.plan import Score
from ..learning.value import Explore, Learned
from ..retrieval.adjacency import Floats
from .candidates import Candidates
from .half_lives import HalfLife
from .session import Session

VALUE, DEVIATION = "value", "value_sd"
"""The objective, and beside it the standard deviation of what is believed of it, which no front trades."""


def learned(session: Session) -> Learned:
    """Return what the outcomes teach that this session may know of."""
    projection = session.projection
    return session.memo.once(
        ("learned", session.namespaces, session.as_of),
        lambda: projection.teacher.learned(session.namespaces, projection.view, session.adjacency, session.as_of),
    )


def value(candidates: Candidates, session: Session, half_life: HalfLife) -> Floats:
    """Return (n,) in [0, 1], higher is better: the mean of what is believed; 1/2 where nothing was learned."""
    return _believed(candidates, session)[0]


def valued(stage: Score, candidates: Candidates, session: Session) -> Mapping[str, Floats]:
    """Return the value as the strategy takes it, with its deviation; the other objectives are known by now."""
    means, deviations = _believed(candidates, session)
    explore: Explore = stage.explore
    return {VALUE: learned(session).taken(means, deviations, explore), DEVIATION: deviations}


def _believed(candidates: Candidates, session: Session) -> tuple[Floats, Floats]:
    known, projection = learned(session), session.projection
    return known.values(candidates.rows, candidates.scores, projection.view, session.adjacency, session.as_of)
