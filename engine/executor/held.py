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

from ..evaluation.values import is_number
from ..learning.features import OBJECTIVES as BELIEVED_FROM
from ..retrieval.adjacency import Floats, Ints
from ..retrieval.selection import Budget
from . import trading
from .candidates import Candidates
from .diversity import Comparison
from .free_terms import FreeTerm
from .pareto_terms import groups
from .scores import admitted
from .valuing import VALUE

Believe: TypeAlias = Callable[[Ints, Mapping[str, Floats]], Mapping[str, Floats]]
"""Gives `value` for rows, from their scores."""


@dataclass(frozen=True, slots=True, eq=False)
class Held:
    """The candidates of a recall before its floors.

    scored: with each objective that has a meaning in the recall, but `value`.
    free: expressions of one's own by name. floors: (objective, least). partition: what groups rows. budget: tokens.
    diversify: what DIVERSIFY BY names; compare: what makes that of candidates, None where there is nothing to go by.
    """

    scored: Candidates
    believe: Believe
    free: Mapping[str, FreeTerm] = field(default_factory=dict[str, FreeTerm])
    floors: Sequence[tuple[str, float]] = ()
    partition: Sequence[FreeTerm] = ()
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
        """Return what some candidates have on an axis, (n,); `names` are the objectives that the recall computes.

        Raises EvaluationError where an expression comes to nothing that can be gone by.
        """
        at = self.at(candidates)
        return (
            self.free[name].column(at, self._value(names)[at]) if name in self.free else self._column(name, names)[at]
        )

    def shown(self, name: str, candidates: Candidates, names: Iterable[str]) -> Floats:
        """Return the same, with NaN where an expression comes to nothing."""
        if name not in self.free:
            return self.column(name, candidates, names)
        at = self.at(candidates)
        return self.free[name].shown(at, self._value(names)[at])

    def is_number(self, name: str, candidates: Candidates, names: Iterable[str]) -> bool:
        """Return whether what some candidates have on an axis are numbers, which can be added up."""
        at = self.at(candidates)
        return name not in self.free or all(map(is_number, self.free[name].values(at, self._value(names)[at])))

    def at(self, candidates: Candidates) -> Ints:
        """Return where some candidates stand among those that are held."""
        return np.searchsorted(self.scored.rows, candidates.rows)

    def traded(
        self, axes: Sequence[trading.Axis], order: str, candidates: Candidates, names: Iterable[str]
    ) -> Candidates:
        """Return admitted candidates in fronts, the best first; `names` as for `column`."""
        at = self.at(candidates)
        value = self._value(names)[at]
        return trading.trade(axes, groups([term.values(at, value) for term in self.partition]), order, candidates)

    def taken(self, ordered: Candidates, count: int) -> Candidates:
        """Return what is answered of candidates that are in order."""
        diverse = None if self.compare is None else self.compare(ordered)
        budget = None if self.budget is None else Budget(self._cost(ordered), self.budget)
        only = self.first_front_only and ordered.traded is not None
        return trading.taken(ordered, count, trading.Choosing(only, self.diversify, diverse, budget))

    def _column(self, name: str, names: Iterable[str]) -> Floats:
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
