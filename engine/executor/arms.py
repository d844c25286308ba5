"""The arms of a recall: each scores the candidates in its own way, and `spread` mixes them into one relevance.

Every arm obeys the scan: only candidates get a score. What stands beside a strong hit is found by walking the graph of
what the session may see, so that a neighbour in another namespace lends nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from ...dsl.plan import Lexical, Mentioning, Similar, Spread, Tagged
from ...errors import EmbeddingError, ModelChanged
from ..retrieval import fusion
from ..retrieval.adjacency import EdgeKind, Floats
from ..retrieval.arms import cosine_arm, kin, match_arm
from ..retrieval.spreading import spread as spread_over
from . import hubs
from .candidates import Candidates
from .misses import missing
from .session import Session
from .succession import current_first
from .witness import worth

ALIKE = 0.95
"""Calibrated cosine from which a tag or entity of another name is taken to mean the same.

About four standard deviations above unrelated pairs. Lower, and `budget` answers for `travel`.
"""

ALIKE_DISCOUNT = 0.5
"""A likeness is a guess: it counts like one hop of the ontology."""


def similar(stage: Similar, candidates: Candidates, session: Session) -> Candidates:
    """Score by meaning: the cosine of each candidate to the need, against the store's own background."""
    try:
        text = session.text(stage.text, "FOR")
        query = session.embedded(text)
    except ModelChanged:
        raise
    except EmbeddingError as error:
        return candidates.noting(f"Meaning was not compared: {error.message}")
    if query is None:
        return candidates.noting("The need has no words to compare, so meaning was not.")
    cosine = cosine_arm(session.vectors.matrix, query, candidates.rows)
    return candidates.with_arm("vector", fusion.calibrate_cosine(cosine, session.background_of(text)))


def lexical(stage: Lexical, candidates: Candidates, session: Session) -> Candidates:
    """Score by words: BM25, as a share of what the need's words could score at most."""
    found = session.words(session.text(stage.text, "FOR"))
    shares = np.zeros(session.memories.count)
    shares[found.rows] = found.scores / found.ceilings
    return candidates.with_arm("words", fusion.calibrate_words(shares[candidates.rows], 1.0))


def tagged(stage: Tagged, candidates: Candidates, session: Session) -> Candidates:
    """Score by intent: tags equal, narrower or broader, or close in meaning."""
    return _matched("intent", "Tag", EdgeKind.TAGGED, session.texts(stage.tags, "INTENT"), candidates, session)


def mentioning(stage: Mentioning, candidates: Candidates, session: Session) -> Candidates:
    """Score by entity: equal, aliased, or close in meaning.

    Only those that ABOUT names. What the need's own text names is no arm: in a dialogue that is the speakers, whom
    everything mentions, and evidence recall on LoCoMo fell from 71 to 60 of 100 at 10. See `inferring`.
    """
    return _matched("entity", "Entity", EdgeKind.MENTIONS, session.texts(stage.entities, "ABOUT"), candidates, session)


def spread(stage: Spread, candidates: Candidates, session: Session) -> Candidates:
    """Mix the arms, let strong candidates activate their neighbours, and put all of it on one scale: relevance.

    What matches what is excluded lacks that much, and activates that much less.
    """
    if not candidates.arms:
        return candidates.with_scores({"relevance": np.zeros(len(candidates))})
    mixed = fusion.mix(candidates.arms) + (0.0 if candidates.lift is None else candidates.lift)
    excluded = 0.0 if candidates.excluded is None else candidates.excluded
    # Only what stands out from the rest starts anything: a chain of weak matches must not lift itself above an equal
    # one. On LoCoMo that gives an evidence recall of 72 of 100 at 10, and 70 where every candidate starts with all it
    # has.
    strong = (
        np.maximum(mixed * fusion.left_by(excluded) - mixed.mean(), 0.0)
        if stage.reach and len(mixed)
        else np.zeros(len(mixed))
    )
    arrived = spread_over(session.seen, candidates.rows, strong)[candidates.rows]
    scored = candidates.with_arm("spread", fusion.share_of_spread(arrived))
    listening = stage.need if stage.hears else None
    heard = worth(listening, fusion.level(mixed, arrived), candidates, session)
    relevance = fusion.relevance(mixed, arrived, excluded, heard)
    return _current(replace(scored, heard=heard), stage, relevance, session)


def _current(candidates: Candidates, stage: Spread, relevance: Floats, session: Session) -> Candidates:
    """Return the candidates with their relevance, once what is newer took the place of what is older."""
    if not stage.succeeds:
        return candidates.with_scores({"relevance": relevance})
    settled = current_first(relevance, stage.need, candidates, session)
    known = replace(candidates, in_place_of=settled.in_place_of, set_back_by=settled.set_back_by)
    return known.with_scores({"relevance": settled.relevance})


def _matched(
    arm: str, label: str, kind: EdgeKind, names: Sequence[str], candidates: Candidates, session: Session
) -> Candidates:
    if not names:
        return candidates.noting(f"No {label.lower()} was named, so none was compared.")
    wanted = [kin_of(session, label, name) for name in names]
    for name, nodes in zip(names, wanted, strict=True):
        if not hubs.named(session, label, name):
            instead = " Names close in meaning stand in for it." if nodes else ""
            candidates = candidates.noting(missing(label.lower(), name, hubs.names(session, label)) + instead)
    scores: Floats = match_arm(session.seen, wanted, kind)
    return candidates.with_arm(arm, scores[candidates.rows])


def kin_of(session: Session, label: str, name: str) -> dict[int, float]:
    """Return the nodes that answer a name, with their strength: itself, its ontology, names close in meaning."""
    strength: dict[int, float] = {}
    for node, alike in hubs.alike(session, label, name, ALIKE):
        strength[node] = max(strength.get(node, 0.0), ALIKE_DISCOUNT * alike)
    return strength | named_kin(session, label, name)


def named_kin(session: Session, label: str, name: str) -> dict[int, float]:
    """Return the nodes that answer a name by itself: of that name, and their ontology."""
    ontology = EdgeKind.BROADER if label == "Tag" else EdgeKind.SAME_AS
    strength: dict[int, float] = {}
    for hub in hubs.named(session, label, name):
        strength |= kin(session.adjacency, hub, ontology, as_of=session.as_of)
    return strength
