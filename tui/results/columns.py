"""The cells of an answer, and how wide its columns are: enough for what is in them, as far as the screen goes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from rich.cells import cell_len

from ...engine.answers.cells import cell
from ...engine.answers.display import one_line
from ...engine.answers.plain import to_plain
from ...engine.evaluation.values import NodeValue

if TYPE_CHECKING:
    from ...engine.answers.results import Rows

SAMPLE = 400
"""Rows that are looked at for widths, spread over the answer: all of 100,000 would take a second."""
WIDEST = 60
"""Cells of what a column is called."""
LONGEST = 240
"""Cells of a column, where there is the room."""
NARROWEST = 16
"""Cells that a column keeps where a screen is too narrow for all; what is beyond its edge is scrolled to."""
LEAST_OF_MEMORY = 34
"""The same of a column with memories: their words are what is read."""
GAP = 2


@dataclass(frozen=True, slots=True)
class Column:
    """width: in cells, without the gap behind it. right: numbers stand on the right. least: what it keeps on a narrow
    screen.
    """

    name: str
    width: int
    right: bool = False
    least: int = 0


def cell_text(value: Any) -> str:
    """Return a value as a cell: one line of marks and letters, which acts on nothing."""
    plain = to_plain(value)
    if isinstance(plain, dict) and plain and all(isinstance(item, int | float) for item in plain.values()):
        return one_line("  ".join(f"{name} {_number(item)}" for name, item in plain.items()), LONGEST)
    return cell(plain)


def _number(value: float) -> str:
    return f"{value:.2f}" if isinstance(value, float) and abs(value) < 1000 else f"{value:,.0f}"


def columns_of(rows: Rows, width: int) -> tuple[Column, ...]:
    """Return the columns of an answer, as wide as their content; the widest give way where `width` is too little."""
    sample = _spread(rows.values)
    natural = [_natural(name, [row[place] for row in sample]) for place, name in enumerate(rows.columns)]
    widths = _fitted(natural, width - GAP * len(natural))
    return tuple(replace(column, width=fitted) for column, fitted in zip(natural, widths, strict=True))


def _spread(values: Sequence[Any]) -> list[Any]:
    """Return the first rows, and others from all over."""
    if len(values) <= SAMPLE:
        return list(values)
    step = len(values) // (SAMPLE // 2)
    return [*values[: SAMPLE // 2], *values[SAMPLE // 2 :: step]]


def _natural(name: str, values: Iterable[Any]) -> Column:
    held = [value for value in values if value is not None]
    width = max((cell_len(cell_text(value)) for value in held), default=0)
    title = cell_len(one_line(name, WIDEST)) + 2  # the sign of its order
    least = LEAST_OF_MEMORY if any(isinstance(value, NodeValue) for value in held) else NARROWEST
    return Column(name, max(3, title, min(width, LONGEST)), bool(held) and all(map(_is_number, held)), least)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _fitted(columns: Sequence[Column], room: int) -> list[int]:
    """Return widths of which the widest were cut to the same one, so that all fit, or until none may give way."""
    cap = max((column.width for column in columns), default=0)
    while cap > NARROWEST and sum(_cut(column, cap) for column in columns) > room:
        cap -= 1
    return [_cut(column, cap) for column in columns]


def _cut(column: Column, cap: int) -> int:
    return min(column.width, max(cap, column.least))
