"""From selected candidates to rows with reasons: the memory, its place, its scores, and one sentence that says why."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from ...dsl.plan import Emit
from ..evaluation.values import NodeValue, Row
from ..retrieval.adjacency import Floats, Ints
from ..retrieval.distance import Path, paths
from .candidates import Around, Candidates
from .rows import Table
from .session import Session
from .witness import heard_by

ANSWER = ("front", "rank", "scores", "arms", "dominates", "dominated_by", "why", "expanded_from")

SAID_FROM = 0.15
"""An arm that scored less has not brought the memory here, and is not named."""
LIFTED_FROM = 0.03
"""The same of what the need says beside its words, which is a fifth of the mix, and more only for a time alone."""

EXCLUDED = "excluded"
"""What a hit's arms call its match with what was excluded."""


def emit(stage: Emit, candidates: Candidates, session: Session) -> Table:
    """Return a table of the memory and the columns of ANSWER: the hits, best first, each with what surrounds it."""
    around: dict[int, list[Around]] = {}
    for one in candidates.around:
        around.setdefault(one.hit, []).append(one)
    rows: list[Row] = []
    for row, answer in zip(candidates.rows.tolist(), _answers(candidates, session), strict=True):
        rows.append((NodeValue("Memory", row), *answer, None))
        rows += [_beside(one, answer, candidates, session) for one in around.get(row, ())]
    return Table((stage.variable, *ANSWER), rows)


def _beside(one: Around, hit: tuple[Any, ...], candidates: Candidates, session: Session) -> Row:
    """Return the row of what came with a hit: it has the hit's front and rank, and was neither scored nor traded."""
    front, rank, *_ = hit
    scores = {"cost": float(one.tokens)} if "cost" in candidates.scores else dict[str, float]()
    identity = session.memories.ids[one.hit]
    return (NodeValue("Memory", one.row), front, rank, scores, {}, 0, 0, f"{one.way} `{identity}`", identity)


def _answers(candidates: Candidates, session: Session) -> Iterator[tuple[Any, ...]]:
    size = len(candidates.rows)
    zeros = np.zeros(size, np.int64)
    fronts = (candidates.front if candidates.front is not None else np.ones(size, np.int32)).tolist()
    dominates = (candidates.dominates if candidates.dominates is not None else zeros).tolist()
    dominated_by = (candidates.dominated_by if candidates.dominated_by is not None else zeros).tolist()
    scores, arms = _by_row(candidates.scores, size), _by_row(arms_of(candidates), size)
    for i, row in enumerate(session.context.watched(candidates.rows.tolist())):
        session.context.check()  # each: a way to an anchor takes milliseconds
        path = _nearest(session, row, candidates.anchors)
        parts = (_found(arms[i]), _way(path, session), *_settled(candidates, i, session), _excluded(arms[i]))
        why = _why(parts, fronts[i], dominates[i], dominated_by[i])
        yield fronts[i], i + 1, scores[i], arms[i], dominates[i], dominated_by[i], why


def arms_of(candidates: Candidates) -> dict[str, Floats]:
    """Return each arm's scores by name, (n,) each, with the match with what was excluded."""
    excluded = {} if candidates.excluded is None else {EXCLUDED: candidates.excluded}
    return {**candidates.arms, **excluded}


def _by_row(columns: Mapping[str, np.ndarray], size: int) -> list[dict[str, float]]:
    named = {name: column.tolist() for name, column in columns.items()}
    return [{name: column[i] for name, column in named.items()} for i in range(size)]


def _nearest(session: Session, row: int, anchors: Ints) -> Path | None:
    """Return the shortest path from a memory to any anchor."""
    if not anchors.size:
        return None
    every = paths(session.seen, row, anchors)
    found = [path for path in every if path is not None]
    return min(found, key=lambda path: path.length, default=None)


def _why(parts: tuple[str, ...], front: int, dominates: int, dominated_by: int) -> str:
    """Return one sentence: what found it, where it stands to the anchors, what moved it, and what it beats."""
    beaten = f"beaten by {dominated_by}" if dominated_by else f"beats {dominates}" if dominates else ""
    said = "; ".join(part for part in (*parts, beaten) if part)
    return said or f"on front {front}"


def _found(arms: Mapping[str, float]) -> str:
    strong = [(arm, score) for arm, score in arms.items() if arm != EXCLUDED and score >= SAID_FROM]
    found = ", ".join(f"{arm} {score:.2f}" for arm, score in sorted(strong, key=_strongest))
    return f"found by {found}" if found else ""


def _excluded(arms: Mapping[str, float]) -> str:
    excluded = arms.get(EXCLUDED, 0.0)
    return f"like what is excluded by {excluded:.2f}" if excluded >= SAID_FROM else ""


def _settled(candidates: Candidates, at: int, session: Session) -> Iterator[str]:
    """Yield what moved a candidate beside its arms: what else the need says, who says it, whose place it took, what
    took its own.
    """
    if candidates.lift is not None and candidates.lift[at] >= LIFTED_FROM:
        yield f"lifted {candidates.lift[at]:.2f} by what the need says"
    if candidates.heard is not None:
        yield heard_by(float(candidates.heard[at]))
    for column, said in ((candidates.in_place_of, "in place of"), (candidates.set_back_by, "set back by")):
        if column is not None and column[at] >= 0:
            yield f"{said} `{session.memories.ids[int(column[at])]}`"


def _strongest(arm: tuple[str, float]) -> float:
    return -arm[1]


def _way(path: Path | None, session: Session) -> str:
    """Return how far the nearest anchor is, and over what."""
    if path is None or not path.hops:
        return ""
    kinds = " ".join(hop.kind.name for hop in path.hops)
    return f"{path.length:.1f} from {session.memories.ids[path.hops[-1].target]} by {kinds}"
