"""`value` as a column: what the outcomes of earlier recalls make one expect of a candidate, and how surely."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ...dsl.plan import Score
from ..learning.value import Learned
from ..retrieval.adjacency import Floats, Ints
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
    known, projection = learned(session), session.projection
    return known.values(candidates.rows, candidates.scores, projection.view, session.adjacency, session.as_of)[0]


def valued(stage: Score, candidates: Candidates, session: Session) -> Mapping[str, Floats]:
    """Return the value as the strategy takes it, with its deviation; the other objectives are known by now."""
    return believing(stage, session)(candidates.rows, candidates.scores)


def believing(stage: Score, session: Session) -> Callable[[Ints, Mapping[str, Floats]], Mapping[str, Floats]]:
    """Return what tells the value of rows, with its deviation, from their scores. It asks the store nothing more."""
    known, explore = learned(session), stage.explore
    view, adjacency, as_of = session.projection.view, session.adjacency, session.as_of

    def believe(rows: Ints, scores: Mapping[str, Floats]) -> Mapping[str, Floats]:
        means, deviations = known.values(rows, scores, view, adjacency, as_of)
        return {VALUE: known.taken(means, deviations, explore), DEVIATION: deviations}

    return believe
