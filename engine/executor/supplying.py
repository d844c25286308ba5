"""`provenance` as a column: which candidates can supply what the work at hand lacks.

Only memories that are close to the anchors are read, the closest few: far ones score 0, whatever they say.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from ...dsl import ast
from ..extraction.fields import find_fields, words_of
from ..extraction.literals import find_literals
from ..retrieval import provenance as model
from ..retrieval.adjacency import Floats, Ints
from ..retrieval.arms import top_k
from ..retrieval.distance import closeness
from ..values.model import Memory
from .candidates import Candidates
from .session import Session
from .succession import current_supplies

PROVENANCE = "provenance"

MOST_READ = 100
"""Candidates that are read, the closest: fifty give the same figures on every suite."""

MOST_HELD = 32
"""Anchors that are read, the newest: what was at hand before is not on the desk any more."""


@dataclass(frozen=True, slots=True)
class Held:
    """What a text holds, and by which names."""

    literals: frozenset[str]
    fields: frozenset[str]


def provenance(need: ast.Expr | None, candidates: Candidates, session: Session) -> Floats:
    """Return (n,) in [0, 1]: how likely what the work at hand needs comes from each candidate; 0 with nothing at hand.

    What was replaced supplies an outdated value: half as likely, and what replaced it as likely as it was.

    need: the text whose words may name fields; without one, none is named.
    """
    close = close_to_anchors(candidates, session)
    read = top_k(close, MOST_READ)
    read = read[close[read] > 0.0]
    seen = [
        _read(memory.text if memory.observation is None else memory.observation)
        for memory in _texts(candidates.rows[read], session)
    ]
    at_hand = frozenset[str]().union(
        *(_read(memory.text).literals for memory in _texts(candidates.anchors[-MOST_HELD:], session))
    )
    scores = np.zeros(len(close))
    new = np.array([len(held.literals - at_hand) for held in seen], np.int64)
    scores[read] = model.provenance(close[read], new, _named(need, seen, session))
    return current_supplies(scores, candidates, session)


def close_to_anchors(candidates: Candidates, session: Session) -> Floats:
    """Return (n,) in [0, 1]: how close each candidate stands to the anchors."""
    if not candidates.anchors.size:
        return np.zeros(len(candidates.rows))
    near = session.memo.once(
        ("closeness", session.namespaces, session.as_of, tuple(candidates.anchors.tolist())),
        lambda: closeness(session.seen, candidates.anchors),
    )
    return near[candidates.rows]


def _named(need: ast.Expr | None, seen: Sequence[Held], session: Session) -> Floats:
    """Return (n,) in [0, 1]: of the fields that the need names and any of the memories has, the share of each."""
    known = frozenset[str]().union(*(held.fields for held in seen))
    wanted = known.intersection(() if need is None else words_of(session.text(need, "FOR")))
    return np.array([len(wanted & held.fields) for held in seen], np.float64) / max(1, len(wanted))


def _texts(rows: Ints, session: Session) -> Sequence[Memory]:
    return session.journal.memories(rows.tolist())


@lru_cache(maxsize=4096)
def _read(text: str) -> Held:
    """Return what a text holds. Kept: an agent's next recall is near what the last one was."""
    return Held(frozenset(find_literals(text)), find_fields(text))
