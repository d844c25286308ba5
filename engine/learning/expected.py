"""What was to be expected of a recall: the running mean of the outcomes before it, of its kind.

A success where everything succeeds says nothing of the memories that were used, and a success where all else failed
says much. So it is the improvement that is learned from: the outcome less what was expected, from [-1, 1] to [0, 1].
"""

from __future__ import annotations

from dataclasses import dataclass, field

WEIGHT = 2.0
"""Outcomes that the wider mean counts as: all kinds for one kind, and a half for all. Two are enough to begin with, and
are outweighed by the third of the kind's own."""


@dataclass(slots=True)
class Tally:
    """Outcomes so far: how many, and their sum."""

    count: int = 0
    total: float = 0.0

    def add(self, outcome: float) -> None:
        self.count += 1
        self.total += outcome

    def mean(self, before: float) -> float:
        """Return the mean, drawn towards what was believed before."""
        return (self.total + WEIGHT * before) / (self.count + WEIGHT)


@dataclass(slots=True)
class Expectation:
    """The outcomes so far, all of them and by kind: a kind is the strategy, which is chosen by the kind of need."""

    every: Tally = field(default_factory=Tally)
    kinds: dict[str, Tally] = field(default_factory=dict[str, Tally])

    def of(self, kind: str) -> float:
        """Return the outcome to be expected, in [0, 1]; 1/2 before there was any."""
        return self.kinds.get(kind, Tally()).mean(self.every.mean(0.5))

    def take(self, kind: str, outcome: float) -> float:
        """Return the improvement of an outcome over what was expected, in [0, 1], and expect it from now on."""
        improvement = 0.5 + 0.5 * (outcome - self.of(kind))
        self.every.add(outcome)
        self.kinds.setdefault(kind, Tally()).add(outcome)
        return improvement

    def copy(self) -> Expectation:
        kinds = {kind: Tally(tally.count, tally.total) for kind, tally in self.kinds.items()}
        return Expectation(Tally(self.every.count, self.every.total), kinds)
