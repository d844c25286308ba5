"""Words that change often, in a widget of their own: the screen is laid out anew only where they take other lines.

Textual does it for each change, and laying a screen out costs more than all else that a key does.
"""

from __future__ import annotations

from textual.content import Content
from textual.widgets import Static


def put_words(told: Static, words: Content) -> None:
    """Show other words. A widget of a fixed height needs none of this: `update(words, layout=False)`."""
    before = _lines(told)
    told.update(words, layout=False)
    if told.display and (not before or _lines(told) != before):
        told.refresh(layout=True)


def _lines(told: Static) -> int:
    """Return the lines that a widget has for its words at its width, also in a room that is not seen; 0 where it was
    never laid out.
    """
    width, least = told.outer_size.width - told.gutter.width, told.styles.min_height
    height = told.visual.get_height
    lines = height(told.styles, width) if width > 0 else 0  # pyright: ignore[reportArgumentType]  # as Textual asks it
    return max(lines, int(least.value)) if lines and least is not None else lines
