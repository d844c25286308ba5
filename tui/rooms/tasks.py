"""Tasks: an outline of the tasks and their steps, out of which one goes anywhere.

A task is opened by reading which rows it has, and its steps by the page as they are seen; so a store of ten thousand
tasks, or a task of ten thousand steps, opens at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING, ClassVar, TypeAlias

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.events import Key
from textual.widgets import Input, Static

from ...engine.answers.cells import when
from ...engine.answers.counting import memories
from ...engine.answers.display import one_line
from ...engine.asking.outline import TaskView, step_rows, steps, tasks_of
from ...engine.values.model import Memory
from ...errors import ClewError
from ..beside import beside
from ..desk import Desk
from ..messages import Draft, Enter, Say, Select
from ..widgets.field import Field
from ..widgets.lines import Lines
from ..widgets.outline import Outline, Place
from .keeping_up import KeepingUp

if TYPE_CHECKING:
    from ...engine.handle.engine import Engine

NO_TASKS = "No memory belongs to a task. Remember with `task=`, and the steps of it follow."
ORDERS = ("newest", "name", "most steps")
LONGEST = 200
"""Characters of a filter."""
Everything: TypeAlias = tuple[list[TaskView], dict[str, Sequence[int]]]

KEPT = 5_000
"""Steps that are kept once they were read."""


class TasksRoom(KeepingUp):
    """Shows the tasks, as of the moment that is travelled to."""

    FIRST: ClassVar[str] = "Lines"
    HELP: ClassVar[str | None] = """
# Tasks

Every task with the number of its memories, when it began and how long it took, and how it went as far as anybody said:
✓ and ✗ are outcomes of feedback, ! are steps that went wrong by their valence.

- **enter** or **right** opens a task, **left** closes it; on a step **enter** goes to the memory.
- The step under the cursor is selected in every room: **F4** shows its lineage, **F7** its time.
- **/** filters by name while you type; **escape** takes the filter away, **enter** goes on with what is left.
- **s** orders by the newest, by name, or by the most steps.
- **a** puts a recall within this task into the editor of the room Query.
"""
    DEFAULT_CSS = """
    TasksRoom #filter { background: $surface; display: none; }
    TasksRoom #told { height: 1; padding: 0 1; background: $boost; color: $text-muted; }
    TasksRoom Lines { padding: 0 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right", "open(True)", "Open", id="tasks.open", show=False),
        Binding("left", "open(False)", "Close", id="tasks.close", show=False),
        Binding("slash", "filter", "Filter", id="tasks.filter", key_display="/"),
        Binding("s", "order", "Order", id="tasks.order"),
        Binding("a", "ask", "Recall here", id="tasks.ask"),
    ]

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._tasks: list[TaskView] = []
        self._opened: dict[str, Sequence[int]] = {}
        self._read_steps: dict[int, Memory] = {}
        self._order = ORDERS[0]
        self._mine: str | None = None
        self._said = "reading the tasks…"
        self._listed = 0
        self._revealed: tuple[str, int] | None = None
        """A step that was to be revealed before its task was read."""

    def compose(self) -> ComposeResult:
        yield Static(id="told")
        yield Field(placeholder="a part of the name", max_length=LONGEST, id="filter", name="Filter")
        yield Lines(name="Tasks")

    # ---- mirroring -----------------------------------------------------------------------------

    def mirror(self, desk: Desk, before: Desk | None) -> None:
        if before is not None and before.moment != desk.moment:
            self._read_steps.clear()
        read = partial(_everything, self.memory.engine, tuple(self._opened), desk.moment)
        self.keep_up(("tasks", desk.moment), desk.head, read, self._take)
        if desk.selected != self._mine and desk.selected is not None:
            self._mine = desk.selected
            self._reveal(desk.selected)

    @property
    def _moment(self) -> datetime | None:
        return None if self.desk is None else self.desk.moment

    def _take(self, found: Everything | ClewError) -> None:
        if isinstance(found, ClewError):
            self._said = str(found)
        else:
            self._tasks, opened = found
            self._opened = {name: opened.get(name, rows) for name, rows in self._opened.items()}
            self._said = NO_TASKS if self._moment is None else f"No memory belonged to a task at {when(self._moment)}."
        at, self._revealed = self._revealed, None
        self._draw(at=at)

    @work(group="reveal", exclusive=True)
    async def _reveal(self, id: str) -> None:
        """Open the task of a memory that another room selected, and put the cursor on its step."""
        try:
            found = await beside(_step, self.memory.engine, id, self._moment)
        except ClewError:
            return  # that the store is gone is said elsewhere
        if found is not None:  # else it is forgotten, or of no task: the outline stays as it is
            memory, name, rows = found
            self._opened[name] = rows
            self._read_steps[memory.row] = memory
            at = name, rows.index(memory.row)
            if not self._tasks:
                self._revealed = at
            self._draw(at=at)

    # ---- drawing -------------------------------------------------------------------------------

    @property
    def _outline(self) -> Outline | None:
        rows = self.query_one(Lines).rows
        return rows if isinstance(rows, Outline) else None

    def _draw(self, *, at: tuple[str, int | None] | None = None) -> None:
        """Draw the outline; the cursor goes to a step of a task, or stays on what it was on."""
        lines, sought = self.query_one(Lines), self.query_one("#filter", Input).value.casefold().strip()
        shown = _ordered([task for task in self._tasks if sought in task.name.casefold()], self._order)
        where = at or self._here
        rows = Outline(shown, dict(self._opened), self._read_steps, max(40, lines.room))
        lines.say(self._said if not self._tasks else "No task has that in its name.")
        lines.show(rows, at=_place(rows, where))
        self.show_nothing(not self._tasks)
        self._listed = len(shown)
        self._tell(self._listed)
        self.call_after_refresh(self._fill)

    @property
    def _here(self) -> tuple[str, int | None] | None:
        """The task and the step that the cursor is on; a step by its row, for steps are added and forgotten."""
        rows, cursor = self._outline, self.query_one(Lines).cursor
        if rows is None or not 0 <= cursor < len(rows):
            return None
        place = rows.place(cursor)
        name = rows.tasks[place.task].name
        if place.step is None:
            return name, None
        row = rows.opened[name][place.step] if place.step < len(rows.opened.get(name, ())) else None
        now: Sequence[int] = self._opened.get(name, ())
        return name, (now.index(row) if row is not None and row in now else None)

    def _tell(self, shown: int) -> None:
        all_, held = len(self._tasks), sum(task.memories for task in self._tasks)
        count = f"{all_:,}" if shown == all_ else f"{shown:,} of {all_:,}"
        past = "" if self._moment is None else f"  ·  as of {when(self._moment)}"
        here = self._here
        within = "" if here is None or here[1] is None else f"  ·  in {one_line(here[0], 40)}"  # its line may be above
        tasks = f"{count} task{'' if all_ == 1 else 's'}, {memories(held)}"
        told = f"{tasks}  ·  by {self._order}{past}{within}"
        self.query_one("#told", Static).update(Content(told), layout=False)

    def _fill(self) -> None:
        """Read the steps that are seen and stand as dots."""
        rows = self._outline
        if rows is not None and (wanted := rows.unread(self.query_one(Lines).seen)):
            self._read_page(wanted)

    @work(group="page", exclusive=True)
    async def _read_page(self, wanted: list[int]) -> None:
        try:
            found = await beside(steps, self.memory.engine, wanted, self._moment)
        except ClewError as error:
            self.post_message(Say(str(error), "error"))
            return
        if len(self._read_steps) > KEPT:
            self._read_steps.clear()
        self._read_steps.update((memory.row, memory) for memory in found)
        self.query_one(Lines).redraw()
        self._select()  # the cursor may have waited on dots
        self.call_after_refresh(self._fill)

    @on(Lines.Scrolled)
    def _scrolled(self) -> None:
        self._fill()

    @on(Lines.Widened)
    def _widened(self) -> None:
        if self._tasks:
            self._draw()

    # ---- going about ---------------------------------------------------------------------------

    @on(Lines.Moved)
    def _moved(self) -> None:
        self._select()
        self._tell(self._listed)

    def _select(self) -> None:
        """Select the step under the cursor everywhere."""
        row = self.query_one(Lines).row
        if row is not None and row.id is not None and row.id != self._mine:
            self._mine = row.id
            self.post_message(Select(row.id))

    @on(Lines.Picked)
    def _picked(self, event: Lines.Picked) -> None:
        if event.row.id is not None:
            self.post_message(Enter("memory", event.row.id))
        elif (name := self._task_here) is not None and event.row.key == f"task {name}":
            self.action_open(name not in self._opened)

    def action_open(self, opened: bool) -> None:
        """Open or close the task under the cursor; closing from a step goes back to its task."""
        name = self._task_here
        if name is None or (name in self._opened) == opened:
            return
        if opened:
            self._open(name)
        else:
            del self._opened[name]
            self._draw(at=(name, None))

    @work(group="open")
    async def _open(self, name: str) -> None:
        try:
            self._opened[name] = await beside(step_rows, self.memory.engine, name, self._moment)
        except ClewError as error:
            self.post_message(Say(str(error), "error"))
        else:
            self._draw()

    @property
    def _task_here(self) -> str | None:
        """The name of the task that the cursor is on or in."""
        here = self._here
        return None if here is None else here[0]

    def action_order(self) -> None:
        self._order = ORDERS[(ORDERS.index(self._order) + 1) % len(ORDERS)]
        self._draw()

    def action_ask(self) -> None:
        """Put a recall within the task into the editor."""
        if (name := self._task_here) is None:
            self.post_message(Say("Put the cursor on a task."))
            return
        from ...dsl import ast
        from ...dsl.printing.printer import print_statement

        self.post_message(Draft(print_statement(ast.Recall(count=ast.Literal(10), tasks=(ast.Literal(name),)))))

    # ---- filtering -----------------------------------------------------------------------------

    def action_filter(self) -> None:
        self.query_one(Field).take()

    @on(Input.Changed, "#filter")
    def _filtered(self) -> None:
        self._draw()

    @on(Input.Submitted, "#filter")
    def _submitted(self) -> None:
        self.focus_first()

    def on_key(self, event: Key) -> None:
        """Escape in the filter takes it away, and leaves what is read alone."""
        if event.key == "escape" and self.query_one(Field).display:
            event.stop()
            field = self.query_one(Field)
            field.value, field.display = "", False
            self.focus_first()
        elif event.key == "down" and self.query_one("#filter").has_focus:
            event.stop()
            self.focus_first()


def _everything(engine: Engine, opened: tuple[str, ...], moment: datetime | None) -> Everything:
    """Return the tasks, and the rows of the steps of those that are open."""
    return tasks_of(engine, moment), {name: step_rows(engine, name, moment) for name in opened}


def _step(engine: Engine, id: str, moment: datetime | None) -> tuple[Memory, str, Sequence[int]] | None:
    """Return a memory with its task and the rows of that; None where it is no step of one."""
    row = engine.journal.row_of(engine.namespace, id)
    if row is None:
        return None
    (memory,) = steps(engine, [row], moment)
    rows = [] if memory.task is None else step_rows(engine, memory.task, moment)
    return None if memory.task is None or row not in rows else (memory, memory.task, rows)


def _ordered(tasks: list[TaskView], order: str) -> list[TaskView]:
    match order:
        case "name":
            return sorted(tasks, key=lambda task: task.name.casefold())
        case "most steps":
            return sorted(tasks, key=lambda task: -task.memories)
        case _:
            return tasks


def _place(rows: Outline, where: tuple[str, int | None] | None) -> int:
    """Return the row of a step of a task; the first where that task is not shown."""
    name, step = where or (None, None)
    task = next((number for number, task in enumerate(rows.tasks) if task.name == name), None)
    if task is None:
        return 0
    held = len(rows.opened.get(rows.tasks[task].name, ()))
    return rows.index(Place(task, step if step is not None and step < held else None))
