"""The words of memories in SQLite's full-text index: one table a namespace, so that BM25 counts nothing of another.

The tables are contentless: they keep which words stand where, and not the text, which the journal has already. All
matches are returned and the caller masks them, since an allow-list inside the query costs seconds. A word is counted by
`postings`; a phrase is left to SQLite, which knows where words stand beside each other, and few texts hold one.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...errors import StoreDamaged, StoreError
from .postings import Lengths, Texts, occurrences, prepare, tokens
from .sqlite_border import VIRTUAL, Connection
from .terms import TOKENIZER, to_index, to_terms


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

STRANGERS = 100
"""Texts that are imagined beside a namespace's own.

Of four memories that all speak of vendor C none would be found by those words: what all texts share weighs nothing in
BM25, and four texts are not all there is.
"""

LEAST_WEIGHT = 1e-6
"""What SQLite's bm25() gives a term that half of the texts hold, or more."""

SATURATION_IN_SQLITE = 1.2
SATURATION = 0.2
"""k1 of BM25: how much a text gains by repeating a term, and (with b) how much a long text loses.

SQLite's bm25() has k1 = 1.2 and no way to say so; but a column's weight multiplies how often a term occurs, and a
weight of 1.2 / k1 does to the score what k1 would. On LoCoMo, evidence recall at 5 / 10 / 20 of the whole recall: 60.4
/ 71.4 / 78.6 with 1.2; 62.5 / 72.4 / 79.1 with 0.5; 63.1 / 73.2 / 79.1 with 0.2; 63.4 / 73.3 / 79.1 with 0.1. What is
remembered is short, and says a thing once.
"""
LENGTH_SHARE = 0.75
"""b of BM25, SQLite's own: how far a text's length counts."""


CREATE = f"""CREATE VIRTUAL TABLE {{}} USING fts5 (text, content = '', tokenize = "{TOKENIZER}")"""
ADD = "INSERT INTO {} (rowid, text) VALUES (?, ?)"
SHADOWS = ("data", "idx", "docsize", "config")
"""The tables in which SQLite keeps a contentless index; each is named after it."""


def create(connection: Connection, namespace: int) -> None:
    connection.run(CREATE.format(f"words_{namespace}"))


def drop(connection: Connection, namespace: int) -> None:
    """Remove the words of a namespace; also where they are so damaged that SQLite cannot open the table to drop it."""
    table = f"words_{namespace}"
    try:
        connection.run(f"DROP TABLE IF EXISTS {table}")
    except StoreError as error:
        if not is_of_words(error):
            raise
        _empty(connection, table)
        connection.run(f"DROP TABLE {table}")


def add(connection: Connection, namespace: int, texts: Iterable[tuple[int, str]]) -> None:
    """Index texts, prepared by `terms.to_index`, under the rows of their memories."""
    connection.run_many(ADD.format(f"words_{namespace}"), texts)


def text_of(payload: Mapping[str, Any]) -> str:
    """Return what is indexed for a memory, by what its event says; nothing for one that was purged."""
    return to_index(payload.get("text") or "", payload.get("agent"))


def search(
    connection: Connection, lengths: Lengths, namespaces: Sequence[int], question: str, *, every: bool = False
) -> Found:
    """Return all memories with any (or `every`) word of the question, by BM25; nothing for one without words.

    lengths: of the texts of this journal, as they are known.
    """
    terms = to_terms(question)
    if not (terms and namespaces):
        return NOTHING
    prepare(connection, namespaces)
    with connection.snapshot():
        asked = list(zip(terms, tokens(connection, terms), strict=True))
        parts = [
            _found(connection, namespace, lengths.of(connection, namespace), asked, every) for namespace in namespaces
        ]
    return Found(*(np.concatenate(columns) for columns in zip(*parts, strict=True)))


def is_of_words(error: StoreError) -> bool:
    """Whether an error of a statement on words says that they are damaged, and not that the surroundings failed.

    It may be the whole file too: of an index that is asked for its places SQLite says what it says of a file.
    """
    return isinstance(error, StoreDamaged) or error.data.get("sqlite") in VIRTUAL


def _empty(connection: Connection, table: str) -> None:
    """Make what SQLite keeps of an index that of an empty one, past the index itself."""
    connection.run(CREATE.format("temp.empty"))
    for name in SHADOWS:
        connection.run(f"DELETE FROM main.{table}_{name}")
        connection.run(f"INSERT INTO main.{table}_{name} SELECT * FROM temp.empty_{name}")
    connection.run("DROP TABLE temp.empty")


def _found(
    connection: Connection, namespace: int, texts: Texts, asked: Sequence[tuple[str, list[str]]], every: bool
) -> Found:
    """Return what one namespace holds. Each term is asked by itself, so that its weight can be ours.

    asked: terms, each with the words that the index has for it.
    """
    scores, held, ceiling = np.zeros(len(texts.rows)), np.zeros(len(texts.rows), np.int64), 0.0
    for term, words in asked:
        one = len(words) == 1
        hits = _counted(connection, namespace, texts, words[0]) if one else _ranked(connection, namespace, texts, term)
        weight = _weight(len(texts.rows), len(hits.places))
        scores[hits.places] += weight * hits.gains
        held[hits.places] += 1
        ceiling += weight
    kept = held == len(asked) if every else held > 0
    return Found(texts.rows[kept], scores[kept], np.full(int(kept.sum()), ceiling))


class _Hits(NamedTuple):
    """The texts that hold a term. places: where they stand among all. gains: what a term of weight 1 scores in each."""

    places: NDArray[np.int64]
    gains: NDArray[np.float64]


def _counted(connection: Connection, namespace: int, texts: Texts, word: str) -> _Hits:
    """Return the texts that hold one word, by BM25 with k1 = SATURATION and b = LENGTH_SHARE.

    The formula of SQLite (https://sqlite.org/fts5.html, "The bm25() function"), after Robertson.
    """
    rows, times = occurrences(connection, namespace, word)
    places = texts.places(rows)
    length = texts.lengths[places] / texts.lengths.mean() if rows.size else texts.lengths[places]
    damped = SATURATION * (1.0 - LENGTH_SHARE + LENGTH_SHARE * length)
    return _Hits(places, times * (SATURATION + 1.0) / (times + damped))


def _ranked(connection: Connection, namespace: int, texts: Texts, term: str) -> _Hits:
    """Return the texts that hold a phrase, by the same formula as SQLite reckons it.

    It gives better matches lower numbers; the sign is turned here, its own weight of the term taken out, and the factor
    k1 + 1 that it puts before its own k1 made that of ours.
    """
    table = f"words_{namespace}"
    ranked = f"-bm25({table}, {SATURATION_IN_SQLITE / SATURATION})"
    pairs = connection.rows(f"SELECT rowid, {ranked} FROM {table} WHERE {table} MATCH ?", (term,))
    table_of = np.array(pairs, np.float64).reshape(len(pairs), 2)  # a float holds every row number below 2 ** 53
    factor = (SATURATION + 1.0) / (SATURATION_IN_SQLITE + 1.0) / _weight_in_sqlite(len(texts.rows), len(pairs))
    return _Hits(texts.places(table_of[:, 0].astype(np.int64)), table_of[:, 1] * factor)


def _weight(texts: int, holding: int) -> float:
    """Return what a term is worth: its inverse document frequency, as if there were STRANGERS texts more without it.

    A term that nothing holds counts like one that a single text holds: it says as much, and found nothing. One that
    most texts hold weighs next to nothing, and never less: a question of such words alone still has a ceiling.
    """
    return max(LEAST_WEIGHT, _inverse_frequency(texts + STRANGERS, max(1, holding)))


def _weight_in_sqlite(texts: int, holding: int) -> float:
    return max(LEAST_WEIGHT, _inverse_frequency(texts, holding))


def _inverse_frequency(texts: int, holding: int) -> float:
    ratio = (texts - holding + 0.5) / (holding + 0.5)
    return math.log(ratio) if ratio > 0 else 0.0
