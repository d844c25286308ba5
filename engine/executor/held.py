"""A recall held still before its floors: all that choosing among its candidates again can ask for, and no store.

    Plan ... Score  |  Admit  Front|Rank  Select
         run once   |  done for every choice, over what is held

What is scored stays what it is while somebody moves a tolerance or takes another objective. Only what stands behind the
bar is done again, by the functions that the stages call. `value` is believed from the other objectives that a recall
computes, so it is believed anew from those of a choice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

import numpy as np

from ..learning.features import OBJECTIVES as BELIEVED_FROM
from ..retrieval.adjacency import Floats, Ints
from ..retrieval.selection import Budget
from . import trading
from .candidates import Candidates
from .diversity import Comparison
from .scores import admitted
from .valuing import VALUE

Believe: TypeAlias = Callable[[Ints, Mapping[str, Floats]], Mapping[str, Floats]]
"""Gives `value` for rows, from their scores."""


@dataclass(frozen=True, slots=True, eq=False)
class Held:
    """The candidates of a recall before its floors.

    scored: with each objective that has a meaning in the recall, but `value`.
    columns: free expressions by name, (n,) float64; NaN below a floor, where nobody reads them.
    floors: (objective, least). partition: (n,) codes of groups. budget: tokens.
    diversify: what DIVERSIFY BY names; compare: what makes that of candidates, None where there is nothing to go by.
    """

    scored: Candidates
    believe: Believe
    columns: Mapping[str, Floats] = field(default_factory=dict[str, Floats])
    floors: Sequence[tuple[str, float]] = ()
    partition: Ints | None = None
    budget: int | None = None
    first_front_only: bool = False
    diversify: str | None = None
    compare: Comparison | None = None
    _believed: dict[frozenset[str], Floats] = field(default_factory=dict[frozenset[str], Floats], repr=False)

    def admitted(self, names: Iterable[str]) -> Candidates:
        """Return the candidates that reach the floors, with the objectives that a recall computes."""
        scores = {name: self._column(name, names) for name in names}
        return admitted(self.floors, replace(self.scored, scores=scores))

    def column(self, name: str, candidates: Candidates, names: Iterable[str]) -> Floats:
        """Return what some candidates have on an axis, (n,); `names` are the objectives that the recall computes."""
        return self._column(name, names)[self.at(candidates)]

    def at(self, candidates: Candidates) -> Ints:
        """Return where some candidates stand among those that are held."""
        return np.searchsorted(self.scored.rows, candidates.rows)

    def traded(self, axes: Sequence[trading.Axis], order: str, candidates: Candidates) -> Candidates:
        """Return admitted candidates in fronts, the best first."""
        partition = None if self.partition is None else self.partition[self.at(candidates)]
        return trading.trade(axes, partition, order, candidates)

    def taken(self, ordered: Candidates, count: int) -> Candidates:
        """Return what is answered of candidates that are in order."""
        diverse = None if self.compare is None else self.compare(ordered)
        budget = None if self.budget is None else Budget(self._cost(ordered), self.budget)
        only = self.first_front_only and ordered.traded is not None
        return trading.taken(ordered, count, trading.Choosing(only, self.diversify, diverse, budget))

    def _column(self, name: str, names: Iterable[str]) -> Floats:
        if name in self.columns:
            return self.columns[name]
        return self._value(names) if name == VALUE else self.scored.scores[name]

    def _value(self, names: Iterable[str]) -> Floats:
        known = frozenset(names) & frozenset(BELIEVED_FROM)
        if known not in self._believed:
            scores = {name: self.scored.scores[name] for name in known}
            self._believed[known] = self.believe(self.scored.rows, scores)[VALUE]
        return self._believed[known]

    def _cost(self, candidates: Candidates) -> Callable[[int], int]:
        costs = self.scored.scores["cost"][self.at(candidates)]
        return lambda place: int(costs[place])
