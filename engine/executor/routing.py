"""Which candidates survive the cut: the most relevant, and a share of each type that the strategy or the need names."""

from __future__ import annotations

from collections.abc import Iterator

from ...dsl.plan import Cut
from ..need.inferred import Inferred
from ..need.routing import INFERRED_SHARE, routed
from ..retrieval.adjacency import Bools, Floats, Ints
from .candidates import Candidates
from .inferring import USED
from .session import Session


def kept(stage: Cut, merit: Floats, count: int, candidates: Candidates, session: Session) -> Ints:
    """Return the positions of the candidates that go on, rising."""
    return routed(merit, _routes(stage, candidates, session), count)


def _routes(stage: Cut, candidates: Candidates, session: Session) -> Iterator[tuple[Bools, float]]:
    need: Inferred | None = session.memo.kept.get(USED)
    guessed = () if need is None else need.types
    own = session.memories.type[candidates.rows]
    for name, share in (*stage.routes, *((guess.name, INFERRED_SHARE * guess.strength) for guess in guessed)):
        yield own == session.memories.code("type", name), share
