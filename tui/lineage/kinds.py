"""The kinds of edges on one line: the key of each, whether it is drawn, and how many of it are drawn or could be."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import ClassVar

from rich.text import Text
from textual.events import Click
from textual.message import Message
from textual.widget import Widget

from ...engine.values.model import MEMORY_EDGES

KIND = "kind"
"""Where a name carries what a click turns on and off."""
ON, OFF = "●", "○"


class Kinds(Widget):
    """Shows which kinds of edges are drawn. A click does what the digit does."""

    DEFAULT_CSS = """
    Kinds { height: 1; padding: 0 1; }
    Kinds > .kinds--key { color: $text-accent; text-style: bold; }
    Kinds > .kinds--none { color: $foreground-muted; }
    """

    COMPONENT_CLASSES: ClassVar[set[str]] = {"kinds--key", "kinds--none"}

    class Turned(Message):
        def __init__(self, kind: str) -> None:
            super().__init__()
            self.kind = kind

    def __init__(self) -> None:
        super().__init__()
        self._drawn: Collection[str] = ()
        self._counts: Mapping[str, int] = {}

    def show(self, drawn: Collection[str], counts: Mapping[str, int]) -> None:
        self._drawn, self._counts = drawn, counts
        self.refresh()

    def render(self) -> Text:
        kinds = list(enumerate(MEMORY_EDGES, start=1))
        whole = self._line(kinds)
        if whole.cell_len <= self.size.width:
            return whole
        return self._line([(key, kind) for key, kind in kinds if self._counts.get(kind)])  # what there is comes first

    def _line(self, kinds: Sequence[tuple[int, str]]) -> Text:
        return Text("  ", end="", no_wrap=True, overflow="ellipsis").join(self._kind(key, kind) for key, kind in kinds)

    def _kind(self, key: int, kind: str) -> Text:
        on, count = kind in self._drawn, self._counts.get(kind, 0)
        none = self.get_component_rich_style("kinds--none", partial=True)
        style = none if not count else "bold" if on else ""
        key_style = self.get_component_rich_style("kinds--key", partial=True)
        found = Text.assemble((str(key), key_style), (f"{ON if on else OFF}{kind} {count:,}", style))
        found.apply_meta({KIND: kind})
        return found

    def on_click(self, event: Click) -> None:
        kind = event.style.meta.get(KIND)
        if kind is not None:
            self.post_message(self.Turned(kind))
