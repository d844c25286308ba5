"""How a part of a widget is drawn, where that says more than Textual tells."""

from __future__ import annotations

from rich.segment import Segment
from rich.style import Style as RichStyle
from textual.strip import Strip
from textual.style import Style
from textual.widget import Widget


def part_style(widget: Widget, component: str) -> Style:
    """Return the style of a component class with its colours blended into what lies below.

    Textual's own leaves out what is reversed, which without colours is all that shows a cursor.
    """
    reverse = widget.get_component_styles(component).text_style.reverse
    return widget.get_visual_style(component) + Style(reverse=reverse)


def of_one_colour(strip: Strip, style: Style) -> Strip:
    """Return the line under a cursor in the cursor's own colours, whatever its words have elsewhere.

    What is chosen to be read on the screen's background may not be seen on that of the cursor.
    """
    alone = RichStyle(color=style.rich_style.color, reverse=style.reverse)
    return Strip(Segment.apply_style(strip, post_style=alone), strip.cell_length)


POINTER = "›"
"""Stands before what a cursor is on in a list of a question: who reads a terminal's text alone has no colours."""


def pointed(strip: Strip) -> Strip:
    """Return the line under a cursor with the sign in its first cell, which was blank."""
    first = next((segment.style for segment in strip), None)
    return Strip([Segment(POINTER, first), *strip.crop(1)], strip.cell_length)
