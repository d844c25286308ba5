"""Objectives as columns, the cut to the candidates worth scoring, and the floor below which nothing is an answer."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np

from ...dsl.catalog import UNBOUNDED
from ...dsl.plan import Admit, Cut, Score
from ..retrieval import fusion, objectives
from ..retrieval.adjacency import Bools, EdgeKind, Floats
from ..retrieval.arms import top_k
from .candidates import Candidates
from .half_lives import HalfLife, half_lives
from .informing import INFORMATION, information
from .routing import kept
from .session import Session
from .supplying import PROVENANCE, close_to_anchors, provenance
from .valuing import VALUE, value, valued


def cut(stage: Cut, candidates: Candidates, session: Session) -> Candidates:
    """Keep the best by relevance, or the newest where there is no need, and as many of those close to what is at hand.

    Rows stay ascending. What the work at hand needs may share no word with the need: of 381 arguments, in stores of a
    few hundred memories, a quarter came from a memory that was not among the 160 most relevant.
    """
    count = session.count(stage.count, "CANDIDATES", least=1)
    if len(candidates) <= count:
        return candidates
    by = candidates.scores.get("relevance")
    merit = session.memories.at[candidates.rows].astype(np.float64) if by is None else by
    close = close_to_anchors(candidates, session)
    near = np.flatnonzero(close)
    near = near[top_k(close[near], count)]
    return candidates.take(np.union1d(kept(stage, merit, count, candidates, session), near))


def score(stage: Score, candidates: Candidates, session: Session) -> Candidates:
    """Compute each objective that was asked for. Without a reference time there is no candidate either."""
    half_life = half_lives(stage, session, candidates.rows)
    wanted = {name: OBJECTIVES[name] for name in stage.objectives if name in OBJECTIVES and name != VALUE}
    scored = candidates.with_scores({name: of(candidates, session, half_life) for name, of in wanted.items()})
    if PROVENANCE in stage.objectives:
        scored = scored.with_scores({PROVENANCE: provenance(stage.need, scored, session)})
    if stage.need is not None and INFORMATION in stage.objectives:
        scored = scored.with_scores({INFORMATION: information(stage.need, scored, session)})
    scored = scored.with_scores(valued(stage, scored, session)) if VALUE in stage.objectives else scored
    return replace(scored, after=_after(scored, session))


def _after(candidates: Candidates, session: Session) -> Floats:
    """Return (n,) ranks: of equals the closer to what is at hand comes first, then the newer, then what came last."""
    after = np.empty(len(candidates.rows))
    newer = np.lexsort((session.memories.at[candidates.rows], close_to_anchors(candidates, session)))
    after[newer] = np.arange(len(newer))
    return after


ANSWER = "answer"

WEAK = 0.15
"""Relevance of the best candidate below which an answer is said to be weak: two and a half times what no evidence
gives.
"""

CHANCE = 0.08
"""Relevance that chance gives the best candidate: where none has more, nothing is an answer, unless the floor is 0.

On 128 questions that eight small stores answer and 104 that they do not: at 0.06, 0 and 36 of 100 find nothing; at
0.08, 1 and 98; at 0.1, 2 and 98; at 0.15, 3 and 100. No question of LoCoMo is left without an answer by it. Chosen on
seven of the stores and judged on the eighth, it is 0.08 seven times and 0.15 once, and 97.8 of 100 are right for 98.7.
"""


def admit(stage: Admit, candidates: Candidates, session: Session) -> Candidates:
    """Keep what reaches every floor. Nothing is an answer too: fewer rows, or none, rather than noise."""
    return admitted(floors_of(stage, candidates, session), candidates)


def floors_of(stage: Admit, candidates: Candidates, session: Session) -> tuple[tuple[str, float], ...]:
    """Return (objective, least) for each floor under something that was computed. Raises QueryError for one that
    nothing can reach.
    """
    known = ((name, least) for name, least in stage.floors if name in candidates.scores)
    read = {UNBOUNDED: session.number}  # what is counted in tokens has no largest
    return tuple((name, read.get(name, session.share)(least, f"AT LEAST {name}")) for name, least in known)


def admitted(floors: Sequence[tuple[str, float]], candidates: Candidates) -> Candidates:
    """Return the candidates that reach every floor, `(objective, least)`; a note says where that is none, or weak."""
    keep = reaching(floors, candidates)
    least = dict(floors).get("relevance", 0.0)
    if least > 0.0 and _by_chance(candidates):
        keep[:] = False
    found, bar = candidates.take(keep), max(CHANCE, least)
    if len(candidates) and not len(found):
        were = "The only candidate was" if len(candidates) == 1 else f"All {len(candidates):,} candidates were"
        none = f"{were} below the floor: nothing relevant is known."
        return found.noting(none, *_pushed_out(candidates, bar))
    best = float(found.scores["relevance"].max(initial=0.0)) if "relevance" in found.scores else 1.0
    if not 0.0 < best < WEAK:
        return found
    return found.noting(
        f"Nothing matches well: the best relevance is {best:.2f}.", *_pushed_out(candidates, max(bar, WEAK))
    )


def reaching(floors: Sequence[tuple[str, float]], candidates: Candidates) -> Bools:
    """Return (n,) bool: which candidates reach every floor."""
    keep = np.ones(len(candidates), np.bool_)
    for name, least in floors:
        keep &= candidates.scores[name] >= least
    return keep


def _pushed_out(candidates: Candidates, bar: float) -> Iterator[str]:
    """Yield that EXCLUDING did it, where candidates would have reached a relevance without."""
    if candidates.excluded is None or "relevance" not in candidates.scores:
        return
    relevance = candidates.scores["relevance"]
    pushed = int(((relevance < bar) & (fusion.without_exclusion(relevance, candidates.excluded) >= bar)).sum())
    if pushed:
        yield f"Without EXCLUDING, {pushed:,} of {len(candidates):,} would reach a relevance of {bar:.2g}."


def _by_chance(candidates: Candidates) -> bool:
    """Whether nothing is more relevant than chance has it, and nothing supplies what is at hand either."""
    supply = candidates.scores.get(PROVENANCE)
    supplies = supply is not None and bool((supply > 0.0).any())
    return not supplies and float(candidates.scores["relevance"].max(initial=0.0)) < CHANCE


def _recency(candidates: Candidates, session: Session, half_life: HalfLife) -> Floats:
    rows = candidates.rows
    pinned = session.memories.pinned[rows]
    at, reference = session.memories.at[rows], candidates.reference or 0
    return objectives.recency(at, reference, half_life.span, decay=half_life.decay, pinned=pinned)


def _coherence(candidates: Candidates, session: Session, half_life: HalfLife) -> Floats:
    return close_to_anchors(candidates, session)


def _answer(candidates: Candidates, session: Session, half_life: HalfLife) -> Floats:
    relevance = candidates.scores.get("relevance")
    return np.zeros(len(candidates)) if relevance is None else objectives.answer(relevance)


def _importance(candidates: Candidates, session: Session, half_life: HalfLife) -> Floats:
    memories, rows = session.memories, candidates.rows
    used = np.maximum(memories.at[rows], memories.last_access[rows])
    fresh = objectives.recency(used, candidates.reference or 0, half_life.span, decay=half_life.decay)
    return objectives.importance(
        memories.importance[rows].astype(np.float64),
        memories.successes[rows].astype(np.float64),
        fresh,
        memories.pinned[rows],
    )


def _confidence(candidates: Candidates, session: Session, half_life: HalfLife) -> Floats:
    memories, rows = session.memories, candidates.rows
    open_ = session.edge_counts(EdgeKind.CONTRADICTS)[rows]
    stated, trust = memories.confidence[rows].astype(np.float64), memories.trust[rows].astype(np.float64)
    return objectives.confidence(stated, trust, open_)


def _cost(candidates: Candidates, session: Session, half_life: HalfLife) -> Floats:
    return session.tokens(candidates.rows).astype(np.float64)


OBJECTIVES: Mapping[str, Callable[[Candidates, Session, HalfLife], Floats]] = {
    ANSWER: _answer,
    "recency": _recency,
    "coherence": _coherence,
    "importance": _importance,
    "confidence": _confidence,
    "cost": _cost,
    VALUE: value,
}
"""Each objective but relevance, which the arms give, and those that are about a need."""
