"""Functions of a memory in a pattern query: `similarity(m, 'text')`, `matches(m, 'words')`, and the objectives.

Each is computed once for all memories and looked up by row: a query that asks for one memory's recency soon asks for
all.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ...errors import EvaluationError
from ..asking.strategies import DEFAULT
from ..asking.strategies import OBJECTIVES as OBJECTIVE_DEFS
from ..evaluation.values import NodeValue, Value, name_of
from ..retrieval.adjacency import Floats
from ..retrieval.arms import cosine_arm
from ..retrieval.objectives import DAY, reference_time
from .candidates import Candidates
from .half_lives import HalfLife
from .scores import OBJECTIVES
from .session import Session

OF_A_RECALL = frozenset(objective.name for objective in OBJECTIVE_DEFS if objective.needs)
"""Objectives that have no meaning without a need or anchors, which only a recall has."""


def memory_function(session: Session) -> Callable[[str, NodeValue, tuple[Value, ...]], Value]:
    """Return the function that answers `name(memory, arguments...)` for one run."""

    def answer(name: str, memory: NodeValue, arguments: tuple[Value, ...]) -> Value:
        if memory.label != "Memory":
            raise EvaluationError(f"`{name}` is a function of a memory, and this is a {memory.label}.")
        for text in arguments:
            if not isinstance(text, str):
                raise EvaluationError(f"`{name}` takes a text, and this is {name_of(text)}.")
        column = session.memo.once((name, arguments), lambda: _column(name, arguments, session))
        value = column[memory.row]
        return bool(value) if name == "matches" else float(value)

    return answer


def _column(name: str, arguments: tuple[Value, ...], session: Session) -> Floats:
    if name in ("similarity", "matches"):
        (text,) = arguments
        return _similarity(text, session) if name == "similarity" else session.holding_all(text).astype(np.float64)
    if name in OF_A_RECALL:
        raise EvaluationError(f"`{name}` has a meaning in a recall only.", hint="Ask with RECALL, and RETURN it.")
    rows = np.arange(session.memories.count)
    reference = reference_time(session.as_of, rows[:0], session.memories.at[np.flatnonzero(session.visible)])
    return OBJECTIVES[name](Candidates(rows=rows, reference=reference), session, HalfLife(DEFAULT.half_life_days * DAY))


def _similarity(text: str, session: Session) -> Floats:
    query = session.embedded(text)
    size = session.memories.count
    return np.zeros(size) if query is None else cosine_arm(session.vectors.matrix, query).astype(np.float64)
