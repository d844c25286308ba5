"""What a memory hangs together with: the shortest way to each anchor, edge by edge, and what has replaced it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from ...asking.reasons import Finding
from ...retrieval.adjacency import EdgeKind, Ints
from ...retrieval.distance import Hop, Path, paths
from ..session import Session
from .words import ids

MOST_ANCHORS = 5
"""Anchors to which the way is told: the nearest."""


def ways(row: int, anchors: Ints, session: Session) -> Iterator[Finding]:
    """Yield the ways to the nearest anchors, the shortest first, and how many anchors are out of reach."""
    if not anchors.size:
        return
    found = paths(session.seen, row, anchors)
    reached = sorted((path for path in found if path is not None), key=lambda path: path.length)
    for path in reached[:MOST_ANCHORS]:
        if path.hops:
            yield Finding(
                "Anchors", f"{path.length:.1f} from an anchor: {_drawn(path, session)}.", _plain(path, session)
            )
    if len(reached) < len(anchors):
        sentence = f"{len(anchors) - len(reached):,} of {len(anchors):,} anchors are out of reach."
        yield Finding("Anchors", sentence, len(anchors) - len(reached))


def replaced(row: int, session: Session) -> Iterator[Finding]:
    """Yield what supersedes a memory: no filter by itself, and often what is wanted instead."""
    graph = session.adjacency
    arcs = session.seen.arcs(np.array([row], np.int64))
    newer = arcs.target[(graph.kind[arcs.edge] == EdgeKind.SUPERSEDES) & (graph.src[arcs.edge] == arcs.target)]
    rows: list[int] = newer.tolist()
    names = [session.memories.ids[row] for row in rows]
    if names:
        yield Finding("GraphScan", f"It was superseded by {ids(names)}.", names)


def _drawn(path: Path, session: Session) -> str:
    """Return a path as it would be drawn: `a` -[CAUSED]-> `b` <-[FOLLOWS]- `c`."""
    text = f"`{_name(path.hops[0].source, session)}`"
    for hop in path.hops:
        left, right = ("-", "->") if hop.along else ("<-", "-")
        text += f" {left}[{hop.kind.name}]{right} `{_name(hop.target, session)}`"
    return text


def _plain(path: Path, session: Session) -> dict[str, Any]:
    return {"length": path.length, "hops": [_edge(hop, session) for hop in path.hops]}


def _edge(hop: Hop, session: Session) -> dict[str, Any]:
    """Return a hop as the edge that it follows, in the edge's own direction."""
    ends = (hop.source, hop.target) if hop.along else (hop.target, hop.source)
    source, target = (_name(end, session) for end in ends)
    return {"type": hop.kind.name, "source": source, "target": target}


def _name(node: int, session: Session) -> str:
    """Return a memory's id, a hub's name."""
    memories = session.adjacency.n_memories
    return session.memories.ids[node] if node < memories else session.projection.hubs.names[node - memories]
