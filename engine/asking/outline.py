"""The tasks of a store and their steps, for whoever leafs through it: how much there is of each, and how it went.

Steps are read a page at a time: a task may have as many as there are memories.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

import numpy as np
from numpy.typing import NDArray

from ..answers.links import NOW
from ..context.kinds import WENT_WRONG
from ..handle.engine import Engine
from ..projection.memories import ESTEEMED, MemoryColumns
from ..projection.past import memories_at
from ..projection.state import View
from ..running.cancel import check
from ..running.operation import operation
from ..values.model import Memory
from ..values.times import NEVER, from_micros, to_micros

Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class TaskView:
    """A task: how many memories, when the first and the last of them happened, and the number of its last step.

    successes, failures: what the uses of its memories came to, all together. wrong: steps that went wrong, by their
    valence. last_valence: how the last step went, in [-1, 1].
    """

    name: str
    memories: int
    first: datetime
    last: datetime
    steps: int | None
    successes: float = 0.0
    failures: float = 0.0
    wrong: int = 0
    last_valence: float = 0.0


def tasks_of(engine: Engine, moment: datetime | None = None) -> list[TaskView]:
    """Return the tasks of a namespace as of a moment, the one that went on last at first."""
    with operation(engine.limits):
        engine.store.fresh()
        with engine.projection.reading() as view:
            found = _tasks(_as_of(view, moment), engine.namespace, _at(moment))
    return sorted(found, key=lambda task: (task.last, task.name), reverse=True)


def step_rows(engine: Engine, task: str, moment: datetime | None = None) -> Sequence[int]:
    """Return the rows of the memories of a task that are not forgotten, or were not then, in the order of its steps."""
    with operation(engine.limits):
        engine.store.fresh()
        with engine.projection.reading() as view:
            hub = view.hubs.row_of("Task", engine.namespace, task)
            edges = _in_tasks(_as_of(view, moment), _at(moment))
            rows = view.edges.source[edges[view.edges.target[edges] == hub]] if hub is not None else edges[:0]
            order = np.lexsort((rows, view.memories.step[rows]))
            found: list[int] = rows[order].tolist()
    return found


def steps(engine: Engine, rows: Sequence[int], moment: datetime | None = None) -> list[Memory]:
    """Return the memories of some rows, in that order, with what was thought of them at a moment."""
    with operation(engine.limits):
        found = engine.journal.memories(rows)
        if moment is None:
            return found
        with engine.projection.reading() as view:
            then = _as_of(view, moment).memories.properties(list(rows), ESTEEMED)
    return [replace(memory, **esteem) for memory, esteem in zip(found, then, strict=True)]


def _at(moment: datetime | None) -> int:
    return NOW if moment is None else to_micros(moment)


def _as_of(view: View, moment: datetime | None) -> View:
    return view if moment is None else replace(view, memories=memories_at(view, to_micros(moment)))


def _in_tasks(view: View, at: int) -> Ints:
    """Return the rows of the edges that join memories to tasks and held then, of memories that were not forgotten."""
    edges, memories = view.edges, view.memories
    rows = edges.rows("IN_TASK")
    rows = rows[(edges.recorded_at[rows] <= at) & (edges.retracted_at[rows] > at)]
    source = edges.source[rows]
    return rows[(memories.recorded_at[source] <= at) & (memories.retracted_at[source] == NEVER)]


def _tasks(view: View, namespace: str, at: int) -> Iterator[TaskView]:
    """Yield the tasks of a namespace with what their memories come to."""
    edges, memories, hubs = view.edges, view.memories, view.hubs
    joined = _in_tasks(view, at)
    joined = joined[memories.namespace[edges.source[joined]] == memories.code("namespace", namespace)]
    rows, task = edges.source[joined].astype(np.int64), edges.target[joined].astype(np.int64)
    if not len(rows):
        return
    order = np.lexsort((rows, memories.step[rows], task))
    found, starts = np.unique(task[order], return_index=True)
    for hub, part in zip(found.tolist(), np.split(rows[order], starts[1:]), strict=True):
        check()
        yield _task(memories, str(hubs.names[hub]), part)


def _task(memories: MemoryColumns, name: str, rows: Ints) -> TaskView:
    """Return a task. rows: of its memories, in the order of their steps; at least one."""
    happened, valence, last = memories.at[rows], memories.valence[rows], int(memories.step[rows[-1]])
    return TaskView(
        name=name,
        memories=len(rows),
        first=from_micros(int(happened.min())),
        last=from_micros(int(happened.max())),
        steps=None if last < 0 else last,
        successes=float(memories.successes[rows].sum()),
        failures=float(memories.failures[rows].sum()),
        wrong=int((valence <= WENT_WRONG).sum()),
        last_valence=float(valence[-1]),
    )
