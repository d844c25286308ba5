"""Tags and entities by their names: which nodes a name means, and which names mean nearly the same."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from ..embedding.texts import embeddable
from ..retrieval import fusion
from ..retrieval.adjacency import Bools, Ints

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .session import Session

MOST_HUB_NAMES = 2_000
"""Names of tags or entities that are compared by meaning; a store with more is asked by exact and folded names."""


def named(session: Session, label: str, name: str) -> list[int]:
    """Return the adjacency nodes of a tag or entity in the namespaces in scope, matched by its folded name."""
    hubs, known = session.projection.hubs, _known(session)
    rows = (hubs.row_of(label, namespace, name) for namespace in session.namespaces)
    return [session.adjacency.n_memories + row for row in rows if row is not None and known[row]]


def alike(session: Session, label: str, name: str, least: float) -> list[tuple[int, float]]:
    """Return (adjacency node, calibrated likeness) of the hubs whose names mean nearly the same as `name`."""
    rows, matrix = session.once(("hubs", label), partial(_vectors, session, label))
    query = session.embedded(name)
    if query is None or not len(rows):
        return []
    likeness = fusion.calibrate_cosine(matrix @ query, fusion.PRIOR)
    close = np.flatnonzero(likeness >= least)
    return [(session.adjacency.n_memories + int(rows[i]), float(likeness[i])) for i in close]


def names(session: Session, label: str) -> list[str]:
    """Return the names of the tags or entities in scope, MOST_HUB_NAMES at most."""
    return [session.projection.hubs.names[row] for row in in_scope(session, label)][:MOST_HUB_NAMES]


def in_scope(session: Session, label: str) -> list[int]:
    """Return the rows of the tags or entities in scope, rising."""
    hubs = session.projection.hubs
    mine = np.isin(hubs.namespace, [session.memories.code("namespace", name) for name in session.namespaces])
    return [row for row in map(int, hubs.rows(label)) if mine[row] and _known(session)[row]]


def _known(session: Session) -> Bools:
    """Return (n_hubs,) bool: AS OF, those that an edge had led to by then; nothing else says when a hub was new."""
    return session.once(("known hubs",), partial(_known_then, session))


def _known_then(session: Session) -> Bools:
    graph, size = session.adjacency, session.projection.hubs.count
    if session.as_of is None:
        return np.ones(size, np.bool_)
    met = graph.target[graph.recorded_at[graph.edge] <= session.as_of]
    return np.bincount(met, minlength=graph.n_nodes)[graph.n_memories :] > 0


def _vectors(session: Session, label: str) -> tuple[Ints, NDArray[np.float32]]:
    names = session.projection.hubs.names
    rows = [row for row in in_scope(session, label) if embeddable(names[row])][:MOST_HUB_NAMES]
    return np.array(rows, np.int64), session.embedded_names([names[row] for row in rows])
