"""The completions at the cursor, below it, or above where there is no room. The keys go to the editor all the while."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len
from textual.content import Content
from textual.events import Click
from textual.geometry import Offset
from textual.message import Message
from textual.strip import Strip

from ...dsl.completion.items import Completion, Completions
from ...engine.answers.display import one_line
from ...errors import Span
from ..widgets.lines import Lines, Row
from ..widgets.styling import pointed

TALLEST = 8
WIDEST = 64
LABEL = 36
"""Cells of a completion's own text, beside what is said of it."""

SIGNS = {
    "keyword": "·",
    "snippet": "…",
    "label": ":",
    "edge": "→",
    "property": ".",
    "function": "ƒ",
    "objective": "◇",
    "strategy": "◆",
    "order": "↕",
    "variable": "x",
    "parameter": "$",
    "intent": "▸",
    "value": '"',
    "memory": "●",
}
"""What a completion is, as a sign that also stands without colours."""


class Popup(Lines, can_focus=False):
    """span: what a completion would replace. items: the completions that are shown, none while it is closed."""

    DEFAULT_CSS = """
    Popup {
        overlay: screen; constrain: inside inflect; display: none; width: auto; height: auto;
        background: $panel; color: $foreground;
    }
    Popup > .lines--cursor {
        background: $block-cursor-background; color: $block-cursor-foreground; text-style: $block-cursor-text-style;
    }
    """

    class Taken(Message):
        """A completion was clicked."""

        def __init__(self, item: Completion, span: Span) -> None:
            super().__init__()
            self.item, self.span = item, span

    class Chosen(Message):
        """Another completion is the one that would be taken; None when the popup closes."""

        def __init__(self, item: Completion | None) -> None:
            super().__init__()
            self.item = item

    def __init__(self) -> None:
        super().__init__(id="completions")
        self.span = Span(0, 0)
        self.items: Sequence[Completion] = ()

    @property
    def is_open(self) -> bool:
        return self.display

    @property
    def chosen(self) -> Completion | None:
        """The completion that would be taken."""
        return self.items[self.cursor] if self.is_open and 0 <= self.cursor < len(self.items) else None

    def open(self, found: Completions, at: Offset) -> None:
        """Show completions. at: where the word that they complete begins, on the screen."""
        self.items, self.span = found.items, found.span
        widest = max(WIDEST, self.app.size.width * 3 // 4)
        rows = [_row(item, place, widest) for place, item in enumerate(found.items)]
        width = max(cell_len(row.content.plain) for row in rows)
        self.styles.width = min(widest, width + 1)  # for the bar
        self.styles.height = min(TALLEST, len(rows))
        self.absolute_offset = Offset(at.x, at.y + 1)
        self.display = True
        self.show(rows, at=0, top=True)
        self.show_vertical_scrollbar = len(rows) > TALLEST  # else found out as it is laid out, which is done again then
        self.post_message(self.Chosen(self.chosen))

    def close(self) -> None:
        if self.display:
            self.display = False
            self.items = ()
            self.post_message(self.Chosen(None))

    def watch_cursor(self) -> None:
        super().watch_cursor()
        if self.is_open:
            self.post_message(self.Chosen(self.chosen))

    def render_line(self, y: int) -> Strip:
        line = super().render_line(y)
        return pointed(line) if self.items and y + self.scroll_offset.y == self.cursor else line

    def action_move(self, by: int) -> None:
        """Go on, and behind the last to the first."""
        if self.items:
            place = (self.cursor + by) % len(self.items)
            self.cursor = place
            self.bring(place)

    def on_click(self, event: Click) -> None:
        event.stop()
        place = event.y + self.scroll_offset.y
        if place < len(self.items):
            self.post_message(self.Taken(self.items[place], self.span))


def _row(item: Completion, place: int, widest: int) -> Row:
    said = one_line("  ".join(filter(None, (item.detail, item.doc))), widest)
    label = one_line(item.text if item.kind in ("snippet", "function") else item.label, LABEL)
    if item.kind == "snippet":
        said = ""
    parts = (f" {SIGNS[item.kind]} {label} ", (f" {said} ", "$foreground-muted") if said else "")
    return Row(Content.assemble(*parts), key=str(place))
