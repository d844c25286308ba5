"""Are the words in the index those of the memories? SQLite could hold its index against texts, and they are not there.

So the words are indexed once more, in a table of this connection alone, and the two are compared by what can be asked
of them: who has how many words, where each word stands, and whether it is found there. How the index is laid out in
segments differs, and says nothing. Takes as long as making the words anew: 20,000 memories about a second.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ...errors import StoreError
from . import reader, words
from .finding import Finding
from .sqlite_border import Connection

AT_ONCE = 1000
"""Texts that are indexed by one statement."""

SIZES = "SELECT id, CAST(sz AS BLOB) FROM {0}_docsize"
AVERAGES = "SELECT block FROM {0}_data WHERE id = 1"
"""The record of how many texts there are, and how long they are together, which BM25 weighs by.

Source: https://sqlite.org/fts5.html, "The %_data table".
"""
VIEWS = ("instance", "row")
"""What can be asked of an index: every place of every word; and every word, with how many texts and places have it."""
VOCABULARY = "CREATE VIRTUAL TABLE temp.{0}_{1} USING fts5vocab ({2}, {0}, {1})"
PLACES = """SELECT ifnull(CAST(term AS BLOB), x''), count(*), sum(doc), sum(offset), sum(doc * (offset + 1))
    FROM temp.{0}_instance GROUP BY term"""
"""Sums in place of all places: two damages would have to agree in four."""
LOST = """SELECT CAST(told.term AS BLOB) FROM temp.{1}_row AS told LEFT JOIN temp.{0}_row AS kept
    ON kept.term = told.term
    WHERE told.term <> '' AND (kept.doc IS NOT told.doc OR kept.cnt IS NOT told.cnt)"""
"""Words that are not found where they stand: looked up one by one, as a question does. Not the empty one, NULL here,
which an accent without a letter is folded to: no question asks for it."""


@dataclass(frozen=True, slots=True)
class Pair:
    """The index of a namespace as it is kept, and as its events tell it."""

    namespace: str
    kept: str
    """The name of its table, in the schema `main`."""
    told: str
    """In the schema `temp`."""


def check(connection: Connection) -> Iterator[Finding]:
    """Yield what is wrong with the words of each namespace. Call it where file and events are sound, and within a
    snapshot, whose end takes the tables away that are made here.
    """
    pairs = [Pair(name, f"words_{number}", f"told_{number}") for name, number in reader.namespaces(connection).items()]
    for pair in pairs:
        connection.run(words.CREATE.format(f"temp.{pair.told}"))
    _index(connection, {pair.namespace: words.ADD.format(f"temp.{pair.told}") for pair in pairs})
    for pair in pairs:
        about = f"The words of namespace `{pair.namespace}`"
        try:
            yield from [
                Finding("words", f"{about} {message}")
                for message in _rows(connection, pair) or _terms(connection, pair)
            ]
        except StoreError as error:
            if not words.is_of_words(error):
                raise
            yield Finding("words", f"{about} cannot be read: {error.message}")
            return  # after such a failure SQLite reads no other index in this transaction


def _index(connection: Connection, add: dict[str, str]) -> None:
    """Index the words of every memory again. add: the statement for each namespace."""
    texts: dict[str, list[tuple[int, str]]] = {namespace: [] for namespace in add}
    for event in reader.events(connection, 0):
        if event.kind != "remember":
            continue
        mine = texts[event.namespace]
        mine.append((event.payload["row"], words.text_of(event.payload)))
        if len(mine) == AT_ONCE:
            connection.run_many(add[event.namespace], mine)
            mine.clear()
    for namespace, rest in texts.items():
        connection.run_many(add[namespace], rest)


def _rows(connection: Connection, pair: Pair) -> list[str]:
    """Compare who has how many words."""
    kept, told = (dict(connection.rows(SIZES.format(table))) for table in (f"main.{pair.kept}", f"temp.{pair.told}"))
    lost = [f"lack those of row {row}." for row in sorted(told.keys() - kept.keys())]
    stray = [f"hold those of row {row}, which is no memory." for row in sorted(kept.keys() - told.keys())]
    other = [f"have another count for row {row}." for row in sorted(told) if kept.get(row, told[row]) != told[row]]
    return [*lost, *stray, *other]


def _terms(connection: Connection, pair: Pair) -> list[str]:
    """Compare where each word stands, and whether it is found."""
    for table in (pair.kept, pair.told):
        for view in VIEWS:
            connection.run(VOCABULARY.format(table, view, "temp" if table == pair.told else "main"))
    kept, told = (set(connection.rows(PLACES.format(table))) for table in (pair.kept, pair.told))
    wrong = {term for term, *_ in kept ^ told} | {
        term for (term,) in connection.rows(LOST.format(pair.kept, pair.told))
    }
    if wrong:
        return [f"have `{min(wrong).decode(errors='replace')}` at other places than its memories."]
    averages = {connection.value(AVERAGES.format(table)) for table in (f"main.{pair.kept}", f"temp.{pair.told}")}
    return ["are weighed by a length that they have not."] if len(averages) > 1 else []
