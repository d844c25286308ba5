"""A field of one line. What is typed, pasted or put into it acts on no terminal, and hides nothing."""

from __future__ import annotations

from typing import ClassVar

from rich.highlighter import Highlighter
from rich.text import Text
from textual.widgets import Input

from ..editing.entering import entered_line, shown


class Seen(Highlighter):
    """Draws a mark for each character that would act on a terminal, or that nobody sees; the value keeps them."""

    def highlight(self, text: Text) -> None:
        text.plain = shown(text.plain)


class Field(Input):
    """An `Input` that takes no control characters; a line break is a blank."""

    HELP: ClassVar[str | None] = "One line to type in. **Enter** takes it, **escape** leaves it."

    DEFAULT_CSS = """
    Field.-textual-compact { height: 1; padding: 0 1; background: $background; }
    Field.-textual-compact:focus { background: $background; }
    """

    def __init__(
        self,
        value: str = "",
        *,
        placeholder: str = "",
        max_length: int = 0,
        id: str | None = None,
        name: str | None = None,
        compact: bool = True,
    ) -> None:
        super().__init__(
            value,
            placeholder=placeholder,
            max_length=max_length,
            id=id,
            name=name,
            select_on_focus=False,
            compact=compact,
            highlighter=Seen(),
        )

    def take(self) -> None:
        """Have the focus, also where it was hidden."""
        self.display = True
        self.screen.set_focus(self)

    def validate_value(self, value: str) -> str:
        return entered_line(value)
