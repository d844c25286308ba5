"""Something whole, in front of everything else: a cell, a list of notes, a plan. It scrolls, and escape closes it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Label

from ...engine.answers.display import visible
from ...engine.answers.folding import fold_all
from ..safe import content
from ..widgets.lines import Lines, Row

MOST = 200_000
"""Characters that are shown: more is a dump, and an export has it whole."""
AROUND = 3
"""Rows of the box that are no text: its border, and the title."""


class Whole(ModalScreen[None]):
    """title: what is shown. text: of the store, or of ours."""

    DEFAULT_CSS = """
    Whole { align: center middle; }
    Whole > Vertical { width: 90%; height: 80%; padding: 0 1; background: $panel; border: round $primary; }
    Whole Label { color: $text-muted; }
    """
    HELP: ClassVar[str | None] = "# The whole\n\nAll of what was cut before. **C** copies it, **escape** closes it."
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,space", "leave", "Close", id="whole.close"),
        Binding("c", "copy", "Copy", id="whole.copy"),
    ]

    def __init__(self, title: str, text: str) -> None:
        super().__init__()
        self._title, self._text = title, text

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Label(content(self._title))
            yield Lines(name="Text", empty="It is empty.")

    def on_resize(self) -> None:
        self.call_after_refresh(self._lay_out)

    def _lay_out(self) -> None:
        lines = self.query_one(Lines)
        rows = text_rows(self._text, lines.scrollable_content_region.width)
        self.query_one(Vertical).styles.height = min(max(1, len(rows)) + AROUND, self.size.height * 4 // 5)
        lines.show(rows)

    def action_leave(self) -> None:
        self.dismiss(None)

    def action_copy(self) -> None:
        self.app.copy_to_clipboard(self._text)
        self.notify("Copied.", markup=False)


def text_rows(text: str, width: int) -> Sequence[Row]:
    """Return a text as lines; of a very long one the beginning, and how much is left out."""
    rows = [Row(Content(line)) for line in fold_all(visible(text[:MOST]), max(1, width))] if text else []
    if len(text) > MOST:
        rows.append(
            Row(Content.styled(f"and {len(text) - MOST:,} characters more, which an export has", "$foreground-muted"))
        )
    return rows
