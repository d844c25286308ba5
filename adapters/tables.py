"""Tables: CSV and TSV, Parquet, and JSON objects with the same fields; a row is a memory.

Which column is which field says `mapping`, what a cell means `cells`, and how rows are read `sheets`. Rows are counted
from 1, the header not among them; one without an id of its own is called `file/row`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ..errors import MemoryInvalid
from .cells import field_of
from .mapping import META, SAYING, placed
from .protocol import Bad, Head, Item, Source, Unit
from .sheets import SUFFIXES, Row, columns_of, rows_of, suffix_of


class Table:
    """Importer `table`."""

    name = "table"
    doc = "tables: CSV, TSV, Parquet or JSON objects, their columns as --map says"

    def recognises(self, head: Head) -> bool:
        if isinstance(head.first, dict):
            return any(isinstance(head.first.get(field), str) for field in SAYING)
        is_table = not head.path.is_dir() and suffix_of(head.path) in SUFFIXES
        return is_table and not set(SAYING).isdisjoint(columns_of(head.path))

    def read(self, source: Source) -> Iterator[Item]:
        """Yield the rows. Raises ImportFailed where the mapping does not fit the columns."""
        mapping: Mapping[str, str] = source.options.get("columns", {})
        columns = columns_of(source.path)
        # Where no row can be read, what is wrong with the rows is told, and not that they lack a column.
        fields = placed(mapping, columns, source.path.name) if columns else {}
        seen = set(columns)
        for row in rows_of(source, list(fields)):
            if isinstance(row, Bad):
                yield row
                continue
            if not row.cells.keys() <= seen:  # JSON may have fields that no object before had
                seen |= row.cells.keys()
                fields = placed(mapping, [*columns, *sorted(seen.difference(columns))], source.path.name)
            yield _item(row, fields, source)


def _item(row: Row, fields: Mapping[str, str], source: Source) -> Item:
    place = {"id": f"{source.name}/{row.number}", "at": source.started + row.number, "source": source.path.name}
    try:
        return Unit({**place, **_fields(row.cells, fields)}, row.number, row.position)
    except MemoryInvalid as error:
        return Bad(row.number, error.message, row.position)


def _fields(cells: Mapping[str, Any], fields: Mapping[str, str]) -> dict[str, Any]:
    """Return what the cells say, those of `meta.*` together in `meta`."""
    read = ((field, field_of(field, cells.get(column))) for column, field in fields.items())
    said = {field: value for field, value in read if value is not None}
    aside = {field.removeprefix(META): said.pop(field) for field in list(said) if field.startswith(META)}
    return said if not aside else {**said, "meta": {**said.get("meta", {}), **aside}}
