"""What the value of a memory is judged by: its objectives when it was recalled, what it is, and what came of it.

All of it is found again from a projection, so that no feature has to be written down: only the objectives, which depend
on the need, are kept in the feedback event. Tags and effects are those that were known at the moment of the use.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from ..projection.memories import MemoryColumns
from ..retrieval.adjacency import Adjacency, EdgeKind, Ints, View

OBJECTIVES = ("relevance", "recency", "coherence", "information", "importance", "confidence")
"""Those in [0, 1]. What a memory costs says nothing of its use."""


def features_of(
    rows: Ints,
    scores: Sequence[Mapping[str, float]],
    memories: MemoryColumns,
    adjacency: Adjacency,
    hubs: Sequence[str],
    as_of: int | None,
) -> list[dict[str, float]]:
    """Return the features of some memories, each about [-1, 1]. hubs: names by hub row. as_of: microseconds.

    used: of all. An objective: from -1 to 1, 0 where it is not known. failure, success: how far it tells of one, by its
    valence. effects: n / (1 + n) of the n later steps that it caused. type:, doing:, tag: what it has; k tags share a
    length of 1.
    """
    tags, effects = _joined(rows, adjacency, hubs, as_of)
    return [
        {
            "used": 1.0,
            **{name: 2.0 * scored[name] - 1.0 for name in OBJECTIVES if name in scored},
            **_kind(row, memories),
            "effects": effects[place] / (1.0 + effects[place]),
            **{f"tag:{name}": len(tags[place]) ** -0.5 for name in tags[place]},
        }
        for place, (row, scored) in enumerate(zip(rows.tolist(), scores, strict=True))
    ]


def _kind(row: int, memories: MemoryColumns) -> dict[str, float]:
    valence = float(memories.valence[row])
    found = {"failure": max(0.0, -valence), "success": max(0.0, valence)}
    for field, prefix in (("type", "type"), ("action_type", "doing")):
        code = int(memories.column(field)[row])
        if code >= 0:
            found[f"{prefix}:{memories.values(field)[code]}"] = 1.0
    return found


def _joined(
    rows: Ints, adjacency: Adjacency, hubs: Sequence[str], as_of: int | None
) -> tuple[list[list[str]], list[int]]:
    """Return the tags of each memory, in order of their names, and how many later steps it caused."""
    arcs = View(adjacency, as_of=as_of).arcs(rows)
    kind = adjacency.kind[arcs.edge]
    tags: list[set[str]] = [set[str]() for _ in rows]
    tagged = kind == EdgeKind.TAGGED
    places: list[int] = arcs.origin[tagged].tolist()
    nodes: list[int] = arcs.target[tagged].tolist()
    for place, node in zip(places, nodes, strict=True):
        tags[place].add(hubs[node - adjacency.n_memories])
    caused = (kind == EdgeKind.CAUSED) & (adjacency.src[arcs.edge] == arcs.source)
    effects: list[int] = np.bincount(arcs.origin[caused], minlength=len(rows)).tolist()
    return [sorted(names) for names in tags], effects
