"""How often each text holds a word, and how long each text is, read from the full-text index as arrays.

BM25 needs these two of every text that holds a word. SQLite's own bm25() looks each of them up by itself, a microsecond
a text: 60 ms where 50,000 hold the word. All places of a word as one string are 15 ms, and lengths hardly change: texts
are added to an index behind those that are there, and otherwise it is made anew as a whole.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...errors import StoreDamaged
from .sqlite_border import CORRUPT_VTAB, Connection
from .terms import TOKENIZER

ASKED = f"""CREATE VIRTUAL TABLE IF NOT EXISTS temp.asked USING fts5 (text, content = '', tokenize = "{TOKENIZER}")"""
"""An index of what is asked, in this connection alone: what a word is stored as (its stem, without accents) only the
tokenizer knows.
"""
PLACES = "CREATE VIRTUAL TABLE IF NOT EXISTS temp.{1} USING fts5vocab ({0}, {2}, instance)"
ASK = "INSERT INTO temp.asked (rowid, text) VALUES (?, ?)"
TOKENS = "SELECT doc, term FROM temp.asked_places WHERE term <> '' ORDER BY doc, offset"
HOLDING = "SELECT group_concat(doc) FROM temp.places_{0} WHERE term = ?"
LENGTHS = """SELECT group_concat(id), group_concat(hex(sz), '')
    FROM (SELECT id, sz FROM words_{0}_docsize WHERE id > ? ORDER BY id)"""
COUNT = "SELECT count(*) FROM words_{0}_docsize"


class Texts(NamedTuple):
    """The texts of an index: which rows they belong to, ascending, and of how many words each is."""

    rows: NDArray[np.int64]
    """(n,) int64"""
    lengths: NDArray[np.float64]
    """(n,) float64, whole numbers >= 0"""

    def places(self, rows: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return where each of `rows`, (k,), stands among these texts; raise StoreDamaged for one that does not."""
        places = np.searchsorted(self.rows, rows)
        if rows.size and not np.array_equal(self.rows.take(places, mode="clip"), rows):
            raise StoreDamaged("The words of a memory are in the index, and its length is not.", sqlite=CORRUPT_VTAB)
        return places

    def first(self, count: int) -> Texts:
        return Texts(self.rows[:count], self.lengths[:count])

    def followed_by(self, later: Texts) -> Texts:
        return Texts(np.concatenate([self.rows, later.rows]), np.concatenate([self.lengths, later.lengths]))


NO_TEXTS = Texts(np.empty(0, np.int64), np.empty(0, np.float64))


class Lengths:
    """The texts of each index of one journal, as last read. Threads share it: what is kept is never changed."""

    def __init__(self) -> None:
        self._kept: dict[int, tuple[int, Texts]] = {}

    def of(self, connection: Connection, namespace: int) -> Texts:
        """Return the texts of a namespace's index at the moment of the connection's snapshot.

        The version of the schema tells an index that was made anew from one that has grown.
        """
        version: int = connection.value("PRAGMA schema_version")
        count: int = connection.value(COUNT.format(namespace))
        known_version, known = self._kept.get(namespace, (version, NO_TEXTS))
        texts = known if known_version == version else NO_TEXTS
        if len(texts.rows) < count:
            last = int(texts.rows[-1]) if texts.rows.size else -1
            texts = texts.followed_by(_read(connection, namespace, last))
            self._kept[namespace] = version, texts
        return texts.first(count)


def prepare(connection: Connection, namespaces: Sequence[int]) -> None:
    """Make what asks the indexes, in this connection alone. Outside a snapshot, whose end would take it away."""
    connection.run(ASKED)
    connection.run(PLACES.format("temp", "asked_places", "asked"))
    for namespace in namespaces:
        connection.run(PLACES.format("main", f"places_{namespace}", f"words_{namespace}"))


def tokens(connection: Connection, terms: Sequence[str]) -> list[list[str]]:
    """Return each term as the words that the index has for it. Within a snapshot, whose end forgets what was asked."""
    connection.run_many(ASK, enumerate(terms))
    found = groupby(connection.rows(TOKENS), key=lambda row: row[0])
    by_term = {place: [token for _, token in rows] for place, rows in found}
    return [by_term.get(place, []) for place in range(len(terms))]


def occurrences(connection: Connection, namespace: int, token: str) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the rows that hold a word of the index, (k,) ascending, and how often each does."""
    places = _numbers(connection.value(HOLDING.format(namespace), (token,)))
    first = np.flatnonzero(np.diff(places, prepend=-1))  # an index tells its places in the order of its texts
    return places[first], np.diff(first, append=len(places))


def _read(connection: Connection, namespace: int, after: int) -> Texts:
    """Return the texts behind row `after`."""
    rows, lengths = connection.rows(LENGTHS.format(namespace), (after,))[0]
    texts = Texts(_numbers(rows), _varints(bytes.fromhex(lengths or "")))
    if len(texts.rows) != len(texts.lengths):
        raise StoreDamaged("The lengths of memories cannot be read from the index.", sqlite=CORRUPT_VTAB)
    return texts


def _numbers(joined: str | None) -> NDArray[np.int64]:
    """Return the numbers of a string that SQLite joined by commas: by far quicker than a Python object for each."""
    return np.fromstring(joined, np.int64, sep=",") if joined else np.empty(0, np.int64)


def _varints(packed: bytes) -> NDArray[np.float64]:
    """Return the numbers of SQLite's variable-length integers: big-endian, seven bits a byte, the last below 128.

    What is left open at the end is left out. Source: https://sqlite.org/fileformat2.html#varint.
    """
    digits = np.frombuffer(packed, np.uint8)
    ends = np.flatnonzero(digits < 128)
    digits = digits[: ends[-1] + 1] if ends.size else digits[:0]
    number = np.searchsorted(ends, np.arange(len(digits)))
    worth = (digits & 127) * 128.0 ** (ends[number] - np.arange(len(digits)))
    return np.bincount(number, worth, len(ends)).astype(np.float64, copy=False)
