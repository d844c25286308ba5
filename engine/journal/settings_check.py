"""Are the settings what was written, and is each there that should be? And what sets right those that can be derived.

The clock follows from the events. A change of model whose name is lost is given up: its vectors mean nothing without
it. Which model the standing vectors are of is said by nothing in the journal: `care` asks the model at hand.
"""

from __future__ import annotations

from collections.abc import Iterator

from . import settings
from .finding import Finding
from .settings import CLOCK, COMING, FINGERPRINT, NAMES, SOURCE, checksum
from .sqlite_border import Connection

ALL = "SELECT CAST(name AS BLOB), CAST(value AS BLOB), crc FROM settings"
DROP = "DELETE FROM settings WHERE CAST(name AS BLOB) = ?"
NEEDED = {
    CLOCK: "SELECT EXISTS (SELECT 1 FROM events)",
    FINGERPRINT: "SELECT EXISTS (SELECT 1 FROM vectors)",
    COMING: "SELECT EXISTS (SELECT 1 FROM staged)",
}
"""Settings that have to be there, and when."""
LATEST = "SELECT coalesce(max(recorded_at), 0) FROM events WHERE recorded_at <= ?"


def check(connection: Connection) -> Iterator[Finding]:
    """Yield each setting that was changed, and each that is missing."""
    kept = _kept(connection)
    for name in sorted(name for name, (value, crc) in kept.items() if crc != checksum(name, value)):
        yield Finding("settings", f"The setting `{name.decode(errors='replace')}` was changed.")
    for name, question in NEEDED.items():
        if name.encode() not in kept and connection.value(question):
            yield Finding("settings", f"The setting `{name}` is missing.")


def mend(connection: Connection, latest: int) -> list[str]:
    """Set right what can be, inside a transaction; return the names of the settings that are left as they are.

    latest: no event that is dated after it has moved the clock, in microseconds.
    """
    _find_names(connection)
    damaged = _damaged(connection)
    for name in damaged - {FINGERPRINT.encode(), SOURCE.encode()}:
        connection.run(DROP, (name,))
    if connection.row(settings.GET, (CLOCK,)) is None:
        settings.put(connection, CLOCK, str(connection.value(LATEST, (latest,))))
    if connection.row(settings.GET, (COMING,)) is None:
        connection.run("DELETE FROM staged")
    return [finding.message for finding in check(connection)]


def _find_names(connection: Connection) -> None:
    """Give a value whose name alone was changed its name again: its checksum says which it was."""
    kept = _kept(connection)
    for name in _damaged(connection):
        value, crc = kept[name]
        for known in NAMES:
            if known.encode() not in kept and crc == checksum(known.encode(), value):
                connection.run(DROP, (name,))
                settings.put(connection, known, value.decode())


def _damaged(connection: Connection) -> set[bytes]:
    return {name for name, (value, crc) in _kept(connection).items() if crc != checksum(name, value)}


def _kept(connection: Connection) -> dict[bytes, tuple[bytes, int]]:
    return {name: (value, crc) for name, value, crc in connection.rows(ALL)}
