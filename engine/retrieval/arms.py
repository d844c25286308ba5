"""The pure parts of the arms that find candidates: raw scores of memories, and the best of them.

An arm scores; it does not judge. What a score is worth in this store, and what several are worth together, is
`fusion`'s.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from .adjacency import Adjacency, EdgeKind, Floats, Ints, View

GATHER_BELOW = 10_000
"""Fewer candidates than this are gathered and then scored; from here on scoring all and picking is as quick.

A gather reads rows at random and copies them, a product over the whole matrix streams.
"""

HOP_DISCOUNT = 0.5
"""What one hop of the ontology (a broader or narrower tag, an alias) leaves of a match."""


def cosine_arm(
    matrix: NDArray[np.float32], query: NDArray[np.float32], rows: Ints | None = None
) -> NDArray[np.float32]:
    """Return the cosine of each of `rows` (all, if None) to the query, in [-1, 1], in the order of `rows`.

    matrix: (n, d) float32, unit norm; a row of zeros stands for a vector that is pending, and scores 0; (n, 0) where no
    vector has come yet. query: (d,) float32, unit norm. Exact on either route; the two differ by rounding alone.
    """
    if matrix.shape[1] == 0:
        return np.zeros(len(matrix) if rows is None else len(rows), np.float32)
    if rows is None:
        return matrix @ query
    if len(rows) < GATHER_BELOW:
        return matrix[rows] @ query
    return (matrix @ query)[rows]


def top_k(scores: NDArray[np.floating], k: int) -> Ints:
    """Return the positions of the `k` highest scores, best first; among equals the lower position comes first."""
    if k <= 0:
        return np.empty(0, np.int64)
    if k < len(scores):
        cut = np.partition(scores, -k)[-k]
        above, level = np.flatnonzero(scores > cut), np.flatnonzero(scores == cut)
        kept = np.concatenate([above, level[: k - len(above)]])
    else:
        kept = np.arange(len(scores))
    return kept[np.lexsort((kept, -scores[kept]))]


def match_arm(view: View, wanted: Sequence[Mapping[int, float]], kind: EdgeKind) -> Floats:
    """Return (n_memories,) in [0, 1]: how well each memory's hubs (tags, entities) match what is wanted.

    wanted: for each name that the need gives, the hubs that answer it with their strength in [0, 1] (1 for the name
    itself, less for its kin, see `kin`). A memory scores the mean, over the names, of its best match. kind: TAGGED or
    MENTIONS.
    """
    graph = view.graph
    total = np.zeros(graph.n_memories)
    for hubs in wanted:
        best = np.zeros(graph.n_nodes)
        arcs = view.arcs(np.fromiter(hubs.keys(), np.int64))
        arcs = arcs.where(graph.kind[arcs.edge] == kind)
        np.maximum.at(best, arcs.target, np.fromiter(hubs.values(), np.float64)[arcs.origin])
        total += best[: graph.n_memories]
    return total / max(1, len(wanted))


def kin(adjacency: Adjacency, hub: int, kind: EdgeKind, *, hops: int = 2, as_of: int | None = None) -> dict[int, float]:
    """Return the hubs within `hops` of `hub` over `kind` (BROADER or SAME_AS), either way, with HOP_DISCOUNT a hop.

    The hub itself has strength 1. What `match_arm` takes.
    """
    view = View(adjacency, None, as_of)
    strength = {hub: 1.0}
    frontier = [hub]
    for hop in range(1, hops + 1):
        arcs = view.arcs(np.array(frontier, np.int64))
        arcs = arcs.where(adjacency.kind[arcs.edge] == kind)
        frontier = [node for node in np.unique(arcs.target).tolist() if node not in strength]
        strength.update(dict.fromkeys(frontier, HOP_DISCOUNT**hop))
    return strength
