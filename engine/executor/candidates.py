"""What a recall carries from stage to stage: candidate rows, and a column for each arm and objective.

Frozen: a stage returns a new one. All columns are aligned with `rows`, so that keeping some of them is one operation,
and no stage can forget a column.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..retrieval.adjacency import Bools, Floats, Ints
from .pareto_terms import Traded

NONE: Ints = np.empty(0, np.int64)


@dataclass(frozen=True, slots=True)
class Around:
    """A memory that surrounds a hit. row: its own. hit: the hit's. way: how it stands to it. tokens: what it takes."""

    row: int
    hit: int
    way: str
    tokens: int


@dataclass(frozen=True, slots=True)
class Candidates:
    """The candidates of one recall.

    rows: (n,) int64, memory rows, ascending until they are ranked.
    anchors: (a,) rows, never among `rows`.
    reference: the moment ages are measured from, microseconds.
    arms: scores by arm, calibrated to [0, 1].
    lift: what was inferred adds to the mix of the arms, >= 0.
    excluded: how well each matches what is excluded, in [0, 1].
    heard: the factor on each one's level by who says it and whether it asks, around 1.
    in_place_of, set_back_by: the memory row that each inherited its relevance from, and that it lost to; -1 for none.
    after: what decides between equals, the higher first: how close to what is at hand, then how new.
    scores: objectives by name, in [0, 1] but `cost` in tokens.
    front: 1 is best.
    traded: what the front was made of. place: where each row stands in it.
    dominates, dominated_by: counts among the candidates that stood before the front.
    room: tokens that are left of the budget, once rows are selected. passed: rows that found no room in it.
    around: what EXPAND brought, each with the hit that it came with.
    notes: sentences for the person who asked.
    """

    rows: Ints = field(default_factory=lambda: NONE)
    anchors: Ints = field(default_factory=lambda: NONE)
    reference: int | None = None
    arms: Mapping[str, Floats] = field(default_factory=dict[str, Floats])
    lift: Floats | None = None
    excluded: Floats | None = None
    heard: Floats | None = None
    in_place_of: Ints | None = None
    set_back_by: Ints | None = None
    after: Floats | None = None
    scores: Mapping[str, Floats] = field(default_factory=dict[str, Floats])
    front: NDArray[np.int32] | None = None
    traded: Traded | None = None
    place: Ints | None = None
    dominates: Ints | None = None
    dominated_by: Ints | None = None
    room: int | None = None
    passed: Ints = field(default_factory=lambda: NONE)
    around: tuple[Around, ...] = ()
    notes: tuple[str, ...] = ()

    def __len__(self) -> int:
        return len(self.rows) + len(self.around)

    def take(self, which: Ints | Bools) -> Candidates:
        """Return the candidates at these positions, in this order, or those that a mask of (n,) bool marks."""
        return replace(
            self,
            rows=self.rows[which],
            arms={name: column[which] for name, column in self.arms.items()},
            scores={name: column[which] for name, column in self.scores.items()},
            **{name: None if column is None else column[which] for name, column in self._maybe().items()},
        )

    def _maybe(self) -> dict[str, NDArray[Any] | None]:
        """Return the columns that are there only from some stage on."""
        settled = ("lift", "excluded", "heard", "in_place_of", "set_back_by", "after")
        names = (*settled, "front", "dominates", "dominated_by", "place")
        return {name: getattr(self, name) for name in names}

    def with_arm(self, name: str, column: Floats) -> Candidates:
        return replace(self, arms={**self.arms, name: column})

    def with_scores(self, columns: Mapping[str, Floats]) -> Candidates:
        return replace(self, scores={**self.scores, **columns})

    def noting(self, *sentences: str) -> Candidates:
        return replace(self, notes=(*self.notes, *sentences))
