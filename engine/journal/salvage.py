"""What can be read of a journal that is damaged: every event that is as it was written, and a word on each other one.

Events are read one by one, so that a page which SQLite cannot read hides no more than what lies on it. How far to look
is asked of everything that knows, for the table may not know its own end any more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ...errors import StoreDamaged
from ..values.model import Event
from . import chain, head_mark
from .sqlite_border import Connection
from .stored import ONE, StoredEvent

LAST = ("SELECT max(seq) FROM events", "SELECT max(seq) FROM memories")


def salvage(connection: Connection, skipped: Callable[[str], object]) -> Iterator[Event]:
    """Yield the events that are sound, in order; `skipped` is told of each that is not, in a sentence.

    What ties an event to a damaged one before it cannot be checked: it is held to its own digest.
    """
    link: bytes | None = chain.START
    for seq in range(1, _last(connection) + 1):
        stored, damage = _read(connection, seq, link)
        if stored is None:
            skipped(damage)
            link = None
        else:
            link = stored.chain
            try:
                event = stored.event()
            except StoreDamaged as error:
                skipped(f"Event {seq} cannot be read: {error.message}")
            else:
                yield event


def _read(connection: Connection, seq: int, link: bytes | None) -> tuple[StoredEvent | None, str]:
    """Return an event, or what is wrong with it."""
    try:
        row = connection.row(ONE, (seq,))
    except StoreDamaged as error:
        return None, f"Event {seq} cannot be read: {error.message}"
    if row is None:
        return None, f"Event {seq} is missing."
    damage = StoredEvent(*row).damage(seq - 1, link)
    return (StoredEvent(*row), "") if damage is None else (None, damage.message)


def _last(connection: Connection) -> int:
    """Return the number of the last event that anything knows of."""
    mark = head_mark.read(connection.path.parent)
    known = [0 if mark is None else mark.seq]
    for question in LAST:
        try:
            known.append(connection.value(question) or 0)
        except StoreDamaged:
            continue
    return max(known)
