"""An answer on the screen: a headline, its notes, and below them rows, paragraphs, a plan or a sentence."""

from __future__ import annotations

import asyncio
import time
from datetime import datetime
from typing import TYPE_CHECKING, Any, ClassVar, Literal, TypeAlias

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.timer import Timer
from textual.widgets import ContentSwitcher, Static

from ...engine.answers.cells import when
from ...engine.answers.plain import to_plain
from ...engine.answers.plain_json import json_text
from ..answering import id_of
from ..desk import Answer
from ..messages import Enter, Say, Select
from ..widgets.lines import Lines, Row
from ..widgets.words import put_words
from .exporting import Export
from .reading import paragraphs
from .sorting import Sorting, next_sorting, order_of
from .table import Table
from .telling import error_text, headline, notes_of, notes_shown
from .whole import Whole, text_rows

if TYPE_CHECKING:
    from ...engine.answers.results import Rows


View: TypeAlias = Literal["words", "rows", "paragraphs"]
TICK = 0.2
"""Seconds between looks at the clock while an answer is awaited."""


class Results(Vertical):
    """answer: what is shown; None before anything was asked."""

    DEFAULT_CSS = """
    Results { height: 1fr; }
    Results #headline { height: 1; padding: 0 1; background: $boost; }
    Results #notes { height: auto; max-height: 4; padding: 0 1; }
    Results ContentSwitcher { height: 1fr; }
    Results Table, Results Lines { padding: 0 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("v", "turn", "Another view", id="results.view"),
        Binding("n", "notes", "All notes", id="results.notes", show=False),
    ]

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.answer: Answer | None = None
        self._view: View = "words"
        self._reads = False
        """Whether a person wants rows as paragraphs."""
        self._clock: Timer | None = None
        self._sorting: Sorting | None = None
        self._order: list[int] | None = None
        self._ids: dict[str, int] | None = None
        self._moment: datetime | None = None
        self._laid_out_for = 0

    def compose(self) -> ComposeResult:
        yield Static(id="headline")
        yield Static(id="notes")
        with ContentSwitcher(initial="words"):
            yield Lines(id="words", name="Answer")
            yield Table(id="rows")
            yield Lines(id="paragraphs", name="Rows to read")

    # ---- what is shown -------------------------------------------------------------------------

    @property
    def rows(self) -> Rows | None:
        return None if self.answer is None else self.answer.rows

    def show(self, answer: Answer) -> None:
        """Show another answer."""
        self.answer = answer
        self._sorting, self._order, self._ids = None, None, None
        self._view = self._views[0] if "words" in self._views else "paragraphs" if self._reads else "rows"
        if answer.rows is not None and self._has_rows:
            self.query_one(Table).show(answer.rows)
        self._lay_out()

    def travel(self, moment: datetime | None) -> None:
        """Say from when the answer is, where the app shows another time: None is now."""
        if moment != self._moment:
            self._moment = moment
            if self._clock is None:
                self._head()

    def say(self, rows: list[Row]) -> None:
        """Show words of our own where there is no answer yet."""
        if self.answer is None:
            self.query_one("#words", Lines).show(rows, at=0)

    def wait(self, busy: str) -> None:
        """Show that an answer is awaited, and for how long; "" where none is."""
        if bool(busy) == (self._clock is not None):
            return
        if self._clock is not None:
            self._clock.stop()
            self._clock = None
            self._head()
            return
        begun = time.monotonic()
        self._clock = self.set_interval(TICK, lambda: self._tick(begun, busy))

    def _tick(self, begun: float, busy: str) -> None:
        passed = time.monotonic() - begun
        said = Content.assemble((f"{busy}… {passed:.1f} s", "bold"), ("  escape stops", "$foreground-muted"))
        self.query_one("#headline", Static).update(said, layout=False)

    @property
    def _has_rows(self) -> bool:
        rows = self.rows
        return rows is not None and len(rows) > 0

    @property
    def _views(self) -> tuple[View, ...]:
        """The ways in which this answer can be seen, the plainest first: a plan was asked for, so it comes first."""
        rows = self.rows
        if rows is None or not len(rows):
            return ("words",)
        return ("rows", "paragraphs") if rows.explanation is None else ("words", "rows", "paragraphs")

    @property
    def shown(self) -> Table | Lines:
        """What is seen of the answer: what a person moves in."""
        return self.query_one(f"#{self._view}", Table if self._view == "rows" else Lines)

    def _lay_out(self) -> None:
        self._laid_out_for = self.size.width
        answer, width = self.answer, max(1, self.size.width - 2)
        if answer is None:
            return
        self._head()
        within = max(1, width - 1)  # of a list, whose bar has its place
        notes = notes_shown(answer, width)
        put_words(self.query_one("#notes", Static), Content("\n").join(notes))
        self.query_one("#notes").display = bool(notes)
        if self._view == "words":
            self.query_one("#words", Lines).show(text_rows(_words(answer, within), within), top=True)
        elif self._view == "paragraphs" and answer.rows is not None:
            self.query_one("#paragraphs", Lines).show(paragraphs(answer.rows, within, self._order))
        self.query_one(ContentSwitcher).current = self._view

    def _head(self) -> None:
        if self.answer is not None:
            now = "as of now" if self.answer.moment is None and self._moment is not None else ""
            beside = "  ".join(part for part in (now, self._said_of_order()) if part)
            said = headline(self.answer, max(1, self.size.width - 2), beside)
            self.query_one("#headline", Static).update(said, layout=False)

    def _said_of_order(self) -> str:
        if self._sorting is None or self.rows is None:
            return ""
        way = "downwards" if self._sorting.descending else "upwards"
        return f"by {self.rows.columns[self._sorting.column]}, {way}"

    def on_resize(self) -> None:
        if self._laid_out_for != self.size.width:  # and not where a room is seen again
            self._lay_out()

    # ---- where a person is ---------------------------------------------------------------------

    def stand_on(self, id: str) -> None:
        """Put the cursor on the row of a memory, where one is about it."""
        rows = self.rows
        if rows is None or not self._has_rows or self._current_id() == id:
            return
        if self._ids is None:
            self._index(id)
        elif (place := self._ids.get(id)) is not None:
            self._stand_at(place)

    @work(group="index", exclusive=True)
    async def _index(self, id: str) -> None:
        """Find out where each memory is; of 100,000 rows that takes longer than a key may."""
        rows = self.rows
        assert rows is not None
        found = await asyncio.to_thread(_places, rows)
        if rows is self.rows:
            self._ids = found
            if id in found:
                self._stand_at(found[id])

    def _stand_at(self, place: int) -> None:
        self.query_one(Table).stand_on(place)
        lines = self.query_one("#paragraphs", Lines)
        at = next((at for at, row in enumerate(lines.rows) if row.key == str(place)), None)
        if at is not None and at != lines.cursor:
            lines.cursor = at
            lines.bring(at)

    def _current_id(self) -> str | None:
        if self._view == "paragraphs":
            row = self.query_one("#paragraphs", Lines).row
            return None if row is None else row.id
        place, rows = self.query_one(Table).place, self.rows
        return None if place is None or rows is None else id_of(rows, place)

    @on(Table.Moved)
    def _moved(self, event: Table.Moved) -> None:
        event.stop()
        self._select(event.place)

    @on(Table.Picked)
    def _picked(self, event: Table.Picked) -> None:
        event.stop()
        self._enter(event.place)

    @on(Lines.Moved, "#paragraphs")
    def _read_on(self, event: Lines.Moved) -> None:
        event.stop()
        self._select(int(event.row.key))

    @on(Lines.Picked, "#paragraphs")
    def _read_in(self, event: Lines.Picked) -> None:
        event.stop()
        self._enter(int(event.row.key))

    def _select(self, place: int) -> None:
        id = None if self.rows is None else id_of(self.rows, place)
        if id is not None:
            self.query_one(Table).stand_on(place)
            self.post_message(Select(id))

    def _enter(self, place: int) -> None:
        id = None if self.rows is None else id_of(self.rows, place)
        if id is None:
            self.post_message(Say("This row is about no memory: return one, or its id AS id."))
        else:
            self.post_message(Enter("memory", id))

    # ---- what is done with it ------------------------------------------------------------------

    def action_turn(self) -> None:
        """See the answer in another way: its rows as a table, to be read, and the plan where it printed one."""
        if self.answer is None:
            return
        had, place = self.has_pseudo_class("focus-within"), self.query_one(Table).place
        self._view = self._views[(self._views.index(self._view) + 1) % len(self._views)]
        self._reads = self._view == "paragraphs"
        self._lay_out()
        if place is not None and self._has_rows:
            self._stand_at(place)
        if had:
            self.shown.focus()

    def action_notes(self) -> None:
        notes = [] if self.answer is None else list(notes_of(self.answer))
        if notes:
            self.app.push_screen(Whole("Notes", "\n\n".join(notes)))
        else:
            self.post_message(Say("There is no note on this answer."))

    @on(Table.Opened)
    def _opened(self, event: Table.Opened) -> None:
        event.stop()
        rows = self.rows
        if rows is not None:
            value = rows.values[event.place][event.column]
            self.app.push_screen(Whole(f"{rows.columns[event.column]} of row {event.place + 1:,}", _whole(value)))

    @on(Table.SortWanted)
    def _sort_wanted(self, event: Table.SortWanted) -> None:
        event.stop()
        self._sort(next_sorting(self._sorting, event.column))

    @work(group="sort", exclusive=True)
    async def _sort(self, sorting: Sorting | None) -> None:
        rows = self.rows
        if rows is None:
            return
        order = await asyncio.to_thread(order_of, rows, sorting)
        if rows is self.rows:
            self._sorting, self._order = sorting, None if sorting is None else list(order)
            self.query_one(Table).reorder(order, sorting)
            self._head()

    def export(self) -> None:
        """Ask where the rows go, and write them."""
        if self.rows is None or not self.rows.columns:
            self.post_message(Say("There are no rows to write: ask something first.", "warning"))
            return
        self.app.push_screen(Export(self.rows), self._exported)

    def _exported(self, said: str | None) -> None:
        if said is not None:
            self.post_message(Say(said))


def _words(answer: Answer, width: int) -> str:
    """Return what an answer without rows says: its error, or the plan that it printed."""
    if answer.error is not None:
        return error_text(answer.error, width)
    assert answer.rows is not None
    return answer.rows.explanation or ""


def _places(rows: Rows) -> dict[str, int]:
    """Return where each memory is first."""
    found: dict[str, int] = {}
    for place in range(len(rows)):
        id = id_of(rows, place)
        if id is not None:
            found.setdefault(id, place)
    return found


def _whole(value: Any) -> str:
    plain = to_plain(value)
    match plain:
        case str():
            return plain
        case dict() | list():
            return json_text(plain, indent=2)
        case _:
            return when(plain)
