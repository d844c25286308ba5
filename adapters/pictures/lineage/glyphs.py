"""The characters of a drawing: in Unicode, and in ASCII for terminals that have nothing else.

Corners of lines are round and those of boxes are not, so that a line that turns beside a box is not taken for one.
There are no branches: every edge has a line of its own, and where two meet they cross.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rich.cells import cell_len

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


@dataclass(frozen=True, slots=True)
class Glyphs:
    """light, heavy: the characters of a line by its sides. heads: of arrows to the left and to the right. instead: what
    is written for characters that cannot be; None where all can.
    """

    light: Mapping[int, str]
    heavy: Mapping[int, str]
    heads: tuple[str, str]
    box: Border
    selected: Border
    instead: Mapping[str, str] | None = None

    def line(self, sides: int, *, heavy: bool) -> str:
        return (self.heavy if heavy else self.light)[sides]

    def plain(self, text: str) -> str:
        """Return a text as it can be written, as wide as before."""
        if self.instead is None or text.isascii():
            return text
        return "".join(c if c.isascii() else self.instead.get(c, "?" * cell_len(c)) for c in text)


def _ways(glyphs: str) -> dict[int, str]:
    return dict(zip(_WAYS, glyphs, strict=True))


UNICODE = Glyphs(
    light=_ways("─│╭╮╰╯┼"),
    heavy=_ways("━┃┏┓┗┛╋"),
    heads=("◀", "▶"),
    box=Border(*"─│┌┐└┘"),
    selected=Border(*"═║╔╗╚╝"),
)
ASCII = Glyphs(
    light=_ways("-|..''+"),
    heavy=_ways("=#####+"),
    heads=("<", ">"),
    box=Border(*"-|++++"),
    selected=Border(*"=|####"),
    instead={"…": "~", "◆": "*", "✗": "x", "‹": "<", "›": ">"},
)
