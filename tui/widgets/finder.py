"""Find a memory by its id or by words, while one types: for the room, an edge's end, the palette."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, ClassVar

from rich.cells import cell_len
from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Input, Label

from ...engine.answers.cells import when
from ...engine.answers.display import one_line, visible
from ...engine.answers.marks import FORGOTTEN
from ...engine.asking.finding import LONGEST, find_memories
from ...errors import ClewError
from ..beside import beside
from ..safe import content
from .choices import Choices
from .dossier_rows import summary
from .field import Field
from .lines import Lines, Row

if TYPE_CHECKING:
    from ...engine.handle.asynchronous import AsyncEngine
    from ...engine.values.model import Memory

MOST = 50
"""Memories that are listed: who needs the fifty-first types another word."""
LEAST = 20
"""Cells of what a memory says, however narrow the list is."""
TYPE = 11
"""Cells of a type, so that the times before it stand below one another: `observation` is the longest usual one."""


class Finder(ModalScreen["str | None"]):
    """Comes to the id of a memory; None where nobody wanted one. title: what it is looked for. forgotten: those too."""

    DEFAULT_CSS = """
    Finder { align: center top; }
    Finder > Vertical {
        width: 90%; max-width: 120; height: 80%; margin-top: 2; padding: 0 1;
        background: $panel; border: round $primary;
    }
    Finder Input { background: $surface; }
    Finder Label { width: 1fr; color: $text-muted; }
    """
    HELP: ClassVar[str | None] = """
# Find a memory

Type its id, the beginning of one, or words that it holds. **Up** and **down** go in what is found, **enter** takes it.
"""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", "Leave", id="finder.leave"),
        Binding("down", "go(1)", "Down", id="finder.down", show=False, priority=True),
        Binding("up", "go(-1)", "Up", id="finder.up", show=False, priority=True),
    ]

    def __init__(self, memory: AsyncEngine, title: str = "Which memory?", *, forgotten: bool = False) -> None:
        super().__init__()
        self._memory, self._title, self._forgotten = memory, title, forgotten
        self._listed: str | None = None
        self._takes = False

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Label(content(f"{self._title} Type an id, the beginning of one, or words."))
            yield Field(max_length=LONGEST, id="sought", name="Words")
            yield Choices(name="Found")

    def on_mount(self) -> None:
        self._look("")

    @on(Input.Changed)
    def _changed(self, event: Input.Changed) -> None:
        self._takes = False
        self._look(event.value)

    @work(group="find", exclusive=True)
    async def _look(self, text: str) -> None:
        lines = self.query_one(Lines)
        find = partial(find_memories, self._memory.engine, text, MOST, forgotten=self._forgotten)
        try:
            found = await beside(find)
        except ClewError as error:
            lines.say(str(error))
            lines.show([])
            return
        lines.say("No memory has such an id or holds such a word." if text.strip() else "The store is empty.")
        lines.show([_row(memory, lines.room) for memory in found], at=0)
        self._listed = text
        if self._takes:
            self._take()

    def action_go(self, by: int) -> None:
        self.query_one(Lines).action_move(by)

    @on(Input.Submitted)
    def _submitted(self, event: Input.Submitted) -> None:
        """Take the row under the cursor; where it is being looked for what was typed, the first that will be found."""
        self._takes = self._listed != event.value
        if not self._takes:
            self._take()

    def _take(self) -> None:
        row = self.query_one(Lines).row
        if row is not None:
            self.dismiss(row.id)

    @on(Lines.Picked)
    def _picked(self, event: Lines.Picked) -> None:
        self.dismiss(event.row.id)

    def action_leave(self) -> None:
        self.dismiss(None)


def _row(memory: Memory, width: int) -> Row:
    """Return a memory as a line: when it was and its type stand whole, behind as much of it as there is room for."""
    forgotten = f"{FORGOTTEN} forgotten  " if memory.retracted_at is not None else ""
    first = Content.assemble((visible(memory.id), "bold"), f"  {forgotten}")
    type_ = one_line(memory.type, 20)
    room = width - first.cell_length - 16 - 2 * 2
    behind = max(len(type_), TYPE) if room - TYPE >= LEAST else len(type_)
    last = Content.styled(f"  {when(memory.at)[:16]}  {type_:<{behind}}", "$foreground-muted")
    room = max(LEAST, width - first.cell_length - last.cell_length)
    says = summary(memory, room)
    gap = " " * (room - cell_len(says))
    return Row(Content.assemble(first, says, gap, last), key=memory.id, id=memory.id)
