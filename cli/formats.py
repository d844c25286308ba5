"""An answer in a format: for a person cards and tables, here; for a program what `engine.answers.exports` writes.

For a person a long text is cut, and what could act on a terminal is shown as a mark.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..engine.answers.cells import cell, memory_column
from ..engine.answers.display import visible
from ..engine.answers.exports import export_of, export_pieces
from .look import Look
from .render import cards
from .tables import table

if TYPE_CHECKING:
    from ..engine.answers.results import Rows


def format_for(file: Path | None, asked: str | None) -> str:
    """Return the format: the one that was asked for, else the one of the file's name, else a table."""
    return asked or (export_of(file) if file else None) or "table"


def in_text(rows: Rows, format_: str, look: Look) -> Iterator[str]:
    """Yield an answer in one of TEXT_FORMATS, piece by piece; it ends with a newline."""
    if format_ == "table":
        return _for_a_person(rows, look)
    return export_pieces(rows, format_, ascii_only=not look.unicode, terminal=look.terminal)


def _for_a_person(rows: Rows, look: Look) -> Iterator[str]:
    """Yield an explanation as it is, a recall as cards, anything else as a table."""
    if rows.explanation is not None:
        yield visible(rows.explanation) + "\n"
    elif memory_column(rows) is not None:
        yield from cards(rows, look)
    elif len(rows):  # that there are none is said, and no part of the answer
        found = [[row[column] for column in rows.columns] for row in rows]
        names = [visible(column) for column in rows.columns]
        for line in table(names, [[cell(value) for value in row] for row in found], look, _numeric(found)):
            yield line + "\n"


def _numeric(found: list[list[Any]]) -> set[int]:
    """Return the columns that hold numbers, and beside them nothing but nulls."""
    columns = ([value for value in column if value is not None] for column in zip(*found, strict=True))
    return {
        place
        for place, values in enumerate(columns)
        if values and all(isinstance(value, int | float) and not isinstance(value, bool) for value in values)
    }
