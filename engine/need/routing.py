"""Type routing: a type that a need calls for has a share of the candidates, so that the plentiful do not crowd it out.

A thousand observations say much about anything, and the three decisions among them say what holds. A share is a right
and no duty: what of a type lies below the threshold is not taken for its type, and its places fall to the others.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from ..retrieval.adjacency import Bools, Floats, Ints
from ..retrieval.arms import top_k

LEAST = 0.06
"""Relevance just above what no evidence at all gives: the floor of the strategies."""

INFERRED_SHARE = 0.25
"""Of the candidates, for a type that a need seems to ask for, times the strength of that guess."""


def routed(merit: Floats, routes: Iterable[tuple[Bools, float]], count: int, least: float = LEAST) -> Ints:
    """Return the positions of at most `count` candidates, rising: the best of each type by its share, then the best.

    merit: (n,) relevance. routes: for each type which candidates are of it, (n,) bool, and its share in [0, 1]; where
    shares come to more than 1, earlier ones go first. least: the merit below which a type's share falls to the others.
    """
    taken = np.zeros(len(merit), np.bool_)
    for of_type, share in routes:
        room = min(round(share * count), count - int(taken.sum()))
        own = np.flatnonzero(of_type & ~taken & (merit >= least))
        taken[own[top_k(merit[own], room)]] = True
    others = np.flatnonzero(~taken)
    taken[others[top_k(merit[others], count - int(taken.sum()))]] = True
    return np.flatnonzero(taken)
