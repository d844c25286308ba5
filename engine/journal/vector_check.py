"""Are the vectors what was written, and has every memory its own? And what makes it so again.

A damaged vector is dropped rather than repaired: its memory waits for a new one, and is found by words meanwhile.
"""

from __future__ import annotations

from collections.abc import Iterator

from .embeddings import ADD, checksum
from .finding import Finding
from .sqlite_border import Connection

VECTORS = """SELECT rowid, CAST(row AS INTEGER), CAST(vector AS BLOB), CAST(crc AS INTEGER) FROM {} NOT INDEXED
    WHERE rowid > ? ORDER BY rowid LIMIT ?"""
AT_ONCE = 1000
"""Vectors in one reading, a megabyte."""
PLACES = """SELECT row, count(*) FROM (SELECT row FROM vectors NOT INDEXED UNION ALL SELECT row FROM wordless
    UNION ALL SELECT row FROM pending) GROUP BY row"""

LAST = "SELECT coalesce(max(number), 0) FROM vectors"
SEQUENCE = "SELECT CAST(name AS BLOB), seq FROM sqlite_sequence"
"""Where SQLite notes the highest number that it ever gave to a vector. Source: https://sqlite.org/autoinc.html."""
FAR = 2**53
"""Numbers that no store comes to: one there was changed, and those that SQLite has are used up not far behind it."""

CLEAR = (
    "DELETE FROM vectors",
    *(f"DELETE FROM {table} WHERE row NOT IN (SELECT row FROM memories)" for table in ("wordless", "pending")),
)
LEFT = (
    "DELETE FROM wordless WHERE row IN (SELECT row FROM vectors)",
    "DELETE FROM pending WHERE row IN (SELECT row FROM vectors UNION ALL SELECT row FROM wordless)",
    """INSERT OR IGNORE INTO pending SELECT row FROM memories
        WHERE row NOT IN (SELECT row FROM vectors UNION ALL SELECT row FROM wordless)""",
)


def check(connection: Connection) -> Iterator[Finding]:
    """Yield what is wrong with the vectors, staged ones too."""
    for row, data, crc in _kept(connection, "vectors"):
        if checksum(row, data) != crc:
            yield Finding("vectors", f"The vector of row {row} was changed.")
    for row, data, crc in _kept(connection, "staged"):
        if not _is_sound_staged(row, data, crc):
            yield Finding("vectors", f"The staged vector of row {row} was changed.")
    yield from _places(connection)
    yield from _numbers(connection)


def mend(connection: Connection) -> None:
    """Drop what is damaged, inside a transaction, and let each memory wait that has no vector and should have one.

    All are written anew: what tells where the vector of a row lies may be damaged as well.
    """
    memories = {row for (row,) in connection.rows("SELECT row FROM memories")}
    found = _kept(connection, "vectors")
    sound = {row: (row, data, crc) for row, data, crc in found if row in memories and checksum(row, data) == crc}
    broken = [(row,) for row, data, crc in _kept(connection, "staged") if not _is_sound_staged(row, data, crc)]
    last = connection.value(LAST)
    for statement in CLEAR:
        connection.run(statement)
    if [*_numbers(connection, last)]:
        connection.run("DELETE FROM sqlite_sequence")
        connection.run("INSERT INTO sqlite_sequence VALUES ('vectors', ?)", (last,))
    connection.run_many(ADD, sound.values())
    for statement in LEFT:
        connection.run(statement)
    connection.run_many("DELETE FROM staged WHERE row = ?", broken)


def _kept(connection: Connection, table: str) -> Iterator[tuple[int | None, bytes | None, int | None]]:
    """Yield row, bytes and checksum of each vector, in the order of their writing."""
    last = -1
    while found := connection.rows(VECTORS.format(table), (last, AT_ONCE)):
        yield from ((row, data, crc) for _, row, data, crc in found)
        last = found[-1][0]


def _is_sound_staged(row: int | None, data: bytes | None, crc: int | None) -> bool:
    return crc is None if data is None else checksum(row, data) == crc


def _places(connection: Connection) -> Iterator[Finding]:
    memories = {row for (row,) in connection.rows("SELECT row FROM memories")}
    places: dict[int, int] = dict(connection.rows(PLACES))
    for row in sorted(memories - places.keys()):
        yield Finding("vectors", f"Row {row} has no vector, and waits for none.")
    for row in sorted(map(str, places.keys() - memories)):
        yield Finding("vectors", f"There is a vector, or a wait for one, for row {row}, which is no memory.")
    for row in sorted(row for row, count in places.items() if count > 1 and row in memories):
        yield Finding("vectors", f"Row {row} has a vector more than once, or has one and waits for it.")


def _numbers(connection: Connection, last: int | None = None) -> Iterator[Finding]:
    """Check that no number of a vector can be given twice: who reads on from the last one would miss the new vector.

    last: the highest number that was given; that of the vectors which are there, for None.
    """
    given: int = connection.value(LAST) if last is None else last
    kept = connection.rows(SEQUENCE)
    if not kept and not given:
        return
    [(name, highest), *more] = kept or [(b"", None)]
    if more or name != b"vectors" or not isinstance(highest, int) or not given <= highest < FAR:
        yield Finding("vectors", f"The number of the last vector is not {given}, or above it.")
