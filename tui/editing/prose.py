"""A text of several lines that a person writes in: Textual's text area, and bounded.

What is typed or pasted acts on no terminal; what could not be seen is drawn as a mark, and kept.
"""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual import on
from textual.content import Content
from textual.events import Paste
from textual.widgets import TextArea

from ..messages import Say
from .entering import MOST, Entered, entered, shown

LONGEST_LINE = 2_000
"""Characters of a line that is still folded at the edge: laying out a longer one takes longer than a key may."""


class Prose(TextArea):
    """text: what it holds at first, as far as it may enter."""

    HELP: ClassVar[str | None] = "A text of several lines. **Tab** leaves it for what is next."
    LONG_TEXTS: ClassVar[str] = ""
    """Where a text belongs that is too long for it."""
    DEFAULT_CSS = """
    Prose { border: none; padding: 0 1; background: $background; }
    Prose:focus { border: none; }
    """

    def __init__(
        self, text: str = "", *, placeholder: Content | str = "", id: str | None = None, name: str | None = None
    ) -> None:
        super().__init__(
            entered(text).text, tab_behavior="focus", placeholder=placeholder, id=id, name=name, soft_wrap=True
        )
        self.highlight_cursor_line = False  # its colours would take the place of the words' own

    @on(TextArea.Changed)
    def _fold(self) -> None:
        self.soft_wrap = max(map(len, self.document.lines)) <= LONGEST_LINE

    async def _on_paste(self, event: Paste) -> None:
        """Take as much of a paste as there is room for, and nothing of it that would act on a terminal."""
        event.prevent_default()
        event.stop()
        self._paste(event.text)

    def action_paste(self) -> None:
        self._paste(self.app.clipboard)

    def _paste(self, text: str) -> None:
        taken = entered(text, MOST - len(self.text) + len(self.selected_text))
        self._tell(taken)
        if result := self._replace_via_keyboard(taken.text, *self.selection):
            self.move_cursor(result.end_location)

    def _tell(self, taken: Entered) -> None:
        if notice := taken.notice(self.LONG_TEXTS):
            self.post_message(Say(notice, "warning"))

    def get_line(self, line_index: int) -> Text:
        return Text(shown(self.document.get_line(line_index)), end="", no_wrap=True)
