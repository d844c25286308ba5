"""Signs in ASCII, where the terminal has no more: the one place that all that is drawn passes, whoever drew it.

A switch in every widget was tried and refused: Textual's own borders and scroll bars have none, and new signs forget
it. A filter of lines sees them all, and Textual keeps what it makes of a line for as long as that stays the same.
"""

from __future__ import annotations

from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

from ...adapters.pictures.ascii import in_ascii


class PlainSigns(LineFilter):
    """encoding: what the terminal can show of texts."""

    def __init__(self, encoding: str) -> None:
        super().__init__()
        self._encoding = encoding

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        return [
            segment if segment.text.isascii() else segment._replace(text=in_ascii(segment.text, self._encoding))
            for segment in segments
        ]
