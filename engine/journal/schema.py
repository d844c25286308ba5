"""The tables of the journal, and how an older file becomes a newer one: migrations are only ever appended.

Texts that serve as keys (ids, names, operations) are kept as UTF-8 bytes: a string may hold half of a surrogate pair,
which SQLite refuses as TEXT, and a store that loses a memory over its name would be a poor store. The words of each
namespace have a full-text table of their own (`word_index`), because BM25 counts over a whole table, and one namespace
must not show in the scores of another.
"""

from __future__ import annotations

from ...errors import StoreDamaged, StoreError
from . import settings
from .embeddings import checksum
from .sqlite_border import DOCTOR, Connection

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
    (
        # SQLite has no checksums, and a number that a disk changed is a number still. -1 is the checksum of nothing.
        "ALTER TABLE vectors ADD COLUMN crc INTEGER NOT NULL DEFAULT -1",
        "UPDATE vectors SET crc = checksum(row, vector)",
        # Memories with nothing to embed. With them, each memory has a vector, or has none, or waits; and if in no table
        # a vector was lost. Version 1 did not write down which have none: they wait, and are tried once more.
        "CREATE TABLE wordless (row INTEGER PRIMARY KEY)",
        "INSERT OR IGNORE INTO pending SELECT row FROM memories WHERE row NOT IN (SELECT row FROM vectors)",
        # Vectors of a model that is to come, until all are there; null for a text that has nothing to embed.
        "CREATE TABLE staged (row INTEGER PRIMARY KEY, vector BLOB, crc INTEGER)",
        # Derived from the events, as above. What is thought of a memory, once anybody has said more than it did itself.
        """CREATE TABLE esteem (
            row INTEGER PRIMARY KEY,
            importance REAL NOT NULL,
            pinned INTEGER NOT NULL,
            access_count INTEGER NOT NULL,
            last_access INTEGER,
            successes REAL NOT NULL,
            failures REAL NOT NULL
        )""",
        # What names stand for now: the JSON of a `Definition`.
        """CREATE TABLE definitions (
            namespace INTEGER NOT NULL,
            kind TEXT NOT NULL,
            key BLOB NOT NULL,
            content TEXT NOT NULL,
            PRIMARY KEY (namespace, kind, key)
        ) WITHOUT ROWID""",
    ),
    (
        # As with vectors: nothing else says what a setting should be.
        "ALTER TABLE settings ADD COLUMN crc INTEGER NOT NULL DEFAULT -1",
        "UPDATE settings SET crc = checksum_of_setting(CAST(name AS BLOB), CAST(value AS BLOB))",
    ),
)
VERSION = len(MIGRATIONS)

REWRITES: frozenset[int] = frozenset()
"""Versions whose migration changes rows that cannot be made again. A copy of the store is kept before one runs."""

LOG_BYTES = 16 << 20
"""What the write-ahead log shrinks to once its content is in the file: a large import must not leave a large log."""


def create(connection: Connection) -> None:
    """Make an empty file an empty journal."""
    share(connection)
    with connection.transaction():
        migrate(connection, 0)


def version_of(connection: Connection) -> int:
    """Return the version of a journal, from 1 to VERSION.

    Raises StoreDamaged for a file that is not a journal (an empty one too: it was one, and lost all), StoreError for
    the journal of a newer version.
    """
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


def share(connection: Connection) -> None:
    """Let processes share the file from now on. Raises StoreError where its disk lets no two of them do so."""
    if not connection.shared:
        return
    if connection.value("PRAGMA journal_mode = WAL") != "wal":
        raise StoreError(f"The disk of {connection.path} lets no two processes share it.", hint="Use a local disk.")
    connection.run(f"PRAGMA journal_size_limit = {LOG_BYTES}")


def migrate(connection: Connection, version: int) -> None:
    """Bring the tables from a version to VERSION, inside a transaction."""
    connection.define("checksum", checksum)
    connection.define("checksum_of_setting", settings.checksum)
    for statements in MIGRATIONS[version:]:
        for statement in statements:
            connection.run(statement)
    connection.run(f"PRAGMA application_id = {APPLICATION}")
    connection.run(f"PRAGMA user_version = {VERSION}")


def to_key(text: str) -> bytes:
    """Return a string as the bytes that stand for it in a key; every string has its own."""
    return text.encode("utf-8", "surrogatepass")


def from_key(key: bytes) -> str:
    """Return the string that `to_key` made a key of. Raises StoreDamaged for what is no key."""
    try:
        return key.decode("utf-8", "surrogatepass")
    except (UnicodeDecodeError, AttributeError):  # in the place of bytes may be anything, once a disk changed it
        raise StoreDamaged(f"A name in the journal cannot be read: {key!r:.60}.", hint=DOCTOR) from None
