"""The edges around one memory, as a person reads them: which way, to whom, why, and who said so."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from ..projection.edges import TYPE_CODES
from ..projection.projection import Projection
from ..projection.reader import EdgeFacts, Reader
from ..projection.state import View
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


NOW = NEVER - 1
"""As a moment: what holds now has no end, and everything was recorded before."""


def links_of(projection: Projection, row: int) -> list[LinkView]:
    """Return the edges between memory `row` and others that are not forgotten: incoming first, then by type in the
    order of the schema.
    """
    with projection.reading() as view:
        return [link for link, _ in links_at(view, row)]


def links_at(view: View, row: int, at: int = NOW) -> list[tuple[LinkView, EdgeFacts]]:
    """Return the edges as of a moment in microseconds, in that order, each with all that is known of it.

    view: its memories as of that moment. The memory itself may be forgotten: its edges come back with it.
    """
    edges, memories = view.edges, view.memories
    joins = np.isin(edges.type, [TYPE_CODES[edge.type] for edge in JOINING])
    holds = (edges.recorded_at <= at) & (edges.retracted_at > at)
    touching = np.flatnonzero(joins & holds & ((edges.source == row) | (edges.target == row)))
    others = np.where(edges.source[touching] == row, edges.target[touching], edges.source[touching])
    # The other end too: an edge to what was forgotten is drawn still, and comes back with it.
    known = (memories.retracted_at[others] == NEVER) & (memories.recorded_at[others] <= at)
    facts = Reader(view, lambda _: ()).edge(touching[known].tolist())
    order = {edge.type: place for place, edge in enumerate(JOINING)}
    found = [(_seen_from(row, fact, memories.ids), fact) for fact in facts]
    return sorted(found, key=lambda pair: (not pair[0].incoming, order[pair[0].type]))


def ever_joined(view: View, row: int) -> list[int]:
    """Return the rows of the memories that any edge joins to this one, or ever joined."""
    edges = view.edges
    joins = np.isin(edges.type, [TYPE_CODES[edge.type] for edge in JOINING])
    out, in_ = edges.target[joins & (edges.source == row)], edges.source[joins & (edges.target == row)]
    return np.union1d(out, in_).tolist()


def _seen_from(row: int, fact: EdgeFacts, ids: Sequence[str]) -> LinkView:
    type_, _, source, _, target, known = fact
    return LinkView(
        type_, target == row, ids[source if target == row else target], known.get("reason"), known["inferred"]
    )
