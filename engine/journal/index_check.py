"""Is the index what the events say? Every memory with its row, id, task, step, type and what is thought of it; and what
names stand for.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ...errors import ClewError, StoreDamaged
from . import definitions, esteems, reader
from .finding import Finding
from .schema import from_key
from .sqlite_border import Connection, Row
from .told import Entry, Place, Told

MEMORIES = f"""SELECT row, CAST(namespaces.name AS BLOB), CAST(id AS BLOB), seq, retracted_at,
    CAST(tasks.name AS BLOB), step, CAST(type AS BLOB), {esteems.COLUMNS}
    FROM memories JOIN namespaces ON memories.namespace = namespaces.number
    LEFT JOIN tasks ON memories.task = tasks.number AND memories.namespace = tasks.namespace
    LEFT JOIN esteem USING (row)"""


def check(connection: Connection, told: Told) -> Iterator[Finding]:
    """Yield in what the index differs from what was told."""
    for compare in (_memories, _names):
        try:
            yield from compare(connection, told)
        except ClewError as error:
            if not isinstance(error, StoreDamaged) or "sqlite" in error.data:
                raise
            yield Finding("index", f"The index cannot be read: {error.message}")
        except Exception as error:  # what a disk changed can be anything, and fail in any way
            yield Finding("index", f"The index cannot be read: {error}.")


def _memories(connection: Connection, told: Told) -> Iterator[Finding]:
    stored = {entry.row: entry for entry in map(_entry, connection.rows(MEMORIES))}
    wanted = {entry.row: entry for entry in told.entries.values()}
    for row in sorted(wanted.keys() | stored.keys()):
        if row not in wanted:
            message = f"Memory `{stored[row].id}` is in the index, but no event brought it."
            yield Finding("index", message, stored[row].seq)
        elif not _agree(wanted[row], stored.get(row)):
            yield Finding("index", f"The index is wrong about memory `{wanted[row].id}`.", wanted[row].seq)
        elif row and row - 1 not in wanted:
            yield Finding("index", f"Row {row - 1} was never given to a memory.")


def _entry(found: Row) -> Entry:
    row, namespace, id, seq, until, task, step, type, *esteem = found
    place = Place(None if task is None else from_key(task), step, from_key(type))
    return Entry(row, from_key(namespace), from_key(id), seq, place, until, esteems.esteem_of(tuple(esteem)))


def _agree(told: Entry, stored: Entry | None) -> bool:
    """Whether the index says what was told. Of a memory that was purged nothing is told of its place."""
    return stored is not None and told == (stored if told.place else replace(stored, place=None))


def _names(connection: Connection, told: Told) -> Iterator[Finding]:
    """Check what names stand for."""
    stored = {
        (name, one.kind, definitions.key_of(one.kind, one.name)): one
        for name, number in reader.namespaces(connection).items()
        for one in definitions.definitions(connection, number)
    }
    for key in sorted(stored.keys() | told.definitions.keys()):
        one = stored.get(key)
        if one != told.definitions.get(key):
            named = one or told.definitions[key]
            yield Finding("index", f"The index is wrong about the {named.kind} `{named.name}`.")
