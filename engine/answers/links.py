"""The edges around one memory, as a person reads them: which way, to whom, why, and who said so."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from ..projection.edges import TYPE_CODES
from ..projection.projection import Projection
from ..projection.reader import Reader
from ..values.schema import EDGES
from ..values.times import NEVER

JOINING = tuple(edge for edge in EDGES if edge.source == edge.target == "Memory")


@dataclass(frozen=True, slots=True)
class LinkView:
    """One edge that holds, seen from a memory: `incoming` where that memory is its target."""

    type: str
    incoming: bool
    other: str
    reason: str | None
    inferred: bool

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)


def links_of(projection: Projection, row: int) -> list[LinkView]:
    """Return the edges between memory `row` and others that are not forgotten: incoming first, then by type in the
    order of the schema.
    """
    with projection.reading() as view:
        edges, ids = view.edges, view.memories.ids
        joins = np.isin(edges.type, [TYPE_CODES[edge.type] for edge in JOINING]) & (edges.retracted_at == NEVER)
        touching = np.flatnonzero(joins & ((edges.source == row) | (edges.target == row)))
        # The ends too: an edge to what was forgotten is drawn still, and comes back with it.
        known = view.memories.retracted_at[np.stack([edges.source[touching], edges.target[touching]])] == NEVER
        mine = touching[known.all(axis=0)]
        facts = Reader(view, lambda _: ()).edge(mine.tolist())
    found = [
        LinkView(
            type_, target == row, ids[source if target == row else target], facts_.get("reason"), facts_["inferred"]
        )
        for type_, _, source, _, target, facts_ in facts
    ]
    order = {edge.type: place for place, edge in enumerate(JOINING)}
    return sorted(found, key=lambda link: (not link.incoming, order[link.type]))
