"""Words are counted here as SQLite counts them, and the lengths that are kept are those of the texts that are there."""

from __future__ import annotations

import itertools
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest
from clew.engine.journal.files import JOURNAL
from clew.engine.journal.journal import Journal
from clew.engine.journal.terms import to_terms
from clew.engine.journal.words import SATURATION, SATURATION_IN_SQLITE, STRANGERS, Found
from clew.engine.values.model import Draft
from hypothesis import given, settings
from hypothesis import strategies as st

Scores = dict[int, float]


@pytest.fixture(scope="module")
def journal(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Journal]:
    with Journal.open(tmp_path_factory.mktemp("postings") / "a.clew", create=True) as journal:
        yield journal


def add(journal: Journal, namespace: str, texts: Sequence[str], first: int = 0) -> None:
    journal.append([Draft(id=str(i), namespace=namespace, text=text) for i, text in enumerate(texts, start=first)])


def scores(found: Found) -> Scores:
    return dict(zip(found.rows.tolist(), found.scores.tolist(), strict=True))


def by_sqlite(journal: Journal, namespace: str, question: str) -> Scores:
    """The scores by SQLite's own bm25(), each term with our weight in place of its own."""
    with closing(sqlite3.connect(journal.path / JOURNAL)) as connection:
        number = connection.execute("SELECT number FROM namespaces WHERE name = ?", (namespace.encode(),)).fetchone()[0]
        table = f"words_{number}"
        texts = connection.execute(f"SELECT count(*) FROM {table}_docsize").fetchone()[0]
        ranked = f"SELECT rowid, -bm25({table}, {SATURATION_IN_SQLITE / SATURATION}) FROM {table} WHERE {table} MATCH ?"
        total: Scores = {}
        for term in to_terms(question):
            rows = connection.execute(ranked, (term,)).fetchall()
            weight = idf(texts + STRANGERS, max(1, len(rows))) / idf(texts, len(rows))
            for row, score in rows:
                gain = score * weight * (SATURATION + 1) / (SATURATION_IN_SQLITE + 1)
                total[row] = total.get(row, 0.0) + gain
        return total


def idf(texts: int, holding: int) -> float:
    return max(1e-6, float(np.log((texts - holding + 0.5) / (holding + 0.5))))


WORDS = ["vendor", "vendors", "vendoring", "Café", "cafe", "naïve", "src/tax.py", "tax", "東京", "x", "İstanbul"]
TEXTS = st.lists(st.lists(st.sampled_from(WORDS), max_size=9).map(" ".join), min_size=1, max_size=12)
NUMBERS = itertools.count()


@settings(max_examples=60, deadline=None)
@given(TEXTS, st.lists(st.sampled_from(WORDS), min_size=1, max_size=4).map(" ".join))
def test_words_are_counted_as_sqlite_counts_them(journal: Journal, texts: list[str], question: str) -> None:
    """Stems, accents, compounds and scripts without spaces: the same rows, and the same score of each."""
    namespace = f"counted {next(NUMBERS)}"
    add(journal, namespace, texts)
    assert scores(journal.words([namespace], question)) == pytest.approx(by_sqlite(journal, namespace, question))


@pytest.mark.parametrize("longest", [1, 127, 128, 129, 20_000])
def test_a_text_of_any_length_weighs_by_it(journal: Journal, longest: int) -> None:
    """Lengths are kept in one byte, in two and in three: a text of 20,000 words is as long as SQLite takes it to be."""
    namespace = f"long {longest}"
    add(journal, namespace, ["rare " + "w " * (longest - 1), "rare", "", "another text"])
    assert scores(journal.words([namespace], "rare")) == pytest.approx(by_sqlite(journal, namespace, "rare"))


def test_what_was_read_before_grows_with_the_index(journal: Journal) -> None:
    """After each write, by this process or through another connection, scores are those of a store opened anew."""
    with Journal.open(journal.path) as other:
        for turn, writer in enumerate([journal, other, journal, other]):
            add(writer, "grows", [f"the vendor said {'so ' * turn}", "other"], first=2 * turn)
            with Journal.open(journal.path) as fresh:
                expected = scores(fresh.words(["grows"], "vendor so"))
            assert scores(journal.words(["grows"], "vendor so")) == expected
            assert len(expected) == turn + 1


def test_an_index_that_was_made_anew_is_read_anew(tmp_path: Path) -> None:
    """Lengths that a disk changed are forgotten with the index that they stood in."""
    with Journal.create(tmp_path / "a.clew") as journal:
        add(journal, "n", ["vendor one", "vendor two and three", "nothing"])
        true = scores(journal.words(["n"], "vendor"))
        with closing(sqlite3.connect(journal.path / JOURNAL, isolation_level=None)) as disk:
            disk.execute("UPDATE words_1_docsize SET sz = X'7f'")
        with Journal.open(journal.path) as misled:
            assert scores(misled.words(["n"], "vendor")) != true
            journal.reindex()
            assert scores(misled.words(["n"], "vendor")) == true


@pytest.mark.parametrize(
    "damage", ["DELETE FROM words_1_docsize WHERE id = 1", "UPDATE words_1_docsize SET sz = X'ff'"]
)
def test_a_text_without_a_length_is_made_anew(tmp_path: Path, damage: str) -> None:
    """A word whose text has no length that can be read is damage of the words: they are mended, and it is answered."""
    with Journal.create(tmp_path / "a.clew") as journal:
        add(journal, "n", ["vendor one", "vendor two", "vendor three"])
        true = scores(journal.words(["n"], "vendor"))
    with closing(sqlite3.connect(tmp_path / "a.clew" / JOURNAL, isolation_level=None)) as disk:
        disk.execute(damage.format("words_1_docsize"))
    with Journal.open(tmp_path / "a.clew") as opened:
        assert scores(opened.words(["n"], "vendor")) == true


def test_a_question_leaves_nothing_behind(journal: Journal) -> None:
    """What is asked is indexed for its stems, and forgotten: a second question does not find the words of the first."""
    add(journal, "clean", ["red fence", "blue fence"])
    first, other, again = (scores(journal.words(["clean"], question)) for question in ("red", "blue fence", "red"))
    assert first == again and len(first) == 1 and len(other) == 2
