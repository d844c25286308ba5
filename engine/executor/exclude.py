"""REQUIRING and EXCLUDING: words that must occur, and what a memory must not be about.

What is excluded is scored as what is needed is, by meaning and by words, and relevance then lacks it; HARD drops what
matches. A text that denies what is excluded matches nothing: `not spicy at all` is what EXCLUDING 'spicy' asks for, and
to a vector, or to an index of words, it is as spicy as any.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from ...dsl import ast
from ...dsl.parsing.strings import print_variable, quote
from ...dsl.plan import Exclude, Require
from ..extraction.negation import said_share
from ..journal.words import Found
from ..retrieval import fusion
from ..retrieval.adjacency import Bools, Floats, Ints
from ..retrieval.arms import cosine_arm, top_k
from .candidates import Candidates
from .session import Session

SAME = 0.9
"""Calibrated cosine from which a memory is about what a HARD text says, whatever its words.

A good three standard deviations above unrelated pairs. With the model that is shipped, paraphrases stand at 0.5 to 0.8
(`a fiery dish` and `spicy`: 0.56), and so do things that only have to do with it; so this drops what says the same in
nearly the same words, and no more.
"""

MOST_READ = 1_000
"""Memories that are read to see whether they deny what is excluded: the best, by far more than are ever answered."""


def require(stage: Require, candidates: Candidates, session: Session) -> Candidates:
    """Keep the candidates that hold every word of every text, as `matches(m, '...')` says."""
    for text in session.texts(stage.texts, "REQUIRING"):
        before, candidates = len(candidates), candidates.take(session.holding_all(text)[candidates.rows])
        if before and not len(candidates):
            return candidates.noting(f"None of the {before:,} candidates holds all the words of '{text}'.")
    return candidates


def exclude(stage: Exclude, candidates: Candidates, session: Session) -> Candidates:
    """Score the candidates by what they should not be about, and drop what matches a HARD text; a note says how many.

    Of several texts the one counts that a memory matches most: staying away from each is asked for, not from the mean.
    """
    worst, dropped = np.zeros(len(candidates)), np.zeros(len(candidates), np.bool_)
    for exclusion in stage.texts:
        for text in session.texts([exclusion.text], "EXCLUDING"):
            scored = _Match.of(text, candidates, session)
            worst = np.maximum(worst, scored.strength)
            dropped |= scored.matches if exclusion.hard else False
    left = replace(candidates, excluded=worst).take(~dropped).noting(*_ids_among(stage, session))
    if not dropped.any():
        return left
    return left.noting(f"EXCLUDING HARD dropped {int(dropped.sum()):,} of {len(candidates):,} candidates.")


def _ids_among(stage: Exclude, session: Session) -> Iterator[str]:
    """Yield a sentence for each text that is the id of a memory: what is excluded is what a text says, and no id."""
    for text in session.texts([one.text for one in stage.texts], "EXCLUDING"):
        row = session.row_of(text)
        if row is not None and session.visible[row]:
            without = f"WHERE {print_variable(session.variable)}.id <> {quote(text)}"
            yield f"EXCLUDING stays away from what a text says; the memory `{text}` is left out by `{without}`."


def matching(rows: Ints, texts: Sequence[ast.Exclusion], session: Session) -> Bools:
    """Return (n,) bool: which of these memories match any of some HARD texts."""
    plain = Candidates(rows=rows)
    found = [_Match.of(text, plain, session) for one in texts for text in session.texts([one.text], "EXCLUDING")]
    return np.logical_or.reduce([match.matches for match in found]) if found else np.zeros(len(rows), np.bool_)


class _Match:
    """How well each candidate matches an excluded text. strength: (n,) in [0, 1]. matches: (n,) bool.

    A memory matches that holds all of the words, or says the same (SAME), and denies none of it.
    """

    def __init__(self, strength: Floats, matches: Bools) -> None:
        self.strength = strength
        self.matches = matches

    @classmethod
    def of(cls, text: str, candidates: Candidates, session: Session) -> _Match:
        found = session.words(text)
        arms = {"words": _covered(found, candidates.rows, session)}
        query = session.meaning(text)
        holds = session.holding_all(text)[candidates.rows]
        if query is not None:
            cosine = cosine_arm(session.vectors.matrix, query, candidates.rows)
            alike = fusion.calibrate_cosine(cosine, session.background_of(text))
            arms["vector"], holds = fusion.beyond_chance(alike), holds | (alike >= SAME)
        said = _said(text, np.isin(candidates.rows, found.rows), candidates, session)
        return cls(fusion.mix(arms) * said, holds & (said == 1.0))


def _covered(found: Found, rows: Ints, session: Session) -> Floats:
    """Return (n,) in [0, 1]: how much of a text's words each of `rows` holds, as the word arm measures it."""
    shares = np.zeros(session.memories.count)
    shares[found.rows] = found.scores / found.ceilings
    return fusion.calibrate_words(shares[rows], 1.0)


def _said(text: str, holding: Bools, candidates: Candidates, session: Session) -> Floats:
    """Return (n,) in [0, 1]: how much of the text the candidates that hold words of it say, and do not deny."""
    said = np.ones(len(candidates))
    places = np.flatnonzero(holding)
    merit = fusion.mix(candidates.arms) if candidates.arms else session.memories.at[candidates.rows].astype(np.float64)
    read = places[top_k(merit[places], MOST_READ)]
    memories = session.journal.memories(candidates.rows[read].tolist())
    said[read] = [said_share(memory.text, text) for memory in session.context.watched(memories)]
    return said
