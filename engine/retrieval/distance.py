"""Closeness in the causal-temporal graph: the coherence objective, and the paths that explain it.

Distances are true shortest weighted undirected ones, cut at a bound. The search relaxes a whole frontier at a time
(label-correcting, as in Bellman-Ford on the ball around the anchors): it settles on the same distances as Dijkstra,
which the tests hold against Floyd-Warshall, and it runs as a handful of array operations a round. Refused: a heap in
Python, which takes ten times as long (five anchors with 5,000 nodes around them: 50 ms to 5).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..running.cancel import check
from .adjacency import TELLING, Adjacency, EdgeKind, Floats, Ints, View

DEFAULT_BOUND = 4.0
"""Four steps of an episode. Beyond it closeness is under 0.2, and most of a well-linked store is within it."""


MOST_LABELS = 1 << 24
"""Distances held at a time: 128 MB. Ten thousand anchors in a store of 100,000 memories would be 8 GB at once."""


@dataclass(frozen=True, slots=True)
class Hop:
    """One edge of a path; `edge` indexes the edges that the adjacency was built from."""

    source: int
    target: int
    kind: EdgeKind
    along: bool  # walked in the edge's own direction, from its source to its target
    edge: int


@dataclass(frozen=True, slots=True)
class Path:
    """The shortest way between two nodes; `length` is the sum of its edges' lengths."""

    length: float
    hops: tuple[Hop, ...]


def closeness(view: View, anchors: Ints, *, bound: float = DEFAULT_BOUND) -> Floats:
    """Return (n_memories,) in [0, 1], higher is closer: the mean over the anchors a of 1 / (1 + d(m, a)).

    anchors: (a,) rows of memories. An anchor out of reach within `bound` counts 0; an anchor that the view does not
    show is no anchor; with none left all are 0. S_coh of PRISM, made robust to unreachable pairs and to hubs.
    """
    graph = view.graph
    shown = anchors[view.seen(anchors)]
    if not shown.size:
        return np.zeros(graph.n_memories)
    total = np.zeros(graph.n_memories)
    for some in _handfuls(shown, graph.n_nodes):
        total += (1.0 / (1.0 + distances(view, some, bound)[:, : graph.n_memories])).sum(axis=0)
    return total / len(shown)


def distances(view: View, starts: Ints, bound: float) -> Floats:
    """Return (s, n_nodes): the shortest distance from each start, inf where it is more than `bound`."""
    n = view.graph.n_nodes
    best = np.full(len(starts) * n, np.inf)  # one flat label a (start, node), so that all searches share their rounds
    frontier = np.arange(len(starts)) * n + starts
    best[frontier] = 0.0
    while frontier.size:
        check()
        search, node = np.divmod(frontier, n)
        arcs = view.arcs(node)
        label = search[arcs.origin] * n + arcs.target
        length = best[frontier[arcs.origin]] + view.lengths(arcs.edge)
        closer = (length <= bound) & (length < best[label])
        np.minimum.at(best, label[closer], length[closer])
        frontier = np.unique(label[closer])
    return best.reshape(len(starts), n)


def paths(view: View, row: int, anchors: Ints, *, bound: float = DEFAULT_BOUND) -> list[Path | None]:
    """Return, for each anchor, the shortest path from `row` to it, or None where there is none within `bound`.

    Of equally short paths the one through the lowest nodes is taken.
    """
    ends = np.append(anchors, row)
    if not view.seen(ends[-1:])[0]:
        return [None] * len(anchors)
    reached = np.flatnonzero(view.seen(anchors))
    found: list[Path | None] = [None] * len(anchors)
    for some in _handfuls(reached, view.graph.n_nodes):
        for i, best in zip(some, distances(view, anchors[some], bound), strict=True):
            found[i] = _descend(view, row, best) if np.isfinite(best[row]) else None
    return found


def _handfuls(starts: Ints, n_nodes: int) -> list[Ints]:
    """Cut starts into as many parts as keep the labels of one, a number for each start and node, within MOST_LABELS."""
    size = max(1, MOST_LABELS // max(1, n_nodes))
    return [starts[at : at + size] for at in range(0, len(starts), size)]


def _descend(view: View, row: int, best: Floats) -> Path:
    """Walk from `row` down the distances to the place where they are 0: no predecessors need be kept."""
    hops: list[Hop] = []
    node = row
    while best[node] > 0.0:
        arcs = view.arcs(np.array([node]))
        # The same sum, in the same order, that `distances` settled on: equality is exact.
        on_path = best[arcs.target] + view.lengths(arcs.edge) == best[node]
        hops.append(_lowest_hop(view.graph, arcs.target[on_path], arcs.edge[on_path], node))
        node = hops[-1].target
    return Path(float(best[row]), tuple(hops))


def _lowest_hop(graph: Adjacency, targets: Ints, edges: Ints, source: int) -> Hop:
    first = int(np.lexsort((TELLING[graph.kind[edges]], targets))[0])
    return hop(graph, source, int(targets[first]), int(edges[first]))


def hop(graph: Adjacency, source: int, target: int, edge: int) -> Hop:
    """Return `edge` as a step from `source` to `target`."""
    return Hop(source, target, EdgeKind(graph.kind[edge]), bool(graph.src[edge] == source), edge)
