"""An answer in a format: for a person cards, tables and Markdown, for a program JSON, JSONL, CSV and Parquet.

Texts come in pieces, so that a large answer is written as it is made. For a program every value is whole; for a person
a long text is cut, and what could act on a terminal is shown as a mark.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterator
from datetime import datetime
from itertools import chain
from math import isfinite, isnan
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..engine.answers.display import visible
from .look import Look
from .plain_json import iso, json_array, json_text
from .render import cards, cell, is_recall
from .tables import table

if TYPE_CHECKING:
    from ..engine.answers.results import Rows

SUFFIXES = {
    ".txt": "table",
    ".json": "json",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".csv": "csv",
    ".md": "markdown",
    ".parquet": "parquet",
}


def format_for(file: Path | None, asked: str | None) -> str:
    """Return the format: the one that was asked for, else the one of the file's name, else a table."""
    return asked or (SUFFIXES.get(file.suffix.lower()) if file else None) or "table"


def in_text(rows: Rows, format_: str, look: Look) -> Iterator[str]:
    """Yield an answer in one of TEXT_FORMATS, piece by piece; it ends with a newline."""
    return _WRITERS[format_](rows, look)


def in_parquet(rows: Rows) -> bytes:
    """Return an answer as a Parquet file: the columns of `Rows.frame`."""
    buffer = io.BytesIO()
    rows.frame.write_parquet(buffer)
    return buffer.getvalue()


def _for_a_person(rows: Rows, look: Look) -> Iterator[str]:
    """Yield an explanation as it is, a recall as cards, anything else as a table."""
    if rows.explanation is not None:
        yield visible(rows.explanation) + "\n"
    elif is_recall(rows):
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


def _json(rows: Rows, look: Look) -> Iterator[str]:
    return json_array(rows, ascii_only=not look.unicode)


def _jsonl(rows: Rows, look: Look) -> Iterator[str]:
    return (json_text(row, ascii_only=not look.unicode) + "\n" for row in rows)


def _csv(rows: Rows, look: Look) -> Iterator[str]:
    """Yield RFC 4180 with the newline of Unix; on a terminal control characters are marks."""
    buffer = io.StringIO()
    writer = csv.writer(buffer)
    for row in chain([rows.columns], (map(_csv_cell, row.values()) for row in rows)):
        writer.writerow(row)
        # Cut off here and not set as the writer's own: it quotes the characters of its newline, and both have to be.
        line = buffer.getvalue().removesuffix("\r\n") + "\n"
        yield visible(line) if look.terminal else line
        buffer.seek(0)
        buffer.truncate()


def _csv_cell(value: Any) -> Any:
    match value:
        case bool():
            return "true" if value else "false"
        case datetime():
            return iso(value)
        case float() if not isfinite(value):
            return "NaN" if isnan(value) else "Infinity" if value > 0 else "-Infinity"
        case dict() | list():
            return json_text(value)
        case _:
            return value


def _markdown(rows: Rows, look: Look) -> Iterator[str]:
    yield "| " + " | ".join(map(_markdown_cell, rows.columns)) + " |\n"
    yield "|" + " --- |" * len(rows.columns) + "\n"
    for row in rows:
        yield "| " + " | ".join(_markdown_cell(value) for value in row.values()) + " |\n"


def _markdown_cell(value: Any) -> str:
    """Return a whole value that neither ends its cell nor begins a tag."""
    text = visible(value if isinstance(value, str) else cell(value))
    for sign, written in (("\\", "\\\\"), ("|", "\\|"), ("<", "&lt;"), ("\n", "<br>")):
        text = text.replace(sign, written)
    return text


_WRITERS: dict[str, Callable[[Rows, Look], Iterator[str]]] = {
    "table": _for_a_person,
    "json": _json,
    "jsonl": _jsonl,
    "csv": _csv,
    "markdown": _markdown,
}
