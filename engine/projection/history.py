"""How memories have changed, so that AS OF can say what was thought of them then, and which were forgotten then.

Edges that change are made anew and keep their times; a memory is one row, so its changes are kept beside it: what each
said of itself, every change since, in the order of events, and when it was forgotten for a while. Few have any.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ..writing.esteem import Change, Esteem, after


@dataclass(frozen=True, slots=True)
class Lapse:
    """The time for which the memory in `row` was forgotten: from `since` on, and no more at `until`. Microseconds."""

    row: int
    since: int
    until: int


@dataclass(frozen=True, slots=True)
class History:
    """The first `count` changes as they were at one moment; `changes` and `said` are shared with newer moments.

    said: what each memory that was ever changed said of itself, by row. lapses: of those that were restored.
    """

    count: int
    changes: Sequence[Change]
    said: Mapping[int, Esteem]
    lapses: tuple[Lapse, ...] = ()

    def as_of(self, at: int) -> dict[int, Esteem]:
        """Return what was thought at a time (microseconds) of the memories that were ever changed, by row.

        Of any other the columns say what was thought of it at all times.
        """
        changes = self.changes[: self.count]
        then = {change.row: self.said[change.row] for change in changes}
        for change in changes:
            if change.at <= at:
                then[change.row] = after(then[change.row], change.kind, change.amount, change.at)
        return then

    def forgotten_at(self, at: int) -> dict[int, int]:
        """Return since when the memories were forgotten, by row, that were then and were restored later."""
        return {lapse.row: lapse.since for lapse in self.lapses if lapse.since <= at < lapse.until}


class GrowingHistory:
    """The changes as their events come in."""

    def __init__(self) -> None:
        self.changes: list[Change] = []
        self.said: dict[int, Esteem] = {}
        self.lapses: list[Lapse] = []

    def add(self, change: Change, before: Esteem) -> None:
        """Take in a change of a memory of which `before` was thought."""
        self.said.setdefault(change.row, before)
        self.changes.append(change)

    def view(self) -> History:
        return History(len(self.changes), self.changes, self.said, tuple(self.lapses))
