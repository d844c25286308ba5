"""From objectives to an order: fronts (or one expression, where that was asked), and the choice of k rows from them.

Here the clauses are read: what their terms come to for each candidate, how many are wanted, what may be spent. What is
made of that is in `trading`.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ...dsl import ast
from ...dsl.plan import Front, Rank, Select
from ..retrieval.selection import Budget
from .candidates import Candidates
from .diversity import diversity
from .pareto_terms import groups, tolerance
from .session import Session
from .trading import Axis, Choosing, ranked, taken, trade

COUNTED_AT_ONCE = 32
"""Candidates whose tokens are counted together: one reading of the journal, of rows that stand next in order."""


def front(stage: Front, candidates: Candidates, session: Session) -> Candidates:
    """Sort the candidates into fronts, and order each front inside; the best row comes first."""
    axes = [
        Axis(term, level, tolerance(term, session.context), session.column(term.expression, candidates))
        for level, terms in enumerate(stage.pareto.levels)
        for term in terms
    ]
    partition = groups([session.values(expression, candidates) for expression in stage.pareto.partition])
    return trade(axes, partition, stage.pareto.order, candidates)


def rank(stage: Rank, candidates: Candidates, session: Session) -> Candidates:
    """Order by one expression, highest first; ties by row. All rows stand on front 1: nothing was traded."""
    return ranked(session.column(stage.expression, candidates), candidates)


def select(stage: Select, candidates: Candidates, session: Session) -> Candidates:
    """Take `count` rows in order; from later fronts where the first is too small, unless it alone was asked for."""
    count = len(candidates) if stage.count is None else session.count(stage.count, "RECALL", least=0)
    budget = None if stage.budget is None else _budget(stage.budget, candidates, session)
    diverse = None if stage.diversify is None else diversity(stage.diversify, candidates, session)
    choosing = Choosing(
        stage.first_front_only, None if stage.diversify is None else stage.diversify.by, diverse, budget
    )
    chosen = taken(candidates, count, choosing)
    if chosen.traded is None or chosen.place is None:
        return chosen
    # Of those that are shown alone: over a whole store the counts take time with the square of its size.
    dominates, dominated_by = chosen.traded.counts(chosen.place)
    return replace(chosen, dominates=dominates, dominated_by=dominated_by)


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
