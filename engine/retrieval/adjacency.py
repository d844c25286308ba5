"""The memory graph as arrays: a compressed sparse row (CSR) adjacency, and views of it.

An `Adjacency` is immutable and holds every edge that was ever learned, with the time it was learned and unlearned. A
`View` is what one query may see of it: the memories it may touch, at the moment it asks about. Algorithms ask a view
for the arcs of the nodes they stand on, so that nobody pays for a part of the graph that nobody walks.

Refused: a filtered copy of the graph for each query (15 ms at 500,000 edges, of which a search walks a few thousand),
and asking Kuzu for shortest paths (82 ms, and it ignores predicates on the nodes of a path).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]

NEVER = int(np.iinfo(np.int64).max)
"""The `retracted_at` of an edge that still holds."""


class EdgeKind(IntEnum):
    """The types of edges, and which end is the later one in time, where one is.

    Retrieval does not walk the last three: tasks and authors join almost everything to everything. Patterns may.
    """

    CAUSED = 0  # memory -> memory, the target is later
    FOLLOWS = 1  # memory -> memory, the source is later
    SUPERSEDES = 2  # memory -> memory, the source is later
    CONTRADICTS = 3  # memory -> memory, either may be later
    SUMMARISES = 4  # memory -> memory, the source is later
    TAGGED = 5  # memory -> tag
    MENTIONS = 6  # memory -> entity
    BROADER = 7  # tag -> tag
    SAME_AS = 8  # entity -> entity
    IN_TASK = 9  # memory -> task
    PART_OF = 10  # task -> task
    BY = 11  # memory -> agent


TELLING = np.arange(len(EdgeKind))
TELLING[EdgeKind.FOLLOWS] = len(EdgeKind)
"""By kind: which edge is named where several join the same two, the least first. That one step came after another says
least; a cause that was stated says most."""

# One step of an episode or of a cause is the unit. A correction is immediately about what it corrects, so it costs the
# same. An alias is a claim and not an identity, so it is short and not free. Kinds that meet in a hub are priced by
# `hub_length`.
STEP_LENGTH = np.ones(len(EdgeKind))
STEP_LENGTH[EdgeKind.SAME_AS] = 0.5


def hub_length(degree: NDArray[np.integer] | Floats) -> Floats:
    """Return the length of one edge between a memory and a hub that `degree` memories meet in.

    The way memory - hub - memory then costs `1 + log2(degree)`: one step, and the bits it takes to say which of the
    hub's memories is meant. Two memories that alone share an entity are 2 apart; two of the thousand that share a tag,
    11.
    """
    return 0.5 * (1.0 + np.log2(np.maximum(degree, 1)))


@dataclass(frozen=True, slots=True)
class Arcs:
    """The arcs that leave some nodes: parallel arrays, in the order of those nodes."""

    origin: Ints  # (k,) position of the source in the nodes that were asked about
    source: Ints  # (k,) node
    target: Ints  # (k,) node
    edge: Ints  # (k,) index into the arrays of the adjacency's edges

    def where(self, keep: Bools) -> Arcs:
        """Return the arcs that `keep`, (k,) bool, marks."""
        if keep.all():  # the usual case: little of a store is ever hidden, and four copies are the cost of a walk
            return self
        return Arcs(self.origin[keep], self.source[keep], self.target[keep], self.edge[keep])


@dataclass(frozen=True, slots=True)
class Adjacency:
    """A typed multigraph in CSR form, each edge stored as two arcs so that it can be walked both ways.

    Nodes 0..n_memories-1 are memories; hubs (tags, entities) follow, up to n_nodes. The arrays are read-only.
    """

    n_memories: int
    n_nodes: int
    indptr: Ints  # (n_nodes + 1,)
    target: NDArray[np.int32]  # (2e,) by arc
    edge: NDArray[np.int32]  # (2e,) by arc: the edge it belongs to
    src: NDArray[np.int32]  # (e,) by edge
    hub: NDArray[np.int32]  # (e,) by edge: the end where memories meet, or -1
    degree: NDArray[np.int32]  # (n_nodes,) how many memories meet in each hub now
    kind: NDArray[np.uint8]  # (e,) by edge: an EdgeKind
    live: Bools  # (e,) by edge: whether it holds now
    recorded_at: Ints  # (e,) UTC microseconds, when the store learned the edge
    retracted_at: Ints  # (e,) UTC microseconds, when it unlearned it, or NEVER

    @classmethod
    def build(
        cls,
        n_memories: int,
        n_nodes: int,
        src: NDArray[np.integer],
        dst: NDArray[np.integer],
        kind: NDArray[np.integer],
        recorded_at: NDArray[np.integer],
        retracted_at: NDArray[np.integer],
    ) -> Adjacency:
        """Build from edge arrays of equal length (e,); raise ValueError for an end that is no node."""
        ends = np.concatenate([src, dst]).astype(np.int32)
        if ends.size and not 0 <= int(ends.min()) <= int(ends.max()) < n_nodes:
            raise ValueError(f"An edge ends at a node outside 0..{n_nodes - 1}.")
        by_source = _stable_order(ends)
        hub, live = _hubs(src, dst, kind), retracted_at == NEVER
        meets_now = hub[(hub >= 0) & live]
        indptr = np.zeros(n_nodes + 1, np.int64)
        np.cumsum(np.bincount(ends, minlength=n_nodes), out=indptr[1:])
        graph = cls(
            n_memories,
            n_nodes,
            indptr,
            target=np.concatenate([dst, src]).astype(np.int32)[by_source],
            edge=np.where(by_source < len(src), by_source, by_source - len(src)).astype(np.int32),
            src=ends[: len(src)],
            hub=hub,
            degree=np.bincount(meets_now, minlength=n_nodes).astype(np.int32),
            kind=kind.astype(np.uint8),
            live=live,
            recorded_at=recorded_at.astype(np.int64),
            retracted_at=retracted_at.astype(np.int64),
        )
        graph._freeze()
        return graph

    @classmethod
    def empty(cls, n_memories: int) -> Adjacency:
        """Return a graph of `n_memories` memories and no edge."""
        none = np.empty(0, np.int64)
        return cls.build(n_memories, n_memories, none, none, none, none, none)

    def holds(self, edges: NDArray[np.integer], as_of: int | None = None) -> Bools:
        """Return (k,) bool: which edges hold now, or held as of a moment in UTC microseconds."""
        if as_of is None:
            return self.live[edges]
        return (self.recorded_at[edges] <= as_of) & (as_of < self.retracted_at[edges])

    def _freeze(self) -> None:
        """Make the arrays read-only: every thread of a process reads the same ones."""
        for name in self.__slots__:
            if isinstance(array := getattr(self, name), np.ndarray):
                array.setflags(write=False)


class View:
    """What one query may see of an adjacency: `visible` memories, and the edges known `as_of` a moment.

    visible: (n_memories,) bool, or None for all: namespaces, tombstones and access rules. An invisible memory is never
    walked through. as_of: UTC microseconds, or None for now (every edge that was not retracted). One view for all walks
    of a scope: what it has counted of the hubs it does not count again.
    """

    __slots__ = ("_degree", "as_of", "graph", "visible")

    def __init__(self, graph: Adjacency, visible: Bools | None = None, as_of: int | None = None) -> None:
        self.graph = graph
        self.as_of = as_of
        hubs = np.ones(graph.n_nodes - graph.n_memories, np.bool_)
        if visible is not None and visible.all():
            visible = None
        self.visible = None if visible is None else np.concatenate([visible, hubs])
        whole = visible is None and as_of is None
        self._degree = graph.degree if whole else np.zeros(graph.n_nodes, np.int32)  # 0: not counted yet

    def seen(self, nodes: Ints) -> Bools:
        """Return (k,) bool: which of the nodes this view shows."""
        return np.ones(len(nodes), np.bool_) if self.visible is None else self.visible[nodes]

    def arcs(self, nodes: Ints, kinds: Bools | None = None) -> Arcs:
        """Return the arcs from `nodes`, (f,) of this view, that hold at its moment and lead to what it shows.

        kinds: by EdgeKind, which of them; None for all.
        """
        graph = self.graph
        start = graph.indptr[nodes]
        count = graph.indptr[nodes + 1] - start
        origin = np.repeat(np.arange(len(nodes)), count)
        slot = np.arange(len(origin)) + (start - np.cumsum(count) + count)[origin]
        edge = graph.edge[slot]
        keep = graph.holds(edge, self.as_of)
        keep = keep if kinds is None else keep & kinds[graph.kind[edge]]
        if not keep.all():
            origin, slot, edge = origin[keep], slot[keep], edge[keep]
        arcs = Arcs(origin, nodes[origin], graph.target[slot].astype(np.int64), edge.astype(np.int64))
        return arcs if self.visible is None else arcs.where(self.seen(arcs.target))

    def lengths(self, edges: Ints) -> Floats:
        """Return (k,) > 0, the length of each edge; a hub's price counts only the memories that this view shows."""
        hub = self.graph.hub[edges]
        length = STEP_LENGTH[self.graph.kind[edges]]
        at_hub = hub >= 0
        length[at_hub] = hub_length(self._degrees(hub[at_hub]))
        return length

    def _degrees(self, hubs: NDArray[np.int32]) -> NDArray[np.int32]:
        """Return how many memories meet in each hub; a hub is counted when it is first met, for it is met again."""
        uncounted = hubs[self._degree[hubs] == 0]
        if uncounted.size:
            unknown = distinct(uncounted, self.graph.n_nodes)
            arcs = self.arcs(unknown)
            meets = self.graph.hub[arcs.edge] == arcs.source
            self._degree[unknown] = np.bincount(arcs.origin[meets], minlength=len(unknown))
        return self._degree[hubs]


def distinct(nodes: NDArray[np.integer], n_nodes: int) -> Ints:
    """Return each of `nodes` once, ascending. By marks, since nodes are many and their numbers small."""
    marked = np.zeros(n_nodes, np.bool_)
    marked[nodes] = True
    return np.flatnonzero(marked)


def _stable_order(nodes: NDArray[np.int32]) -> Ints:
    """Return the order of nodes >= 0, equal ones as they come: by their lower and then their upper 16 bits.

    Of 16 bits numpy makes a radix sort, which takes a third of the time that one of 32 takes.
    """
    lower = np.argsort((nodes & 0xFFFF).astype(np.uint16), kind="stable")
    return lower[np.argsort((nodes >> 16).astype(np.uint16)[lower], kind="stable")]


def _hubs(src: NDArray[np.integer], dst: NDArray[np.integer], kind: NDArray[np.integer]) -> NDArray[np.int32]:
    """Return, for each edge, the end that memories meet in (a tag, an entity, the summary of many), or -1."""
    hub = np.full(len(src), -1, np.int32)
    for meets, end in ((EdgeKind.TAGGED, dst), (EdgeKind.MENTIONS, dst), (EdgeKind.SUMMARISES, src)):
        hub[kind == meets] = end[kind == meets]
    hub[src == dst] = -1  # a node that points at itself meets nobody there
    return hub
