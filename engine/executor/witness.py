"""How far each candidate can be an answer, by who says it and whether it says or asks: a factor on its level.

A factor and no arm: it makes nothing of what does not match. Who is named in the need and speaks in a memory is a
witness of what is asked; a turn that ends in a question is hardly ever where the answer stands.

Measured on LoCoMo, 760 questions, evidence recall at 5 / 10 / 20: neither 63.1 / 73.2 / 79.1; the speaker 65.8 / 75.2 /
80.3; the question 64.3 / 74.2 / 79.9; both 66.9 / 75.4 / 80.9. In four of five talks 6 to 12 of 100 pieces of evidence
end in a question, where 18 to 29 of 100 turns do. Put upon the arms, before the spread, both gain half as much.
"""

from __future__ import annotations

import numpy as np

from ...dsl import ast
from ..extraction.saying import named, only_asks, voice, words_in
from ..retrieval.adjacency import Floats
from ..retrieval.arms import top_k
from ..values.model import Memory
from .candidates import Candidates
from .session import Session

SPEAKER = 0.3
"""What a memory gains whose speaker the need names, as a share of its level. 0.2 to 0.5 are within a point at 10."""

ASKING = 0.15
"""What a memory loses that ends in a question. 0.1 to 0.2 are within half a point at 10; 0.3 loses one."""

MOST_HEARD = 100
"""Candidates that are read, the best by level. 60 or 400 answer LoCoMo the same; 400 cost 8 ms more."""


def worth(need: ast.Expr | None, level: Floats, candidates: Candidates, session: Session) -> Floats:
    """Return (n,) > 0: the factor on each candidate's level, 1 for what stands too low to be read.

    need: the expression of the need's text; None where it has none, and then all are 1.
    """
    factors = np.ones(len(candidates))
    if need is None:
        return factors
    words = words_in(session.text(need, "FOR"))
    best = top_k(level, MOST_HEARD)
    memories = session.journal.memories(candidates.rows[best].tolist())
    factors[best] = [_worth_of(memory, words) for memory in session.context.watched(memories)]
    return factors


def heard_by(factor: float) -> str:
    """Return the signs that made a factor of `worth`, in words; nothing for a factor of 1."""
    speaks, asks = factor > 1.0, factor not in (1.0, 1.0 + SPEAKER)
    signs = ("the need names who says it" if speaks else "", "it only asks" if asks else "")
    return " and ".join(sign for sign in signs if sign)


def _worth_of(memory: Memory, words: frozenset[str]) -> float:
    who = voice(memory.text, memory.agent)
    gain = SPEAKER if who is not None and named(who, words) else 0.0
    return (1.0 + gain) * (1.0 - (ASKING if only_asks(memory.text) else 0.0))
