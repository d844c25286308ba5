"""Textual's list of options, whose chosen line is read in every theme, and without any colour."""

from __future__ import annotations

from typing import ClassVar

from textual.strip import Strip
from textual.style import Style
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from .styling import of_one_colour, part_style, pointed


class Options(OptionList):
    """An `OptionList` that stands on the background of its box; its chosen line has one colour, and a sign."""

    HELP: ClassVar[str | None] = "A list to choose from. **Up** and **down** go in it, **enter** takes what is marked."

    DEFAULT_CSS = """
    Options, Options:focus { border: none; background: transparent; background-tint: $foreground 0%; }
    Options { scrollbar-size-vertical: 1; }
    Options > .option-list--option { padding: 0 1 0 2; }
    """

    def _get_option_render(self, option: Option, style: Style) -> list[Strip]:
        strips = super()._get_option_render(option, style)
        if option is not self.highlighted_option:
            return strips
        chosen = part_style(self, "option-list--option-highlighted")
        first, *rest = (of_one_colour(strip, chosen) for strip in strips)
        return [pointed(first), *rest]
