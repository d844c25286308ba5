"""What stands, as the projection last saw it: the pinned memories of a namespace, and those that were replaced."""

from __future__ import annotations

import numpy as np

from ..projection.projection import Projection
from ..values.times import NEVER

MOST_PINNED = 64
"""Pinned memories that a context may hold; the newest count."""


def pinned_rows(projection: Projection, namespace: str) -> list[int]:
    """Return the rows of the newest pinned memories of a namespace, the oldest of them first."""
    with projection.reading() as view:
        memories = view.memories
        mine = memories.namespace == memories.code("namespace", namespace)
        rows = np.flatnonzero(memories.pinned & mine & (memories.retracted_at == NEVER))
    return rows[-MOST_PINNED:].tolist()


def superseded_rows(projection: Projection) -> set[int]:
    """Return the rows of memories that another one supersedes."""
    with projection.reading() as view:
        edges, rows = view.edges, view.edges.rows("SUPERSEDES")
        return set(edges.target[rows[edges.retracted_at[rows] == NEVER]].tolist())
