"""Rows as a table, of which only the cells that are seen are made: 100,000 rows are shown as quickly as ten.

Textual's own table takes a second for 10,000 rows and reads markup in them; `textual-fastdatatable` wants its rows as
Arrow, where a memory would be JSON before it is drawn. Here the engine's own rows are drawn as they lie.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual.binding import Binding, BindingType
from textual.cache import LRUCache
from textual.events import Click
from textual.geometry import Size
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip

from ...engine.answers.display import one_line
from ..pointing import point_out
from ..widgets.scrolled import Scrolled
from .columns import GAP, Column, cell_text, columns_of
from .sorting import Sorting

if TYPE_CHECKING:
    from ...engine.answers.results import Rows

HEADER = 1
CACHED = 4_096
"""Cells that are kept as they are drawn: some screens full."""


class Table(Scrolled, can_focus=True):
    """line: the row under the cursor as it is shown, from 0. column: the column that sorting and the cell view take."""

    HELP: ClassVar[str | None] = (
        "The rows of the answer. **Arrows** go from row to row and from column to column, **s** sorts by the column, "
        "**space** shows the cell whole, **enter** goes to the memory."
    )

    DEFAULT_CSS = """
    Table { height: 1fr; scrollbar-size-vertical: 1; scrollbar-size-horizontal: 0; }
    Table > .table--header { background: $panel; color: $foreground; text-style: bold; }
    Table > .table--column { background: $panel; color: $text-primary; text-style: bold underline; }
    Table > .table--null { color: $text-muted; }
    Table > .table--cursor {
        background: $block-cursor-blurred-background; color: $block-cursor-blurred-foreground;
        text-style: $block-cursor-blurred-text-style;
    }
    Table:focus > .table--cursor {
        background: $block-cursor-background; color: $block-cursor-foreground; text-style: $block-cursor-text-style;
    }
    """
    COMPONENT_CLASSES: ClassVar[set[str]] = {"table--header", "table--column", "table--null", "table--cursor"}
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "move(-1)", "Up", id="table.up", show=False),
        Binding("down,j", "move(1)", "Down", id="table.down", show=False),
        Binding("left,h", "across(-1)", "Left", id="table.left", show=False),
        Binding("right,l", "across(1)", "Right", id="table.right", show=False),
        Binding("pageup", "page(-1)", "Page up", id="table.page_up", show=False),
        Binding("pagedown", "page(1)", "Page down", id="table.page_down", show=False),
        Binding("home,g", "end(-1)", "First", id="table.first", show=False),
        Binding("end,G", "end(1)", "Last", id="table.last", show=False),
        Binding("enter", "choose", "To Memory", id="table.choose"),
        Binding("space", "cell", "Whole cell", id="table.cell"),
        Binding("s", "sort", "Sort", id="table.sort"),
    ]
    line: reactive[int] = reactive(0, repaint=False)
    column: reactive[int] = reactive(0, repaint=False)

    class Moved(Message):
        """The cursor rests on another row. place: of the row in the answer."""

        def __init__(self, place: int) -> None:
            super().__init__()
            self.place = place

    class Picked(Moved):
        """A row was chosen: enter, or a second click."""

    class Opened(Moved):
        """A cell is to be seen whole."""

        def __init__(self, place: int, column: int) -> None:
            super().__init__(place)
            self.column = column

    class SortWanted(Message):
        """The rows are to be sorted by a column."""

        def __init__(self, column: int) -> None:
            super().__init__()
            self.column = column

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id, name="Rows")
        self._rows: Rows | None = None
        self._order: Sequence[int] = ()
        self._columns: tuple[Column, ...] = ()
        self._sorting: Sorting | None = None
        self._texts: LRUCache[tuple[int, int], str] = LRUCache(CACHED)
        self._laid_out_for = 0

    # ---- what is shown -------------------------------------------------------------------------

    def show(self, rows: Rows) -> None:
        """Show an answer, in its own order."""
        self._rows, self._order, self._sorting = rows, range(len(rows)), None
        self._texts.clear()
        self.set_reactive(Table.line, 0)
        self.set_reactive(Table.column, 0)
        self.scroll_to(0, 0, animate=False, force=True)
        self._lay_out()

    def reorder(self, order: Sequence[int], sorting: Sorting | None) -> None:
        """Show the same rows in another order; the cursor stays with its row."""
        place = self.place
        self._order, self._sorting = order, sorting
        if place is not None:
            self.stand_on(place)
        self.refresh()

    @property
    def place(self) -> int | None:
        """The place in the answer of the row under the cursor; None where there is none."""
        return self._order[self.line] if 0 <= self.line < len(self._order) else None

    def stand_on(self, place: int) -> None:
        """Put the cursor on a row of the answer, without telling anybody."""
        line = place if isinstance(self._order, range) else self._order.index(place)
        if line != self.line:
            self.line = line
            self._bring()

    def _lay_out(self) -> None:
        width = self._laid_out_for = self.scrollable_content_region.width
        self._columns = columns_of(self._rows, width) if self._rows is not None and width else ()
        wide = sum(column.width + GAP for column in self._columns) - GAP
        self.virtual_size = Size(max(width, wide) if wide > width else width, len(self._order) + HEADER)
        self._pointed()

    def on_resize(self) -> None:
        if self._laid_out_for != self.scrollable_content_region.width:  # and not where a room is seen again
            self._lay_out()

    # ---- moving --------------------------------------------------------------------------------

    def action_move(self, by: int) -> None:
        self.go(self.line + by)

    def action_page(self, by: int) -> None:
        self.go(self.line + by * max(1, self._seen - 1))

    def action_end(self, side: int) -> None:
        self.go(0 if side < 0 else len(self._order) - 1)

    def action_across(self, by: int) -> None:
        self.column = max(0, min(self.column + by, len(self._columns) - 1))
        self._bring()

    def go(self, line: int) -> None:
        """Put the cursor on a line, or the nearest there is, as a person does."""
        line = max(0, min(line, len(self._order) - 1))
        if line == self.line or not self._order:
            return
        self.line = line
        self._bring()
        self.post_message(self.Moved(self._order[line]))

    def action_choose(self) -> None:
        if self.place is not None:
            self.post_message(self.Picked(self.place))

    def action_cell(self) -> None:
        if self.place is not None:
            self.post_message(self.Opened(self.place, self.column))

    def action_sort(self) -> None:
        if self._columns:
            self.post_message(self.SortWanted(self.column))

    @property
    def _seen(self) -> int:
        """How many rows the screen has room for."""
        return max(1, self.scrollable_content_region.height - HEADER)

    def _bring(self) -> None:
        """Scroll as little as shows the cursor, below the header, and its column."""
        left = sum(column.width + GAP for column in self._columns[: self.column])
        wide = self._columns[self.column].width if self._columns else 1
        room = max(1, self.scrollable_content_region.width)
        x = _near(self.scroll_offset.x, left, min(wide, room), room)
        self.scroll_to(x, _near(self.scroll_offset.y, self.line, 1, self._seen), animate=False, force=True)

    def watch_line(self) -> None:
        self._pointed()

    def watch_column(self) -> None:
        self._pointed()

    def _pointed(self) -> None:
        self.refresh()
        point_out(self)

    def in_words(self) -> str:
        """Return the row and the column of the cursor, and what stands there."""
        if self.place is None or not self._columns:
            return ""
        name, text = self._columns[self.column].name, self._text(self.place, self.column)
        return f"{self.line + 1:,} of {len(self._order):,}, {name} {text}"

    def on_click(self, event: Click) -> None:
        column = self._column_at(event.x + self.scroll_offset.x)
        if column is not None:
            self.column = column
        if event.y < HEADER:
            self.action_sort()
            return
        line = event.y - HEADER + self.scroll_offset.y
        if line < len(self._order):
            again = line == self.line and event.chain > 1
            self.go(line)
            if again:
                self.action_choose()

    def _column_at(self, x: int) -> int | None:
        for place, column in enumerate(self._columns):
            x -= column.width + GAP
            if x < 0:
                return place
        return None

    # ---- drawing -------------------------------------------------------------------------------

    def notify_style_update(self) -> None:
        super().notify_style_update()
        self.refresh()

    def render_line(self, y: int) -> Strip:
        width, base = self.scrollable_content_region.width, self.visual_style.rich_style
        line = y - HEADER + self.scroll_offset.y
        if y < HEADER:
            segments, style = self._header(), self.get_component_rich_style("table--header")
        elif line >= len(self._order):
            return Strip.blank(width, base)
        else:
            style = self.get_component_rich_style("table--cursor") if line == self.line else base
            segments = self._cells(self._order[line], style)
        left = self.scroll_offset.x
        strip = Strip(segments).crop(left, left + width).extend_cell_length(width, style)
        return self._marked(strip, width, style) if y < HEADER else strip

    def _marked(self, header: Strip, width: int, style: Style) -> Strip:
        """Return the header with a sign at each side beyond which there are columns: a bar would take a row."""
        if self.scroll_offset.x > 0:
            header = Strip.join([Strip([Segment("◂", style)]), header.crop(1, width)])
        if self.scroll_offset.x < self.max_scroll_x:
            header = Strip.join([header.crop(0, width - 1), Strip([Segment("▸", style)])])
        return header

    def _header(self) -> list[Segment]:
        plain, chosen = (self.get_component_rich_style(f"table--{name}") for name in ("header", "column"))
        segments: list[Segment] = []
        for place, column in enumerate(self._columns):
            text = one_line(column.name, column.width - self._is_sorted(place) * 2) + self._sign(place)
            style = chosen if place == self.column and self.has_focus else plain
            segments += [Segment(_placed(text, column), style), Segment(" " * GAP, plain)]
        return segments

    def _is_sorted(self, place: int) -> bool:
        return self._sorting is not None and self._sorting.column == place

    def _sign(self, place: int) -> str:
        if self._sorting is None or not self._is_sorted(place):
            return ""
        return " ↓" if self._sorting.descending else " ↑"

    def _cells(self, row: int, style: Style) -> list[Segment]:
        segments: list[Segment] = []
        for place, column in enumerate(self._columns):
            segments += [Segment(_placed(self._text(row, place), column), style), Segment(" " * GAP, style)]
        return segments

    def _text(self, row: int, column: int) -> str:
        assert self._rows is not None
        key = (row, column)
        text = self._texts.get(key)
        if text is None:
            text = self._texts[key] = cell_text(self._rows.values[row][column])
        return text


def _near(now: int, first: int, length: int, room: int) -> int:
    """Return where a window of so much room begins, as near to where it is now as shows `[first, first + length)`."""
    return min(max(now, first + length - room), first)


def _placed(text: str, column: Column) -> str:
    """Return a text in exactly so many cells."""
    width = cell_len(text)
    if width > column.width:
        text = _cut(text, column.width)
        width = cell_len(text)
    blank = " " * (column.width - width)
    return blank + text if column.right else text + blank


def _cut(text: str, width: int) -> str:
    """Return the beginning of a text in at most `width` cells, with an ellipsis at its end."""
    kept = text[:width]
    while cell_len(kept) > width - 1:
        kept = kept[:-1]
    return kept + "…"
