"""The tables of the journal, and how an older file becomes a newer one: migrations are only ever appended.

Texts that serve as keys (ids, names, operations) are kept as UTF-8 bytes: a string may hold half of a surrogate pair,
which SQLite refuses as TEXT, and a store that loses a memory over its name would be a poor store. The words of each
namespace have a full-text table of their own (`word_index`), because BM25 counts over a whole table, and one namespace
must not show in the scores of another.
"""

from __future__ import annotations

from ...errors import StoreDamaged, StoreError
from .sqlite_border import Connection

APPLICATION = 0x436C6577
"""`Clew` in ASCII, in the header of the file: tells a journal from any other database."""

MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (
        # The truth. Where the salt is null the payload was purged: blanked, in its old form. Digest and chain stay.
        """CREATE TABLE events (
            seq INTEGER PRIMARY KEY,
            operation BLOB NOT NULL,
            recorded_at INTEGER NOT NULL,
            namespace INTEGER NOT NULL,
            kind TEXT NOT NULL,
            payload BLOB NOT NULL,
            salt BLOB,
            digest BLOB NOT NULL,
            chain BLOB NOT NULL,
            UNIQUE (namespace, operation)
        )""",
        # Everything below is derived from the events, or can be made again.
        "CREATE TABLE namespaces (number INTEGER PRIMARY KEY, name BLOB NOT NULL UNIQUE)",
        """CREATE TABLE tasks (
            number INTEGER PRIMARY KEY,
            namespace INTEGER NOT NULL,
            name BLOB NOT NULL,
            UNIQUE (namespace, name)
        )""",
        """CREATE TABLE memories (
            row INTEGER PRIMARY KEY,
            namespace INTEGER NOT NULL,
            id BLOB NOT NULL,
            seq INTEGER NOT NULL UNIQUE,
            task INTEGER,
            step INTEGER,
            type BLOB NOT NULL,
            retracted_at INTEGER,
            UNIQUE (namespace, id)
        )""",
        "CREATE INDEX memories_by_task ON memories (task, step, row) WHERE task IS NOT NULL",
        # Which memory of a task first saw a literal, by a hash: no text to purge, and a small key.
        """CREATE TABLE literals (
            task INTEGER NOT NULL,
            hash INTEGER NOT NULL,
            row INTEGER NOT NULL,
            PRIMARY KEY (task, hash)
        ) WITHOUT ROWID""",
        # AUTOINCREMENT: a vector that replaces another gets a number that no reader has seen.
        """CREATE TABLE vectors (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            row INTEGER NOT NULL UNIQUE,
            vector BLOB NOT NULL
        )""",
        "CREATE TABLE pending (row INTEGER PRIMARY KEY)",
        "CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID",
    ),
)
VERSION = len(MIGRATIONS)


def create(connection: Connection) -> None:
    """Make an empty file an empty journal."""
    _share(connection)
    with connection.transaction():
        _migrate(connection, 0)


def upgrade(connection: Connection) -> None:
    """Bring the journal of an older version to this one.

    Raises StoreDamaged for a file that is not a journal (an empty one too: it was one, and lost all), StoreError for
    the journal of a newer version.
    """
    version = _version(connection)
    _share(connection)
    if version < VERSION:
        with connection.transaction():
            _migrate(connection, _version(connection))  # another process may have been quicker


def to_key(text: str) -> bytes:
    """Return a string as the bytes that stand for it in a key; every string has its own."""
    return text.encode("utf-8", "surrogatepass")


def from_key(key: bytes) -> str:
    return key.decode("utf-8", "surrogatepass")


def _version(connection: Connection) -> int:
    if connection.value("PRAGMA application_id") != APPLICATION:
        raise StoreDamaged(
            f"{connection.path} is not a Clew journal.",
            hint="Check the path; if it was one, restore the newest backup.",
        )
    version: int = connection.value("PRAGMA user_version")
    if version > VERSION:
        raise StoreError(
            f"{connection.path} has version {version}, and this release of Clew reads up to {VERSION}.",
            hint="Upgrade Clew.",
            found=version,
            known=VERSION,
        )
    return version


def _share(connection: Connection) -> None:
    if connection.shared and connection.value("PRAGMA journal_mode = WAL") != "wal":
        raise StoreError(f"The disk of {connection.path} lets no two processes share it.", hint="Use a local disk.")


def _migrate(connection: Connection, version: int) -> None:
    for statements in MIGRATIONS[version:]:
        for statement in statements:
            connection.run(statement)
    connection.run(f"PRAGMA application_id = {APPLICATION}")
    connection.run(f"PRAGMA user_version = {VERSION}")
