"""Only the front taken away: the same candidates, ranked by one objective or by a weighted sum, chosen on other folds.

This is the strongest opponent that a front has. It sees the answers of the other folds, which the front never does, and
it may weigh every objective that has a meaning in the recall. What it finds is a clause of the language (RANK BY), and
is run as one.

The weights are found by forward selection: the best single objective, then again and again the objective and weight
that help most. How many objectives there are to be is decided by an inner cross-validation over the folds that it is
given; with the outer one, which holds the judged fold out, that is nested cross-validation (Varma and Simon, BMC
Bioinformatics 2006). Objectives are taken as they are, in [0, 1], and `cost` in thousands of tokens.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

import numpy as np

from ...dsl import ast
from ...dsl.plan import Front, Rank, Score
from ..asking.strategies import OBJECTIVES
from ..executor.candidates import Candidates
from ..executor.session import Session
from ..retrieval.adjacency import Bools, Floats, Ints
from .judged import Judged, edited, until
from .rankers import Ranker, Stores, written
from .splits import others
from .suite import Need

STEPS = (0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 1.0, 1.5, 2.0)
"""Weights that are tried for one objective more; the first one has 1."""

NAMES = tuple(objective.name for objective in OBJECTIVES)
PER_THOUSAND: Mapping[str, float] = {"cost": -1000.0}
"""Objectives that are no share, and what they are divided by: fewer tokens are better."""

SMALLEST = 1e-9
"""What one place in the order takes off a score, so that equals stand as RANK BY leaves them."""

FoldsOfColumns: TypeAlias = Sequence[Sequence["Column"]]
Figure: TypeAlias = Callable[[Floats, Bools, int], Floats]
"""(n, c) scores of n candidates by c weightings, (n,) which are gold, golds in all -> (c,) figures in [0, 1]."""


@dataclass(frozen=True, slots=True)
class Column:
    """One need as it stands before the front. values: (n, m) objectives. gold: (n,) bool. expected: golds in all."""

    values: Floats
    gold: Bools
    expected: int


@dataclass(frozen=True, slots=True)
class Weights:
    """A `Tuned` ranker. most: objectives that it may use; 1 finds the best single one. headline: what is made large."""

    name: str
    headline: str
    most: int = len(NAMES)
    how: str = "not fitted"
    columns: dict[str, Column] = field(default_factory=dict[str, Column], repr=False, compare=False)

    def fit(self, folds: Sequence[Sequence[Need]], stores: Stores) -> Ranker:
        """Return RANK BY with the weights that do best on these folds."""
        seen = [[self._column(need, stores[need.store]) for need in fold if need.expected] for fold in folds]
        figure = figure_of(self.headline)
        size = _size(seen, figure, self.most) if self.most > 1 and len(seen) > 1 else self.most
        return written(clause(weights_by_size(seen, figure, size)[-1]), self.name)

    def _column(self, need: Need, judged: Judged) -> Column:
        if need.id not in self.columns:
            self.columns[need.id] = column_of(need, judged)
        return self.columns[need.id]


def column_of(need: Need, judged: Judged) -> Column:
    """Return the candidates of a need as the default strategy has them when its front begins, with every objective."""

    def see(candidates: Candidates, session: Session) -> Column:
        rows, none = candidates.rows.tolist(), np.zeros(len(candidates))
        values = [candidates.scores.get(name, none) / PER_THOUSAND.get(name, 1.0) for name in NAMES]
        gold = np.array([session.memories.ids[row] in need.expected for row in rows], np.bool_)
        return Column(np.stack(values, axis=1), gold, len(need.expected))

    plan = edited(judged.plan(need), Score, lambda stage: _scoring_all(stage, need))
    return judged.look(until(plan, lambda stage: not isinstance(stage, Front | Rank)), see)


def _scoring_all(stage: Score, need: Need) -> Score:
    met = tuple(o.name for o in OBJECTIVES if o.needs != "near" or need.scope.get("near"))
    return replace(stage, objectives=met, need=ast.Literal(need.text))


def figure_of(headline: str) -> Figure:
    """Return what is to be made large: recall for `R@k`, else the reciprocal rank."""
    depth = int(headline.removeprefix("R@")) if headline.startswith("R@") else 0

    def figure(scores: Floats, gold: Bools, expected: int) -> Floats:
        if not gold.any():
            return np.zeros(len(scores.T))
        ahead: Ints = np.stack([np.sum(scores > one, axis=0) for one in scores[gold]])  # (golds, c)
        if depth:
            return np.sum((ahead < depth).astype(np.float64), axis=0) / expected
        return 1.0 / (1.0 + np.min(ahead, axis=0).astype(np.float64))

    return figure


def clause(weights: Floats) -> str:
    """Return the RANK BY of some weights, (m,) in the order of NAMES; the heaviest stands first."""
    heaviest: list[int] = np.argsort(-weights, kind="stable").tolist()
    terms = [_term(NAMES[place], float(weights[place])) for place in heaviest if weights[place]]
    return "RANK BY " + " + ".join(terms)


def _term(name: str, weight: float) -> str:
    share = weight / PER_THOUSAND.get(name, 1.0)
    return name if share == 1.0 else f"{share:g} * {name}"


# ---- the search ----------------------------------------------------------------------------------


def _size(folds: FoldsOfColumns, figure: Figure, most: int) -> int:
    """Return how many objectives do best on folds that their weights were not chosen on."""
    reached = np.zeros(most)
    for held_out, fold in enumerate(folds):
        path = weights_by_size(others(folds, held_out), figure, most)
        padded = np.array([path[min(size, len(path) - 1)] for size in range(most)])
        reached += _mean(fold, figure, padded)
    return int(np.argmax(reached)) + 1


def weights_by_size(folds: FoldsOfColumns, figure: Figure, most: int) -> list[Floats]:
    """Return the best weights, (m,), for 1 objective, 2, ... at most; shorter where one more helps nothing."""
    path, best = [np.zeros(len(NAMES))], -1.0
    while len(path) <= most:
        tried = np.array(list(_one_more(path[-1])))
        reached = np.mean([_mean(fold, figure, tried) for fold in folds], axis=0) if len(tried) else np.array([-1.0])
        if reached.max() <= best:
            break
        best = float(reached.max())
        path.append(tried[int(np.argmax(reached))])
    return path[1:]


def _one_more(weights: Floats) -> Iterator[Floats]:
    """Yield the weights with one objective more, in every weight that is tried."""
    for place in np.flatnonzero(weights == 0.0).tolist():
        for step in STEPS if weights.any() else (1.0,):
            more = weights.copy()
            more[place] = step
            yield more


def _mean(fold: Sequence[Column], figure: Figure, tried: Floats) -> Floats:
    """Return the mean figure over a fold of each weighting. tried: (c, m). Returns (c,)."""
    total = np.zeros(len(tried))
    for column in fold:
        settled = SMALLEST * np.arange(len(column.gold))[:, None]
        total += figure(column.values @ tried.T - settled, column.gold, column.expected)
    return total / max(1, len(fold))
