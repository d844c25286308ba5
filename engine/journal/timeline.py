"""The journal along its time: when each event was written, some events by number, and those that name a memory.

For whoever looks at a store and walks through its past; nothing that answers a query reads here. There is no index of
the events by the memories that they name, because it would cost every write, and a person asks about one memory at a
time. What memories say when they are remembered is most of a journal, so it is not scanned: whoever asks knows from the
edges which of them can have named it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ..values.model import Event
from . import reader
from .payloads import encode
from .schema import to_key
from .sqlite_border import Connections

TIMES = """SELECT seq, recorded_at FROM events JOIN namespaces ON events.namespace = namespaces.number
    WHERE seq > ? AND name = ? ORDER BY seq"""
SOME = f"""SELECT {reader.FIELDS} FROM events JOIN namespaces ON events.namespace = namespaces.number
    WHERE seq IN (SELECT value FROM json_each(?)) ORDER BY seq"""
NAMING = """SELECT seq FROM events JOIN namespaces ON events.namespace = namespaces.number
    WHERE kind <> 'remember' AND name = ? AND instr(CAST(payload AS BLOB), ?) > 0
    UNION SELECT seq FROM memories WHERE row IN (SELECT value FROM json_each(?))"""


@dataclass(frozen=True, slots=True)
class Timeline:
    """Reads on the connections of an open journal."""

    connections: Connections

    def times(self, namespace: str, after: int = 0) -> list[tuple[int, int]]:
        """Return number and time (microseconds) of every event of a namespace behind the number `after`, in order."""
        return self.connections.reader.rows(TIMES, (after, to_key(namespace)))

    def events(self, seqs: Sequence[int]) -> list[Event]:
        """Return the events of these numbers, in order; those that are not there are left out. Raises StoreDamaged."""
        return [reader.event_of(row) for row in self.connections.reader.rows(SOME, (json.dumps([*seqs]),))]

    def naming(self, namespace: str, id: str, rows: Sequence[int]) -> list[Event]:
        """Return the events that say something of a memory, in order: its own, and what was said and joined since.

        rows: its own, and those of the memories that any edge ever joined it to.
        """
        needle = encode({"": id})[4:-1]  # the id as it stands inside a payload, in its quotes
        found = self.connections.reader.rows(NAMING, (to_key(namespace), needle, json.dumps([*rows])))
        return [event for event in self.events([seq for (seq,) in found]) if id in named(event)]


def named(event: Event) -> Iterator[str]:
    """Yield the ids of the memories that an event says something of."""
    payload = event.payload
    if event.kind == "remember":
        yield payload["id"]
    yield from payload.get("ids", ())
    for link in (*payload.get("links", ()), *payload.get("unlinks", ())):
        yield from (link["source"], link["target"])
