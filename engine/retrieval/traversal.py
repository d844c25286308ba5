"""Walks that count edges rather than lengths: TRACE, TRACE PATH, and the lineage around a memory.

All are breadth-first, one level of the graph at a time, and tell for each node the edge by which it was first reached.
TRACE asks for a direction in *time*, not of the arrow: a cause points at its effect, while FOLLOWS, SUPERSEDES and the
like point from the later memory back at the earlier one.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from enum import Enum

import numpy as np

from ..running.cancel import check
from .adjacency import TELLING, Adjacency, Arcs, Bools, EdgeKind, Ints, View
from .distance import Hop, hop

IN_TIME = (EdgeKind.CAUSED, EdgeKind.FOLLOWS, EdgeKind.SUPERSEDES, EdgeKind.SUMMARISES)
"""The kinds with an earlier and a later end. Of two memories that contradict each other either may be the older."""

OPPOSING = (EdgeKind.SUPERSEDES, EdgeKind.CONTRADICTS)
"""The kinds that say of a memory that it may not hold."""


class Direction(Enum):
    """Which way a walk goes in time."""

    BACKWARD = "backward"  # to causes, and to what came before
    FORWARD = "forward"  # to effects, and to what came after
    EITHER = "either"  # each step as it likes


@dataclass(frozen=True, slots=True)
class Reached:
    """A memory that a walk came to, and how; `edge` indexes the edges that the adjacency was built from."""

    row: int
    depth: int
    via: EdgeKind | None  # None, with parent and edge, for the start itself
    parent: int | None
    edge: int | None


@dataclass(frozen=True, slots=True)
class _Level:
    """The nodes first met at one depth: parallel arrays, the lowest node first."""

    node: Ints
    parent: Ints
    edge: Ints


def reach(
    adjacency: Adjacency,
    start: int,
    kinds: Collection[EdgeKind],
    direction: Direction,
    *,
    depth: tuple[int, int | None] = (1, 6),
    visible: Bools | None = None,
    as_of: int | None = None,
) -> list[Reached]:
    """Return the memories within `depth` = (lowest, highest) edges of `start`, each once, nearest first.

    A memory's depth is the least number of edges; among equals it was reached
    by the kind that tells most, from the lowest row. Cycles end, because a
    memory that was met is not met again. A highest depth of None is no bound. Raises ValueError for a kind that has no
    direction in time.
    """
    if timeless := set(kinds) - set(IN_TIME):
        raise ValueError(f"{min(timeless).name} has no direction in time, so it cannot be traced.")
    view = View(adjacency, visible, as_of)
    lowest, highest = depth
    if not view.seen(np.array([start]))[0]:
        return []
    found = [Reached(start, 0, None, None, None)]
    for at, level in enumerate(_levels(view, start, kinds, direction, highest), start=1):
        found += _reached(adjacency, level, at)
    return [reached for reached in found if reached.depth >= lowest]


def around(
    adjacency: Adjacency,
    start: int,
    kinds: Collection[EdgeKind],
    *,
    hops: int,
    visible: Bools | None = None,
    as_of: int | None = None,
) -> list[tuple[int, int]]:
    """Return (row, distance) of `start` and of what lies within `hops` edges before it or after it in time.

    Nearest first; of equally near ones those that are joined by what tells most, then the newest: the first of the list
    are what a reader wants who takes few. The effects of a cause are not among them unless they are causes or effects
    themselves. What contradicts or replaces is: whether a cause still holds is the first thing to know of it.
    """
    view = View(adjacency, visible, as_of)
    near: dict[int, tuple[int, int]] = {start: (0, 0)}
    for direction in (Direction.BACKWARD, Direction.FORWARD):
        for depth, level in enumerate(_levels(view, start, kinds, direction, hops, OPPOSING), start=1):
            told = TELLING[adjacency.kind[level.edge]]
            for row, tells in zip(level.node.tolist(), told.tolist(), strict=True):
                near[row] = min(near.get(row, (depth, tells)), (depth, tells))
    found = sorted(near.items(), key=lambda item: (*item[1], -item[0]))
    return [(row, distance) for row, (distance, _) in found]


def shortest_path(
    adjacency: Adjacency,
    start: int,
    end: int,
    kinds: Collection[EdgeKind],
    *,
    max_depth: int = 8,
    visible: Bools | None = None,
    as_of: int | None = None,
) -> tuple[Hop, ...] | None:
    """Return the fewest edges that lead from `start` to `end`, walked either way, or None within `max_depth`.

    Kinds that lead to hubs are allowed here. A path to itself is empty.
    """
    view = View(adjacency, visible, as_of)
    if not view.seen(np.array([start, end])).all():
        return None
    if start == end:
        return ()
    back: dict[int, tuple[int, int]] = {}
    for level in _levels(view, start, kinds, Direction.EITHER, max_depth):
        steps = zip(level.parent.tolist(), level.edge.tolist(), strict=True)
        back.update(zip(level.node.tolist(), steps, strict=True))
        if end in back:
            return _trail(adjacency, start, end, back)
    return None


def _levels(
    view: View,
    start: int,
    kinds: Collection[EdgeKind],
    direction: Direction,
    highest: int | None,
    either: Collection[EdgeKind] = (),
) -> Iterator[_Level]:
    """Yield the levels 1, 2, ... up to `highest` of a breadth-first walk from a node of the view.

    either: the kinds that are walked both ways, whatever the direction.
    """
    wanted, loose = _mask(kinds), _mask(either)
    fresh = np.ones(view.graph.n_nodes, np.bool_)
    fresh[start] = False
    frontier = np.array([start])
    for _ in range(view.graph.n_nodes if highest is None else highest):
        check()
        arcs = view.arcs(frontier)
        kind = view.graph.kind[arcs.edge]
        arcs = arcs.where(wanted[kind] & (loose[kind] | _goes(view.graph, arcs, direction)))
        arcs = arcs.where(fresh[arcs.target])
        told = np.argsort(TELLING[view.graph.kind[arcs.edge]], kind="stable")
        frontier, first = np.unique(arcs.target[told], return_index=True)
        if not frontier.size:
            return
        fresh[frontier] = False
        yield _Level(frontier, arcs.source[told[first]], arcs.edge[told[first]])


def _mask(kinds: Collection[EdgeKind]) -> Bools:
    """Return (kinds,) bool: which are among these."""
    return np.isin(np.arange(len(EdgeKind)), [int(kind) for kind in kinds])


def _goes(graph: Adjacency, arcs: Arcs, direction: Direction) -> Bools:
    """Return which arcs lead the asked way in time."""
    if direction is Direction.EITHER:
        return np.ones(len(arcs.edge), np.bool_)
    along = graph.src[arcs.edge] == arcs.source
    later = along == (graph.kind[arcs.edge] == EdgeKind.CAUSED)
    return later == (direction is Direction.FORWARD)


def _reached(graph: Adjacency, level: _Level, depth: int) -> list[Reached]:
    ways = zip(level.node.tolist(), level.parent.tolist(), level.edge.tolist(), strict=True)
    return [Reached(row, depth, EdgeKind(graph.kind[edge]), parent, edge) for row, parent, edge in ways]


def _trail(graph: Adjacency, start: int, end: int, back: dict[int, tuple[int, int]]) -> tuple[Hop, ...]:
    """Follow the parents from `end` back to `start`."""
    hops: list[Hop] = []
    node = end
    while node != start:
        parent, edge = back[node]
        hops.append(hop(graph, parent, node, edge))
        node = parent
    return tuple(reversed(hops))
