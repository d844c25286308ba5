"""Whether an edge is there to be taken back."""

from __future__ import annotations

import numpy as np

from ..handle.store import Store
from ..projection.edges import TYPE_CODES
from ..values.model import Link
from ..values.times import NEVER


def holds(store: Store, namespace: str, link: Link) -> bool:
    """Return whether an edge between two memories holds now. One with an end that is not there yet only waits."""
    store.fresh()
    with store.projection.reading() as view:
        ends = [view.memories.row_of(namespace, id) for id in (link.source, link.target)]
        if None in ends:
            return False
        edges, (source, target) = view.edges, ends
        drawn = (edges.type == TYPE_CODES[link.type]) & (edges.source == source) & (edges.target == target)
        return bool(np.any(drawn & (edges.retracted_at == NEVER)))
