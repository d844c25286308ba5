"""The tasks as rows, each with its steps below it where it is open; a row is made when it is seen.

Opening a task costs as much as there are tasks, once, and nothing a step: the steps that are seen are asked for by the
page, and stand as dots until they come.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from itertools import accumulate
from typing import TYPE_CHECKING, overload

from rich.cells import cell_len
from textual.content import Content

from ...engine.answers.cells import when
from ...engine.answers.display import one_line
from ...engine.answers.marks import PINNED
from .dossier_rows import summary
from .lines import Row

if TYPE_CHECKING:
    from ...engine.asking.outline import TaskView
    from ...engine.values.model import Memory


@dataclass(frozen=True, slots=True)
class Place:
    """Where a row is: the number of its task, and of its step, counted from 0; None for the task's own row."""

    task: int
    step: int | None


class Outline(Sequence[Row]):
    """opened: the rows of the steps of each open task, by its name. read: what was read of them, by row."""

    def __init__(
        self,
        tasks: Sequence[TaskView],
        opened: Mapping[str, Sequence[int]],
        read: Mapping[int, Memory],
        width: int,
    ) -> None:
        self.tasks, self.opened, self.read = tasks, opened, read
        self._width = width
        self._names = max((len(task.name) for task in tasks), default=0)
        sizes = (1 + len(opened.get(task.name, ())) for task in tasks)
        self._starts = [0, *accumulate(sizes)]

    def __len__(self) -> int:
        return self._starts[-1]

    @overload
    def __getitem__(self, index: int) -> Row: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Row]: ...
    def __getitem__(self, index: int | slice) -> Row | Sequence[Row]:
        if isinstance(index, slice):
            return [self[place] for place in range(*index.indices(len(self)))]
        place = self.place(index)
        task = self.tasks[place.task]
        if place.step is None:
            return task_row(task, opened=task.name in self.opened, width=self._width, names=self._names)
        return self._step(task.name, place.step)

    def place(self, index: int) -> Place:
        """Return where a row is."""
        if not 0 <= index < len(self):
            raise IndexError(index)
        task = bisect_right(self._starts, index) - 1
        step = index - self._starts[task] - 1
        return Place(task, None if step < 0 else step)

    def index(self, value: object, start: int = 0, stop: int | None = None) -> int:
        """Return the row of a place. Raises ValueError where there is none."""
        if not isinstance(value, Place) or not 0 <= value.task < len(self.tasks):
            raise ValueError(value)
        return self._starts[value.task] + (0 if value.step is None else value.step + 1)

    def _step(self, task: str, step: int) -> Row:
        row = self.opened[task][step]
        memory = self.read.get(row)
        if memory is None:
            return Row(Content.styled("       …", "$foreground-muted"), key=f"row {row}")
        return step_row(memory, self._width)

    def unread(self, seen: range) -> list[int]:
        """Return the steps that are seen and not read yet, as their rows in the journal."""
        places = (self.place(index) for index in seen)
        steps = (self.opened[self.tasks[place.task].name][place.step] for place in places if place.step is not None)
        return [row for row in steps if row not in self.read]


def task_row(task: TaskView, *, opened: bool, width: int, names: int) -> Row:
    """Return a task on a line: how many memories, when, how long, and how it went as far as anybody said.

    names: characters of the longest name, for which room is kept as far as there is any.
    """
    room = max(12, min(names, 60, width - 52))
    name = one_line(task.name, room)
    parts = (
        f"{'▾' if opened else '▸'} ",
        (name, "bold"),
        " " * max(1, room + 1 - cell_len(name)),
        f"{task.memories:>7,} ",
        (f" {when(task.first)[:16]}  {lasted(task.last - task.first):>7}", "$foreground-muted"),
        "  ",
        outcome(task),
    )
    return Row(Content.assemble(*parts), key=f"task {task.name}")


def step_row(memory: Memory, width: int) -> Row:
    step = "" if memory.step is None else f"{memory.step:,}"
    mark = "! " if memory.valence <= -0.5 else f"{PINNED} " if memory.pinned else "  "
    parts = (
        (f"{step:>6} ", "$foreground-muted"),
        mark,
        f"{one_line(memory.action_type or memory.type, 14):<14} ",
        (f"{when(memory.at)[5:16]}  ", "$foreground-muted"),
        summary(memory, max(20, width)),
    )
    return Row(Content.assemble(*parts), key=f"row {memory.row}", id=memory.id)


def lasted(time: timedelta) -> str:
    """Return a span in its largest unit: `3 d`, `5 h`, `40 min`, `12 s`."""
    seconds = int(time.total_seconds())
    for size, unit in ((86_400, "d"), (3_600, "h"), (60, "min")):
        if seconds >= size:
            return f"{seconds / size:.0f} {unit}"
    return f"{seconds} s"


def outcome(task: TaskView) -> Content:
    """Return how a task went: what outcomes were told of its memories, and how many of its steps went wrong."""
    parts: list[str | tuple[str, str]] = []
    if task.successes:
        parts.append((f"✓ {task.successes:g} ", "$text-success"))
    if task.failures:
        parts.append((f"✗ {task.failures:g} ", "$text-error"))
    if task.wrong:
        parts.append((f"! {task.wrong:,} ", "$text-warning"))
    return Content.assemble(*parts)
