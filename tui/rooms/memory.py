"""Memory: everything about one memory on one side, what surrounds it on the other, and a trail of where one was.

In write mode it is also where a memory is pinned, reinforced, judged, joined, edited, forgotten and restored. What was
said is not rewritten: a memory that is edited is superseded by another.
"""

from __future__ import annotations

import asyncio
from functools import partial
from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container
from textual.content import Content
from textual.events import Resize
from textual.widgets import Static

from ...engine.answers.cells import when
from ...engine.answers.display import one_line, visible
from ...engine.answers.dossier import Dossier, Edge
from ...engine.asking.dossier import dossier
from ...errors import ClewError
from ..desk import Desk
from ..messages import Enter, Say, Select
from ..widgets.dossier_rows import around, edge_key, facts, marks
from ..widgets.finder import Finder
from ..widgets.lines import Lines, aired
from ..widgets.words import put_words
from .keeping_up import KeepingUp
from .memory_changes import MemoryChanges

WRITING = {
    "edit": "Edit",
    "pin": "Pin",
    "forget": "Forget",
    "link": "Link",
    "unlink": "Unlink",
    "reinforce": "Reinforce",
}
"""What the key line calls the keys that write: as short as lets all of them stand there at 80 columns."""
WIDE = 110
"""Columns from which both sides stand beside each other."""


class MemoryRoom(MemoryChanges, KeepingUp):
    """Shows the memory that is selected, as of the moment that is travelled to."""

    FIRST: ClassVar[str] = "#around"
    HELP: ClassVar[str | None] = """
# Memory

On one side all that is known of the selected memory, on the other what surrounds it: edges by kind, the chain of
supersessions, and its history, the newest first.

- **enter** follows the edge, supersession or event under the cursor; **backspace** goes back the way you came.
- **/** finds a memory by its id or by words, forgotten ones too.
- **w** shows a long text to its end; **shift+up** and **shift+down** scroll it, **tab** goes over to it.

With `--write`: **e** edit, **p** pin or unpin, **l** draw an edge, **u** take the edge under the cursor away, **d**
forget or restore; each is confirmed, and **ctrl+z** takes it back. What is edited is not rewritten: what you write is
another memory, which supersedes this one. **r** reinforces, **+** and **-** tell that it helped or misled: these are
confirmed too, and cannot be taken back, for what was learned by them is not unlearned.
"""
    WITHOUT: ClassVar[frozenset[str]] = frozenset(("find", "back"))
    DEFAULT_CSS = """
    MemoryRoom #head { height: auto; padding: 0 1; background: $boost; text-wrap: nowrap; text-overflow: ellipsis; }
    MemoryRoom #sides { height: 1fr; layout: vertical; }
    MemoryRoom #facts { height: 3fr; padding: 0 1; }
    MemoryRoom #around { height: 2fr; padding: 0 1; border-top: solid $primary-muted; }
    MemoryRoom.-nothing #around { display: none; }
    MemoryRoom.-wide #sides { layout: horizontal; }
    MemoryRoom.-wide #facts { width: 1fr; height: 1fr; }
    MemoryRoom.-wide #around { width: 1fr; height: 1fr; border-top: none; border-left: solid $primary-muted; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("e", "edit", "Edit", id="memory.edit", show=False),
        Binding("p", "pin", "Pin or unpin", id="memory.pin", show=False),
        Binding("d", "forget", "Forget or restore", id="memory.forget", show=False),
        Binding("l", "link", "Draw an edge", id="memory.link", show=False),
        Binding("u", "unlink", "Take an edge away", id="memory.unlink", show=False),
        Binding("r", "reinforce", "Reinforce (for good)", id="memory.reinforce", show=False),
        Binding("plus", "judge('success')", "It helped (for good)", id="memory.helped", show=False, key_display="+"),
        Binding("minus", "judge('failure')", "It misled (for good)", id="memory.misled", show=False, key_display="-"),
        Binding("slash", "find", "Find", id="memory.find", key_display="/"),
        Binding("backspace", "back", "Back", id="memory.back"),
        Binding("w", "whole", "Whole text", id="memory.whole"),
        Binding("shift+up", "scroll(-1)", "Scroll the text up", id="memory.scroll_up", show=False),
        Binding("shift+down", "scroll(1)", "Scroll the text down", id="memory.scroll_down", show=False),
    ]

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._found: Dossier | None = None
        self._of: str | None = None
        self._trail: list[str] = []
        self._back = False
        self._whole = False

    def compose(self) -> ComposeResult:
        yield Static(id="head")
        with Container(id="sides"):
            yield Lines(id="facts", name="The memory")
            yield Lines(id="around", name="Around it")

    # ---- mirroring -----------------------------------------------------------------------------

    def mirror(self, desk: Desk, before: Desk | None) -> None:
        if (id := desk.selected) is None:
            self._draw()
            return
        read = partial(dossier, self.memory.engine, id, desk.moment)
        self.keep_up((id, desk.moment), desk.head, read, partial(self._take, id))

    def _take(self, id: str, found: Dossier | ClewError) -> None:
        other = self._of != id
        if other and self._of is not None and not self._back:
            self._trail.append(self._of)
        if other:
            self._back = self._whole = False
        self._of = id
        if isinstance(found, ClewError):
            self._found = None
            self._draw(said=str(found), top=True)
        else:
            self._found = found
            self._draw(top=other)

    # ---- drawing -------------------------------------------------------------------------------

    def _draw(self, *, said: str = "No memory is selected. Press / to find one.", top: bool = False) -> None:
        found, sides = self._found, (self.query_one("#facts", Lines), self.query_one("#around", Lines))
        put_words(self.query_one("#head", Static), self._head())
        self.show_nothing(found is None)
        if found is None:
            sides[0].say(said)
            for side in sides:
                side.show([])
            return
        sides[1].show(aired(around(found, sides[1].room), sides[1].size.height), top=top)
        self._draw_facts(found, top=top)

    @work(group="fold", exclusive=True)
    async def _draw_facts(self, found: Dossier, *, top: bool) -> None:
        """Fold a text into lines beside the loop: one of a megabyte takes longer than a key press may."""
        lines = self.query_one("#facts", Lines)
        rows = await asyncio.to_thread(partial(facts, found, max(20, lines.room), whole=self._whole))
        lines.show(aired(rows, lines.size.height), top=top)

    def _head(self) -> Content:
        found = self._found
        if found is None:
            return Content("")
        memory = found.memory
        parts = [one_line(memory.type, 30), *marks(found)]
        if found.moment is not None:
            parts.append(f"as of {when(found.moment)}")
        first = Content.assemble((one_line(memory.id, 60), "bold"), f"  {'  '.join(map(visible, parts))}")
        if not self._trail:
            return first
        trail = " ‹ ".join(one_line(id, 24) for id in reversed(self._trail[-6:]))
        below = Content.styled(f"came from ‹ {trail}", "$foreground-muted")
        return Content("\n").join([first, below])

    def on_resize(self, event: Resize) -> None:
        self.set_class(event.size.width >= WIDE, "-wide")

    @on(Lines.Widened)
    def _widened(self) -> None:
        if self._found is not None:
            self._draw()

    def hint(self, binding: Binding) -> str:
        """Tell the keys that write first, where they do."""
        if self.writable and binding.action in WRITING and not self.has_class("-nothing"):
            return WRITING[binding.action]
        return super().hint(binding)

    # ---- going about ---------------------------------------------------------------------------

    @on(Lines.Picked)
    def _follow(self, event: Lines.Picked) -> None:
        if event.row.id is not None:
            self.post_message(Select(event.row.id))
        else:
            self.post_message(Say("This event names no other memory."))

    def action_back(self) -> None:
        if not self._trail:
            self.post_message(Say("This is where the trail began."))
            return
        self._back = True
        self.post_message(Select(self._trail.pop()))

    def action_whole(self) -> None:
        self._whole = not self._whole
        if self._found is not None:
            self._draw_facts(self._found, top=False)

    def action_scroll(self, by: int) -> None:
        """Scroll what the memory is, while the cursor stays among what surrounds it."""
        self.query_one("#facts", Lines).scroll_relative(y=3 * by, animate=False)

    @work(group="ask_person")
    async def action_find(self) -> None:
        id = await self.app.push_screen_wait(Finder(self.memory, forgotten=True))
        if id is not None:
            self.post_message(Enter("memory", id))

    # ---- what a change is about ----------------------------------------------------------------

    @property
    def shows(self) -> str | None:
        """The id of the memory that was read last, found or not."""
        return self._of

    @property
    def found(self) -> Dossier | None:
        return self._found

    @property
    def edge(self) -> Edge | None:
        """The edge under the cursor."""
        row = self.query_one("#around", Lines).row
        edges = () if self._found is None else self._found.edges
        return next((edge for edge in edges if row is not None and edge_key(edge) == row.key), None)
