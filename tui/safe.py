"""Stored text on its way to a widget: never markup, never a control sequence.

Widgets read `[red]` in a string as markup, and `[/]` ends them; so data is handed over as `Text` or `Content`, which
they take as it is. Control and bidirectional characters become visible marks (`engine.answers.display`).
"""

from __future__ import annotations

from rich.text import Text
from textual.content import Content

from ..engine.answers.display import one_line, visible


def plain(text: str, style: str = "") -> Text:
    """Return stored text as Rich text, for tables, trees and logs."""
    return Text(visible(text), style=style)


def line(text: str, width: int, style: str = "") -> Text:
    """Return stored text on one line of at most `width` characters."""
    return Text(one_line(text, max(1, width)), style=style, no_wrap=True, end="")


def content(text: str, style: str = "") -> Content:
    """Return stored text as Textual content, for Static, Label and everything drawn by `render`."""
    return Content.styled(visible(text), style)
