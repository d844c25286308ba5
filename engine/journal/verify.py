"""Is the journal what was written? Everything is read once; every kind of damage is named by the first place it shows.

Each event is checked against the stored link of the one before it, so one damaged event does not accuse all that
follow. Damage to what is derived from the events (index, words) is no loss; damage to an event is.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice
from typing import Literal, NamedTuple, TypeAlias

from ...errors import StoreDamaged
from . import chain, reader
from .payloads import decode
from .schema import from_key
from .sqlite_border import Connection
from .words import indexed_rows

Kind: TypeAlias = Literal["file", "gap", "payload", "chain", "index", "words"]

MOST = 20
"""Findings of one check: more say no more."""

EVENTS = """SELECT seq, CAST(operation AS BLOB), recorded_at, name, kind, CAST(payload AS BLOB), salt, digest, chain
    FROM events LEFT JOIN namespaces ON namespace = number WHERE seq > ? ORDER BY seq LIMIT ?"""
INDEX = """SELECT row, name, id, seq, retracted_at FROM memories JOIN namespaces ON namespace = number"""


@dataclass(frozen=True, slots=True)
class Finding:
    """One damage. `seq` is that of the event, where there is one.

    file: SQLite's own check failed.
    gap, payload, chain: an event is missing or changed.
    index, words: what is derived from the events does not agree with them.
    """

    kind: Kind
    message: str
    seq: int | None = None


class StoredEvent(NamedTuple):
    """An event as it lies in its table."""

    seq: int
    operation: bytes
    recorded_at: int
    namespace: bytes | None
    kind: str
    payload: bytes
    salt: bytes | None
    digest: bytes
    chain: bytes

    def damage(self, last: int, link: bytes) -> Finding | None:
        """Return what is wrong with it after event `last`, whose link is `link`."""
        if self.seq != last + 1:
            return Finding("gap", f"Events {last + 1} to {self.seq - 1} are missing.", self.seq)
        if self.chain != self._link(link):
            return Finding("chain", f"Event {self.seq} is not what was written after event {last}.", self.seq)
        # Without its salt the payload was purged: the chain still holds, and there is nothing to compare.
        if self.salt is not None and chain.digest_of(self.salt, self.payload) != self.digest:
            return Finding("payload", f"The content of event {self.seq} was changed.", self.seq)
        return None

    def _link(self, previous: bytes) -> bytes | None:
        try:
            operation, namespace = from_key(self.operation), from_key(self.namespace or b"")
        except UnicodeDecodeError:
            return None
        return chain.link_of(previous, self.seq, operation, self.recorded_at, namespace, self.kind, self.digest)


@dataclass(frozen=True, slots=True)
class Entry:
    """What the index should say, and says, about one memory."""

    row: int
    namespace: str
    id: str
    seq: int
    retracted_at: int | None


def verify(connection: Connection) -> list[Finding]:
    """Return what is damaged, the most serious first; nothing, in a healthy journal.

    What is derived is only held against events that are sound.
    """
    entries: dict[tuple[str, str], Entry] = {}
    with connection.snapshot():
        truth = [*_first(_file(connection)), *_first(_events(connection, entries))]
        return truth or [*_first(_index(connection, entries)), *_first(_words(connection, entries))]


def _first(check: Iterator[Finding]) -> Iterator[Finding]:
    return islice(_readable(check), MOST)


def _readable(check: Iterator[Finding]) -> Iterator[Finding]:
    try:
        yield from check
    except StoreDamaged as error:  # SQLite cannot read on
        yield Finding("file", error.message)


def _file(connection: Connection) -> Iterator[Finding]:
    for (line,) in connection.rows(f"PRAGMA quick_check({MOST})"):
        if line != "ok":
            yield Finding("file", f"The file is damaged: {line}.")


def _events(connection: Connection, entries: dict[tuple[str, str], Entry]) -> Iterator[Finding]:
    """Check every event against itself and the one before it, and note what the sound ones say of memories."""
    last, link = 0, chain.START
    while rows := connection.rows(EVENTS, (last, reader.EVENTS_AT_ONCE)):
        for row in rows:
            event = StoredEvent(*row)
            if (damage := event.damage(last, link)) is not None:
                yield damage
            else:
                _note(event, entries)
            last, link = event.seq, event.chain


def _note(event: StoredEvent, entries: dict[tuple[str, str], Entry]) -> None:
    payload, namespace = decode(event.payload), from_key(event.namespace or b"")
    if event.kind == "remember":
        id: str = payload["id"]
        entries[namespace, id] = Entry(payload["row"], namespace, id, event.seq, None)
    elif event.kind in ("forget", "restore"):
        retracted_at = event.recorded_at if event.kind == "forget" else None
        for key in [(namespace, id) for id in payload["ids"] if (namespace, id) in entries]:
            entries[key] = replace(entries[key], retracted_at=retracted_at)


def _index(connection: Connection, entries: dict[tuple[str, str], Entry]) -> Iterator[Finding]:
    stored = {
        entry.row: entry
        for entry in (Entry(r, from_key(n), from_key(i), s, t) for r, n, i, s, t in connection.rows(INDEX))
    }
    told = {entry.row: entry for entry in entries.values()}
    for row in sorted(told.keys() | stored.keys()):
        if row not in told:
            yield Finding(
                "index", f"Memory `{stored[row].id}` is in the index, but no event brought it.", stored[row].seq
            )
        elif told[row] != stored.get(row):
            yield Finding("index", f"The index is wrong about memory `{told[row].id}`.", told[row].seq)
        elif row and row - 1 not in told:
            yield Finding("index", f"Row {row - 1} was never given to a memory.")


def _words(connection: Connection, entries: dict[tuple[str, str], Entry]) -> Iterator[Finding]:
    rows: dict[str, set[int]] = {}
    for entry in entries.values():
        rows.setdefault(entry.namespace, set()).add(entry.row)
    for name, number in reader.namespaces(connection).items():
        indexed, wanted = indexed_rows(connection, number), rows.get(name, set())
        for row in sorted(wanted - indexed):
            yield Finding("words", f"The words of row {row} in namespace `{name}` are not indexed.")
        for row in sorted(indexed - wanted):
            yield Finding("words", f"Words are indexed for row {row} in namespace `{name}`, which has no such memory.")
