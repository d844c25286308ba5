"""Embeddings, kept beside the memories so that a rebuild embeds nothing again; and which memories still wait for one.

Which model made them is for the caller to keep (a setting) and to check; here all have one dimension, until those that
another model made, in `staging`, take their place. A vector has a number that rises with every write, so that a reader
finds those that came late; and a checksum, because a bit that a disk turned over would only change what is found first.

Each memory is in one of three tables: `vectors`, `wordless` (there is nothing to embed), or `pending`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from ...errors import EmbeddingError, ModelChanged, StoreDamaged
from . import settings
from .settings import FINGERPRINT
from .sqlite_border import Connection

Matrix: TypeAlias = NDArray[np.float32]
Rows: TypeAlias = NDArray[np.int64]
Vectors: TypeAlias = Matrix | Sequence[Matrix | None]
"""`(n, d) float32, unit norm`; or one by one, None for a text that has nothing to embed and never will."""

FLOAT = 4
"""Bytes of a number in a vector."""

NO_CHECKSUM = -1
"""In the place of one that is lost: no vector has it."""

ADD = "INSERT OR REPLACE INTO vectors (row, vector, crc) VALUES (?, ?, ?)"
DONE = ("DELETE FROM vectors WHERE row = ?", "DELETE FROM wordless WHERE row = ?", "DELETE FROM pending WHERE row = ?")
AFTER = """SELECT number, CAST(row AS INTEGER), CAST(vector AS BLOB), CAST(crc AS INTEGER) FROM vectors NOT INDEXED
    WHERE number > ? ORDER BY number"""
"""Cast, since what was changed may be of any type."""


@dataclass(frozen=True, slots=True)
class Embedded:
    """Vectors with their memories. `number` is where a later reading goes on from."""

    number: int
    rows: Rows
    """(n,) int64: the row of each vector's memory; a row may come again with a newer vector"""
    matrix: Matrix
    """(n, d) float32, unit norm; (0, 0) where there is none"""
    damaged: int = 0
    """How many were left out, because they are not what was written; `mend` lets their memories wait for new ones."""


def put(connection: Connection, rows: Sequence[int] | Rows, vectors: Vectors) -> None:
    """Keep vectors, inside a transaction; the rows no longer wait.

    Raises EmbeddingError where counts differ, ModelChanged where dimensions do.
    """
    if len(rows) != len(vectors):
        raise EmbeddingError(f"{len(rows)} memories cannot take {len(vectors)} vectors.")
    numbers = [int(row) for row in rows]  # SQLite takes no number of numpy's
    kept = [(row, vector_bytes(vector)) for row, vector in zip(numbers, vectors, strict=True) if vector is not None]
    _check_dimension(connection, {len(data) for _, data in kept})
    for statement in DONE:
        connection.run_many(statement, [(row,) for row in numbers])
    none = [(row,) for row, vector in zip(numbers, vectors, strict=True) if vector is None]
    connection.run_many(ADD, [(row, data, checksum(row, data)) for row, data in kept])
    connection.run_many("INSERT OR IGNORE INTO wordless VALUES (?)", none)


def model_changed(connection: Connection, model: str | None) -> bool:
    """Whether the store's model is another than `model`, which vectors were made by; None says nothing about it.

    Asked inside the transaction that would keep them: the model may have been changed since they were made, and two
    models of one dimension would look alike.
    """
    return model is not None and settings.get(connection, FINGERPRINT) != model


def chosen(vectors: Vectors, indices: Sequence[int], count: int) -> Sequence[Matrix | None]:
    """Return the vectors of some of `count` drafts. Raises EmbeddingError where there is not one a draft."""
    if len(vectors) != count:
        raise EmbeddingError(f"{count} memories cannot take {len(vectors)} vectors.")
    return [vectors[index] for index in indices]


def wait(connection: Connection, rows: Iterable[int]) -> None:
    """Note, inside a transaction, that these memories wait for a vector."""
    connection.run_many("INSERT OR IGNORE INTO pending VALUES (?)", [(row,) for row in rows])


def load(connection: Connection, after: int = 0) -> Embedded:
    """Return the vectors with a number above `after`, in the order of their writing, without those that are damaged.

    Raises StoreDamaged where their lengths differ.
    """
    found = connection.rows(AFTER, (after,))
    sound = [(row, data) for _, row, data, crc in found if checksum(row, data) == crc]
    number, damaged = (found[-1][0] if found else after), len(found) - len(sound)
    if not sound:
        return Embedded(number, np.empty(0, np.int64), np.empty((0, 0), np.float32), damaged)
    rows, data = zip(*sound, strict=True)
    lengths = set(map(len, data))
    if len(lengths) > 1 or max(lengths) % FLOAT:
        raise StoreDamaged(f"The vectors of {connection.path} differ in length.", hint="Embed the store again.")
    matrix = np.frombuffer(bytearray().join(data), dtype="<f4").astype(np.float32, copy=False)
    return Embedded(number, np.array(rows, np.int64), matrix.reshape(len(rows), -1), damaged)


def vector_bytes(vector: Matrix) -> bytes:
    """Return a vector as it is kept: little-endian float32."""
    return np.ascontiguousarray(vector, dtype="<f4").tobytes()


def checksum(row: int | None, vector: bytes | None) -> int:
    """Return what is kept beside a vector, in [0, 2 ** 32); NO_CHECKSUM where either is missing.

    The row goes in too: a sound vector of another memory would be no better than a damaged one.
    """
    return NO_CHECKSUM if row is None or vector is None else crc32(vector, row)


def _check_dimension(connection: Connection, lengths: set[int]) -> None:
    known: int | None = connection.value("SELECT length(vector) FROM vectors LIMIT 1")
    together = lengths if known is None else lengths | {known}
    if len(together) > 1:
        sizes = " and ".join(str(length // FLOAT) for length in sorted(together))
        raise ModelChanged(f"One store cannot hold vectors of {sizes} numbers.", hint="Embed it again with one model.")
