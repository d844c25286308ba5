"""An event as it lies in its table, and whether it is what was written: for who looks for damage.

What is read for an answer comes through `reader`, which holds it to its digest alone; the chain is for a look at all.
"""

from __future__ import annotations

from typing import NamedTuple, cast

from ...errors import StoreDamaged
from ..values.model import Event, EventKind
from . import chain
from .finding import Finding
from .payloads import Payload, decode
from .schema import from_key

COLUMNS = ", ".join(
    name if name in ("seq", "recorded_at", "kind") else f"CAST({name} AS BLOB)"
    for name in ("seq", "operation", "recorded_at", "name", "kind", "payload", "salt", "digest", "chain")
)
TABLE = "events LEFT JOIN namespaces ON namespace = number"
SOME = f"SELECT {COLUMNS} FROM {TABLE} WHERE seq > ? ORDER BY seq LIMIT ?"
ONE = f"SELECT {COLUMNS} FROM {TABLE} WHERE seq = ?"


class StoredEvent(NamedTuple):
    """The row of an event. What a disk changed in it can be anything."""

    seq: int
    operation: bytes
    recorded_at: int
    namespace: bytes | None
    kind: str
    payload: bytes
    salt: bytes | None
    digest: bytes
    chain: bytes

    def damage(self, last: int, link: bytes | None) -> Finding | None:
        """Return what is wrong with it after event `last`, whose link is `link`; None where that is not known."""
        if self.seq != last + 1:
            return Finding("gap", f"Events {last + 1} to {self.seq - 1} are missing.", self.seq)
        if link is not None and self.chain != self._link(link):
            return Finding("chain", f"Event {self.seq} is not what was written after event {last}.", self.seq)
        # Without its salt the payload was purged: the chain still holds, and there is nothing to compare.
        if self.salt is not None and chain.digest_of(self.salt, self.payload) != self.digest:
            return Finding("payload", f"The content of event {self.seq} was changed.", self.seq)
        return None

    def event(self) -> Event:
        """Return it as it is read, once it is known to be sound."""
        namespace, kind = from_key(self.namespace or b""), cast(EventKind, self.kind)
        return Event(self.seq, from_key(self.operation), self.recorded_at, namespace, kind, self.said())

    def said(self) -> Payload:
        return decode(self.payload)

    def _link(self, previous: bytes) -> bytes | None:
        try:
            operation, namespace = from_key(self.operation), from_key(self.namespace or b"")
            return chain.link_of(previous, self.seq, operation, self.recorded_at, namespace, self.kind, self.digest)
        except (StoreDamaged, TypeError):  # a name, a time or a kind that is none
            return None
