"""A field of one line. What is typed, pasted or put into it acts on no terminal."""

from __future__ import annotations

from textual.widgets import Input

from ..editing.entering import entered


class Field(Input):
    """An `Input` that takes no control characters; a line break is a blank."""

    DEFAULT_CSS = """
    Field { height: 1; padding: 0 1; background: $background; }
    Field:focus { background: $background; }
    """

    def __init__(
        self, value: str = "", *, placeholder: str = "", max_length: int | None = None, id: str | None = None
    ) -> None:
        super().__init__(
            value, placeholder=placeholder, max_length=max_length, id=id, select_on_focus=False, compact=True
        )

    def validate_value(self, value: str) -> str:
        return entered(value).text.replace("\n", " ").replace("\t", " ")
