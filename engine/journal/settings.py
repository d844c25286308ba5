"""Small facts about the store that are no events: the clock, the model of the vectors. Names are dotted, by owner.

Each has a checksum over its name and its value, because no event says what it should be: a clock that a disk turned on
by a century would date all that comes after it.
"""

from __future__ import annotations

from zlib import crc32

from ...errors import StoreDamaged
from .sqlite_border import Connection

GET = "SELECT CAST(value AS BLOB), crc FROM settings WHERE name = ?"
SET = "INSERT OR REPLACE INTO settings (name, value, crc) VALUES (?, ?, ?)"
DROP = "DELETE FROM settings WHERE name = ?"

CLOCK = "journal.clock"
"""The highest `recorded_at` that was not backdated, in microseconds."""

FINGERPRINT = "embedding.fingerprint"
"""The model that made the vectors, as JSON; none before the first."""

SOURCE = "embedding.source"
"""By what name or folder that model is found again; none for the default, and for one that only a program can give."""

COMING = "embedding.coming"
"""The model whose vectors are staged, as JSON; none where no change is under way."""

NAMES = (CLOCK, FINGERPRINT, SOURCE, COMING)
CURE = "Run `clew doctor --fix`."


def get(connection: Connection, name: str) -> str | None:
    """Return a setting, or None. Raises StoreDamaged for one that is not what was written."""
    found = connection.row(GET, (name,))
    if found is None:
        return None
    value, crc = found
    if crc != checksum(name.encode(), value):
        raise StoreDamaged(f"The setting `{name}` was changed.", hint=CURE, setting=name)
    return value.decode()


def put(connection: Connection, name: str, value: str) -> None:
    """Keep a setting, inside a transaction."""
    connection.run(SET, (name, value, checksum(name.encode(), value.encode())))


def drop(connection: Connection, *names: str) -> None:
    """Take settings away, inside a transaction; those that are not there, too."""
    connection.run_many(DROP, [(name,) for name in names])


def clock(connection: Connection) -> int:
    """Return the time below which no event is dated any more, in microseconds. Raises StoreDamaged."""
    kept = get(connection, CLOCK)
    try:
        return int(kept or 0)
    except ValueError:
        raise StoreDamaged(f"The setting `{CLOCK}` is no number: {kept!r:.60}.", hint=CURE, setting=CLOCK) from None


def checksum(name: bytes, value: bytes) -> int:
    """Return what is kept beside a setting, in [0, 2 ** 32)."""
    return crc32(value, crc32(name))
