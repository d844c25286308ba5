"""The end of the journal inside one write transaction: which number, time and link come next, and how they are written.

`recorded_at` rises with every event, even when the clock stands still or is set back, so the order of events is the
order of times, and AS OF has one answer. Only an event that says so (a backdated import) is out of order; the clock
does not follow it.
"""

from __future__ import annotations

import os

from ..values.ids import new_id
from . import chain, settings
from .numbers import Namespace
from .schema import to_key
from .settings import CLOCK
from .sqlite_border import Connection, Row

END = "SELECT seq, CAST(chain AS BLOB) FROM events ORDER BY seq DESC LIMIT 1"
ADD_EVENTS = "INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"

AHEAD = 86_400_000_000
"""Microseconds (a day) by which the clock follows an event of another journal into the future, and no further: one
event of the year 9999 must not date all that come after it.
"""


class Ledger:
    """Events to be written together. `now` is the wall clock in microseconds."""

    def __init__(self, connection: Connection, now: int) -> None:
        self._connection = connection
        self.seq, self._chain = connection.row(END) or (0, chain.START)
        self._clock = max(now - 1, settings.clock(connection))
        self._latest = now + AHEAD
        self._rows: list[Row] = []

    def next_time(self, backdated: int | None = None) -> int:
        """Return the time of the next event. A backdated one keeps its own, unless that has not come yet."""
        self._clock += 1
        return self._clock if backdated is None else min(backdated, self._clock)

    def same_time(self, time: int) -> int:
        """Return the time that an event had in another journal, unchanged; what is written later is later."""
        if time <= self._latest:
            self._clock = max(self._clock, time)
        return time

    def add(self, kind: str, namespace: Namespace, payload: bytes, recorded_at: int, operation: str | None) -> str:
        """Take in one event, whose number is then `self.seq`, and return its operation."""
        salt, operation = os.urandom(chain.SALT_BYTES), operation or new_id()
        digest = chain.digest_of(salt, payload)
        self.seq += 1
        self._chain = chain.link_of(self._chain, self.seq, operation, recorded_at, namespace.name, kind, digest)
        self._rows.append(
            (self.seq, to_key(operation), recorded_at, namespace.number, kind, payload, salt, digest, self._chain)
        )
        return operation

    def write(self) -> None:
        """Write what was taken in. Once, at the end of the transaction."""
        self._connection.run_many(ADD_EVENTS, self._rows)
        settings.put(self._connection, CLOCK, str(self._clock))
