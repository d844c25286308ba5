"""From objectives to an order: fronts (or one expression, where that was asked), and the choice of k rows from them."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from ...dsl import ast
from ...dsl.plan import Front, Rank, Select
from ..retrieval.adjacency import Floats
from ..retrieval.objectives import with_spread
from ..retrieval.order import order_rows
from ..retrieval.pareto import Sense, dominance_counts, fronts, in_steps
from ..retrieval.selection import select as choose
from .candidates import Candidates
from .pareto_terms import front_order, groups, name_of_term, tolerance
from .session import Session


@dataclass(frozen=True, slots=True)
class _Axes:
    """The terms of a PARETO BY over the candidates: parallel, one entry a term; matrix: (n, m)."""

    terms: tuple[ast.ParetoTerm, ...]
    matrix: Floats
    levels: tuple[int, ...]

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(name_of_term(term.expression) for term in self.terms)

    @property
    def senses(self) -> tuple[Sense, ...]:
        return tuple(Sense(term.sense or "MAX") for term in self.terms)

    def without(self, dropped: tuple[str, ...]) -> _Axes:
        """Return the axes that are not among `dropped`."""
        kept = [i for i, name in enumerate(self.names) if name not in dropped]
        return _Axes(tuple(self.terms[i] for i in kept), self.matrix[:, kept], tuple(self.levels[i] for i in kept))


def front(stage: Front, candidates: Candidates, session: Session) -> Candidates:
    """Sort the candidates into fronts, and order each front inside; the best row comes first.

    An objective on which all candidates agree is left out and reported: it would change nothing, and look as if it had.
    """
    axes = _axes(stage.pareto, candidates, session)
    dropped = with_spread(axes.names, axes.matrix, axes.senses).dropped
    if dropped and len(candidates) > 1:
        candidates = candidates.noting(f"Left out, for all candidates have the same: {', '.join(dropped)}.")
    axes = axes.without(dropped)
    steps = [tolerance(term, session.context) for term in axes.terms]
    apart = groups([session.values(expression, candidates) for expression in stage.pareto.partition])
    traded, senses, levels = axes.matrix, axes.senses, axes.levels
    front_of = fronts(traded, senses, tolerance=steps, levels=levels, partition=apart)
    beats, beaten_by = dominance_counts(traded, senses, tolerance=steps, levels=levels, partition=apart)
    by = front_order(stage.pareto.order, axes.terms)
    # In steps too: what the tolerance calls equal must not decide the order inside a front.
    told = in_steps(traded, senses, steps)
    ordered = order_rows(told, senses, front_of, by, relevance=candidates.scores.get("relevance"))
    return replace(candidates, front=front_of, dominates=beats, dominated_by=beaten_by).take(ordered)


def rank(stage: Rank, candidates: Candidates, session: Session) -> Candidates:
    """Order by one expression, highest first; ties by row. All rows stand on front 1: nothing was traded."""
    merit = session.column(stage.expression, candidates)
    ordered = np.lexsort((candidates.rows, -merit))
    ones, zeros = np.ones(len(candidates), np.int32), np.zeros(len(candidates), np.int64)
    ranked = replace(candidates.with_scores({"rank": merit}), front=ones, dominates=zeros, dominated_by=zeros)
    return ranked.take(ordered)


def select(stage: Select, candidates: Candidates, session: Session) -> Candidates:
    """Take `count` rows in order, from later fronts where the first is too small, unless only the first was asked
    for.
    """
    count = session.count(stage.count, "LIMIT", least=0)
    place = np.arange(len(candidates))
    of_front = candidates.front if candidates.front is not None else np.ones(len(candidates), np.int32)
    return candidates.take(choose(place, of_front, count, first_front_only=stage.first_front_only).rows)


def _axes(pareto: ast.ParetoBy, candidates: Candidates, session: Session) -> _Axes:
    leveled = [(level, term) for level, terms in enumerate(pareto.levels) for term in terms]
    columns = [session.column(term.expression, candidates) for _, term in leveled]
    matrix = np.stack(columns, axis=1) if columns else np.empty((len(candidates), 0))
    return _Axes(tuple(term for _, term in leveled), matrix, tuple(level for level, _ in leveled))
