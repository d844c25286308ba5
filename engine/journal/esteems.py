"""The newest esteem of each memory that was reinforced, pinned or judged, beside the index, so that reading one memory
need not fold all events. Derived: `reindex` makes it again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import astuple
from typing import Any

from ...errors import StoreDamaged
from ..writing.esteem import ChangeKind, Esteem, after, amount_of, first_esteem
from .payloads import decode
from .schema import to_key
from .sqlite_border import DOCTOR, Connection

COLUMNS = "importance, pinned, access_count, last_access, successes, failures"
PUT = f"INSERT OR REPLACE INTO esteem (row, {COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?)"
NEWEST = f"""SELECT row, CAST(payload AS BLOB), {COLUMNS}
    FROM memories JOIN events USING (seq) LEFT JOIN esteem USING (row) WHERE memories.namespace = ? AND id = ?"""


def change(connection: Connection, namespace: int, kind: ChangeKind, payload: Mapping[str, Any], at: int) -> None:
    """Keep what an event changes. at: microseconds."""
    amount = amount_of(kind, payload)
    rows = [(row, after(esteem, kind, amount, at)) for row, esteem in _newest(connection, namespace, payload["ids"])]
    connection.run_many(PUT, [(row, *astuple(esteem)) for row, esteem in rows])


def esteem_of(values: tuple[Any, ...]) -> Esteem | None:
    """Return what a row of the table says, its columns in the order of COLUMNS; None where there was none.

    Raises StoreDamaged where it says anything but numbers.
    """
    importance, pinned, *rest = values
    if importance is None:
        return None
    if not all(value is None or isinstance(value, int | float) for value in values):
        raise StoreDamaged("What is thought of a memory cannot be read.", hint=DOCTOR)
    return Esteem(importance, bool(pinned), *rest)


def is_pinned(connection: Connection, namespace: int, id: str) -> bool:
    return any(esteem.pinned for _, esteem in _newest(connection, namespace, [id]))


def _newest(connection: Connection, namespace: int, ids: Iterable[str]) -> Iterable[tuple[int, Esteem]]:
    for id in ids:
        found = connection.row(NEWEST, (namespace, to_key(id)))
        if found is not None:
            row, payload, *values = found
            yield row, esteem_of(tuple(values)) or first_esteem(decode(payload))
