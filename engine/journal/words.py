"""The words of memories in SQLite's full-text index: one table a namespace, so that BM25 counts nothing of another.

The tables are contentless: they keep which words stand where, and not the text, which the journal has already. All
matches are returned and the caller masks them, since an allow-list inside the query costs seconds.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .sqlite_border import Connection
from .terms import TOKENIZER, to_terms


class Found(NamedTuple):
    """Memories that hold any of a question's words, in no order."""

    rows: NDArray[np.int64]
    """(n,) int64, each row once"""
    scores: NDArray[np.float64]
    """(n,) float64, above 0, higher is better; comparable within one question and one namespace"""
    ceilings: NDArray[np.float64]
    """(n,) float64, above 0: what a memory of average length that holds each of the question's terms once would score
    in the namespace of this one; a score divided by it is comparable across questions and namespaces"""


NOTHING = Found(np.empty(0, np.int64), np.empty(0, np.float64), np.empty(0, np.float64))

LEAST_IDF = 1e-6
"""What SQLite's bm25() gives a term that half of the texts hold, or more."""


def create(connection: Connection, namespace: int) -> None:
    connection.run(
        f"""CREATE VIRTUAL TABLE words_{namespace} USING fts5 (text, content = '', tokenize = "{TOKENIZER}")"""
    )


def drop(connection: Connection, namespace: int) -> None:
    connection.run(f"DROP TABLE IF EXISTS words_{namespace}")


def add(connection: Connection, namespace: int, texts: Iterable[tuple[int, str]]) -> None:
    """Index texts, prepared by `terms.to_index`, under the rows of their memories."""
    connection.run_many(f"INSERT INTO words_{namespace} (rowid, text) VALUES (?, ?)", texts)


def search(connection: Connection, namespaces: Iterable[int], question: str, *, every: bool = False) -> Found:
    """Return all memories with any (or `every`) word of the question, by BM25; nothing for one without words.

    k1 = 1.2 and b = 0.75, as SQLite has them (https://sqlite.org/fts5.html, "The bm25() function"). It gives better
    matches lower numbers; here the sign is turned.
    """
    terms = to_terms(question)
    if not terms:
        return NOTHING
    match = (" AND " if every else " OR ").join(terms)
    parts = [_found(connection, namespace, match, terms) for namespace in namespaces]
    return Found(*(np.concatenate(columns) for columns in zip(*parts, strict=True))) if parts else NOTHING


def indexed_rows(connection: Connection, namespace: int) -> set[int]:
    """Return the rows that have an entry, an empty one too."""
    return {row for (row,) in connection.rows(f"SELECT id FROM words_{namespace}_docsize")}


def _found(connection: Connection, namespace: int, match: str, terms: Sequence[str]) -> Found:
    """Return what one namespace holds."""
    table = f"words_{namespace}"
    pairs = connection.rows(f"SELECT rowid, -bm25({table}) FROM {table} WHERE {table} MATCH ?", (match,))
    if not pairs:
        return NOTHING
    rows, scores = np.array(pairs, np.float64).T  # a float holds every row number below 2 ** 53
    ceiling = _ceiling(connection, namespace, terms)
    return Found(rows.astype(np.int64), scores.copy(), np.full(len(pairs), ceiling))


def _ceiling(connection: Connection, namespace: int, terms: Sequence[str]) -> float:
    """Return the sum of the terms' inverse document frequencies, as SQLite's bm25() has them.

    A term that no text holds counts like one that a single text holds: in a store of four memories it would otherwise
    weigh more than all that was found.
    """
    table = f"words_{namespace}"
    texts: int = connection.value(f"SELECT count(*) FROM {table}_docsize")
    counts = [connection.value(f"SELECT count(*) FROM {table} WHERE {table} MATCH ?", (term,)) for term in terms]
    return sum(max(LEAST_IDF, math.log((texts - n + 0.5) / (n + 0.5))) for n in (max(1, count) for count in counts))
