"""Vectors of a model that is to come. The old ones serve everybody until all of these stand; then one step swaps them.

    begin -> put, put, put (each a transaction: a kill loses the one that runs) -> finish

Which memories are done is seen from the table, and not from a cursor: those that arrive meanwhile are found like any
other, and a second process may help.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass

from ...errors import EmbeddingError, ModelChanged
from . import settings
from .embeddings import Matrix, checksum, vector_bytes
from .settings import COMING, FINGERPRINT, SOURCE
from .sqlite_border import Connection, Connections, Row

PUT = "INSERT OR REPLACE INTO staged VALUES (?, ?, ?)"
UNSTAGED = """SELECT row FROM memories WHERE row > ? AND row NOT IN (SELECT row FROM staged)
    ORDER BY row LIMIT ?"""
COUNTS = "SELECT (SELECT count(*) FROM staged), (SELECT count(*) FROM memories)"
SWAP = (
    "DELETE FROM vectors",
    "DELETE FROM wordless",
    "INSERT INTO vectors (row, vector, crc) SELECT row, vector, crc FROM staged WHERE vector IS NOT NULL ORDER BY row",
    "INSERT INTO wordless SELECT row FROM staged WHERE vector IS NULL AND crc IS NULL",
    "DELETE FROM pending",
    # Those that arrived since the last batch: found by words until the new model has embedded them too.
    "INSERT INTO pending SELECT row FROM memories WHERE row NOT IN (SELECT row FROM staged)",
    "DELETE FROM staged",
)

Writing = Callable[[], AbstractContextManager[Connection]]


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a change of model has come, in memories."""

    model: str
    """The fingerprint of the model that is to come, as JSON."""
    done: int
    total: int


class Staging:
    """The staged vectors of one journal. `writing` opens a write transaction. Raises what the journal does."""

    def __init__(self, connections: Connections, writing: Writing) -> None:
        self._connections = connections
        self._writing = writing

    def progress(self) -> Progress | None:
        """Return how far it has come; None where no change is under way."""
        reader = self._connections.reader
        with reader.snapshot():
            model = settings.get(reader, COMING)
            return None if model is None else Progress(model, *reader.rows(COUNTS)[0])

    def begin(self, model: str) -> tuple[int, int]:
        """Stage vectors of this model from now on; what was staged of it stays, what was staged of another goes.

        Return how many memories are done, and how many there are.
        """
        with self._writing() as connection:
            if settings.get(connection, COMING) != model:
                connection.run("DELETE FROM staged")
                settings.put(connection, COMING, model)
            done, total = connection.rows(COUNTS)[0]
            return done, total

    def unstaged(self, after: int, most: int) -> list[int]:
        """Return up to `most` rows above `after`, of forgotten memories too, that have no staged vector, in order."""
        return [row for (row,) in self._connections.reader.rows(UNSTAGED, (after, most))]

    def put(self, model: str, rows: Sequence[int], vectors: Sequence[Matrix | None]) -> None:
        """Keep vectors of the model, (d,) float32, unit norm; None for a text that has nothing to embed.

        Raises EmbeddingError where counts differ, ModelChanged where another model is to come by now, or none.
        """
        if len(rows) != len(vectors):
            raise EmbeddingError(f"{len(rows)} memories cannot take {len(vectors)} vectors.")
        with self._of(model) as connection:
            connection.run_many(PUT, [_staged(int(row), vector) for row, vector in zip(rows, vectors, strict=True)])

    def finish(self, model: str, source: str | None) -> None:
        """Swap: the staged vectors stand, the settings name their model, and nobody sees one without the other.

        source: by what name or folder the model is found again; None for the default, or where only a program has it.
        """
        with self._of(model) as connection:
            for statement in SWAP:
                connection.run(statement)
            settings.put(connection, FINGERPRINT, model)
            settings.drop(connection, COMING, SOURCE)
            if source is not None:
                settings.put(connection, SOURCE, source)

    def cancel(self) -> int:
        """Give up the change of model; return how many vectors were thrown away."""
        with self._writing() as connection:
            count: int = connection.value("SELECT count(*) FROM staged")
            connection.run("DELETE FROM staged")
            settings.drop(connection, COMING)
            return count

    @contextmanager
    def _of(self, model: str) -> Generator[Connection]:
        with self._writing() as connection:
            if settings.get(connection, COMING) != model:
                raise ModelChanged(
                    "Another process ended this change of model, or began one of its own.",
                    hint="`clew info` says which model the store has, and which one is to come.",
                )
            yield connection


def _staged(row: int, vector: Matrix | None) -> Row:
    if vector is None:
        return row, None, None
    data = vector_bytes(vector)
    return row, data, checksum(row, data)
