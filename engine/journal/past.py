"""What tasks held before: the answers that `completion` asks for, from SQLite and from the batch that is being written.

The rows of a batch reach SQLite together, at its end: so what the batch has added so far is kept here, and laid over
what SQLite says.
"""

from __future__ import annotations

import json
import struct
from bisect import bisect_right, insort
from collections.abc import Iterator, Mapping, Sequence
from hashlib import blake2b
from typing import NamedTuple

from ...errors import StoreDamaged
from .schema import from_key
from .sqlite_border import DOCTOR, Connection

NEIGHBOUR = "SELECT step, row, id FROM memories WHERE task = ? AND step {} ? ORDER BY step {}, row {} LIMIT 1"
BEFORE = NEIGHBOUR.format("<=", "DESC", "DESC")
AFTER = NEIGHBOUR.format(">", "ASC", "ASC")
LAST = "SELECT step, row, id FROM memories WHERE task = ? ORDER BY step DESC, row DESC LIMIT 1"
FIRST_SEEN = """SELECT literals.hash, memories.id FROM literals JOIN memories USING (row)
    WHERE literals.task = ? AND literals.hash IN (SELECT value FROM json_each(?))"""
ADD_LITERALS = "INSERT OR IGNORE INTO literals (task, hash, row) VALUES (?, ?, ?)"


class Place(NamedTuple):
    """Where a memory stands in its task; places sort as the chain runs."""

    step: int
    row: int
    id: str


class TaskPast:
    """The past of one task inside one write. Fits `completion.Past`."""

    def __init__(self, connection: Connection, task: int, *, new: bool) -> None:
        self.task = task
        self._connection = connection
        self._new = new
        self._last = None if new else _place(connection, LAST, task)
        self._added: list[Place] = []
        self._seen: dict[int, str | None] = {}
        self._seen_in_batch: dict[int, Place] = {}

    def last_step(self) -> int | None:
        return None if self._last is None else self._last.step

    def neighbours(self, step: int) -> tuple[str | None, str | None]:
        if self._last is None or self._last.step <= step:  # in order, as nearly always
            return (None if self._last is None else self._last.id), None
        before, after = self._kept(BEFORE, step), self._kept(AFTER, step)
        at = bisect_right(self._added, step, key=lambda place: place.step)
        before = max(filter(None, (before, *self._added[max(at - 1, 0) : at])), default=None)
        after = min(filter(None, (after, *self._added[at : at + 1])), default=None)
        return (before.id if before else None), (after.id if after else None)

    def first_seen(self, literals: Sequence[str]) -> Mapping[str, str]:
        hashes = hashes_of(literals)
        self._look_up([hash for hash in hashes if hash not in self._seen])
        found = [
            (literal, self._seen[hash] or self._in_batch(hash)) for literal, hash in zip(literals, hashes, strict=True)
        ]
        return {literal: id for literal, id in found if id is not None}

    def add(self, place: Place, literals: Sequence[str]) -> None:
        """Take in a memory that the batch adds, and the literals that its observation holds."""
        insort(self._added, place)
        self._last = place if self._last is None else max(self._last, place)
        for hash in hashes_of(literals):
            self._seen_in_batch.setdefault(hash, place)

    def literal_rows(self) -> Iterator[tuple[int, int, int]]:
        """Yield the rows to write."""
        return ((self.task, hash, place.row) for hash, place in self._seen_in_batch.items())

    def _kept(self, sql: str, step: int) -> Place | None:
        return None if self._new else _place(self._connection, sql, self.task, step)

    def _in_batch(self, hash: int) -> str | None:
        place = self._seen_in_batch.get(hash)
        return None if place is None else place.id

    def _look_up(self, hashes: list[int]) -> None:
        self._seen.update(dict.fromkeys(hashes))
        if hashes and not self._new:
            rows = self._connection.rows(FIRST_SEEN, (self.task, json.dumps(hashes)))
            self._seen.update((hash, from_key(id)) for hash, id in rows)


def hashes_of(literals: Sequence[str]) -> tuple[int, ...]:
    """Return 64 bits of each literal, signed as SQLite wants them; two meet once in 10 ** 10 tasks of 30,000."""
    digests = [blake2b(literal.encode("utf-8", "surrogatepass"), digest_size=8).digest() for literal in literals]
    return struct.unpack(f"<{len(digests)}q", b"".join(digests))


def _place(connection: Connection, sql: str, *parameters: int) -> Place | None:
    found = connection.row(sql, parameters)
    if found is None:
        return None
    step, row, id = found
    if not isinstance(step, int):
        raise StoreDamaged(f"The index has no step for row {row}.", hint=DOCTOR, row=row)
    return Place(step, row, from_key(id))
