"""Is the journal what was written? Everything is read once; every kind of damage is named by the first place it shows.

Each event is checked against the stored link of the one before it, so one damaged event does not accuse all that
follow. Damage to what is derived from the events (index, words, vectors) is no loss; damage to an event is.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from ...errors import StoreDamaged
from . import chain, head_mark, index_check, literal_check, reader, settings_check, vector_check, word_check
from .finding import Finding
from .sqlite_border import Connection
from .stored import SOME, StoredEvent
from .told import Told

MOST = 20
"""Findings of one check: more say no more."""


def verify(connection: Connection) -> list[Finding]:
    """Return what is damaged, the most serious first; nothing, in a healthy journal.

    What is derived is only held against events that are sound.
    """
    mark = head_mark.read(
        connection.path.parent
    )  # before the snapshot: whoever writes now writes into the journal first
    told = Told()
    with connection.snapshot():
        cut = _first(head_mark.check(connection, mark))
        truth = [*_first(_file(connection)), *_first(_events(connection, told))]
        return [*cut, *(truth or _derived(connection, told))]


def _derived(connection: Connection, told: Told) -> Iterator[Finding]:
    index = [*_first(index_check.check(connection, told))]
    yield from index or _first(literal_check.check(connection))  # which goes by the index
    for check in (word_check.check, vector_check.check, settings_check.check):
        yield from _first(check(connection))


def _first(check: Iterator[Finding]) -> Iterator[Finding]:
    return islice(_readable(check), MOST)


def _readable(check: Iterator[Finding]) -> Iterator[Finding]:
    try:
        yield from check
    except StoreDamaged as error:  # SQLite cannot read on
        yield Finding("file", error.message)


def _file(connection: Connection) -> Iterator[Finding]:
    for (line,) in connection.rows(f"PRAGMA quick_check({MOST})"):
        if line != "ok" and "FTS5" not in line:  # newer releases of SQLite look at words too; `word_check` does so here
            yield Finding("file", f"The file is damaged: {line}.")


def _told(event: StoredEvent, told: Told) -> Iterator[Finding]:
    """Note what a sound event says. One that was purged has nothing that it is held to, and may say anything."""
    try:
        told.note(event.event(), purged=event.salt is None)
    except (StoreDamaged, LookupError, TypeError, ValueError) as error:
        yield Finding("payload", f"The content of event {event.seq} cannot be read: {error}", event.seq)


def _events(connection: Connection, told: Told) -> Iterator[Finding]:
    """Check every event against itself and the one before it, and note what the sound ones say of memories."""
    last, link = 0, chain.START
    while rows := connection.rows(SOME, (last, reader.EVENTS_AT_ONCE)):
        for row in rows:
            event = StoredEvent(*row)
            if (damage := event.damage(last, link)) is not None:
                yield damage
            else:
                yield from _told(event, told)
            last, link = event.seq, event.chain
