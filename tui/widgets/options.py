"""Textual's list of options, whose chosen line is read in every theme."""

from __future__ import annotations

from typing import ClassVar

from textual.strip import Strip
from textual.style import Style
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from .styling import of_one_colour, part_style


class Options(OptionList):
    """An `OptionList` that stands on the background of its box, and draws the chosen line in one colour."""

    HELP: ClassVar[str | None] = "A list to choose from. **Up** and **down** go in it, **enter** takes what is marked."

    DEFAULT_CSS = """
    Options, Options:focus { border: none; background: transparent; background-tint: $foreground 0%; }
    Options { scrollbar-size-vertical: 1; }
    """

    def _get_option_render(self, option: Option, style: Style) -> list[Strip]:
        strips = super()._get_option_render(option, style)
        if option is not self.highlighted_option:
            return strips
        chosen = part_style(self, "option-list--option-highlighted")
        return [of_one_colour(strip, chosen) for strip in strips]
