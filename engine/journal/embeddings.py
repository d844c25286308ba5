"""Embeddings, kept beside the memories so that a rebuild embeds nothing again; and which memories still wait for one.

Which model made them is for the caller to keep (a setting) and to check; here all have one dimension until `forget_all`
makes room for another. A vector has a number that rises with every write, so that a reader finds those that came late.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from ...errors import EmbeddingError, ModelChanged, StoreDamaged
from .sqlite_border import Connection

Matrix: TypeAlias = NDArray[np.float32]
Rows: TypeAlias = NDArray[np.int64]
Vectors: TypeAlias = Matrix | Sequence[Matrix | None]
"""`(n, d) float32, unit norm`; or one by one, None for a text that has nothing to embed and never will."""

FLOAT = 4
"""Bytes of a number in a vector."""

ADD = "INSERT OR REPLACE INTO vectors (row, vector) VALUES (?, ?)"
AFTER = "SELECT number, row, vector FROM vectors WHERE number > ? ORDER BY number"


@dataclass(frozen=True, slots=True)
class Embedded:
    """Vectors with their memories. `number` is where a later reading goes on from."""

    number: int
    rows: Rows
    """(n,) int64: the row of each vector's memory; a row may come again with a newer vector"""
    matrix: Matrix
    """(n, d) float32, unit norm; (0, 0) where there is none"""


def put(connection: Connection, rows: Sequence[int] | Rows, vectors: Vectors) -> None:
    """Keep vectors, inside a transaction; the rows no longer wait.

    Raises EmbeddingError where counts differ, ModelChanged where dimensions do.
    """
    if len(rows) != len(vectors):
        raise EmbeddingError(f"{len(rows)} memories cannot take {len(vectors)} vectors.")
    numbers = [int(row) for row in rows]  # SQLite takes no number of numpy's
    kept = [(row, _bytes(vector)) for row, vector in zip(numbers, vectors, strict=True) if vector is not None]
    _check_dimension(connection, {len(data) for _, data in kept})
    connection.run_many(ADD, kept)
    connection.run_many("DELETE FROM pending WHERE row = ?", [(row,) for row in numbers])


def chosen(vectors: Vectors, indices: Sequence[int], count: int) -> Sequence[Matrix | None]:
    """Return the vectors of some of `count` drafts. Raises EmbeddingError where there is not one a draft."""
    if len(vectors) != count:
        raise EmbeddingError(f"{count} memories cannot take {len(vectors)} vectors.")
    return [vectors[index] for index in indices]


def wait(connection: Connection, rows: Iterable[int]) -> None:
    """Note, inside a transaction, that these memories wait for a vector."""
    connection.run_many("INSERT OR IGNORE INTO pending VALUES (?)", [(row,) for row in rows])


def forget_all(connection: Connection) -> None:
    """Drop all vectors, inside a transaction; every memory waits for one."""
    connection.run("DELETE FROM vectors")
    connection.run("INSERT OR IGNORE INTO pending SELECT row FROM memories")


def load(connection: Connection, after: int = 0) -> Embedded:
    """Return the vectors with a number above `after`, in the order of their writing.

    Raises StoreDamaged where their lengths differ.
    """
    found = connection.rows(AFTER, (after,))
    if not found:
        return Embedded(after, np.empty(0, np.int64), np.empty((0, 0), np.float32))
    numbers, rows, data = zip(*found, strict=True)
    if len(set(map(len, data))) > 1:
        raise StoreDamaged(f"The vectors of {connection.path} differ in length.", hint="Embed the store again.")
    matrix = np.frombuffer(bytearray().join(data), dtype="<f4").astype(np.float32, copy=False)
    return Embedded(numbers[-1], np.array(rows, np.int64), matrix.reshape(len(rows), -1))


def _bytes(vector: Matrix) -> bytes:
    return np.ascontiguousarray(vector, dtype="<f4").tobytes()


def _check_dimension(connection: Connection, lengths: set[int]) -> None:
    known: int | None = connection.value("SELECT length(vector) FROM vectors LIMIT 1")
    together = lengths if known is None else lengths | {known}
    if len(together) > 1:
        sizes = " and ".join(str(length // FLOAT) for length in sorted(together))
        raise ModelChanged(f"One store cannot hold vectors of {sizes} numbers.", hint="Embed it again with one model.")
