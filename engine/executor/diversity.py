"""DIVERSIFY BY: what makes the next row worth taking, beside its place in the order of its front."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from ...dsl import ast
from ...dsl.plan import Diversify
from ..retrieval import selection
from ..retrieval.adjacency import EdgeKind, Ints
from ..retrieval.selection import MaximalMarginalRelevance, Quota
from .candidates import Candidates
from .informing import informing
from .session import Session

HALF = 0.5
"""What MMR weighs relevance with where nothing is said: as much as novelty."""

ALIKE_DEVIATIONS = 3.0
"""How far above unrelated pairs, in standard deviations, two memories of one cluster are at least."""

ALIKE_MOST = 0.95
"""A cosine that is always enough: in a store of near copies all pairs are related."""

MOST_CLUSTERED = 2_000
"""Rows that are told apart by likeness, the best; all behind them count as one cluster. Each pair costs a product."""


Comparison: TypeAlias = Callable[[Candidates], selection.Diversity]
"""Makes of candidates, in whatever order they stand, what their selection is to go by. It asks the store nothing."""


def diversity(stage: Diversify, candidates: Candidates, session: Session) -> selection.Diversity | None:
    """Return what the selection is to go by; None where it needs meanings and there are none."""
    compare = comparing(stage, candidates.rows, session)
    return None if compare is None else compare(candidates)


def comparing(stage: Diversify, rows: Ints, session: Session) -> Comparison | None:
    """Return what compares candidates among `rows`; None where it needs meanings and there are none."""
    match stage:
        case Diversify(by="information", need=ast.Node() as need):
            return informing(need, session)
        case Diversify(by="MMR"):
            return partial(_unlike, session.vectors.matrix, _trade(stage.trade, session))
        case Diversify(by="cluster"):
            return partial(_of_other_clusters, session.vectors.matrix, _alike(session))
        case _:
            groups = _groups(stage.by, rows, session)
            return partial(_in_turns, dict(zip(rows.tolist(), groups, strict=True)))


def _unlike(matrix: NDArray[np.float32], trade: float, candidates: Candidates) -> selection.Diversity:
    return MaximalMarginalRelevance(candidates.scores["relevance"], matrix[candidates.rows], trade)


def _of_other_clusters(matrix: NDArray[np.float32], alike: float, candidates: Candidates) -> selection.Diversity:
    """Take turns between clusters; the candidates are in order, so that the best of a cluster leads it."""
    found = np.full(len(candidates.rows), len(candidates.rows), np.int64)
    found[:MOST_CLUSTERED] = selection.clusters(matrix[candidates.rows[:MOST_CLUSTERED]], alike)
    return Quota([[code] for code in found.tolist()])


def _in_turns(groups: Mapping[int, Sequence[int]], candidates: Candidates) -> selection.Diversity:
    return Quota([groups[row] for row in candidates.rows.tolist()])


def _alike(session: Session) -> float:
    """Return the cosine from which two memories are of one cluster."""
    pairs = session.background
    return min(ALIKE_MOST, pairs.mean + ALIKE_DEVIATIONS * pairs.deviation)


def _trade(trade: ast.Expr | None, session: Session) -> float:
    if trade is None:
        return HALF
    return session.share(trade, "MMR")


def _groups(by: str, rows: Ints, session: Session) -> Sequence[Sequence[int]]:
    """Return the codes of each row's groups: one task, or many types and entities."""
    match by:
        case "entity":
            return _entities(rows, session)
        case "task":
            return [[code] if code >= 0 else [] for code in session.memories.task[rows].tolist()]
        case _:
            codes: dict[str, int] = {}
            lists = session.memories.properties(rows.tolist(), ["types"])
            return [[codes.setdefault(name, len(codes)) for name in values["types"]] for values in lists]


def _entities(rows: Ints, session: Session) -> list[list[int]]:
    arcs = session.seen.arcs(rows)
    mentions = arcs.where(session.adjacency.kind[arcs.edge] == EdgeKind.MENTIONS)
    groups: dict[int, list[int]] = {}
    for place, entity in zip(mentions.origin.tolist(), mentions.target.tolist(), strict=True):
        groups.setdefault(place, []).append(entity)
    return [groups.get(place, []) for place in range(len(rows))]
