"""Lineage: what brought a memory about on the left, what came of it on the right, and a cursor that walks there.

What is drawn lies around a root. Walking selects, and draws nothing anew; enter makes a memory the root, and so does
selecting one in another room.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.events import Resize
from textual.widgets import Static

from ...engine.answers.cells import when
from ...engine.answers.display import one_line
from ...errors import ClewError, MemoryNotFound
from ..desk import Desk
from ..lineage.kinds import Kinds
from ..lineage.saving import SaveView
from ..lineage.sheet import Sheet
from ..lineage.telling import about, edges
from ..lineage.view import View, read
from ..lineage.wanted import Wanted
from ..messages import Enter, Say, Select
from ..widgets.finder import Finder
from ..widgets.lines import Lines
from .lineage_setting import LineageSetting
from .lineage_ways import LineageWays

NOTHING = "No memory is selected. Press / to find one; what is selected in another room is drawn here too."
WIDE = 110
"""Columns from which a memory and its neighbours are seen beside each other with their texts."""
TRAIL = 200
"""Roots that are remembered to go back to."""
NOWHERE = {
    "left": "No edge leads on to the left.",
    "right": "No edge leads on to the right.",
    "up": "Nothing stands above.",
    "down": "Nothing stands below.",
}


@dataclass(frozen=True, slots=True)
class Stop:
    """Where one was: what was drawn, and the memory under the cursor."""

    wanted: Wanted
    at: str


class LineageRoom(LineageWays, LineageSetting):
    """Shows the lineage around a memory, as of the moment that is travelled to."""

    FIRST: ClassVar[str] = "Sheet"
    HELP: ClassVar[str | None] = """
# Lineage

Causes stand on the left, effects on the right. A double border is the cursor, a heavy line a path; `✗` and strike mark
what is superseded, `◆` what is pinned; `‹2 more` and `3 more›` count what is not shown before and after a memory.

- **Arrows** walk along edges, and up and down a column; what you come to is selected in every room. **Enter** or a
  double click makes it the root, **backspace** goes back, **home** goes to the root.
- **shift+arrows**, the wheel, or dragging scroll; **c** brings the cursor into the middle.
- **z** zooms: boxes, ids, dots. Beside ids, AFTER is FOLLOWS, OUSTS is SUPERSEDES, CONTRA is CONTRADICTS, and SUMS is
  SUMMARISES. **0** shows all of it, as large as fits. **ctrl** and the wheel zoom too.
- **+** opens a memory's neighbours, **-** closes what lies behind it; **]** and **[** reach farther and less far.
- **1** to **5** turn the kinds of edges on and off. Beside a kind stands how many edges of it are drawn; where it is
  off, how many lie within reach. FOLLOWS is off at first where anything else leads on, and is never drawn beside
  another edge.
- **p** shows the ways to what you marked with **m**, else to the anchors of the last recall, else to the root.
- **g** shows forgotten memories too. **e** writes the view to a file: SVG, Mermaid or text.
- **/** finds a memory by its id or by words.
- **tab** goes to the edges of the memory, where **enter** follows one; **t** gives the picture their place.
"""
    WITHOUT: ClassVar[frozenset[str]] = frozenset(("find",))
    DEFAULT_CSS = """
    LineageRoom #told { height: 1; padding: 0 1; background: $boost; text-wrap: nowrap; text-overflow: ellipsis; }
    LineageRoom #beside { height: 30%; min-height: 6; border-top: solid $primary-muted; }
    LineageRoom #about { width: 1fr; height: 1fr; padding: 0 1; }
    LineageRoom #edges { width: 1fr; height: 1fr; padding: 0 1; border-left: solid $primary-muted; }
    LineageRoom.-alone #beside, LineageRoom.-nothing #beside, LineageRoom.-nothing Kinds { display: none; }
    LineageRoom.-nothing Sheet { padding: 0 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("backspace", "back", "Back", id="lineage.back"),
        Binding("slash", "find", "Find", id="lineage.find", key_display="/"),
        Binding("home", "home", "To the root", id="lineage.home", show=False),
        Binding("c", "centre", "Into the middle", id="lineage.centre", show=False),
        Binding("e", "save", "Write to a file", id="lineage.save", show=False),
        Binding("t", "alone", "With or without the text", id="lineage.alone", show=False),
    ]

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._trail: list[Stop] = []
        self._mine: str | None = None
        self._at: str | None = None

    def compose(self) -> ComposeResult:
        yield Static(id="told")
        yield Kinds()
        yield Sheet()
        with Horizontal(id="beside"):
            yield Lines(id="about", name="The memory")
            yield Lines(id="edges", name="Its edges")

    # ---- mirroring -----------------------------------------------------------------------------

    def mirror(self, desk: Desk, before: Desk | None) -> None:
        self.show_nothing(desk.selected is None)
        if desk.selected is None:
            self.query_one(Sheet).say(NOTHING)
            return
        if desk.selected != self._mine:
            self._mine = desk.selected
            self._root_at(desk.selected)
        self._keep_up(desk)
        self.follow_anchors(desk)

    def want(self, wanted: Wanted) -> None:
        self.wanted = wanted
        if self.desk is not None:
            self._keep_up(self.desk)

    def _keep_up(self, desk: Desk) -> None:
        if self.wanted is None:
            return
        wanted = self.wanted = replace(self.wanted, moment=desk.moment)
        self.keep_up(wanted, desk.head, partial(read, self.memory.engine, wanted), self._take)

    def _root_at(self, id: str) -> None:
        """Draw around another memory; what was drawn is put on the trail."""
        if self.wanted is None:
            self.wanted = Wanted(id, zoom="full" if self.app.size.width >= WIDE else "short")
        elif self.wanted.root != id:
            self._trail = [*self._trail[1 - TRAIL :], Stop(self.wanted, self._at or self.wanted.root)]
            self.wanted = replace(self.wanted, root=id, opened=(), closed=frozenset())
        self._at = id

    def _take(self, found: View | ClewError) -> None:
        if isinstance(found, ClewError):
            self.view = None
            self.query_one(Sheet).say(self._sentence(found))
            self.retell()
            return
        before, self.view = self.view, found
        at = self._at if self._at is not None and self._at in found.nodes else found.wanted.root
        keep = before is not None and before.wanted.root == found.wanted.root and found.wanted.zoom != "fit"
        self._at = at
        self.query_one(Sheet).show(found.picture, at, keep=keep)
        self.retell()

    def _sentence(self, error: ClewError) -> str:
        """Return what is wrong, and the way on: this room's own in place of the engine's, where it has one."""
        wanted = self.wanted
        if wanted is None or wanted.forgotten or not isinstance(error, MemoryNotFound):
            return str(error)
        said = error.message if wanted.moment is None else str(error)
        return f"{said} If it was forgotten, g shows it."

    # ---- drawing -------------------------------------------------------------------------------

    def retell(self) -> None:
        """Draw what stands around the picture."""
        view = self.view
        at = self._at if view is not None and self._at in view.nodes else None  # a root that is read yet is not in it
        sides = (self.query_one("#about", Lines), self.query_one("#edges", Lines))
        self.show_ways()
        self.query_one("#told", Static).update(self._told(), layout=False)
        self.query_one(Kinds).show((), {}) if view is None else self.query_one(Kinds).show(view.kinds, view.counts)
        for side, rows in zip(sides, (about, edges), strict=True):
            shown = [] if view is None or at is None else rows(view, at, max(10, side.content_size.width))
            side.show(shown, top=True)

    def _told(self) -> Content:
        view = self.view
        if view is None:
            return Content("")
        lineage, wanted = view.lineage, view.wanted
        parts = [
            one_line(wanted.root, 40),
            f"{_count(len(lineage.nodes), 'memory', 'memories')}, {_count(len(lineage.edges), 'edge', 'edges')}",
            f"{wanted.hops} hops",
            *self.told_ways(),
        ]
        if lineage.cut:
            parts.append("more lies within reach")
        if wanted.forgotten:
            parts.append("with forgotten ones")
        if wanted.moment is not None:
            parts.append(f"as of {when(wanted.moment)}")
        if self._trail:
            parts.append(f"came from ‹ {one_line(self._trail[-1].wanted.root, 24)}")
        return Content.assemble((parts[0], "bold"), *(f"  ·  {part}" for part in parts[1:]))

    def on_resize(self, event: Resize) -> None:
        self.call_after_refresh(self._fit_again)

    def _fit_again(self) -> None:
        """Lines are cut to the width that they have now, and what fitted is fitted anew."""
        if self.wanted is not None and self.wanted.zoom == "fit" and self.wanted.room != self.fitting_room():
            self.action_fit()
        self.retell()

    # ---- going about ---------------------------------------------------------------------------

    @on(Sheet.Walked)
    def _walked(self, event: Sheet.Walked) -> None:
        self._at = self._mine = event.id
        self.retell()
        self.post_message(Select(event.id))

    @on(Sheet.Ended)
    def _ended(self, event: Sheet.Ended) -> None:
        self.post_message(Say(NOWHERE[event.way]))

    @on(Sheet.Chosen)
    def _chosen(self, event: Sheet.Chosen) -> None:
        if self.wanted is None or event.id == self.wanted.root:
            self.post_message(Say("It is the root already. F6 tells everything about it."))
            return
        self._root_at(event.id)
        self.want(self.wanted)

    @on(Lines.Picked, "#edges")
    def _picked(self, event: Lines.Picked) -> None:
        if event.row.id is not None:
            self.query_one(Sheet).go(event.row.id)

    def action_back(self) -> None:
        if not self._trail:
            self.post_message(Say("This is where the trail began."))
            return
        stop = self._trail.pop()
        self._at = self._mine = stop.at
        now = self.wanted or stop.wanted
        self.want(replace(stop.wanted, zoom=now.zoom, room=now.room, kinds=now.kinds, forgotten=now.forgotten))
        self.post_message(Select(stop.at))

    @work(group="ask_person")
    async def action_find(self) -> None:
        id = await self.app.push_screen_wait(Finder(self.memory, forgotten=True))
        if id is not None:
            self.post_message(Enter("lineage", id))

    def action_home(self) -> None:
        if self.view is not None:
            self.query_one(Sheet).go(self.view.wanted.root)
            self.action_centre()

    def action_centre(self) -> None:
        self.query_one(Sheet).centre()

    def action_save(self) -> None:
        """Write the view to a file."""
        if self.view is None:
            self.post_message(Say("There is no picture to write.", "warning"))
            return
        sheet = self.query_one(Sheet)
        self.app.push_screen(SaveView(self.view, sheet.at, sheet.path), self._saved)

    def _saved(self, said: str | None) -> None:
        if said is not None:
            self.post_message(Say(said))

    def action_alone(self) -> None:
        self.toggle_class("-alone")
        if self.has_class("-alone"):
            self.query_one(Sheet).focus()  # the keys are for what is seen
        self.call_after_refresh(self._fit_again)


def _count(count: int, one: str, many: str) -> str:
    return f"{count:,} {one if count == 1 else many}"
