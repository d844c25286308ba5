"""A field of one line. What is typed, pasted or put into it acts on no terminal."""

from __future__ import annotations

from textual.widgets import Input

from ..editing.entering import entered


class Field(Input):
    """An `Input` that takes no control characters; a line break is a blank."""

    def validate_value(self, value: str) -> str:
        return entered(value).text.replace("\n", " ").replace("\t", " ")
