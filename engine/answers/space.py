"""The objective space of a recall: every candidate with all of its objectives, and the choice that was made among them.

A space is held apart from its store. `choose` moves what a person may move, and gives what the recall would answer with
those clauses, in milliseconds; `statement` is that recall as text.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from ...errors import QueryError
from ..retrieval.adjacency import Floats, Ints

if TYPE_CHECKING:
    from ..executor.pareto_terms import Traded


@dataclass(frozen=True, slots=True)
class Axis:
    """One objective. unit: "" for a score in [0, 1] or a plain number, "tokens" for `cost`, "time" for microseconds
    since 1970.
    """

    name: str
    unit: str
    lower_is_better: bool


@dataclass(frozen=True, slots=True)
class Choice:
    """What a person may move.

    objectives: the axes that are traded (PARETO BY), by name.
    tolerance: values within a step of it count as equal, for every axis that is traded.
    k: how many memories are answered, at most.
    order: what orders a front inside (ORDER FRONT BY): knee, crowding, sum, either, or an axis.
    weights: by axis; a weighted sum in place of fronts (RANK BY), highest first.
    then: levels of axes that decide only among equals on the ones before (PRIOR TO).
    tolerances: of single axes, where that is more than `tolerance`.
    """

    objectives: tuple[str, ...]
    tolerance: float
    k: int
    order: str = "knee"
    weights: Mapping[str, float] | None = None
    then: tuple[tuple[str, ...], ...] = ()
    tolerances: Mapping[str, float] = field(default_factory=dict[str, float])

    @property
    def levels(self) -> tuple[tuple[str, ...], ...]:
        """The axes that are traded, by level; each stands on the first that names it, once."""
        named: set[str] = set()
        levels: list[tuple[str, ...]] = []
        for level in (self.objectives, *self.then):
            levels.append(tuple(name for name in dict.fromkeys(level) if name not in named))
            named.update(level)
        return tuple(level for level in levels if level)

    def step(self, name: str) -> float:
        """Return the tolerance of an axis, >= 0."""
        return max(self.tolerance, self.tolerances.get(name, 0.0))


@dataclass(frozen=True, slots=True, eq=False)
class Space:
    """The candidates of a recall that reach its floors, n of them, in no order of merit.

    statement: the recall as text, with its choice. parameters: what that takes.
    axes: every objective that can be computed for this recall, those that its statement trades first.
    values: (n, len(axes)) float64, as a person reads them: of `cost` less is better. `value` is believed from the other
      objectives that a recall computes, so it alone may change with the choice, and what is made of it. NaN where an
      expression has no value in a row, by which nothing is chosen then.
    arms: each arm's calibrated score by name, (n,) float64 in [0, 1].
    choice: what was chosen by; at first what the statement itself chose.
    front: (n,) int64, 1 is best, 0 where RANK BY makes no fronts.
    place: (n,) int64, rank in the answer from 1, 0 for what was not chosen.
    notes: sentences for a person, as of an answer.
    traded: what dominance is told from. remade: makes the space of another choice.
    """

    statement: str
    ids: tuple[str, ...]
    texts: tuple[str, ...]
    types: tuple[str, ...]
    axes: tuple[Axis, ...]
    values: Floats
    arms: Mapping[str, Floats]
    choice: Choice
    front: Ints
    place: Ints
    notes: tuple[str, ...] = ()
    parameters: Mapping[str, Any] = field(default_factory=dict[str, Any])
    traded: Traded | None = field(default=None, repr=False)
    remade: Callable[[Choice], Space] | None = field(default=None, repr=False)

    def __len__(self) -> int:
        return len(self.ids)

    def __repr__(self) -> str:
        return f"<Space: {len(self)} by {', '.join(axis.name for axis in self.axes)}>"

    @property
    def chosen(self) -> Ints:
        """The points that are answered, best first."""
        places = np.flatnonzero(self.place)
        return places[np.argsort(self.place[places])]

    def axis(self, name: str) -> int:
        """Return the place of an axis. Raises QueryError for one that is not there."""
        for place, axis in enumerate(self.axes):
            if axis.name == name:
                return place
        raise no_axis(name, self.axes)

    def choose(self, choice: Choice) -> Space:
        """Return the space as the recall would have it with another choice. It reads no store.

        Raises QueryError for a choice that no recall could make.
        """
        if self.remade is None:
            raise QueryError("This space was put together by hand, and nothing can be chosen in it anew.")
        return self.remade(choice)

    def dominators(self, i: int) -> Ints:
        """Return the points that dominate point `i`, by the choice's objectives and tolerance; lowest first."""
        return np.empty(0, np.int64) if self.traded is None else self.traded.dominators(i)

    def dominated(self, i: int) -> Ints:
        """Return the points that point `i` dominates, by the choice's objectives and tolerance; lowest first."""
        return np.empty(0, np.int64) if self.traded is None else self.traded.dominated(i)

    def staircase(self, x: str, y: str) -> Floats:
        """Return the points that no other beats on these two axes, (m, 2) float64, each once, from the best x on."""
        places = [self.axis(x), self.axis(y)]
        sign = np.where([self.axes[place].lower_is_better for place in places], -1.0, 1.0)
        gains = np.unique(self.values[:, places] * sign, axis=0)[::-1]  # the best x first, and of equals the best y
        best = np.maximum.accumulate(np.append(-np.inf, gains[:, 1]))
        return gains[gains[:, 1] > best[:-1]] * sign

    def to_dict(self) -> dict[str, Any]:
        """Return it as JSON has it: the axes, the choice, and every point with its values by axis."""
        return {
            "statement": self.statement,
            "parameters": dict(self.parameters),
            "axes": [asdict(axis) for axis in self.axes],
            "choice": asdict(self.choice),
            "points": [self._point(i) for i in range(len(self))],
            "notes": list(self.notes),
        }

    def _point(self, i: int) -> dict[str, Any]:
        return {
            "id": self.ids[i],
            "type": self.types[i],
            "text": self.texts[i],
            "front": int(self.front[i]),
            "place": int(self.place[i]),
            "values": {
                axis.name: _number(value) for axis, value in zip(self.axes, self.values[i].tolist(), strict=True)
            },
            "arms": {name: float(arm[i]) for name, arm in self.arms.items()},
        }


def _number(value: float) -> float | None:
    """Return a number as JSON has it, which has no NaN."""
    return None if math.isnan(value) else value


def no_axis(name: str, axes: tuple[Axis, ...]) -> QueryError:
    """Return the error for a name that no axis has."""
    listed = ", ".join(f"`{axis.name}`" for axis in axes)
    return QueryError(f"This recall has no axis `{name}`.", hint=f"It has {listed}.")
