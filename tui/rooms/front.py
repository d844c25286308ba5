"""Front: why these came back, and what they were traded against; and what would come if one asked otherwise.

The space is asked for once an answer; turning a setting asks nothing of the store. What a setting comes to is the
recall that `w` writes: the picture shows no choice that the language has not.
"""

from __future__ import annotations

import asyncio
from functools import partial
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.events import Resize
from textual.widgets import Static

from ...adapters.pictures.front import usual_axes
from ...engine.answers.space import Choice, Space
from ...errors import ClewError
from ..answering import id_of, statement_at
from ..desk import Answer, Desk
from ..messages import Chosen, Draft, Enter, Say, Select
from ..safe import content
from ..trading.knobs import Knobs
from ..trading.plot import Plot
from ..trading.settings import turned
from ..trading.telling import HEAD, about, changed, changes, summary
from ..trading.walking import other_axes, place_along
from ..widgets.lines import Lines
from .room import Room

NOTHING = "Nothing was recalled yet. Ask a RECALL in Query (F2), and what it chose among shows here."
NO_RECALL = "Only a RECALL trades memories against each other, and the last statement was none. Ask one in Query (F2)."
NO_POINTS = "The recall found no candidates, so there is nothing to trade. "


class FrontRoom(Room):
    """Shows the space of the last recall, as its settings stand."""

    FIRST: ClassVar[str] = "Plot"
    HELP: ClassVar[str | None] = """
# Front

Each point is a memory that the last recall could have answered with. The staircase is what nothing else beats on both
axes; `◦` are the points of front 1, digits the ranks of what was answered, and `◉` is the cursor. Dashes lead from the
cursor to what dominates it.

- **left** and **right** walk along a front, **up** and **down** to a better and a worse one; **.** and **,** go from
  answer to answer, **home** to the best. A click goes to a point. What you come to is selected in every room.
- **x** and **y** draw other axes, **v** all axes side by side: the better end of each is on top there.
- **tab** goes to the settings. **up** and **down** choose one, **left** and **right** turn it: which objectives are
  traded (`●`), which decide among equals only (`◐`), the tolerance, how many answers, the order; or weights of a sum.
  The front moves at once, and what entered and left is listed. **r** puts them back.
- **w** writes the settings as a recall into Query. **enter** opens the memory. **t** gives the picture all the room.
"""
    DEFAULT_CSS = """
    FrontRoom #told { height: 1; padding: 0 1; background: $boost; }
    FrontRoom #beside { width: 40%; min-width: 32; max-width: 64; }
    FrontRoom #about { height: 1fr; padding: 0 1; border-top: solid $primary-muted; border-left: outer $surface; }
    FrontRoom #about:nocolor { border-left: blank; }
    FrontRoom #about:focus { border-left: outer $primary; }
    FrontRoom.-alone #beside, FrontRoom.-nothing #beside { display: none; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("v", "view", "All axes", id="front.view"),
        Binding("x", "axis('x')", "Other x", id="front.x", show=False),
        Binding("y", "axis('y')", "Other y", id="front.y", show=False),
        Binding("r", "reset", "Put back", id="front.reset"),
        Binding("w", "write", "Write as a recall", id="front.write"),
        Binding("t", "alone", "With or without the text", id="front.alone", show=False),
    ]

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._of: Answer | None = None
        self._first: Space | None = None
        self._axes = ("", "")

    def compose(self) -> ComposeResult:
        yield Static(id="told")
        with Horizontal():
            yield Plot()
            with Vertical(id="beside"):
                yield Knobs()
                yield Lines(id="about", name="The point")

    # ---- mirroring -----------------------------------------------------------------------------

    def mirror(self, desk: Desk, before: Desk | None) -> None:
        answer = desk.answer
        if answer is None or answer.rows is None or answer.rows.recorder is None:
            self._nothing(desk)
        elif answer is not self._of:
            self._of, self._first = answer, None
            self.query_one(Plot).say("Looking at what it chose among …")
            self.read(partial(self._space, answer), self._take)
        elif self._first is not None:
            self._draw(desk)

    def _nothing(self, desk: Desk) -> None:
        self._of = self._first = None
        self.show_nothing(True)
        error = desk.answer.error if desk.answer is not None else None
        self.query_one(Plot).say(NOTHING if desk.answer is None else str(error) if error is not None else NO_RECALL)
        self.query_one(Knobs).show(None, "", "")
        self.query_one("#told", Static).update("")

    async def _space(self, answer: Answer) -> Space | ClewError:
        statement, _ = await statement_at(self.memory, answer.asked.text, answer.moment)
        try:
            return await self.memory.space(statement, answer.asked.parameters)
        except ClewError as error:
            return error

    def _take(self, found: Space | ClewError) -> None:
        if isinstance(found, ClewError):
            self.query_one(Plot).say(str(found))
            return
        self._first = found
        self._axes = usual_axes(found)
        self.post_message(Chosen(found))

    def hint(self, binding: Binding) -> str:
        """Tell how to put settings back where they leave no points."""
        by_settings = binding.action == "reset" and self._first is not None
        return binding.description if by_settings else super().hint(binding)

    @property
    def _now(self) -> Space | None:
        """The space as its settings stand; None before it is there."""
        return self._first if self.desk is None or self.desk.space is None else self.desk.space

    def _draw(self, desk: Desk) -> None:
        space, first = self._now, self._first
        if space is None or first is None:
            return
        self.query_one("#told", Static).update(content(summary(space, first)), layout=False)
        self.query_one(Knobs).show(space, *self._axes)
        self.show_nothing(not len(space))
        if not len(space):
            self.query_one(Plot).say(NO_POINTS + " ".join(space.notes))
            return
        self.query_one(Plot).show(space, *self._axes, self._point(space, desk), parallel=self.query_one(Plot).parallel)
        self._tell()

    def _point(self, space: Space, desk: Desk) -> int:
        """Return the point of the selected memory; where it is none, the best answer."""
        if desk.selected in space.ids:
            return space.ids.index(desk.selected)
        return int(space.chosen[0]) if len(space.chosen) else 0

    def _tell(self) -> None:
        """Tell of the point under the cursor, and of what turning changed."""
        space, first, at, side = self._now, self._first, self.query_one(Plot).at, self.query_one(Lines)
        if space is None or first is None or at is None or not len(space):
            return
        width = max(10, side.content_size.width)
        along = place_along(space, *self._axes, at)
        since = changed(changes(space, first, width)) if space is not first else []
        side.show([*since, *about(space, at, along, self._why(space.ids[at]), width)], top=True)

    def _why(self, id: str) -> str:
        """Return the reason that the answer gives for a memory."""
        rows = self._of.rows if self._of is not None else None
        if rows is None or "why" not in rows.columns:
            return ""
        place = next((place for place in range(len(rows)) if id_of(rows, place) == id), None)
        return "" if place is None else str(rows.values[place][rows.columns.index("why")])

    def on_resize(self, event: Resize) -> None:
        self.call_after_refresh(self._tell)

    # ---- going about ---------------------------------------------------------------------------

    @on(Plot.Walked)
    def _walked(self, event: Plot.Walked) -> None:
        if self._now is not None:
            self.post_message(Select(self._now.ids[event.point]))

    @on(Plot.Opened)
    def _opened(self, event: Plot.Opened) -> None:
        if self._now is not None:
            self.post_message(Enter("memory", self._now.ids[event.point]))

    @on(Lines.Picked)
    def _picked(self, event: Lines.Picked) -> None:
        if event.row.id is not None:
            self.post_message(Enter("memory", event.row.id) if event.row.key == HEAD else Select(event.row.id))

    @on(Knobs.Turned)
    def _turned(self, event: Knobs.Turned) -> None:
        if self._now is not None:
            self._choose(turned(self._now, event.setting, event.by))

    def _choose(self, choice: Choice) -> None:
        """Choose anew: in a thread, for thousands of candidates take longer than a key may."""
        space = self._now
        if space is not None and choice != space.choice:
            self.read(lambda: asyncio.to_thread(space.choose, choice), self._chosen, group="choose")

    def _chosen(self, space: Space) -> None:
        self.post_message(Chosen(space))

    def action_reset(self) -> None:
        if self._first is not None:
            self.post_message(Chosen(self._first))

    def action_view(self) -> None:
        plot = self.query_one(Plot)
        plot.parallel = not plot.parallel
        plot.redraw()

    def action_axis(self, which: str) -> None:
        """Draw the axis of the setting under the cursor, or the next one that is not drawn."""
        space, knobs = self._now, self.query_one(Knobs)
        if space is None or self.desk is None:
            return
        names = [axis.name for axis in space.axes]
        chosen = knobs.setting.axis if knobs.has_focus and knobs.setting is not None else ""
        self._axes = other_axes(self._axes, "xy".index(which), names, chosen)
        self._draw(self.desk)

    def action_write(self) -> None:
        """Write the settings as a recall, into the editor of the room Query."""
        if self._now is None:
            self.post_message(Say("There is no recall to write.", "warning"))
        else:
            self.post_message(Draft(self._now.statement))

    def action_alone(self) -> None:
        self.toggle_class("-alone")
        if self.has_class("-alone"):
            self.query_one(Plot).focus()  # the keys are for what is seen
