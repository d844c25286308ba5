"""What was replaced, and by what, as things stand now or stood at a moment."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np

from ..projection.past import memories_at
from ..projection.projection import Projection
from ..projection.state import View
from ..values.times import NEVER


def successors(projection: Projection, rows: Iterable[int], as_of: int | None = None) -> dict[int, int]:
    """Return the row of the memory that stands in the place of each that was superseded, at the end of the chain.

    rows: of the memories that are asked about. as_of: microseconds. What was forgotten supersedes nothing: with it the
    older one holds again.
    """
    with projection.reading() as view:
        newer = _newer(view, as_of)
    found = {row: _end(row, newer) for row in rows if row in newer}
    return {row: end for row, end in found.items() if end != row}


def _newer(view: View, as_of: int | None) -> Mapping[int, int]:
    """Return the newest memory that directly supersedes each one."""
    edges, rows = view.edges, view.edges.rows("SUPERSEDES")
    memories = view.memories if as_of is None else memories_at(view, as_of)
    holds = edges.retracted_at[rows] > (NEVER - 1 if as_of is None else as_of)
    known = NEVER if as_of is None else as_of
    holds &= (edges.recorded_at[rows] <= known) & (memories.recorded_at[edges.source[rows]] <= known)
    rows = rows[holds & (memories.retracted_at[edges.source[rows]] == NEVER)]
    source, target = edges.source[rows], edges.target[rows]
    order = np.lexsort((source, memories.at[source]))
    return dict(zip(target[order].tolist(), source[order].tolist(), strict=True))


def _end(row: int, newer: Mapping[int, int]) -> int:
    """Return the end of the chain; where two memories supersede each other, the last before it comes round."""
    seen = {row}
    while (following := newer.get(row)) is not None and following not in seen:
        seen.add(row := following)
    return row
