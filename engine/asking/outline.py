"""The tasks of a store and their steps, for whoever leafs through it: counts from SHOW TASKS, and how each went.

Steps are read a page at a time: a task may have as many as there are memories.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..context.kinds import WENT_WRONG
from ..handle.engine import Engine
from ..projection.state import View
from ..running.operation import operation
from ..values.model import Memory
from ..values.times import NEVER

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


def tasks_of(engine: Engine) -> list[TaskView]:
    """Return the tasks of a namespace, the one that went on last at first."""
    with operation(engine.limits):
        shown = engine.query("SHOW TASKS").to_dicts()
        with engine.projection.reading() as view:
            went = _outcomes(view, engine.namespace)
    found = [TaskView(**row, **went.get(row["name"], {})) for row in shown]
    return sorted(found, key=lambda task: (task.last, task.name), reverse=True)


def step_rows(engine: Engine, task: str) -> Sequence[int]:
    """Return the rows of the memories of a task that are not forgotten, in the order of its steps."""
    with operation(engine.limits):
        engine.store.fresh()
        with engine.projection.reading() as view:
            hub = view.hubs.row_of("Task", engine.namespace, task)
            edges = _in_tasks(view)
            rows = view.edges.source[edges[view.edges.target[edges] == hub]] if hub is not None else edges[:0]
            order = np.lexsort((rows, view.memories.step[rows]))
            found: list[int] = rows[order].tolist()
    return found


def steps(engine: Engine, rows: Sequence[int]) -> list[Memory]:
    """Return the memories of some rows, in that order."""
    with operation(engine.limits):
        return engine.journal.memories(rows)


def _in_tasks(view: View) -> Ints:
    """Return the rows of the edges that join memories to tasks and hold, of memories that are not forgotten."""
    edges = view.edges
    rows = edges.rows("IN_TASK")
    rows = rows[edges.retracted_at[rows] == NEVER]
    return rows[view.memories.retracted_at[edges.source[rows]] == NEVER]


def _outcomes(view: View, namespace: str) -> Mapping[str, dict[str, Any]]:
    """Return how each task of a namespace went, by its name."""
    edges, memories, hubs = view.edges, view.memories, view.hubs
    joined = _in_tasks(view)
    joined = joined[memories.namespace[edges.source[joined]] == memories.code("namespace", namespace)]
    rows, task = edges.source[joined].astype(np.int64), edges.target[joined].astype(np.int64)
    counted = {
        "successes": np.bincount(task, memories.successes[rows]),
        "failures": np.bincount(task, memories.failures[rows]),
        "wrong": np.bincount(task, memories.valence[rows] <= WENT_WRONG),
    }
    order = np.lexsort((rows, memories.step[rows]))
    last: dict[int, float] = dict(zip(task[order].tolist(), memories.valence[rows[order]].tolist(), strict=True))
    return {
        hubs.names[hub]: {
            "successes": float(counted["successes"][hub]),
            "failures": float(counted["failures"][hub]),
            "wrong": int(counted["wrong"][hub]),
            "last_valence": valence,
        }
        for hub, valence in last.items()
    }
