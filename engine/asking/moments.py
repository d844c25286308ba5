"""The moments at which a store changed, for whoever walks through its past, and a moment as a person types it."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

import numpy as np
from numpy.typing import NDArray

from ...errors import MemoryInvalid
from ..handle.engine import Engine
from ..need.times.when import when
from ..running.operation import operation
from ..values.times import from_micros, to_micros

Ints = NDArray[np.int64]

_NONE: Ints = np.empty(0, np.int64)


@dataclass(frozen=True, slots=True, eq=False)
class Moments:
    """When the events of a namespace were written, (n,) int64 each, in the order of time.

    seq: their numbers. at: microseconds. begun: when the first memory of each task was written, rising.
    """

    seq: Ints = field(default_factory=lambda: _NONE)
    at: Ints = field(default_factory=lambda: _NONE)
    begun: Ints = field(default_factory=lambda: _NONE)

    def __len__(self) -> int:
        return len(self.at)

    def place(self, moment: datetime | None) -> int:
        """Return the last event at or before a moment; -1 for one before all of them, the last for None."""
        return len(self) - 1 if moment is None else int(np.searchsorted(self.at, to_micros(moment), "right")) - 1

    def moment(self, place: int) -> datetime:
        """Return when an event was written."""
        return from_micros(int(self.at[place]))

    def next_day(self, place: int, by: int) -> int:
        """Return the first event of the next day that has any, or of the day before; the end where there is none."""
        day = timedelta(days=1) // timedelta(microseconds=1)
        days: Ints = self.at // day
        if by > 0:
            return min(int(np.searchsorted(days, int(days[place]), "right")), len(self) - 1)
        first = int(np.searchsorted(days, int(days[place]), "left"))
        return first if first < place else int(np.searchsorted(days, int(days[max(0, first - 1)]), "left"))

    def next_task(self, place: int, by: int) -> int:
        """Return the event with which the next task begins, or the one before; the end where there is none."""
        if by > 0:
            at = int(np.searchsorted(self.begun, int(self.at[place]), "right"))
            return (
                len(self) - 1 if at >= len(self.begun) else int(np.searchsorted(self.at, int(self.begun[at]), "left"))
            )
        at = int(np.searchsorted(self.begun, int(self.at[place]), "left")) - 1
        return 0 if at < 0 else int(np.searchsorted(self.at, int(self.begun[at]), "left"))

    def density(self, width: int, since: int, until: int) -> Ints:
        """Return how many events were written in each of `width` equal parts of [since, until], in microseconds."""
        edges = np.linspace(since, until + 1, width + 1)
        return np.diff(np.searchsorted(self.at, edges, "left")).astype(np.int64)


def moments_of(engine: Engine, known: Moments | None = None) -> Moments:
    """Return the moments of a namespace. known: those of before, on which it goes on; it reads what came since."""
    with operation(engine.limits):
        last = 0 if known is None or not len(known) else int(known.seq.max())
        new = np.array(engine.journal.timeline().times(engine.namespace, last), np.int64).reshape(-1, 2)
        before = Moments() if known is None else known
        seq, at = np.concatenate([before.seq, new[:, 0]]), np.concatenate([before.at, new[:, 1]])
        order = np.lexsort((seq, at))  # imported events may be recorded earlier than those before them
        return Moments(seq[order], at[order], _begun(engine))


def _begun(engine: Engine) -> Ints:
    """Return when the first memory of each task was written, rising."""
    engine.store.fresh()
    with engine.projection.reading() as view:
        memories = view.memories
        mine = np.flatnonzero(
            (memories.namespace == memories.code("namespace", engine.namespace)) & (memories.task >= 0)
        )
        task, at = memories.task[mine], memories.recorded_at[mine]
    order = np.lexsort((at, task))
    _, first = np.unique(task[order], return_index=True)
    return np.unique(at[order][first])


def read_moment(text: str, reference: datetime) -> datetime:
    """Return the moment that a text means: an ISO 8601 time, or words such as `last Tuesday`, seen from `reference`.

    Of a stretch it is the end: as things stood once that day, or that week, was over. Raises MemoryInvalid.
    """
    try:
        return from_micros(to_micros(text.strip()))
    except MemoryInvalid:
        reach = when(text, reference)
    if reach is None:
        hint = "Write it as 2024-05-03 14:00, or in words as in `last Tuesday` or `two weeks ago`."
        raise MemoryInvalid(f"{text[:60]!r} names no moment of the past.", hint=hint)
    if reach.until is None:
        assert reach.since is not None
        return reach.since if reach.within else reference
    return (reach.until - timedelta(microseconds=1)).astimezone(UTC)
