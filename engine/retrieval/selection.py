"""Which rows to answer with: front 1 first, then front 2, and so on, until k rows or a token budget are full.

Inside a front rows come in its order, unless a `Diversity` says what each would add to what was taken. Fronts stay
first: a dominated row never takes the place of one that dominates it, however different it is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from .adjacency import Floats, Ints
from .layers import Counts
from .pareto import members


class Diversity(Protocol):
    """What a row would add, given what was taken. Rows are positions among the candidates."""

    def merit(self, rows: Ints) -> Floats:
        """Return (k,) for `rows`, (k,); the highest is taken next, the first in order among equals."""
        ...

    def take(self, row: int) -> None:
        """Note that `row` was taken."""
        ...


@dataclass(frozen=True, slots=True)
class Selection:
    """The rows taken, in the order in which they were, and those that a budget had no room for."""

    rows: Ints
    over_budget: Ints


@dataclass(frozen=True, slots=True)
class Budget:
    """At most `limit` tokens in all. cost: what a candidate takes, >= 0, by its position; asked when it is offered."""

    cost: Callable[[int], int]
    limit: int


MOST_PASSED_OVER = 100
"""Rows that may find no room before the basket counts as full: what fits behind so many is no answer any more."""


@dataclass(slots=True)
class _Basket:
    """A selection in the making."""

    k: int
    budget: Budget | None
    spent: int = 0
    rows: list[int] = field(default_factory=list[int])
    over_budget: list[int] = field(default_factory=list[int])

    @property
    def full(self) -> bool:
        return len(self.rows) >= self.k or len(self.over_budget) >= MOST_PASSED_OVER

    def offer(self, row: int) -> bool:
        """Take the row if there is room for it; return whether it was taken."""
        cost = 0 if self.budget is None else self.budget.cost(row)
        if self.budget is not None and self.spent + cost > self.budget.limit:
            self.over_budget.append(row)
            return False
        self.rows.append(row)
        self.spent += cost
        return True


def select(
    ordered: Ints,
    front: Counts,
    k: int,
    *,
    first_front_only: bool = False,
    diversity: Diversity | None = None,
    budget: Budget | None = None,
) -> Selection:
    """Return at most `k` rows of `ordered`, (n,), from `order.order_rows`; front: (n,) of each row, not of each place.

    A row that does not fit the budget is passed over, and smaller ones after it may still be taken. first_front_only:
    rather fewer rows than a dominated one.
    """
    basket = _Basket(k, budget)
    for places in members(front[ordered].astype(np.int64)):
        _take_front(ordered[places], basket, diversity)
        if first_front_only or basket.full:
            break
    return Selection(np.array(basket.rows, np.int64), np.array(basket.over_budget, np.int64))


def _take_front(rows: Ints, basket: _Basket, diversity: Diversity | None) -> None:
    """Offer the rows of one front, best first, until the basket is full."""
    while len(rows) and not basket.full:
        best = 0 if diversity is None else int(np.argmax(diversity.merit(rows)))
        if basket.offer(int(rows[best])) and diversity is not None:
            diversity.take(int(rows[best]))
        rows = np.delete(rows, best)


class Quota:
    """Take turns between groups: the next row is of a group from which the fewest were taken.

    groups: for each candidate the codes of its groups (one type, one task, or many entities). A row of several groups
    counts in all of them and waits for the fullest; a row of none waits for nobody.
    """

    def __init__(self, groups: Sequence[Collection[int]]) -> None:
        self._groups = groups
        self._taken: Counter[int] = Counter()

    def merit(self, rows: Ints) -> Floats:
        candidates: list[int] = rows.tolist()
        return np.array([-self._fullest(self._groups[row]) for row in candidates], np.float64)

    def take(self, row: int) -> None:
        self._taken.update(self._groups[row])

    def _fullest(self, groups: Collection[int]) -> int:
        return max((self._taken[group] for group in groups), default=0)


class MaximalMarginalRelevance:
    """MMR (Carbonell and Goldstein, 1998): trade * relevance - (1 - trade) * the greatest cosine to what was taken.

    relevance: (n,) in [0, 1]. vectors: (n, d) float32, unit norm. trade: in [0, 1], 1 is relevance alone.
    """

    def __init__(self, relevance: Floats, vectors: NDArray[np.float32], trade: float) -> None:
        self._relevance = relevance
        self._vectors = vectors
        self._trade = trade
        self._likeness = np.zeros(len(relevance))

    def merit(self, rows: Ints) -> Floats:
        return self._trade * self._relevance[rows] - (1.0 - self._trade) * self._likeness[rows]

    def take(self, row: int) -> None:
        np.maximum(self._likeness, self._vectors @ self._vectors[row], out=self._likeness)


def clusters(vectors: NDArray[np.float32], alike: float) -> Ints:
    """Return (n,) the cluster of each row, numbered by its leader: the first row at a cosine of at least `alike`.

    Leader clustering in the order given, so that the best row of a cluster leads it. vectors: (n, d) float32, unit
    norm.
    """
    leader = np.full(len(vectors), -1, np.int64)
    for row in range(len(vectors)):
        if leader[row] < 0:
            near = vectors[row:] @ vectors[row] >= alike
            near[0] = True  # a pending vector is alike to nothing, and leads itself
            member = row + np.flatnonzero(near & (leader[row:] < 0))
            leader[member] = row
    return leader
