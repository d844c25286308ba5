"""What the graph says of a few memories: what brought each about and what it led to, what replaced it, what it
contradicts, and whether somebody took it up. Only edges that hold, to memories that were not forgotten.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ..projection.edges import TYPE_CODES
from ..projection.past import memories_at
from ..projection.projection import Projection
from ..projection.state import View
from ..values.model import MEMORY_EDGES, EdgeType
from ..values.times import NEVER
from .standing import successors


@dataclass(frozen=True, slots=True)
class Edge:
    """source, target: rows. reason: in the words of whoever drew it, else nothing."""

    source: int
    target: int
    reason: str


@dataclass(frozen=True, slots=True)
class Relations:
    """edges: by type, those that touch the memories, in the order in which they were drawn. replaced: rows by row.
    ids: of every row that an edge or a replacement names.
    """

    edges: Mapping[EdgeType, Sequence[Edge]]
    replaced: Mapping[int, int]
    ids: Mapping[int, str]

    def into(self, row: int, type: EdgeType) -> list[Edge]:
        return [edge for edge in self.edges[type] if edge.target == row]

    def out_of(self, row: int, type: EdgeType) -> list[Edge]:
        return [edge for edge in self.edges[type] if edge.source == row]


def relations_of(projection: Projection, rows: Sequence[int], as_of: int | None = None) -> Relations:
    """Return what is known of `rows` among memories. as_of: microseconds."""
    replaced = successors(projection, rows, as_of)
    with projection.reading() as view:
        edges: dict[EdgeType, Sequence[Edge]] = {type_: _touching(view, type_, rows, as_of) for type_ in MEMORY_EDGES}
        named = {row for each in edges.values() for edge in each for row in (edge.source, edge.target)}
        ids = {row: view.memories.ids[row] for row in sorted({*named, *rows, *replaced.values()})}
    return Relations(edges, replaced, ids)


def _touching(view: View, type: EdgeType, rows: Sequence[int], as_of: int | None) -> list[Edge]:
    edges = view.edges
    live = edges.retracted_at == NEVER
    if as_of is not None:
        live = (edges.recorded_at <= as_of) & (edges.retracted_at > as_of)
    joins = live & (edges.type == TYPE_CODES[type]) & (np.isin(edges.source, rows) | np.isin(edges.target, rows))
    found = np.flatnonzero(joins)
    memories = view.memories if as_of is None else memories_at(view, as_of)
    held = (memories.retracted_at == NEVER) & (memories.recorded_at <= (NEVER if as_of is None else as_of))
    found = found[held[edges.source[found]] & held[edges.target[found]]]
    reasons = edges.kinds["reason"].to_python(edges.reason[found])
    ends = zip(edges.source[found].tolist(), edges.target[found].tolist(), reasons, strict=True)
    return [Edge(source, target, reason or "") for source, target, reason in ends]
