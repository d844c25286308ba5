"""Run rankers over a suite: for each need of each ranker its metrics, and where its answers stood.

Tuned rankers are fitted on all folds but one and judged on that one, in turn. What a run gives is plain data, so that
it prints, is saved and is compared with another without a store.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ...errors import ImportFailed
from .judged import Judged
from .metrics import Metric, Ranking, metrics
from .rankers import Ranker, Stores, Strategy, Tuned
from .scratch import Progress
from .splits import Folds, folds, others
from .suite import Need, Suite

DEPTH = 100
"""Memories that are asked for: deep enough for a reciprocal rank, and for any budget that a prompt has room for."""


@dataclass(frozen=True, slots=True)
class Settings:
    """ks: depths of recall. budget: words and marks. depth: memories that are asked for. seed: of what is random."""

    ks: tuple[int, ...] = (5, 10)
    budget: int = 500
    depth: int = DEPTH
    seed: int = 0


@dataclass(frozen=True, slots=True)
class Judgement:
    """One need by one ranker. figures: by metric, those that have a meaning. places: of each answer that came, from 1.

    count: how many memories came.
    """

    figures: Mapping[str, float]
    places: tuple[int, ...]
    count: int


@dataclass(frozen=True, slots=True)
class Judgements:
    """All needs by one ranker. how: what it goes by; of a tuned one, what was chosen for each fold.

    seconds: CPU time of all its rankings, the fitting left out. tuned: whether it chose something on other folds.
    """

    name: str
    how: str
    by_need: Mapping[str, Judgement]
    seconds: float
    tuned: bool = False


@dataclass(frozen=True, slots=True)
class Run:
    """What was measured on a suite. fold_of, category_of: by the id of a need."""

    suite: str
    headline: str
    settings: Settings
    fold_of: Mapping[str, int]
    category_of: Mapping[str, str]
    rankers: tuple[Judgements, ...]

    def of(self, name: str) -> Judgements:
        """Return a ranker's judgements. Raises KeyError."""
        return {ranker.name: ranker for ranker in self.rankers}[name]


def judge(
    suite: Suite, stores: Stores, rankers: Sequence[Ranker | Tuned], settings: Settings, progress: Progress
) -> Run:
    """Return the judgements of every ranker on every need.

    Raises ImportFailed for a suite that asks nothing, and what a recall does.
    """
    if not suite.needs:
        raise ImportFailed(f"The suite `{suite.name}` asks nothing.", hint="Give data in which there is more to ask.")
    parts = folds(suite.needs)
    _refuse_unfit(rankers, suite.needs[0], stores)
    work = _Work(stores, settings, metrics(settings.ks, settings.budget), progress)
    return Run(
        suite=suite.name,
        headline=suite.headline,
        settings=settings,
        fold_of={need.id: number for number, fold in enumerate(parts) for need in fold},
        category_of={need.id: need.category for need in suite.needs},
        rankers=tuple(
            work.tuned(ranker, parts) if isinstance(ranker, Tuned) else work.plain(ranker, suite.needs)
            for ranker in rankers
        ),
    )


def _refuse_unfit(rankers: Sequence[Ranker | Tuned], need: Need, stores: Stores) -> None:
    """Raise QueryError for a strategy that cannot be planned, before hours are spent on those that stand before it."""
    for ranker in rankers:
        if isinstance(ranker, Strategy):
            ranker.plan(stores[need.store], need)


@dataclass(frozen=True, slots=True)
class _Work:
    stores: Stores
    settings: Settings
    measures: Mapping[str, Metric]
    progress: Progress

    def plain(self, ranker: Ranker, needs: Sequence[Need]) -> Judgements:
        start = time.process_time()
        by_need = dict(self._each(ranker.name, ((ranker, need) for need in needs), len(needs)))
        return Judgements(ranker.name, ranker.how, by_need, time.process_time() - start)

    def tuned(self, ranker: Tuned, parts: Folds) -> Judgements:
        """Judge each fold by what was fitted on the others; with one fold there is nothing to fit on."""
        if len(parts) < 2:
            return Judgements(ranker.name, "not tuned: the suite has one fold", {}, 0.0, True)
        fitted = [ranker.fit(others(parts, held_out), self.stores) for held_out in range(len(parts))]
        start = time.process_time()
        pairs = [(one, need) for one, fold in zip(fitted, parts, strict=True) for need in fold]
        by_need = dict(self._each(ranker.name, pairs, len(pairs)))
        how = "; ".join(dict.fromkeys(one.how for one in fitted))
        return Judgements(ranker.name, how, by_need, time.process_time() - start, True)

    def _each(self, name: str, pairs: Iterable[tuple[Ranker, Need]], count: int) -> Iterable[tuple[str, Judgement]]:
        for number, (ranker, need) in enumerate(pairs):
            self.progress(name, number, count)
            judged = self.stores[need.store]
            yield need.id, self._judgement(ranker.rank(judged, need, self.settings.depth), judged, need)

    def _judgement(self, ids: Sequence[str], judged: Judged, need: Need) -> Judgement:
        ranking = ranking_of(ids, judged, need)
        found = {name: measure(ranking) for name, measure in self.measures.items()}
        return Judgement(
            figures={name: value for name, value in found.items() if value is not None},
            places=tuple((np.flatnonzero(ranking.gold) + 1).tolist()),
            count=len(ids),
        )


def ranking_of(ids: Sequence[str], judged: Judged, need: Need) -> Ranking:
    """Return an order of ids as what the metrics judge."""
    return Ranking(
        gold=np.array([id_ in need.expected for id_ in ids], np.bool_),
        outdated=np.array([id_ in need.outdated for id_ in ids], np.bool_),
        cost=judged.lengths_of(ids),
        expected=len(need.expected),
        updated=bool(need.outdated),
    )
