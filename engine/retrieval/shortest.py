"""Shortest paths by number of edges, with every edge of each known: what `shortestPath` and `allShortestPaths` find.

A breadth-first walk from one start keeps, for each node, all the edges by which it was first reached; whoever follows
them back has every shortest path, and no other. One walk serves all ends of a start. `traversal` keeps one such edge a
node, and knows time instead of the arrow; its walks have other callers, and stay apart.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

import numpy as np

from ..running.cancel import check
from .adjacency import Arcs, Bools, EdgeKind, Ints, View

Way: TypeAlias = Literal["right", "left", "both"]
"""Along the arrow of each edge, against it, or as each comes."""

Allowed: TypeAlias = Callable[[Ints], Bools]
"""Says which of some edges may be walked."""


@dataclass(frozen=True, slots=True)
class Roads:
    """Which edges may be walked: of these kinds, this way, and allowed. most: how many in all, None for no bound."""

    kinds: frozenset[EdgeKind]
    way: Way
    most: int | None = None
    allowed: Allowed | None = None


@dataclass(slots=True)
class Reached:
    """What a walk from `start` came to. back: for each node the edges that led there, with the nodes they came from.

    Edges index those of the adjacency. Both are in rising order, so that the first path is always the same one.
    """

    start: int
    back: dict[int, list[tuple[int, int]]] = field(default_factory=dict[int, list[tuple[int, int]]])

    def paths(self, end: int) -> Iterator[tuple[int, ...]]:
        """Yield the edges of each shortest path to `end`, from the start on; nothing where it was not reached."""
        if end == self.start:
            yield ()
            return
        behind: list[tuple[int, tuple[int, ...]]] = [(end, ())]
        while behind:
            node, edges = behind.pop()
            if node == self.start:
                yield edges
                continue
            for before, edge in reversed(self.back.get(node, ())):
                behind.append((before, (edge, *edges)))


def reach_all(view: View, start: int, ends: Collection[int], roads: Roads) -> Reached:
    """Walk from `start` until every one of `ends` was met, or nothing is left to meet.

    A start that the view does not show reaches nothing. That a node is met on its own level is what makes a path
    shortest, and such a path never meets a node twice, so it never walks an edge twice either.
    """
    graph, reached = view.graph, Reached(start)
    missing = set(ends) - {start}
    fresh = np.ones(graph.n_nodes, np.bool_)
    frontier = np.array([start], np.int64)
    if not view.seen(frontier)[0]:
        return reached
    depth = 0
    while frontier.size and missing and (roads.most is None or depth < roads.most):
        check()
        fresh[frontier] = False
        arcs = _open(view.arcs(frontier), view, roads)
        arcs = arcs.where(fresh[arcs.target])
        for node, before, edge in sorted(
            zip(arcs.target.tolist(), arcs.source.tolist(), arcs.edge.tolist(), strict=True)
        ):
            reached.back.setdefault(node, []).append((before, edge))
        frontier = np.unique(arcs.target)
        missing.difference_update(frontier.tolist())
        depth += 1
    return reached


def _open(arcs: Arcs, view: View, roads: Roads) -> Arcs:
    """Return the arcs that the roads take: the cheap tests first, what has to be evaluated last."""
    graph = view.graph
    wanted = np.isin(np.arange(len(EdgeKind)), [int(kind) for kind in roads.kinds])
    arcs = arcs.where(wanted[graph.kind[arcs.edge]])
    if roads.way != "both":
        along = graph.src[arcs.edge] == arcs.source
        arcs = arcs.where(along == (roads.way == "right"))
    return arcs if roads.allowed is None else arcs.where(roads.allowed(arcs.edge))
