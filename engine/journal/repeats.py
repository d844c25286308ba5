"""Is this write there already? The same operation, or the same id saying nothing new, is the same write.

The same id with something else to say is refused, because a memory is never overwritten: a correction supersedes.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...errors import MemoryInvalid
from ..values.model import Draft, Receipt
from . import reader
from .numbers import Namespace
from .payloads import additions, decode
from .schema import from_key, to_key
from .sqlite_border import Connection

BY_ID = """SELECT row, seq, retracted_at, CAST(payload AS BLOB) FROM memories JOIN events USING (seq)
    WHERE memories.namespace = ? AND id = ?"""
BY_OPERATION = """SELECT kind, id, row, seq, retracted_at FROM events LEFT JOIN memories USING (seq)
    WHERE events.namespace = ? AND operation = ?"""


class Repeats:
    """What is known in SQLite, and what the batch that is being written adds to it."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._ids: dict[tuple[int, str], tuple[Receipt, bytes]] = {}
        self._operations: dict[tuple[int, str], Receipt] = {}
        self._absent: set[tuple[int, str]] = set()

    def find(self, draft: Draft, namespace: Namespace) -> Receipt | None:
        """Return the receipt of the first such write, or None. Raises MemoryInvalid where only the name is the same."""
        return self._same_operation(draft, namespace.number) or self._same_id(draft, namespace.number)

    def look_up(self, namespace: Namespace, ids: Sequence[str]) -> None:
        """Find out at once which of many ids are not there, for `find` to ask of no other."""
        rows = reader.rows_of(self._connection, namespace.name, ids)
        self._absent.update((namespace.number, id) for id, row in zip(ids, rows, strict=True) if row is None)

    def add(self, namespace: Namespace, operation: str, receipt: Receipt, payload: bytes) -> None:
        """Take in a memory that the batch adds."""
        first = Receipt(receipt.id, receipt.row, receipt.seq, new=False)
        self._ids[namespace.number, receipt.id] = first, payload
        self._operations[namespace.number, operation] = first

    def _same_operation(self, draft: Draft, namespace: int) -> Receipt | None:
        if draft.operation is None:
            return None
        if first := self._operations.get((namespace, draft.operation)):
            return first
        found = self._connection.row(BY_OPERATION, (namespace, to_key(draft.operation)))
        if found is None:
            return None
        kind, id, row, seq, retracted_at = found
        if id is None:
            raise MemoryInvalid(f"Operation `{draft.operation}` was a {kind}.", hint="Take a new one for each write.")
        return Receipt(from_key(id), row, seq, new=False, forgotten=retracted_at is not None)

    def _same_id(self, draft: Draft, namespace: int) -> Receipt | None:
        if first := self._ids.get((namespace, draft.id)):
            _refuse_additions(draft, first[1])
            return first[0]
        if (namespace, draft.id) in self._absent:
            return None
        found = self._connection.row(BY_ID, (namespace, to_key(draft.id)))
        if found is None:
            return None
        row, seq, retracted_at, payload = found
        _refuse_additions(draft, payload)
        return Receipt(draft.id, row, seq, new=False, forgotten=retracted_at is not None)


def _refuse_additions(draft: Draft, stored: bytes) -> None:
    if fields := additions(draft, decode(stored)):
        raise MemoryInvalid(
            f"The memory `{draft.id}` is there already, and differs in {' and '.join(fields)}.",
            hint="Memories are never overwritten: give this one a new id, and supersedes=[the old id].",
            id=draft.id,
            fields=fields,
        )
