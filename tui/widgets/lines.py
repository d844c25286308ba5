"""A list of lines, of which only those that are seen are made: ten lines or ten million cost the same to scroll.

`OptionList` and `DataTable` were tried and refused: both read markup in what they show, and take seconds to be filled
with 100,000 rows. Here rows are any sequence, also one that makes each row when it is asked for.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.events import Click
from textual.geometry import Region, Size
from textual.message import Message
from textual.reactive import Reactive, reactive
from textual.strip import Strip
from textual.style import Style
from textual.visual import Visual

from ...engine.answers.folding import fold_all
from ..pointing import point_out
from .scrolled import Scrolled
from .styling import of_one_colour, part_style


@dataclass(frozen=True, slots=True)
class Row:
    """A line. content: cut at the right edge. key: what it is of, by which the cursor finds it again; "" for nothing
    that could be chosen. id: the memory that it is about. heads: others stand below it. words: what is told of it where
    nobody sees it, for a row that is half a picture.
    """

    content: Content
    key: str = ""
    id: str | None = None
    heads: bool = False
    words: str = ""


def heading(text: str) -> Row:
    """Return a line that others stand below."""
    return Row(Content.styled(text, "$text-primary bold"), heads=True)


def muted(text: str) -> Row:
    """Return a line that is said by the way."""
    return Row(Content.styled(text, "$foreground-muted"))


def aired(rows: Sequence[Row], height: int) -> list[Row]:
    """Return rows with a blank one above each heading but the first row, where they have the height for it."""
    apart = [row for place, row in enumerate(rows) for row in ([BLANK, row] if row.heads and place else [row])]
    return apart if len(apart) <= height else list(rows)


BLANK = Row(Content(""))


class Lines(Scrolled, can_focus=True, inherit_bindings=False):
    """Rows, and a cursor that rests on those with a key; without any, the keys scroll.

    cursor: the row it stands on, -1 for none.
    """

    HELP: ClassVar[str | None] = (
        "A list. **Up**, **down**, **page up**, **page down**, **home** and **end** go in it, or scroll it; **enter** "
        "opens what the cursor is on."
    )

    DEFAULT_CSS = """
    Lines { height: 1fr; scrollbar-size-vertical: 1; scrollbar-gutter: stable; overflow-x: hidden; }
    Lines > .lines--cursor {
        background: $block-cursor-blurred-background; color: $block-cursor-blurred-foreground;
        text-style: $block-cursor-blurred-text-style;
    }
    Lines:focus > .lines--cursor {
        background: $block-cursor-background; color: $block-cursor-foreground; text-style: $block-cursor-text-style;
    }
    """
    COMPONENT_CLASSES: ClassVar[set[str]] = {"lines--cursor"}
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "move(-1)", "Up", id="lines.up", show=False),
        Binding("down,j", "move(1)", "Down", id="lines.down", show=False),
        Binding("pageup", "page(-1)", "Page up", id="lines.page_up", show=False),
        Binding("pagedown", "page(1)", "Page down", id="lines.page_down", show=False),
        Binding("home", "end(-1)", "First", id="lines.first", show=False),
        Binding("end", "end(1)", "Last", id="lines.last", show=False),
        Binding("enter", "choose", "Open", id="lines.choose", show=False),
    ]
    cursor: reactive[int] = reactive(-1, repaint=False)
    virtual_size = Reactive(Size(0, 0))
    """How far can be scrolled. Textual would lay out the whole screen for every other number of rows, which takes
    longer than all else that a key does; here nothing is, but where the scroll bar comes or goes.
    """

    class Moved(Message):
        """The cursor came to rest on another row, moved by a person."""

        def __init__(self, lines: Lines, row: Row) -> None:
            super().__init__()
            self.lines, self.row = lines, row

        @property
        def control(self) -> Lines:
            return self.lines

    class Picked(Moved):
        """A row was chosen: enter, or a second click."""

    class Widened(Message):
        """A line has more cells than before, or fewer. For whoever makes rows for a width."""

    class Scrolled(Message):
        """Other rows are seen. For whoever makes rows when they are asked for, and reads them afterwards."""

    def __init__(self, *, id: str | None = None, name: str | None = None, empty: str = "") -> None:
        super().__init__(id=id, name=name)
        self.rows: Sequence[Row] = ()
        self._empty = empty
        self._drawn_for = 0

    # ---- what is shown -------------------------------------------------------------------------

    def show(self, rows: Sequence[Row], *, at: int | None = None, top: bool = False) -> None:
        """Show other rows. The cursor goes to `at`; else it stays with its key, or where it was. top: scroll up."""
        key = self.row.key if self.row is not None else ""
        self.rows = rows
        self._measure()
        place = at if at is not None else (0 if top else self._place_of(key))
        self.cursor = self._nearest(place)
        if top:
            self.scroll_to(y=0, animate=False)
        elif at is not None:
            self.bring(self.cursor, middle=True)
        self.redraw()

    def redraw(self) -> None:
        """Draw the rows anew, of which some may be told otherwise now."""
        self.refresh()
        point_out(self)

    def in_words(self) -> str:
        """Return the row under the cursor; without a cursor, what stands in the place of rows."""
        if self.row is None:
            return "" if self.rows else self._empty
        return self.row.words or self.row.content.plain

    def say(self, empty: str) -> None:
        """Say what stands here where there are no rows."""
        self._empty = empty
        self.redraw()

    def _measure(self) -> None:
        size = Size(self.room, len(self.rows))
        if size != self.virtual_size:
            self.virtual_size = size
            self._scroll_update(size)

    @property
    def room(self) -> int:
        """The cells that a line has."""
        return self.scrollable_content_region.width

    @property
    def row(self) -> Row | None:
        """The row under the cursor."""
        return self.rows[self.cursor] if 0 <= self.cursor < len(self.rows) else None

    @property
    def seen(self) -> range:
        """The places of the rows that are on the screen, or would be if the room were."""
        top = self.scroll_offset.y
        return range(top, max(top, min(len(self.rows), top + self.outer_size.height)))

    def _place_of(self, key: str) -> int:
        """Return where a key stands now, looked for from where the cursor was."""
        at = max(0, self.cursor)
        near = range(max(0, at - NEAR), min(len(self.rows), at + NEAR + 1))
        found = (place for place in near if key and self.rows[place].key == key)
        return min(found, key=lambda place: abs(place - at), default=at)

    def _nearest(self, place: int) -> int:
        """Return the first row with a key at a place, behind it, or before it; -1 where there is none near."""
        place = max(0, min(place, len(self.rows) - 1))
        behind = range(place, min(len(self.rows), place + NEAR))
        before = range(min(place, len(self.rows)) - 1, max(-1, place - NEAR), -1)
        return next((at for at in (*behind, *before) if self.rows[at].key), -1)

    # ---- moving --------------------------------------------------------------------------------

    def action_move(self, by: int) -> None:
        if self.cursor < 0:
            self.scroll_relative(y=by, animate=False)
            return
        place = self.cursor + by
        while 0 <= place < len(self.rows) and not self.rows[place].key:
            place += by
        if 0 <= place < len(self.rows):
            self.go(place)
        else:
            self.scroll_relative(y=by, animate=False)  # headings above the first row, words below the last

    def action_page(self, by: int) -> None:
        height = max(1, self.scrollable_content_region.height - 1)
        if self.cursor < 0:
            self.scroll_relative(y=by * height, animate=False)
        else:
            self.go(self._nearest(self.cursor + by * height))

    def action_end(self, side: int) -> None:
        self.scroll_to(y=0 if side < 0 else self.max_scroll_y, animate=False)
        if self.cursor >= 0:
            self.go(self._nearest(0 if side < 0 else len(self.rows) - 1))

    def action_choose(self) -> None:
        if self.row is not None:
            self.post_message(self.Picked(self, self.row))

    def go(self, place: int) -> None:
        """Put the cursor on a row, as a person does."""
        if place < 0 or place == self.cursor:
            return
        self.cursor = place
        self.bring(place)
        if self.row is not None:
            self.post_message(self.Moved(self, self.row))

    def bring(self, place: int, *, middle: bool = False) -> None:
        """Scroll so that a row is seen, and the heading right above it too. middle: where it was not seen, there.

        Where nothing is seen yet, it waits: the first size that the list gets brings it.
        """
        height = self.scrollable_content_region.height
        if not height:
            return
        if middle and not 0 <= place - self.scroll_offset.y < height:
            self.scroll_to(y=max(0, place - height // 2), animate=False, force=True)
            return
        headed = place - 1 if place > 0 and not self.rows[place - 1].key else place
        self.scroll_to_region(Region(0, max(0, headed), 1, max(1, place - headed + 1)), animate=False, force=True)

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        super().watch_scroll_y(old_value, new_value)
        self.call_after_refresh(self.post_message, self.Scrolled())

    def watch_cursor(self) -> None:
        self.redraw()

    def on_click(self, event: Click) -> None:
        place = event.y + self.scroll_offset.y
        if 0 <= place < len(self.rows) and self.rows[place].key:
            again = place == self.cursor and event.chain > 1
            self.go(place)
            if again:
                self.action_choose()

    # ---- drawing -------------------------------------------------------------------------------

    def notify_style_update(self) -> None:
        super().notify_style_update()
        self.refresh()

    def on_resize(self) -> None:
        self._measure()
        if self.room != self._drawn_for:
            self._drawn_for = self.room
            self.post_message(self.Widened())
        if self.cursor >= 0:
            self.call_after_refresh(self._stay)

    def _stay(self) -> None:
        """Keep the cursor in sight where there is less room than before."""
        if 0 <= self.cursor < len(self.rows):
            self.bring(self.cursor, middle=True)

    def render_line(self, y: int) -> Strip:
        place, width = y + self.scroll_offset.y, self.room
        base = self.visual_style
        if not self.rows:
            told = fold_all(self._empty, max(1, width))
            return self._drawn(Content(told[y] if y < len(told) else ""), width, base)
        if place >= len(self.rows):
            return Strip.blank(width, base.rich_style)
        if place != self.cursor:
            return self._drawn(self.rows[place].content, width, base)
        chosen = part_style(self, "lines--cursor")
        return of_one_colour(self._drawn(self.rows[place].content, width, chosen), chosen)

    def _drawn(self, content: Content, width: int, style: Style) -> Strip:
        cut = content.truncate(width, ellipsis=True)
        strips = Visual.to_strips(self, cut, width, 1, style, apply_selection=False, pad=True)
        return strips[0] if strips else Strip.blank(width, style.rich_style)


NEAR = 2_000
"""Rows on either side of the cursor among which its key is looked for: new ones push it a little, and never far."""
