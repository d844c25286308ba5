"""Trading candidates on given axes: the front, its order, and the choice from it. Arrays in, candidates out.

The stages `Front`, `Rank` and `Select` read what their terms come to and call this; a space that is chosen in anew, by
somebody who moves a slider, calls it with what it holds. So both give the same answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from ...dsl import ast
from ...dsl.printing.expressions import print_expression
from ..asking.strategies import OBJECTIVES
from ..retrieval.adjacency import Floats, Ints
from ..retrieval.objectives import with_spread
from ..retrieval.order import order_rows
from ..retrieval.pareto import Sense
from ..retrieval.selection import MOST_PASSED_OVER, Budget, Diversity, Selection
from ..retrieval.selection import select as choose
from .candidates import Candidates
from .informing import INFORMATION
from .pareto_terms import Traded, check_size, front_order
from .scores import ANSWER

SENSES = {objective.name: Sense(objective.sense) for objective in OBJECTIVES}

INCOMPARABLE = "Nothing could be compared by meaning, so the choice is not diverse."
"""What is said where there is nothing to go by."""

NO_CHOICE = (
    "DIVERSIFY BY {by} changed nothing: it chooses inside a front, and each front has one row; "
    "another objective makes them wider, and RANK BY makes them one."
)


@dataclass(frozen=True, slots=True)
class Axis:
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


def trade(axes: Sequence[Axis], partition: Ints | None, order: str | None, candidates: Candidates) -> Candidates:
    """Sort the candidates into fronts, and order each front inside; the best row comes first.

    An objective on which all candidates agree is left out and reported: it would change nothing, and look as if it had.
    """
    axes, candidates = _telling(axes, candidates)
    check_size(len(candidates), len(axes))
    traded = Traded(
        matrix=_matrix(axes, candidates),
        senses=tuple(axis.sense for axis in axes),
        steps=[axis.step for axis in axes],
        levels=[axis.level for axis in axes],
        partition=partition,
    )
    placed = replace(candidates, front=traded.fronts(), traded=traded, place=np.arange(len(candidates)))
    return placed.take(_ordered(placed, traded, axes, order))


def _telling(axes: Sequence[Axis], candidates: Candidates) -> tuple[Sequence[Axis], Candidates]:
    """Return the axes that tell the candidates apart; a note names those that do not."""
    if not candidates.anchors.size and any(axis.name == INFORMATION for axis in axes):
        # Conditioned on nothing it is monotone in the cosine, and would count twice what relevance says.
        candidates = candidates.noting("Left out, for nothing is at hand (NEAR): information.")
        axes = [axis for axis in axes if axis.name != INFORMATION]
    dropped = with_spread([a.name for a in axes], _matrix(axes, candidates), [a.sense for a in axes]).dropped
    missed = [name for name in dropped if name != ANSWER]  # relevance, which it is made of, settles what it leaves open
    if missed and len(candidates) > 1:
        candidates = candidates.noting(f"Left out, for all candidates have the same: {', '.join(missed)}.")
    return [axis for axis in axes if axis.name not in dropped], candidates


def _ordered(candidates: Candidates, traded: Traded, axes: Sequence[Axis], order: str | None) -> Ints:
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
    return order_rows(matrix, senses, candidates.front, by, settled=_settled(candidates))


def _settled(candidates: Candidates) -> Floats:
    """Return (n,) distinct, higher first: of equals the more relevant, then as `after` says."""
    size = len(candidates.rows)
    relevance = candidates.scores.get("relevance", np.zeros(size))
    after = candidates.rows if candidates.after is None else candidates.after
    settled = np.empty(size)
    settled[np.lexsort((after, relevance))] = np.arange(size)
    return settled


def _matrix(axes: Sequence[Axis], candidates: Candidates) -> Floats:
    """Return (n, m), a column for each axis."""
    return np.stack([axis.values for axis in axes], axis=1) if axes else np.empty((len(candidates), 0))


def ranked(merit: Floats, candidates: Candidates) -> Candidates:
    """Order by one merit, (n,), highest first; ties by row. All rows stand on front 1: nothing was traded."""
    ordered = np.lexsort((candidates.rows, -merit))
    ones, zeros = np.ones(len(candidates), np.int32), np.zeros(len(candidates), np.int64)
    placed = replace(candidates.with_scores({"rank": merit}), front=ones, dominates=zeros, dominated_by=zeros)
    return placed.take(ordered)


@dataclass(frozen=True, slots=True)
class Choosing:
    """How rows are chosen from what is in order.

    by: what DIVERSIFY BY names; diverse: what that comes to for these candidates, None where there is nothing to go by.
    """

    first_front_only: bool = False
    by: str | None = None
    diverse: Diversity | None = None
    budget: Budget | None = None


def taken(candidates: Candidates, count: int, how: Choosing) -> Candidates:
    """Return at most `count` candidates that are taken, and what is left of the budget; notes say what had no effect,
    and what found no room.
    """
    if how.by is not None and how.diverse is None:
        candidates = candidates.noting(INCOMPARABLE)
    size = len(candidates)
    of_front = candidates.front if candidates.front is not None else np.ones(size, np.int32)
    found = choose(
        np.arange(size),
        of_front,
        count,
        first_front_only=how.first_front_only,
        diversity=how.diverse,
        budget=how.budget,
    )
    chosen = candidates.take(found.rows)
    chosen = chosen if how.budget is None else _within(how.budget, chosen, found, candidates)
    if how.by is not None and _had_no_choice(candidates, chosen):
        return chosen.noting(NO_CHOICE.format(by=how.by))
    return chosen


def _within(budget: Budget, chosen: Candidates, found: Selection, candidates: Candidates) -> Candidates:
    """Return the candidates that a budget had room for, with what is left of it, and what it passed over."""
    room = budget.limit - sum(budget.cost(int(place)) for place in found.rows)
    passed = len(found.over_budget)
    more = "" if passed < MOST_PASSED_OVER else " or more"
    were, it = ("was", "it") if passed == 1 else ("were", "they")
    said = f"{passed}{more} {were} passed over: {it} did not fit into what was left of {budget.limit:,} tokens."
    return replace(chosen.noting(said) if passed else chosen, room=room, passed=candidates.rows[found.over_budget])


def _had_no_choice(candidates: Candidates, chosen: Candidates) -> bool:
    """Return whether several rows were taken, and each was the only one of its front."""
    if candidates.front is None or chosen.front is None or len(chosen.front) < 2:
        return False
    return bool((np.bincount(candidates.front)[chosen.front] == 1).all())
