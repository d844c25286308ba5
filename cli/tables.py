"""A table for a person: columns as wide as they need, folded at words where a terminal is narrower.

Rich's own table was tried and refused: it takes a millisecond a row, so that an answer of ten thousand rows, which the
engine gives in a tenth of a second, took ten to draw.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

import click
from rich.cells import cell_len

from ..engine.answers.folding import fold
from .look import Look

NARROWEST = 8
"""Cells that a folded column keeps, if its terminal has them."""


def table(
    columns: Sequence[str], rows: Sequence[Sequence[str]], look: Look, right: Collection[int] = ()
) -> Iterator[str]:
    """Yield a table line by line. right: the columns whose cells stand on the right, as numbers do.

    Where a terminal is too narrow for so many columns, each row becomes a block with a line for each column.
    """
    if look.width is not None and len(columns) * (NARROWEST + 3) > look.width + 3:
        yield from _blocks(columns, rows, look)
        return
    bar, cross, rule = (" │ ", "─┼─", "─") if look.unicode else (" | ", "-+-", "-")
    widths = _fitted(_natural(columns, rows), look.width, len(bar))
    for line in _lines(columns, widths, bar, right):
        yield click.style(line, bold=True) if look.colour else line
    yield cross.join(rule * width for width in widths)
    for row in rows:
        yield from _lines(row, widths, bar, right)


def _blocks(columns: Sequence[str], rows: Sequence[Sequence[str]], look: Look) -> Iterator[str]:
    label = max(map(cell_len, columns))
    room = max(NARROWEST, (look.width or 0) - label - 2)
    for number, row in enumerate(rows, start=1):
        yield click.style(f"row {number:,}", bold=True) if look.colour else f"row {number:,}"
        for column, cell in zip(columns, row, strict=True):
            first, *rest = fold(cell, room)
            yield f"{_placed(column, label, False)}  {first}".rstrip()
            yield from (f"{' ' * label}  {line}" for line in rest)


def _natural(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> list[int]:
    widths = [cell_len(column) for column in columns]
    for row in rows:
        for place, cell in enumerate(row):
            widths[place] = max(widths[place], cell_len(cell))
    return [max(1, width) for width in widths]


def _fitted(widths: list[int], width: int | None, gap: int) -> list[int]:
    """Return the widths with the widest cut to the same one, so that a line fits."""
    if width is None:
        return widths
    room, cap = width - gap * (len(widths) - 1), max(widths)
    while cap > NARROWEST and sum(min(cap, natural) for natural in widths) > room:
        cap -= 1
    return [min(cap, natural) for natural in widths]


def _lines(row: Sequence[str], widths: Sequence[int], bar: str, right: Collection[int]) -> Iterator[str]:
    """Yield a row's lines: one, unless a cell has to be folded."""
    folded = [fold(cell, width) for cell, width in zip(row, widths, strict=True)]
    for number in range(max(map(len, folded))):
        parts = [lines[number] if number < len(lines) else "" for lines in folded]
        placed = [_placed(part, widths[place], place in right) for place, part in enumerate(parts)]
        yield bar.join(placed).rstrip()


def _placed(text: str, width: int, right: bool) -> str:
    blank = " " * (width - cell_len(text))
    return blank + text if right else text + blank
