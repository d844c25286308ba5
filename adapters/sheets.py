"""The rows of a table, a few at a time, whatever kind of file it is: a file of any size costs the same memory.

CSV goes through the standard reader and through no data frame: that would refuse a whole file for one row with a cell
too many, or fill it up in silence; here the row is named. Parquet goes through Arrow, which knows its types. What a
JSON table has for columns is told by its first objects.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

from ..errors import ImportFailed
from .compression import Text, opened
from .protocol import PACKED, Bad, Source
from .reading import Record, records
from .window import CHUNK, LONGEST

SUFFIXES = (".csv", ".tsv", ".parquet")

PARQUET = b"PAR1"
SEPARATORS = ",\t;|"
"""What may stand between cells: that which the header has most of; of equals, the first."""

ROWS = 1000
"""Rows of Parquet held at a time, and objects of JSON by which its columns are told."""

BUFFER = 1 << 20
"""Bytes of a column of Parquet read at a time: without it, Arrow holds a whole row group, and that may be the file."""


@dataclass(frozen=True, slots=True)
class Row:
    """One row: its number from 1, its cells by column, and how far the file has been read, in bytes."""

    number: int
    cells: Mapping[str, Any]
    position: int


def suffix_of(path: Path) -> str:
    """Return the suffix that says what is in a file, and not how it is packed."""
    return (path.with_suffix("") if path.suffix in PACKED else path).suffix.lower()


def columns_of(path: Path) -> list[str]:
    """Return the columns of a table, none where nothing of it can be read. Raises ImportFailed, also where two columns
    have one name.
    """
    if _is_parquet(path):
        with _parquet(path) as file:
            columns: list[str] = file.schema_arrow.names
    elif _is_json(path):
        first = islice(records(Source.of(path)), ROWS)
        objects = [record.value for record in first if isinstance(record, Record) and isinstance(record.value, dict)]
        columns = list(dict.fromkeys(key for value in objects for key in value))
    else:
        with opened(path) as text:
            columns = next(_reader(text), [])
    if (double := next((c for c in columns if columns.count(c) > 1), None)) is not None:
        raise ImportFailed(f"{path.name} has two columns `{double}`.", hint="Rename one.", path=str(path))
    return columns


def rows_of(source: Source, columns: Sequence[str]) -> Iterator[Row | Bad]:
    """Yield the rows of a table; of Parquet only these columns are read. Raises ImportFailed where it is damaged."""
    if _is_parquet(source.path):
        return _parquet_rows(source, columns)
    return _json_rows(source) if _is_json(source.path) else _csv_rows(source)


def _json_rows(source: Source) -> Iterator[Row | Bad]:
    for record in records(source):
        if isinstance(record, Bad):
            yield record
        elif isinstance(record.value, dict):
            yield Row(record.number, record.value, record.position)
        else:
            yield Bad(record.number, "This is no object, and has no columns.", record.position)


def _csv_rows(source: Source) -> Iterator[Row | Bad]:
    with opened(source.path) as text:
        reader = _reader(text)
        header, number = next(reader, []), 0
        for cells in _cells(reader):
            if cells == []:
                continue
            number += 1
            if isinstance(cells, str):
                yield Bad(number, f"This is no row of CSV: {cells}.", text.position())
            elif len(cells) != len(header):
                yield Bad(number, f"It has {len(cells)} cells, and the header {len(header)}.", text.position())
            else:
                yield Row(number, dict(zip(header, cells, strict=True)), text.position())
        if (damage := text.damage()) is not None:
            yield Bad(number + 1, damage, text.position())


def _cells(reader: Iterator[list[str]]) -> Iterator[list[str] | str]:
    """Yield the cells of each row, or in words why it is none."""
    while True:
        try:
            yield next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            yield str(error)


def _reader(text: Text) -> Iterator[list[str]]:
    """Return what reads CSV, on its header; what separates the cells is told by the first line."""
    csv.field_size_limit(LONGEST)  # of the whole process: by itself it is 131,072, and agents write longer texts
    lines = iter(partial(text.file.readline, LONGEST), "")
    first = next(filter(str.strip, lines), "")
    separator = max(SEPARATORS, key=first.count)
    return csv.reader(_chained(first, lines), delimiter=separator, strict=True)


def _chained(first: str, lines: Iterator[str]) -> Iterator[str]:
    yield first
    yield from lines


def _parquet_rows(source: Source, columns: Sequence[str]) -> Iterator[Row | Bad]:
    number = 0
    with _parquet(source.path) as file:
        total = max(1, file.metadata.num_rows)
        for batch in file.iter_batches(ROWS, columns=list(columns), use_threads=False):
            for cells in batch.to_pylist():
                number += 1
                yield Row(number, cells, source.size * number // total)


@contextmanager
def _parquet(path: Path) -> Iterator[Any]:
    import pyarrow as pa
    from pyarrow import parquet

    try:
        with parquet.ParquetFile(path, pre_buffer=False, buffer_size=BUFFER) as file:
            yield file
    except (pa.ArrowException, OSError) as error:
        raise ImportFailed(f"{path} cannot be read as Parquet: {error}.", path=str(path)) from error


def _is_parquet(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(len(PARQUET)) == PARQUET


def _is_json(path: Path) -> bool:
    with opened(path) as text:
        lines = iter(partial(text.file.readline, CHUNK), "")
        return next(filter(str.strip, lines), "").lstrip().startswith(("{", "["))
