"""The adjacency that retrieval walks, from the columns: memories first, hubs behind them, walked edge types only."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..retrieval.adjacency import Adjacency, EdgeKind
from ..values.schema import EDGES
from .edges import EdgeTable
from .state import View

WALKED = frozenset(EdgeKind) - {EdgeKind.IN_TASK, EdgeKind.PART_OF, EdgeKind.BY}
"""What retrieval walks. Tasks and authors are left out: they join almost everything to everything."""

_KINDS = np.array([EdgeKind[definition.type] for definition in EDGES], np.int64)
_HUB_SOURCE = np.array([definition.source != "Memory" for definition in EDGES])
_HUB_TARGET = np.array([definition.target != "Memory" for definition in EDGES])


@dataclass(frozen=True, slots=True)
class Arcs:
    """The edges as a graph that can be walked.

    graph: node m is memory row m, node `n_memories + h` is hub row h.
    rows: (e,) int64, the edge row of each of its edges.
    edges: what it was made from.
    """

    graph: Adjacency
    rows: NDArray[np.int64]
    edges: EdgeTable

    def fits(self, view: View) -> bool:
        """Whether it would come out the same for `view`: neither its edges nor its numbering have changed."""
        nodes = view.memories.count + view.hubs.count
        return self.edges is view.edges and (self.graph.n_memories, self.graph.n_nodes) == (view.memories.count, nodes)


def arcs_of(view: View, kinds: Collection[EdgeKind] = WALKED) -> Arcs:
    """Build the adjacency of a view, of edges of these kinds."""
    edges, n_memories = view.edges, view.memories.count
    rows = np.flatnonzero(np.isin(_KINDS, [int(kind) for kind in kinds])[edges.type])
    type = edges.type[rows]
    graph = Adjacency.build(
        n_memories,
        n_memories + view.hubs.count,
        edges.source[rows] + n_memories * _HUB_SOURCE[type],
        edges.target[rows] + n_memories * _HUB_TARGET[type],
        _KINDS[type],
        edges.recorded_at[rows],
        edges.retracted_at[rows],
    )
    return Arcs(graph, rows, edges)
