"""The words of memories in SQLite's full-text index: one table a namespace, so that BM25 counts nothing of another.

The tables are contentless: they keep which words stand where, and not the text, which the journal has already. All
matches are returned and the caller masks them, since an allow-list inside the query costs seconds.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .sqlite_border import Connection
from .terms import TOKENIZER, to_match


class Found(NamedTuple):
    """Memories that hold any of a question's words, in no order."""

    rows: NDArray[np.int64]
    """(n,) int64, each row once"""
    scores: NDArray[np.float64]
    """(n,) float64, above 0, higher is better; comparable within one question and one namespace"""


NOTHING = Found(np.empty(0, np.int64), np.empty(0, np.float64))


def create(connection: Connection, namespace: int) -> None:
    connection.run(
        f"""CREATE VIRTUAL TABLE words_{namespace} USING fts5 (text, content = '', tokenize = "{TOKENIZER}")"""
    )


def drop(connection: Connection, namespace: int) -> None:
    connection.run(f"DROP TABLE IF EXISTS words_{namespace}")


def add(connection: Connection, namespace: int, texts: Iterable[tuple[int, str]]) -> None:
    """Index texts, prepared by `terms.to_index`, under the rows of their memories."""
    connection.run_many(f"INSERT INTO words_{namespace} (rowid, text) VALUES (?, ?)", texts)


def search(connection: Connection, namespaces: Iterable[int], question: str) -> Found:
    """Return every memory with any of the question's words, by BM25; nothing for a question without words.

    k1 = 1.2 and b = 0.75, as SQLite has them (https://sqlite.org/fts5.html, "The bm25() function"). It gives better
    matches lower numbers; here the sign is turned.
    """
    match = to_match(question)
    if match is None:
        return NOTHING
    pairs = [pair for namespace in namespaces for pair in _matches(connection, namespace, match)]
    if not pairs:
        return NOTHING
    rows, scores = zip(*pairs, strict=True)
    return Found(np.array(rows, np.int64), np.array(scores, np.float64))


def indexed_rows(connection: Connection, namespace: int) -> set[int]:
    """Return the rows that have an entry, an empty one too."""
    return {row for (row,) in connection.rows(f"SELECT id FROM words_{namespace}_docsize")}


def _matches(connection: Connection, namespace: int, match: str) -> list[tuple[int, float]]:
    table = f"words_{namespace}"
    return connection.rows(f"SELECT rowid, -bm25({table}) FROM {table} WHERE {table} MATCH ?", (match,))
