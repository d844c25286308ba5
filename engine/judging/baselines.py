"""Rankers that are not ours: what anybody has with BM25, with an embedder, or with a clock.

Each gives a score to every memory that may be an answer, and orders all of them: it never abstains, and is given every
chance to be right late. Equals stand as they were learned.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from zlib import crc32

import numpy as np

from ..executor.candidates import Candidates
from ..executor.session import Session
from ..retrieval.adjacency import Floats, Ints
from ..retrieval.arms import cosine_arm, top_k
from .judged import Judged, ids_of
from .suite import Need

RRF_CONSTANT = 60.0
"""Of reciprocal rank fusion (Cormack, Clarke and Buettcher, SIGIR 2009)."""

Scores = Callable[[Judged, Need, Ints, Session], Floats]


@dataclass(frozen=True, slots=True)
class Baseline:
    """score: (n,) for the rows in scope, (n,), higher is better."""

    name: str
    how: str
    score: Scores

    def rank(self, judged: Judged, need: Need, k: int) -> Sequence[str]:
        def best(candidates: Candidates, session: Session) -> Sequence[str]:
            rows = candidates.rows
            order = top_k(self.score(judged, need, rows, session), k)
            return ids_of(candidates.take(order), session)

        return judged.in_scope(need, best)


def by_words(judged: Judged, need: Need, rows: Ints, session: Session) -> Floats:
    """BM25 of the store's own index."""
    found = session.words(need.text)
    scores = np.zeros(session.memories.count)
    scores[found.rows] = found.scores
    return scores[rows]


def by_vector(judged: Judged, need: Need, rows: Ints, session: Session) -> Floats:
    """Cosine to the need."""
    query = session.embedded(need.text)
    if query is None:
        return np.zeros(len(rows))
    return cosine_arm(session.vectors.matrix, query, rows).astype(np.float64)


def by_both(judged: Judged, need: Need, rows: Ints, session: Session) -> Floats:
    """The sum over both of 1 / (60 + place)."""
    both = (by_words(judged, need, rows, session), by_vector(judged, need, rows, session))
    return np.sum([1.0 / (RRF_CONSTANT + 1.0 + _places(scores)) for scores in both], axis=0)


def _places(scores: Floats) -> Ints:
    """Return (n,) the place of each, from 0."""
    places = np.empty(len(scores), np.int64)
    places[np.argsort(-scores, kind="stable")] = np.arange(len(scores))
    return places


def by_time(judged: Judged, need: Need, rows: Ints, session: Session) -> Floats:
    return session.memories.at[rows].astype(np.float64)


def by_length(judged: Judged, need: Need, rows: Ints, session: Session) -> Floats:
    return judged.texts.lengths[rows].astype(np.float64)


def by_digits(judged: Judged, need: Need, rows: Ints, session: Session) -> Floats:
    return judged.texts.digits[rows].astype(np.float64)


def by_chance(seed: int) -> Scores:
    """Return scores that depend on the seed and the need's id alone."""

    def score(judged: Judged, need: Need, rows: Ints, session: Session) -> Floats:
        return np.random.default_rng((seed, crc32(need.id.encode()))).random(len(rows))

    return score


def baselines(seed: int) -> tuple[Baseline, ...]:
    """Return the rankers that have nothing to choose. seed: of the random one."""
    return (
        Baseline("BM25", "words, by the store's own index", by_words),
        Baseline("vector", "cosine to the need", by_vector),
        Baseline("RRF", "BM25 and vector, by reciprocal ranks", by_both),
        Baseline("newest", "the latest first", by_time),
        Baseline("longest", "the most words and marks first", by_length),
        Baseline("most digits", "the most words with a digit first", by_digits),
        Baseline("random", f"by chance, seed {seed}", by_chance(seed)),
    )
