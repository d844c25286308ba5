"""Is it noted which memory of each task first saw a literal, as the observations say? And how it is noted anew.

The table is written a memory at a time, the first one winning; here all literals of all observations are gathered in a
table of this connection alone, and the lowest row of each is taken. Held to the rules by which literals are found
today: where a release finds more, an older table is one to be made anew.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..extraction.literals import find_literals
from . import reader
from .finding import Finding
from .past import hashes_of
from .schema import from_key
from .sqlite_border import Connection

AT_ONCE = 10_000
"""Literals that are gathered by one statement."""

FIRST = """SELECT task, hash, min(row) AS row FROM temp.told_literals JOIN memories USING (row)
    WHERE task IS NOT NULL GROUP BY task, hash"""
"""Rows rise with every event: the lowest is the first."""
DIFFERENT = f"""WITH told AS ({FIRST}),
        wrong AS (SELECT * FROM (SELECT * FROM literals EXCEPT SELECT * FROM told)
            UNION ALL SELECT * FROM (SELECT * FROM told EXCEPT SELECT * FROM literals))
    SELECT task, min(row) FROM wrong GROUP BY task ORDER BY task"""
NAME = "SELECT CAST(name AS BLOB) FROM tasks WHERE number = ?"


def check(connection: Connection) -> Iterator[Finding]:
    """Yield each task in which another memory is noted. Call it where the events and the index of memories are sound,
    and within a snapshot, whose end takes the table away that is made here.
    """
    _gather(connection)
    for task, row in connection.rows(DIFFERENT):
        name = connection.value(NAME, (task,))
        about = f"number {task}, which is none" if name is None else f"`{from_key(name)}`"
        yield Finding("index", f"The index is wrong about the literals that task {about} saw, first in row {row}.")


def mend(connection: Connection) -> None:
    """Note it anew, inside a transaction, once the index of memories is right."""
    _gather(connection)
    connection.run("DELETE FROM literals")
    connection.run(f"INSERT INTO literals {FIRST}")
    connection.run("DROP TABLE temp.told_literals")


def _gather(connection: Connection) -> None:
    connection.run("DROP TABLE IF EXISTS temp.told_literals")  # of one that damage ended
    connection.run("CREATE TEMP TABLE told_literals (row INTEGER NOT NULL, hash INTEGER NOT NULL)")
    found: list[tuple[int, int]] = []
    for event in reader.events(connection, 0):
        if event.kind == "remember" and event.payload.get("task") is not None:
            seen = find_literals(event.payload.get("observation") or "")
            found += [(event.payload["row"], hash) for hash in hashes_of(seen)]
        if len(found) >= AT_ONCE:
            connection.run_many("INSERT INTO temp.told_literals VALUES (?, ?)", found)
            found.clear()
    connection.run_many("INSERT INTO temp.told_literals VALUES (?, ?)", found)
