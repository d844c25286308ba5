"""Reading: events in order, memories by row or id, lists of rows. Each function is one question to one connection.

What an event says is held to its digest whenever it is read: SQLite has no checksums of its own, and a bit that a disk
turned over must not become an answer. It costs a microsecond an event.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from ...errors import MemoryInvalid, MemoryNotFound, StoreDamaged
from ..extraction.keys import match_key
from ..values.model import Event, EventKind, Memory
from . import chain, esteems
from .embeddings import Rows
from .payloads import Payload, decode, memory_of
from .schema import from_key, to_key
from .sqlite_border import DOCTOR, Connection, Row

EVENTS_AT_ONCE = 1000
"""Events in one reading: a longer one would hold up checkpoints, a shorter one costs a query more often."""

FIELDS = "seq, operation, recorded_at, name, kind, CAST(payload AS BLOB), CAST(salt AS BLOB), digest"
EVENTS = f"""SELECT {FIELDS}
    FROM events JOIN namespaces ON events.namespace = namespaces.number
    WHERE seq > ? ORDER BY seq LIMIT ?"""
OF_KIND = f"""SELECT {FIELDS}
    FROM events JOIN namespaces ON events.namespace = namespaces.number WHERE kind = ? ORDER BY seq"""
NAMESPACE = "SELECT number FROM namespaces WHERE name = ?"
NAMESPACES = "SELECT name, number FROM namespaces ORDER BY number"
MEMORIES = f"""SELECT seq, CAST(payload AS BLOB), CAST(salt AS BLOB), digest, row, retracted_at, {esteems.COLUMNS}
    FROM memories JOIN events USING (seq) LEFT JOIN esteem USING (row)
    WHERE row IN (SELECT value FROM json_each(?))"""
ROWS = "SELECT id, row FROM memories WHERE namespace = ? AND id IN ({})"
IDS_AT_ONCE = 500
"""Ids in one statement: a third of the time that one each would take, and within what every SQLite allows."""
TASK = "SELECT number FROM tasks WHERE namespace = ? AND name = ?"


def events(connection: Connection, after: int) -> Iterator[Event]:
    """Yield the events with a number above `after`, in order, up to the end as it is when it gets there.

    Raises StoreDamaged at one that is missing, or not what was written.
    """
    while found := connection.rows(EVENTS, (after, EVENTS_AT_ONCE)):
        for row in found:
            if row[0] != after + 1:
                raise StoreDamaged(f"Events {after + 1} to {row[0] - 1} are missing.", hint=DOCTOR, seq=after + 1)
            after = row[0]
            yield event_of(row)


def of_kind(connection: Connection, kind: EventKind) -> Iterator[Event]:
    """Yield the events of one kind, in order, as they are now. Raises StoreDamaged at one that is not what was
    written.
    """
    yield from map(event_of, connection.rows(OF_KIND, (kind,)))


def history(connection: Connection, seq: int) -> str:
    """Return the link of an event in hex, for 0 what the first is tied to; empty where there is no such event."""
    link = chain.START if seq == 0 else connection.value("SELECT CAST(chain AS BLOB) FROM events WHERE seq = ?", (seq,))
    return "" if link is None else link.hex()


def namespaces(connection: Connection) -> dict[str, int]:
    """Return the namespaces and their numbers, in the order of their first memory."""
    return {from_key(name): number for name, number in connection.rows(NAMESPACES)}


def namespace_number(connection: Connection, name: str) -> int | None:
    return connection.value(NAMESPACE, (to_key(name),))


def row_of(connection: Connection, namespace: str, id: str) -> int | None:
    """Return the row of a memory, forgotten or not; None where there is none."""
    return rows_of(connection, namespace, [id])[0]


def rows_of(connection: Connection, namespace: str, ids: Sequence[str]) -> list[int | None]:
    """Return the row of each id, forgotten or not; None where there is none."""
    number, keys = namespace_number(connection, namespace), [to_key(id) for id in ids]
    found: dict[bytes, int] = {}
    for start in range(0, len(keys), IDS_AT_ONCE):
        some = keys[start : start + IDS_AT_ONCE]
        found.update(connection.rows(ROWS.format(", ".join("?" * len(some))), (number, *some)))
    return [found.get(key) for key in keys]


def memories(connection: Connection, rows: Sequence[int] | Rows) -> list[Memory]:
    """Return the memories of these rows, in this order, forgotten ones too.

    Raises MemoryNotFound for a row unknown, StoreDamaged for one whose event is not what was written.
    """
    numbers = [int(row) for row in rows]
    found = {row[4]: _memory(row) for row in connection.rows(MEMORIES, (json.dumps(numbers),))}
    try:
        return [found[row] for row in numbers]
    except KeyError as missing:
        raise MemoryNotFound(f"There is no memory in row {missing.args[0]}.") from None


def event_of(row: Row) -> Event:
    """Return the event of a row of FIELDS. Raises StoreDamaged where it is not what was written."""
    seq, operation, recorded_at, namespace, kind, *content = row
    if not isinstance(recorded_at, int):
        raise StoreDamaged(f"The time of event {seq} was changed.", hint=DOCTOR, seq=seq)
    return Event(seq, from_key(operation), recorded_at, from_key(namespace), kind, _content(seq, *content))


def _memory(found: Row) -> Memory:
    seq, payload, salt, digest, row, retracted_at, *esteem = found
    said = _content(seq, payload, salt, digest)
    try:
        return memory_of(said, retracted_at, esteems.esteem_of(tuple(esteem)))
    except (TypeError, ValueError, LookupError, MemoryInvalid) as error:
        raise StoreDamaged(f"What the index says of row {row} cannot be read: {error}.", hint=DOCTOR, row=row) from None


def _content(seq: int, payload: bytes, salt: bytes | None, digest: bytes) -> Payload:
    """Return what an event says. One that was purged has no salt, and nothing to compare."""
    if salt is not None and chain.digest_of(salt, payload) != digest:
        raise StoreDamaged(f"The content of event {seq} was changed.", hint=DOCTOR, seq=seq)
    return decode(payload)


def find(
    connection: Connection,
    namespace: str,
    *,
    task: str | None = None,
    type: str | None = None,
    forgotten: bool = False,
    before: int | None = None,
    limit: int = 100,
) -> list[int]:
    """Return up to `limit` rows of a namespace, the newest first.

    task: by its folded name. type: the first of a memory's types. forgotten: with those too. before: only lower rows,
    to turn pages.
    """
    number = namespace_number(connection, namespace)
    wanted: list[tuple[str, object]] = [("namespace = ?", number)]
    if task is not None:
        wanted.append(("task = ?", connection.value(TASK, (number, to_key(match_key(task))))))
    if type is not None:
        wanted.append(("type = ?", to_key(type)))
    if before is not None:
        wanted.append(("row < ?", before))
    conditions = " AND ".join([condition for condition, _ in wanted] + ["retracted_at IS NULL"] * (not forgotten))
    sql = f"SELECT row FROM memories WHERE {conditions} ORDER BY row DESC LIMIT ?"
    return [row for (row,) in connection.rows(sql, (*(value for _, value in wanted), limit))]
