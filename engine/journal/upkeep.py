"""What keeps the journal's files small: merged words, pages given back, an empty log. And what they hold, by count.

Rows are only ever added, so little is wasted: 5 % of the pages after 20,000 memories. What leaves room behind is a
change of model, a purge, and one large import, whose log stays as long as it grew until `schema.LOG_BYTES` cuts it.
"""

from __future__ import annotations

from dataclasses import dataclass

from . import reader
from .schema import from_key
from .sqlite_border import Connection

NAMESPACES = """SELECT name, count(row), count(retracted_at) FROM namespaces
    LEFT JOIN memories ON namespace = number GROUP BY number ORDER BY number"""


@dataclass(frozen=True, slots=True)
class Room:
    """What the journal's file takes on the disk, in bytes. Text, words, vectors and index together."""

    total: int
    free: int
    """Of `total`: pages that hold nothing, and are used again before the file grows."""

    @property
    def live(self) -> int:
        return self.total - self.free


@dataclass(frozen=True, slots=True)
class Members:
    """How many memories a namespace has; `memories` counts the forgotten ones too."""

    namespace: str
    memories: int
    forgotten: int


def room(connection: Connection) -> Room:
    size, pages, free = (connection.value(f"PRAGMA {name}") for name in ("page_size", "page_count", "freelist_count"))
    return Room(size * pages, size * free)


def members(connection: Connection) -> list[Members]:
    """Return every namespace with its counts, in the order of their first event."""
    return [Members(from_key(name), count, forgotten) for name, count, forgotten in connection.rows(NAMESPACES)]


def compact(connection: Connection) -> None:
    """Merge the words of each namespace into one tree, and write the file anew without the pages that hold nothing.

    Others read meanwhile; nobody writes. Needs as much room again as the journal takes. Raises StoreBusy, StoreError.
    """
    for number in reader.namespaces(connection).values():
        connection.run(f"INSERT INTO words_{number} (words_{number}) VALUES ('optimize')")
    connection.run("VACUUM")


def empty_log(connection: Connection) -> bool:
    """Bring the write-ahead log into the file and cut it to nothing; False where a reader or a writer is at it."""
    busy, _, _ = connection.rows("PRAGMA wal_checkpoint(TRUNCATE)")[0]
    return not busy


def sqlite_version(connection: Connection) -> str:
    return connection.value("SELECT sqlite_version()")
