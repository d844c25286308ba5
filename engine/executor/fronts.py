"""From objectives to an order: fronts (or one expression, where that was asked), and the choice of k rows from them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from ...dsl import ast
from ...dsl.plan import Front, Rank, Select
from ...dsl.printing.expressions import print_expression
from ..asking.strategies import OBJECTIVES
from ..retrieval.adjacency import Floats, Ints
from ..retrieval.objectives import with_spread
from ..retrieval.order import order_rows
from ..retrieval.pareto import Sense
from ..retrieval.selection import MOST_PASSED_OVER, Budget, Diversity
from ..retrieval.selection import select as choose
from .candidates import Candidates
from .diversity import diversity
from .pareto_terms import Traded, check_size, front_order, groups, tolerance
from .scores import ANSWER, INFORMATION
from .session import Session
from .supplying import close_to_anchors

COUNTED_AT_ONCE = 32
"""Candidates whose tokens are counted together: one reading of the journal, of rows that stand next in order."""

SENSES = {objective.name: Sense(objective.sense) for objective in OBJECTIVES}


@dataclass(frozen=True, slots=True)
class _Axis:
    """One term of a PARETO BY over the candidates. values: (n,). step: its tolerance, 0 for none."""

    term: ast.ParetoTerm
    level: int
    step: float
    values: Floats

    @property
    def name(self) -> str:
        return print_expression(self.term.expression)

    @property
    def sense(self) -> Sense:
        return Sense(self.term.sense or "MAX")


def front(stage: Front, candidates: Candidates, session: Session) -> Candidates:
    """Sort the candidates into fronts, and order each front inside; the best row comes first.

    An objective on which all candidates agree is left out and reported: it would change nothing, and look as if it had.
    """
    axes = _axes(stage.pareto, candidates, session)
    if not candidates.anchors.size and any(axis.name == INFORMATION for axis in axes):
        # Conditioned on nothing it is monotone in the cosine, and would count twice what relevance says.
        candidates = candidates.noting("Left out, for nothing is at hand (NEAR): information.")
        axes = [axis for axis in axes if axis.name != INFORMATION]
    dropped = with_spread([a.name for a in axes], _matrix(axes, candidates), [a.sense for a in axes]).dropped
    # Relevance settles what `answer`, which is made of it, leaves open: nothing is missing then.
    missed = [name for name in dropped if name != ANSWER]
    if missed and len(candidates) > 1:
        candidates = candidates.noting(f"Left out, for all candidates have the same: {', '.join(missed)}.")
    axes = [axis for axis in axes if axis.name not in dropped]
    check_size(len(candidates), len(axes))
    traded = Traded(
        matrix=_matrix(axes, candidates),
        senses=tuple(axis.sense for axis in axes),
        steps=[axis.step for axis in axes],
        levels=[axis.level for axis in axes],
        partition=groups([session.values(expression, candidates) for expression in stage.pareto.partition]),
    )
    placed = replace(candidates, front=traded.fronts(), traded=traded, place=np.arange(len(candidates)))
    return placed.take(_ordered(placed, traded, axes, stage.pareto.order, session))


def _ordered(
    candidates: Candidates, traded: Traded, axes: Sequence[_Axis], order: str | None, session: Session
) -> Ints:
    """Return the positions of the candidates, best first.

    An objective that is not traded may order too, unless it tells no candidates apart: then the knee does.
    """
    by = front_order(order, [axis.term for axis in axes])
    matrix, senses = traded.ordering(by)
    column = candidates.scores.get(order) if order in SENSES and order not in [axis.name for axis in axes] else None
    if order is not None and column is not None and len(np.unique(column)) > 1:
        matrix = np.column_stack([matrix, column])
        senses, by = (*senses, SENSES[order]), matrix.shape[1] - 1
    assert candidates.front is not None
    return order_rows(matrix, senses, candidates.front, by, settled=_settled(candidates, session))


def _settled(candidates: Candidates, session: Session) -> Floats:
    """Return (n,) distinct, higher first: of equals the more relevant, then the closer to what is at hand, the newer.

    Of what has one time, what was learned last.
    """
    rows = candidates.rows
    relevance = candidates.scores.get("relevance", np.zeros(len(rows)))
    by = (rows, session.memories.at[rows], close_to_anchors(candidates, session), relevance)
    settled = np.empty(len(rows))
    settled[np.lexsort(by)] = np.arange(len(rows))
    return settled


def _axes(pareto: ast.ParetoBy, candidates: Candidates, session: Session) -> list[_Axis]:
    return [
        _Axis(term, level, tolerance(term, session.context), session.column(term.expression, candidates))
        for level, terms in enumerate(pareto.levels)
        for term in terms
    ]


def _matrix(axes: Sequence[_Axis], candidates: Candidates) -> Floats:
    """Return (n, m), a column for each axis."""
    return np.stack([axis.values for axis in axes], axis=1) if axes else np.empty((len(candidates), 0))


def rank(stage: Rank, candidates: Candidates, session: Session) -> Candidates:
    """Order by one expression, highest first; ties by row. All rows stand on front 1: nothing was traded."""
    merit = session.column(stage.expression, candidates)
    ordered = np.lexsort((candidates.rows, -merit))
    ones, zeros = np.ones(len(candidates), np.int32), np.zeros(len(candidates), np.int64)
    ranked = replace(candidates.with_scores({"rank": merit}), front=ones, dominates=zeros, dominated_by=zeros)
    return ranked.take(ordered)


def select(stage: Select, candidates: Candidates, session: Session) -> Candidates:
    """Take `count` rows in order; from later fronts where the first is too small, unless it alone was asked for."""
    size = len(candidates)
    count = size if stage.count is None else session.count(stage.count, "RECALL", least=0)
    budget = None if stage.budget is None else _budget(stage.budget, candidates, session)
    diverse = None if stage.diversify is None else diversity(stage.diversify, candidates, session)
    if stage.diversify is not None and diverse is None:
        candidates = candidates.noting("Nothing could be compared by meaning, so the choice is not diverse.")
    chosen = _chosen(stage, candidates, count, diverse, budget)
    if chosen.traded is None or chosen.place is None:
        return chosen
    # Of those that are shown alone: over a whole store the counts take time with the square of its size.
    dominates, dominated_by = chosen.traded.counts(chosen.place)
    return replace(chosen, dominates=dominates, dominated_by=dominated_by)


def _chosen(
    stage: Select, candidates: Candidates, count: int, diverse: Diversity | None, budget: Budget | None
) -> Candidates:
    """Return the candidates that are taken, and what is left of the budget; a note says what found no room in it."""
    size = len(candidates)
    of_front = candidates.front if candidates.front is not None else np.ones(size, np.int32)
    taken = choose(
        np.arange(size),
        of_front,
        count,
        first_front_only=stage.first_front_only,
        diversity=diverse,
        budget=budget,
    )
    chosen = candidates.take(taken.rows)
    if budget is None:
        return chosen
    room = budget.limit - sum(budget.cost(int(place)) for place in taken.rows)
    passed = len(taken.over_budget)
    more = "" if passed < MOST_PASSED_OVER else " or more"
    were, it = ("was", "it") if passed == 1 else ("were", "they")
    said = f"{passed}{more} {were} passed over: {it} did not fit into what was left of {budget.limit:,} tokens."
    return replace(chosen.noting(said) if passed else chosen, room=room, passed=candidates.rows[taken.over_budget])


def _budget(tokens: ast.Expr, candidates: Candidates, session: Session) -> Budget:
    """Return the budget, which counts the tokens of a candidate when it is offered: most never are."""
    limit = session.count(tokens, "BUDGET", least=0)
    counted = candidates.scores.get("cost")
    if counted is not None:
        return Budget(lambda place: int(counted[place]), limit)
    known: dict[int, int] = {}

    def cost(place: int) -> int:
        if place not in known:
            some = np.arange(place, min(place + COUNTED_AT_ONCE, len(candidates)))
            known.update(zip(some.tolist(), session.tokens(candidates.rows[some]).tolist(), strict=True))
        return known[place]

    return Budget(cost, limit)
