"""What puts memories in order for a need: one protocol for strategies of ours and for baselines.

    ranker.rank(judged, need, k) -> ids, best first

A ranker without a choice to make ranks at once. A `Tuned` one chooses something on other folds first, and becomes a
ranker by that: it is never shown the needs that it is judged by.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol, runtime_checkable

from ...dsl.plan import Plan
from ..asking.strategies import DEFAULT
from .judged import Change, Judged
from .suite import Need


class Ranker(Protocol):
    @property
    def name(self) -> str: ...

    @property
    def how(self) -> str:
        """One line: the clauses, or what it goes by."""
        ...

    def rank(self, judged: Judged, need: Need, k: int) -> Sequence[str]:
        """Return the ids of at most k memories, best first; fewer, or none, where it finds no more."""
        ...


Stores = Mapping[str, Judged]


@runtime_checkable
class Tuned(Protocol):
    """What has to be fitted before it ranks."""

    @property
    def name(self) -> str: ...

    @property
    def how(self) -> str: ...

    def fit(self, folds: Sequence[Sequence[Need]], stores: Stores) -> Ranker:
        """Return the ranker that does best on these folds, which are all that it may look at."""
        ...


def unchanged(plan: Plan) -> Plan:
    return plan


@dataclass(frozen=True, slots=True)
class Strategy:
    """A recall as the language makes it: by a strategy's name or by clauses, with something of its plan changed."""

    name: str
    using: str = DEFAULT.name
    clauses: str = ""
    change: Change = unchanged
    how: str = ""

    def rank(self, judged: Judged, need: Need, k: int) -> Sequence[str]:
        return judged.ids(self.plan(judged, need, k))

    def plan(self, judged: Judged, need: Need, k: int | None = None) -> Plan:
        """Return the plan by which it ranks. Raises QueryError for clauses that cannot be taken."""
        return self.change(judged.plan(need, self.using, self.clauses, k))


def strategy(using: str) -> Strategy:
    """Return a strategy by its name."""
    return Strategy(using, using, how=f"USING {using}")


def written(clauses: str, name: str = "") -> Strategy:
    """Return a strategy by its clauses, as behind DEFINE STRATEGY ... AS."""
    return replace(strategy(name or clauses), using=DEFAULT.name, clauses=clauses, how=clauses)
