"""DIVERSIFY BY: what makes the next row worth taking, beside its place in the order of its front."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ...dsl import ast
from ...dsl.plan import Diversify
from ..retrieval import selection
from ..retrieval.adjacency import EdgeKind, Ints
from ..retrieval.selection import MaximalMarginalRelevance, Quota
from .arguments import unfit
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


def diversity(stage: Diversify, candidates: Candidates, session: Session) -> selection.Diversity | None:
    """Return what the selection is to go by; None where it needs meanings and there are none."""
    match stage:
        case Diversify(by="information", need=ast.Node() as need):
            return informing(need, candidates, session)
        case Diversify(by="MMR"):
            vectors = session.vectors.matrix[candidates.rows]
            return MaximalMarginalRelevance(candidates.scores["relevance"], vectors, _trade(stage.trade, session))
        case _:
            return Quota(_groups(stage.by, candidates.rows, session))


def _trade(trade: ast.Expr | None, session: Session) -> float:
    if trade is None:
        return HALF
    share = session.number(trade, "MMR")
    if not 0.0 <= share <= 1.0:
        raise unfit("MMR", "a number in [0, 1]", trade, share)
    return share


def _groups(by: str, rows: Ints, session: Session) -> Sequence[Sequence[int]]:
    """Return the codes of each row's groups: one task, one cluster, or many types and entities."""
    match by:
        case "entity":
            return _entities(rows, session)
        case "cluster":
            return [[code] for code in _clusters(rows, session).tolist()]
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


def _clusters(rows: Ints, session: Session) -> Ints:
    """Return (n,) the cluster of each row; the rows are in order, so that the best of a cluster leads it."""
    pairs = session.background
    alike = min(ALIKE_MOST, pairs.mean + ALIKE_DEVIATIONS * pairs.deviation)
    found = np.full(len(rows), len(rows), np.int64)
    found[:MOST_CLUSTERED] = selection.clusters(session.vectors.matrix[rows[:MOST_CLUSTERED]], alike)
    return found
