"""The value of memories: what the lessons of some namespaces make one believe of them.

    lessons -> improvement over what was expected -> Belief -> mean and standard deviation by memory

Made when somebody asks, from the lessons in their order, and gone on with where more came since: the same belief to the
last bit, whenever it is made.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from ...dsl.catalog import Explore
from ..projection.state import View
from ..retrieval.adjacency import Adjacency, Floats, Ints
from ..running.cancel import check
from .belief import OWN_VARIANCE, SHARED_VARIANCE, Belief, Observation, logistic_of_gaussian
from .expected import Expectation
from .features import features_of
from .lessons import Lesson

AT_ONCE = 4_096
"""Memories that are judged together: a matrix of features for each of a large store would not fit."""

NAMESPACES_KEPT = 64

UNTAUGHT = float(logistic_of_gaussian(np.zeros(1), np.array([OWN_VARIANCE + 4 * SHARED_VARIANCE]))[1][0])
"""How unsure the value of a memory is before anything was learned: of one with a type, an action type and tags."""


@dataclass(frozen=True, slots=True)
class Learned:
    """What the first `count` lessons of a store taught in some namespaces. taught: how many were about memories."""

    count: int = 0
    taught: int = 0
    belief: Belief = field(default_factory=Belief)
    expectation: Expectation = field(default_factory=Expectation)

    def after(self, lessons: Iterable[Lesson], count: int, view: View, adjacency: Adjacency) -> Learned:
        """Return what is believed after more lessons."""
        expectation, seen = self.expectation.copy(), list(lessons)
        belief = self.belief.after(_observations(seen, expectation, view, adjacency))
        return Learned(count, self.taught + sum(bool(one.uses) for one in seen), belief, expectation)

    def values(
        self,
        rows: Ints,
        scores: Mapping[str, Floats],
        view: View,
        adjacency: Adjacency,
        as_of: int | None = None,
    ) -> tuple[Floats, Floats]:
        """Return mean and standard deviation of the value of each memory, (n,) in [0, 1], higher is better.

        Exactly 1/2 for all, and as unsure as a usual memory, where nothing was learned. scores: objectives by name,
        (n,) each.
        """
        means, deviations = np.full(len(rows), 0.5), np.full(len(rows), UNTAUGHT)
        for start in range(0, len(rows) if self.taught else 0, AT_ONCE):
            some = slice(start, start + AT_ONCE)
            part = rows[some]
            columns = {name: column[some].tolist() for name, column in scores.items()}
            scored = [{name: column[i] for name, column in columns.items()} for i in range(len(part))]
            features = features_of(part, scored, view.memories, adjacency, view.hubs.names, as_of)
            means[some], deviations[some] = self.belief.of(features, part.tolist())
        return means, deviations

    def taken(self, means: Floats, deviations: Floats, explore: Explore) -> Floats:
        """Return the values to choose by, (n,) in [0, 1]: mean, upper confidence bound (Auer, JMLR 3, 2002), or a draw
        (Thompson, Biometrika 25, 1933), which is the same for as long as nothing more is learned.
        """
        match explore:
            case "mean":
                return means
            case "ucb":
                return np.minimum(means + deviations, 1.0)
            case "thompson":
                drawn = np.random.default_rng(self.taught).normal(means, deviations)
                return np.clip(drawn, 0.0, 1.0)


def _observations(
    lessons: Sequence[Lesson], expectation: Expectation, view: View, adjacency: Adjacency
) -> Iterator[Observation]:
    for lesson in lessons:
        check()  # whoever asks may be gone: years of feedback take a second
        target = expectation.take(lesson.kind, lesson.outcome)
        if not lesson.uses:
            continue
        rows = np.array([use.row for use in lesson.uses], np.int64)
        scores = [use.scores for use in lesson.uses]
        features = features_of(rows, scores, view.memories, adjacency, view.hubs.names, lesson.at)
        for row, found in zip(rows.tolist(), features, strict=True):
            yield Observation(found, row, target)


class Teacher:
    """Keeps what was learned, by namespaces, for the next question. Any thread may ask."""

    def __init__(self) -> None:
        self._kept: dict[tuple[str, ...], Learned] = {}
        self._learning = threading.Lock()

    def learned(
        self, namespaces: tuple[str, ...], view: View, adjacency: Adjacency, as_of: int | None = None
    ) -> Learned:
        """Return what the lessons of a view teach in some namespaces, up to a moment in microseconds."""
        lessons = view.lessons
        if as_of is not None:
            return Learned().after(lessons.of(namespaces, as_of), lessons.count, view, adjacency)
        with self._learning:
            known = self._kept.get(namespaces, Learned())
            if known.count > lessons.count:  # a view from before
                known = Learned()
            if known.count < lessons.count:
                more = lessons.of(namespaces, after=known.count)
                known = known.after(more, lessons.count, view, adjacency)
                self._keep(namespaces, known)
            return known

    def _keep(self, namespaces: tuple[str, ...], learned: Learned) -> None:
        if len(self._kept) >= NAMESPACES_KEPT:
            self._kept.pop(next(iter(self._kept)))
        self._kept[namespaces] = learned
