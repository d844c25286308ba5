"""Which column of a table is which field of a memory.

    text=body, at=created_at, task=thread, meta.source=url      a field, and the column that it comes from
    meta.*=*                                                    every column that is not mapped, in `meta`
    importance=                                                 the field is not taken, though a column is called so

A column that is called as a field is that field, unless something else is said of either. Other columns are left out.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Mapping, Sequence

from ..dsl.diagnosis.suggest import nearest
from ..engine.values.fields import RememberFields
from ..errors import ImportFailed

SAYING = ("text", "action", "observation")
"""Fields of which a memory needs one."""

FIELDS = ("text", *(name for name in RememberFields.__annotations__ if name not in ("recorded_at", "operation")))
"""What a column may be. When the store learned of a memory, and by which write, no table can say."""

REST = "meta.*"
META = "meta."


def parsed(pairs: Iterable[str]) -> dict[str, str]:
    """Return the column of each field, from `field=column` texts that hold one or several between commas.

    A column with a comma in its name is put in quotation marks: `"text=last, first"`. Raises ImportFailed.
    """
    columns: dict[str, str] = {}
    for pair in (pair for given in pairs for row in csv.reader([given], skipinitialspace=True) for pair in row):
        field, equals, column = pair.partition("=")
        if not equals:
            raise ImportFailed(f"`{pair}` maps nothing.", hint="Write `field=column`, as in text=body.")
        if columns.setdefault(_known(field.strip()), column) != column:
            raise ImportFailed(f"`{field.strip()}` is mapped twice, to `{columns[field.strip()]}` and `{column}`.")
    if columns.get(REST, "*") not in ("*", ""):
        raise ImportFailed(f"`{REST}` takes all columns that are left, and not `{columns[REST]}`.", hint=f"{REST}=*")
    return columns


def placed(mapping: Mapping[str, str], columns: Sequence[str], where: str) -> dict[str, str]:
    """Return the field of each column that is taken, for a table with these columns.

    where: the table, for the error. Raises ImportFailed for a column that is not there, with the nearest one that is,
    and where no column says what is to be remembered.
    """
    fields: dict[str, str] = {}
    for field, column in ((f, c) for f, c in mapping.items() if c and f != REST):
        if column not in columns:
            raise ImportFailed(f"{where} has no column `{column}`.", hint=_near(column, columns), column=column)
        if column in fields:
            raise ImportFailed(f"The column `{column}` cannot be `{fields[column]}` and `{field}`.", column=column)
        fields[column] = field
    fields |= {c: c for c in columns if c in FIELDS and c not in fields and c not in mapping}
    if mapping.get(REST):
        fields |= {column: META + column for column in columns if column not in fields}
    if not set(SAYING) & set(fields.values()):
        hint = f"Say which one it is, as in --map text=COLUMN; there are: {', '.join(columns)}."
        raise ImportFailed(f"No column of {where} is called {' or '.join(SAYING)}.", hint=hint)
    return fields


def _known(field: str) -> str:
    if field in FIELDS or (field.startswith(META) and field != META):
        return field
    near = nearest(field, FIELDS)
    hint = f"`{near}` is similar." if near else f"There are: {', '.join(FIELDS)}, and meta.NAME for anything else."
    raise ImportFailed(f"A memory has no field `{field}`.", hint=hint, field=field)


def _near(column: str, columns: Sequence[str]) -> str:
    near = nearest(column, columns)
    return f"`{near}` is similar." if near else f"There are: {', '.join(columns)}."
