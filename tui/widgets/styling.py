"""How a part of a widget is drawn, where that says more than Textual tells."""

from __future__ import annotations

from textual.style import Style
from textual.widget import Widget


def part_style(widget: Widget, component: str) -> Style:
    """Return the style of a component class with its colours blended into what lies below.

    Textual's own leaves out what is reversed, which without colours is all that shows a cursor.
    """
    reverse = widget.get_component_styles(component).text_style.reverse
    return widget.get_visual_style(component) + Style(reverse=reverse)
