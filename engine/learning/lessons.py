"""What the feedback events of a store say, in order: the raw material of everything that is learned.

Kept as it was said, and never summed up: what is believed is made of it when somebody asks, so that AS OF a moment it
is made of the lessons of then, and a projection that was made anew believes the same to the last bit.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from .account import strategy_in, trial_in, used_scores


@dataclass(frozen=True, slots=True)
class Use:
    """A memory that was used. scores: its objectives when it was recalled; none where that is not known."""

    row: int
    scores: Mapping[str, float] = field(default_factory=dict[str, float])


@dataclass(frozen=True, slots=True)
class Lesson:
    """One feedback event. at: microseconds. outcome: in [0, 1].

    kind: the strategy of the recall, empty where that is not known. trial: the two that it was drawn from, or none.
    """

    at: int
    namespace: str
    outcome: float
    uses: tuple[Use, ...]
    kind: str = ""
    trial: tuple[str, ...] = ()


def lesson_of(namespace: str, payload: Mapping[str, Any], at: int, rows: Mapping[str, int]) -> Lesson:
    """Return what an event says. rows: of the memories that it names and that are known."""
    scores = used_scores(payload)
    uses = tuple(Use(row, scores.get(id, {})) for id, row in rows.items())
    return Lesson(at, namespace, payload["outcome"], uses, strategy_in(payload), trial_in(payload))


@dataclass(frozen=True, slots=True)
class Lessons:
    """The first `count` lessons, as they were at one moment; `every` is shared with newer moments."""

    count: int = 0
    every: Sequence[Lesson] = ()

    def of(self, namespaces: Sequence[str], as_of: int | None = None, after: int = 0) -> Iterator[Lesson]:
        """Yield the lessons of some namespaces behind the first `after`, up to a moment in microseconds."""
        for place in range(after, self.count):
            lesson = self.every[place]
            if lesson.namespace in namespaces and (as_of is None or lesson.at <= as_of):
                yield lesson


class GrowingLessons:
    """The lessons as their events come in."""

    def __init__(self, lessons: Sequence[Lesson] = ()) -> None:
        self._every = list(lessons)

    def add(self, lesson: Lesson) -> None:
        self._every.append(lesson)

    def view(self) -> Lessons:
        return Lessons(len(self._every), self._every)
