"""The characters of a drawing.

Corners of lines are round and those of boxes are not, so that a line that turns beside a box is not taken for one.
There are no branches: every edge has a line of its own, and where two meet they cross.
"""

from __future__ import annotations

from dataclasses import dataclass

from .shapes import DOWN, LEFT, RIGHT, UP

_WAYS = (
    LEFT | RIGHT,
    UP | DOWN,
    RIGHT | DOWN,
    LEFT | DOWN,
    RIGHT | UP,
    LEFT | UP,
    LEFT | RIGHT | UP | DOWN,
)
"""The sides that a cell of a line can have, in the order in which the glyphs are listed."""


@dataclass(frozen=True, slots=True)
class Border:
    level: str
    upright: str
    top_left: str
    top_right: str
    bottom_left: str
    bottom_right: str


def _ways(glyphs: str) -> dict[int, str]:
    return dict(zip(_WAYS, glyphs, strict=True))


LIGHT, HEAVY = _ways("─│╭╮╰╯┼"), _ways("━┃┏┓┗┛╋")
"""The characters of a line by its sides."""

HEADS = "◀", "▶"
"""Of arrows to the left and to the right."""

SINGLE, DOUBLE = Border(*"─│┌┐└┘"), Border(*"═║╔╗╚╝")
"""Of a box, and of the one that is selected."""
