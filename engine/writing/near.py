"""An id that no memory has: what is said of it, with the nearest that there is."""

from __future__ import annotations

from ...errors import MemoryNotFound
from ..journal.journal import Journal

MOST_IDS = 2_000
"""Ids among which the nearest to one that is not there is looked for: the newest."""


def not_found(identity: str, journal: Journal, namespace: str, hint: str, *, forgotten: bool = False) -> MemoryNotFound:
    """Return the error for an id that no memory of a namespace has; before the hint it names the nearest.

    forgotten: it may be the id of a memory that was forgotten.
    """
    near = nearest_id(identity, journal, namespace, forgotten=forgotten)
    said = hint if near is None else f"The nearest id is `{near}`. {hint}"
    return MemoryNotFound(f"There is no memory `{identity}`.", hint=said, id=identity)


def nearest_id(identity: str, journal: Journal, namespace: str, *, forgotten: bool = False) -> str | None:
    """Return the id most like one that is not there. forgotten: of memories that were forgotten, too."""
    from ...dsl.diagnosis.suggest import nearest

    rows = journal.find(namespace, forgotten=forgotten, limit=MOST_IDS)
    return nearest(identity, [memory.id for memory in journal.memories(rows)])
