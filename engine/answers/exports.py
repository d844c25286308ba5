"""An answer as other programs read it: JSON, JSONL, CSV, Markdown and Parquet. Every value is whole.

Texts come in pieces, so that a large answer is written as it is made.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterator
from datetime import datetime
from itertools import chain
from math import isfinite, isnan
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from .cells import cell
from .display import visible
from .plain_json import iso, json_array, json_text

if TYPE_CHECKING:
    from .results import Rows

EXPORTS = ("csv", "json", "jsonl", "markdown", "parquet")
SUFFIXES = {
    ".csv": "csv",
    ".json": "json",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".md": "markdown",
    ".parquet": "parquet",
}


def export_of(file: Path) -> str | None:
    """Return the format that a file's name asks for; None where it asks for none."""
    return SUFFIXES.get(file.suffix.lower())


def write_export(rows: Rows, format_: str, file: IO[bytes]) -> None:
    """Write an answer in one of EXPORTS; text is UTF-8."""
    if format_ == "parquet":
        file.write(in_parquet(rows))
        return
    for piece in export_pieces(rows, format_):
        file.write(piece.encode("utf-8", "backslashreplace"))


def export_pieces(rows: Rows, format_: str, *, ascii_only: bool = False, terminal: bool = False) -> Iterator[str]:
    """Yield an answer in a textual one of EXPORTS, piece by piece; it ends with a newline.

    ascii_only: JSON in plain ASCII. terminal: CSV shows control characters as marks, for they would act on it.
    """
    match format_:
        case "json":
            return json_array(rows, ascii_only=ascii_only)
        case "jsonl":
            return (json_text(row, ascii_only=ascii_only) + "\n" for row in rows)
        case "csv":
            return _csv(rows, visible if terminal else _as_it_is)
        case _:
            return _markdown(rows)


def in_parquet(rows: Rows) -> bytes:
    """Return an answer as a Parquet file: the columns of `Rows.frame`."""
    buffer = io.BytesIO()
    rows.frame.write_parquet(buffer)
    return buffer.getvalue()


def _csv(rows: Rows, shown: Callable[[str], str]) -> Iterator[str]:
    """Yield RFC 4180 with the newline of Unix."""
    buffer = io.StringIO()
    writer = csv.writer(buffer)
    for row in chain([rows.columns], (map(_csv_cell, row.values()) for row in rows)):
        writer.writerow(row)
        # Cut off here and not set as the writer's own: it quotes the characters of its newline, and both have to be.
        yield shown(buffer.getvalue().removesuffix("\r\n") + "\n")
        buffer.seek(0)
        buffer.truncate()


def _as_it_is(text: str) -> str:
    return text


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


def _markdown(rows: Rows) -> Iterator[str]:
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
