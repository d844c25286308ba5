"""A canvas of braille: each cell of a terminal holds 2 x 4 dots, or one character. It knows roles, and no colour.

    dots   columns 0 ... 2 * width - 1, rows 0 ... 4 * height - 1, the first row on top
    marks  characters in cells; they lie over the dots

What is drawn later lies over what was drawn before, in the role of its cell as well.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise

import numpy as np
from numpy.typing import NDArray

from .ascii import BRAILLE
from .segments import Line

ACROSS, DOWN = 2, 4
"""Dots of a cell."""

BITS = np.array([[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]], np.uint8)
"""The bit of each dot in the pattern's code point, by row and column."""

DASH = 4
"""Dots from one dash to the next: half of it is drawn."""


Dots = NDArray[np.integer]
"""Columns or rows of dots."""


class Canvas:
    """width, height: in cells. ground: the role of a cell in which nothing was drawn."""

    def __init__(self, width: int, height: int, *, ground: str = "blank") -> None:
        self.width, self.height = width, height
        self._bits = np.zeros((height, width), np.uint8)
        self._roles = np.full((height, width), ground, "<U16")
        self._marks: dict[tuple[int, int], str] = {}

    @property
    def across(self) -> int:
        """Dots in a row."""
        return ACROSS * self.width

    @property
    def down(self) -> int:
        """Dots in a column."""
        return DOWN * self.height

    def dots(self, columns: Dots, rows: Dots, role: str) -> None:
        """Set dots, (n,) each; those that lie outside are left out."""
        inside = (columns >= 0) & (columns < self.across) & (rows >= 0) & (rows < self.down)
        columns, rows = columns[inside], rows[inside]
        cells = rows // DOWN, columns // ACROSS
        np.bitwise_or.at(self._bits, cells, BITS[rows % DOWN, columns % ACROSS])
        self._roles[cells] = role

    def path(self, columns: Sequence[int], rows: Sequence[int], role: str) -> None:
        """Draw lines from corner to corner; each goes along a row or a column."""
        corners = list(zip(columns, rows, strict=True))
        parts = [_between(*ends) for ends in pairwise(corners)]
        if parts:
            self.dots(np.concatenate([part[0] for part in parts]), np.concatenate([part[1] for part in parts]), role)

    def line(self, one: tuple[int, int], other: tuple[int, int], role: str, *, dashed: bool = False) -> None:
        """Draw a line between two dots, straight, in whatever direction it goes."""
        count = max(abs(a - b) for a, b in zip(one, other, strict=True)) + 1
        columns, rows = (np.linspace(a, b, count).round().astype(np.int64) for a, b in zip(one, other, strict=True))
        drawn = np.arange(count) % DASH < DASH // 2 if dashed else np.ones(count, np.bool_)
        self.dots(columns[drawn], rows[drawn], role)

    def mark(self, column: int, row: int, text: str, role: str) -> None:
        """Write characters that are one cell wide from a cell on; what lies outside is left out."""
        for place, character in enumerate(text, column):
            if 0 <= place < self.width and 0 <= row < self.height:
                self._marks[row, place] = character
                self._roles[row, place] = role

    def lines(self) -> Iterator[Line]:
        """Yield the rows of cells, each as segments of one role."""
        for row in range(self.height):
            cells = zip(self._texts(row), self._roles[row].tolist(), strict=True)
            yield tuple(
                ("".join(text for text, _ in run), role) for role, run in groupby(cells, key=lambda cell: cell[1])
            )

    def _texts(self, row: int) -> Iterator[str]:
        for column, bits in enumerate(self._bits[row].tolist()):
            mark = self._marks.get((row, column))
            yield mark if mark is not None else chr(BRAILLE + bits) if bits else " "


def _between(one: tuple[int, int], other: tuple[int, int]) -> tuple[Dots, Dots]:
    """Return columns and rows of the dots from one corner to another, both included."""
    columns, rows = (np.arange(min(a, b), max(a, b) + 1) for a, b in zip(one, other, strict=True))
    length = max(len(columns), len(rows))
    return np.resize(columns, length), np.resize(rows, length)
