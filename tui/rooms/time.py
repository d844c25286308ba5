"""Time: a walk through the journal. Where one stands, every room reads the store as it was then.

The list of events and the slider are one: its cursor is the moment. Two moments can be marked, and the last recall
compared at both.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container
from textual.content import Content
from textual.events import Key, Resize
from textual.timer import Timer
from textual.widgets import Input, Static

from ...engine.asking.moments import Moments, moments_of, read_moment
from ...engine.values.times import from_micros, to_micros
from ...errors import ClewError
from ..beside import beside
from ..comparing import Pair, compare, pair_of, rows_of
from ..desk import Desk
from ..messages import Enter, Say, Select, Travel
from ..widgets.event_rows import EventRows
from ..widgets.field import Field
from ..widgets.lines import Lines
from ..widgets.slider import Slider, Span, brief, exact
from .keeping_up import KeepingUp

if TYPE_CHECKING:
    from ...engine.answers.results import Rows
    from ...engine.values.model import Event

WIDE = 120
TYPED = "2024-05-03 14:00, last Tuesday, two weeks ago, now"
READING = "reading the journal …"
KEPT = 5_000
"""Events that are kept once they were read."""
TICK = 0.25
"""Seconds between two steps of the player: each step is an answer of every room that is seen."""
STEPS = 80
"""Steps in which the player goes through a whole journal: twenty seconds."""


class TimeRoom(KeepingUp):
    """Shows where the desk's moment stands, and moves it."""

    FIRST: ClassVar[str] = "#events"
    HELP: ClassVar[str | None] = """
# Time

The bars say how much was written when. Where ▲ stands, every room reads the store **as of** then: a recall of the room
Query, a memory, its edges.

- **left**, **right** (or the list's **up**, **down**) go an event on or back, **[** and **]** a day, **{** and **}** to
  where a task began, **home** to the first event, **n** back to now.
- **/** takes a moment as you say it: `2024-05-03 14:00`, `last Tuesday`, `two weeks ago`.
- **space** plays, **+** and **-** zoom. A click on the bars goes there.
- **a** and **b** mark two moments, and the last recall is compared between them: what entered, left and moved.
  **b** without **a** compares with now; **x** takes the marks away.
- **enter** shows the memory that an event is about.
"""
    DEFAULT_CSS = """
    TimeRoom #told { height: 1; padding: 0 1; background: $boost; text-wrap: nowrap; text-overflow: ellipsis; }
    TimeRoom #typed { background: $surface; display: none; }
    TimeRoom #sides { height: 1fr; layout: vertical; }
    TimeRoom #events { height: 1fr; padding: 0 1; }
    TimeRoom #compared { height: 1fr; padding: 0 1; border-top: solid $primary-muted; display: none; }
    TimeRoom.-comparing #compared { display: block; }
    TimeRoom.-wide #sides { layout: horizontal; }
    TimeRoom.-wide #compared { width: 1fr; border-top: none; border-left: solid $primary-muted; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,h", "step(-1)", "An event back", id="time.back", show=False),
        Binding("right,l", "step(1)", "An event on", id="time.on", show=False),
        Binding("left_square_bracket", "day(-1)", "A day back", id="time.day_back", show=False, key_display="["),
        Binding("right_square_bracket", "day(1)", "A day on", id="time.day_on", show=False, key_display="]"),
        Binding("left_curly_bracket", "task(-1)", "To the task before", id="time.task_back", show=False),
        Binding("right_curly_bracket", "task(1)", "To the next task", id="time.task_on", show=False),
        Binding("n", "now", "Now", id="time.now"),
        Binding("slash", "type", "Go to", id="time.type", key_display="/"),
        Binding("space", "play", "Play", id="time.play"),
        Binding("a", "mark('A')", "Mark A", id="time.mark_a"),
        Binding("b", "mark('B')", "Mark B", id="time.mark_b"),
        Binding("x", "clear", "Clear marks", id="time.clear", show=False),
        Binding("plus,equals_sign", "zoom(0.25)", "Zoom in", id="time.zoom_in", show=False, key_display="+"),
        Binding("minus", "zoom(4)", "Zoom out", id="time.zoom_out", show=False, key_display="-"),
    ]

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._moments, self._is_known = Moments(), False
        self._read: dict[int, Event] = {}
        self._marks: dict[str, datetime | None] = {}
        self._span: Span | None = None
        self._playing: Timer | None = None
        self._found: tuple[Rows, Pair] | None = None
        self._drawn: tuple[int, int] = (-2, -1)

    def compose(self) -> ComposeResult:
        yield Static(id="told")
        yield Slider(id="slider")
        yield Field(placeholder=TYPED, max_length=200, id="typed", name="Go to a moment")
        with Container(id="sides"):
            yield Lines(id="events", name="Events", empty=READING)
            yield Lines(id="compared", name="Compared")

    # ---- mirroring -----------------------------------------------------------------------------

    def mirror(self, desk: Desk, before: Desk | None) -> None:
        self.keep_up("moments", desk.head, partial(moments_of, self.memory.engine, self._moments), self._take)
        self._draw()
        if before is not None and desk.answer is not before.answer and len(self._marks) == 2:
            self._compare()

    def _take(self, found: Moments | ClewError) -> None:
        if isinstance(found, ClewError):
            self.query_one("#events", Lines).say(str(found))
            return
        self._moments, self._is_known = found, True
        self.query_one("#events", Lines).say("Nothing was written yet.")
        self._draw()

    @property
    def _moment(self) -> datetime | None:
        return None if self.desk is None else self.desk.moment

    @property
    def _place(self) -> int:
        """The last event that the moment knows."""
        return self._moments.place(self._moment)

    # ---- drawing -------------------------------------------------------------------------------

    def _draw(self) -> None:
        place, lines = self._place, self.query_one("#events", Lines)
        if (place, len(self._moments)) != self._drawn:
            rows = EventRows(self._moments, self._read, place, lines.room)
            lines.show(rows, at=max(0, place))
            self._drawn = place, len(self._moments)
            self.call_after_refresh(self._fill)
        self._draw_slider()
        self._tell()

    def _draw_slider(self) -> None:
        slider = self.query_one("#slider", Slider)
        slider.display = bool(len(self._moments))
        if not slider.display:
            return
        whole, here = self._whole, self._here
        span = whole if self._span is None else self._span
        if not span.since <= here <= span.until:
            span = self._span = span.zoomed(here, 1.0, whole)
        moments = self._moments
        marks = {name: whole.until if at is None else to_micros(at) for name, at in self._marks.items()}
        slider.show(span, lambda width: moments.density(max(1, width), span.since, span.until).tolist(), here, marks)

    @property
    def _whole(self) -> Span:
        first, last = int(self._moments.at[0]), int(self._moments.at[-1])
        return Span(first, max(last, first + 1))

    @property
    def _here(self) -> int:
        """Where one stands, in microseconds, within what the journal spans."""
        whole, moment = self._whole, self._moment
        return whole.until if moment is None else max(whole.since, min(whole.until, to_micros(moment)))

    def _tell(self) -> None:
        width = self.app.size.width - 2
        ways = (self._told(exact), self._told(brief), self._told(brief, " · "))
        told = next((way for way in ways if way.cell_length <= width), ways[-1])  # both marks, rather than one exactly
        self.query_one("#told", Static).update(told, layout=False)

    def _told(self, said: Callable[[datetime], str], between: str = "  ·  ") -> Content:
        """Return where one stands, the marks, and how much was known then. said: how a moment is."""
        where = "now" if self._moment is None else f"as of {said(self._moment)}"
        marks = (f"{name} {'now' if at is None else said(at)}" for name, at in sorted(self._marks.items()))
        known = f"{self._place + 1:,} of {len(self._moments):,} events" if self._is_known else READING
        told = ("▶ playing" if self._playing else "", where, *marks, known)
        return Content(between.join(part for part in told if part))

    def _fill(self) -> None:
        """Read the events that are seen and stand as dots."""
        lines = self.query_one("#events", Lines)
        if isinstance(lines.rows, EventRows) and (wanted := lines.rows.unread(lines.seen)):
            self._read_page(wanted)

    @work(group="page", exclusive=True)
    async def _read_page(self, wanted: list[int]) -> None:
        timeline = self.memory.engine.journal.timeline()
        try:
            found = await beside(timeline.events, wanted)
        except ClewError as error:
            self.post_message(Say(str(error), "error"))
            return
        if len(self._read) > KEPT:
            self._read.clear()
        self._read.update((event.seq, event) for event in found)
        self.query_one("#events", Lines).redraw()
        self.call_after_refresh(self._fill)

    @on(Lines.Scrolled)
    def _scrolled(self) -> None:
        self._fill()

    def on_resize(self, event: Resize) -> None:
        self.set_class(event.size.width >= WIDE, "-wide")

    @on(Lines.Widened)
    def _widened(self) -> None:
        self._drawn = (-2, -1)
        self._draw()
        self._draw_compared()

    # ---- moving --------------------------------------------------------------------------------

    def _go(self, place: int) -> None:
        """Stand at an event; at the last one it is now, so that what is written next is seen."""
        if len(self._moments):
            place = max(0, min(len(self._moments) - 1, place))
            last = place == len(self._moments) - 1
            self.post_message(Travel(None if last else self._moments.moment(place)))

    @on(Lines.Moved, "#events")
    def _moved(self, event: Lines.Moved) -> None:
        if not isinstance(event, Lines.Picked):
            self._go(event.lines.cursor)

    @on(Lines.Picked)
    def _picked(self, event: Lines.Picked) -> None:
        if event.row.id is not None:
            self.post_message(Enter("memory", event.row.id))
        else:
            self.post_message(Say("This event is about no memory."))

    @on(Lines.Moved, "#compared")
    def _compared_moved(self, event: Lines.Moved) -> None:
        if event.row.id is not None and not isinstance(event, Lines.Picked):
            self.post_message(Select(event.row.id))

    @on(Slider.Clicked)
    def _clicked(self, event: Slider.Clicked) -> None:
        self._go(self._moments.place(from_micros(event.at)))

    @on(Slider.Turned)
    def _turned(self, event: Slider.Turned) -> None:
        self._go(self._place + event.by)

    def action_step(self, by: int) -> None:
        self._go(self._place + by)

    def action_day(self, by: int) -> None:
        if len(self._moments):
            self._go(self._moments.next_day(max(0, self._place), by))

    def action_task(self, by: int) -> None:
        if len(self._moments):
            self._go(self._moments.next_task(max(0, self._place), by))

    def action_now(self) -> None:
        self.post_message(Travel(None))

    def action_zoom(self, factor: float) -> None:
        if len(self._moments):
            span = (self._span or self._whole).zoomed(self._here, factor, self._whole)
            self._span = None if span == self._whole else span
            self._draw_slider()

    def action_play(self) -> None:
        """Go through the journal from here, or from its begin where one stands at the end; again: stop."""
        if self._playing is not None:
            self._stop_playing()
        elif len(self._moments):
            if self._moment is None:
                self._go(0)
            self._playing = self.set_interval(TICK, self._tick)
        self._tell()

    def _tick(self) -> None:
        if self._moment is None or self.app.screen is not self.screen or not self.display:
            self._stop_playing()
        else:
            self._go(self._place + max(1, len(self._moments) // STEPS))

    def _stop_playing(self) -> None:
        if self._playing is not None:
            self._playing.stop()
            self._playing = None
            self._tell()

    def stop(self) -> bool:
        playing = self._playing is not None
        self._stop_playing()
        return super().stop() or playing

    # ---- a moment that is typed ----------------------------------------------------------------

    def action_type(self) -> None:
        self.query_one(Field).take()

    @on(Input.Submitted, "#typed")
    def _typed(self, event: Input.Submitted) -> None:
        text = event.value.strip()
        try:
            moment = None if text.casefold() in ("", "now") else read_moment(text, datetime.now(UTC))
        except ClewError as error:
            self.post_message(Say(str(error), "warning"))
            return
        self._leave_typing()
        self.post_message(Travel(moment))

    def on_key(self, event: Key) -> None:
        if event.key == "escape" and self.query_one("#typed").display:
            event.stop()
            self._leave_typing()

    def _leave_typing(self) -> None:
        self.query_one("#typed").display = False
        self.query_one("#typed", Input).value = ""
        self.focus_first()

    # ---- comparing -----------------------------------------------------------------------------

    def action_mark(self, name: str) -> None:
        """Mark where one stands. With both marks the last recall is compared; B alone compares with now."""
        self._marks[name] = self._moment
        if name == "B" and "A" not in self._marks:
            self._marks["A"] = None
        self._draw_slider()
        self._tell()
        if len(self._marks) == 2:
            self._compare()

    def action_clear(self) -> None:
        self._marks.clear()
        self._show_no_comparison()
        self._draw_slider()
        self._tell()
        self.focus_first()

    def _compare(self) -> None:
        desk, (one, other) = self.desk, (self._marks["A"], self._marks["B"])
        if desk is None or desk.answer is None:
            self.post_message(Say("Ask a RECALL in the room Query first: it is what is compared."))
            return
        if one == other:
            self._show_no_comparison()  # what is shown is of other marks
            self.post_message(Say("Both marks are at the same moment."))
            return
        pair = pair_of(one, other) if one is not None else pair_of(other or datetime.now(UTC), None)
        asked = desk.answer.asked
        now = max(datetime.now(UTC), from_micros(self._whole.until))  # a clock that wrote may be ahead of this one
        self.read(
            lambda: beside(compare, self.memory.engine, asked, pair, now),
            partial(self._take_compared, pair),
            "compare",
        )

    def _show_no_comparison(self) -> None:
        self._found = None
        self.remove_class("-comparing")

    def _take_compared(self, pair: Pair, found: Rows) -> None:
        self._found = found, pair
        self.add_class("-comparing")
        self.call_after_refresh(self._draw_compared)

    def _draw_compared(self) -> None:
        lines = self.query_one("#compared", Lines)
        if self._found is not None:
            lines.show(rows_of(*self._found, lines.room))
