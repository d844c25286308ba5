"""The memories as they were at a time: forgotten ones that were not yet, and what was thought of each then.

Those learned later are among them, with what they said themselves; whoever asks leaves them out by `recorded_at`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from ..values.times import NEVER
from ..writing.esteem import Esteem
from .memories import ESTEEMED, MemoryColumns
from .state import View


def memories_at(view: View, at: int) -> MemoryColumns:
    """Return the memories of a view as they were at a time, in microseconds."""
    memories, history = view.memories, view.history
    forgotten_by_then = np.where(memories.retracted_at > at, NEVER, memories.retracted_at)
    for row, since in history.forgotten_at(at).items():
        forgotten_by_then[row] = since
    return replace(memories, retracted_at=forgotten_by_then, **_thought(memories, history.as_of(at)))


def _thought(memories: MemoryColumns, then: Mapping[int, Esteem]) -> dict[str, Any]:
    """Return the columns of esteem with what was thought then of the memories that were ever thought of anew."""
    if not then:
        return {}
    columns = {name: memories.column(name).copy() for name in ESTEEMED}
    for row, esteem in then.items():
        for name, column in columns.items():
            column[row] = memories.kinds[name].put(getattr(esteem, name))
    return columns
