"""Words that a disk changed are found by `verify`, and made anew by the doctor or by a question that fails on them."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from clew.engine.care.doctor import treat
from clew.engine.care.patient import Patient
from clew.engine.journal.files import JOURNAL
from clew.engine.journal.journal import Journal
from clew.engine.projection.projection import Projection
from clew.engine.values.model import Draft
from clew.errors import StoreError

pytestmark = pytest.mark.slow

COUNT = 60
TERM = b"quot"
"""As it is stemmed: `quotes`, and `quoted`, and `quote`."""
STRUCTURE = "id = 10"
"""The record of what an index consists of."""


@pytest.fixture
def store(tmp_path: Path) -> Path:
    with Journal.create(tmp_path / "a.clew") as journal:
        for start in (0, COUNT // 2):
            rows = range(start, start + COUNT // 2)
            drafts = [Draft(id=str(i), namespace="n", text=f"vendor {i} quotes alpha{i % 7}") for i in rows]
            journal.append([*drafts, Draft(id=str(start), namespace="m", text="elsewhere")], [None] * (len(drafts) + 1))
    return tmp_path / "a.clew"


@pytest.fixture
def whole(store: Path) -> list[Any]:
    with Journal.open(store) as journal:
        return answers(journal)


def answers(journal: Journal) -> list[Any]:
    found = [journal.words(["n", "m"], question) for question in ("vendor quotes", "alpha3", "elsewhere")]
    return [(one.rows.tolist(), one.scores.tolist()) for one in found]


@pytest.fixture
def tamper(store: Path) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(store / JOURNAL, isolation_level=None)) as connection:
        yield connection


def block_with(tamper: sqlite3.Connection, content: bytes) -> tuple[int, bytes]:
    rows = tamper.execute("SELECT id, block FROM words_1_data WHERE id > 10").fetchall()
    return next((id, block) for id, block in rows if content in block)


def rename(tamper: sqlite3.Connection) -> None:
    id, block = block_with(tamper, TERM)
    tamper.execute("UPDATE words_1_data SET block = ? WHERE id = ?", (block.replace(TERM, b"quit"), id))


def every_bit(tamper: sqlite3.Connection, content: bytes) -> Iterator[None]:
    """Turn one bit over at a time in the block that holds a content, and let it be looked at."""
    id, block = block_with(tamper, content)
    for place in range(0, len(block), 3):
        changed = bytearray(block)
        changed[place] ^= 1 << place % 8
        tamper.execute("UPDATE words_1_data SET block = ? WHERE id = ?", (bytes(changed), id))
        yield
    tamper.execute("UPDATE words_1_data SET block = ? WHERE id = ?", (block, id))


SILENT: dict[str, Callable[[sqlite3.Connection], object]] = {
    "a letter": rename,
    "a length": lambda c: c.execute("UPDATE words_1_docsize SET sz = X'09' WHERE id = 3"),
    "the average": lambda c: c.execute("UPDATE words_1_data SET block = X'3c82' WHERE id = 1"),
    "where to look": lambda c: c.execute("UPDATE words_1_idx SET pgno = pgno + 2"),
    "an entry": lambda c: c.execute("DELETE FROM words_1_docsize WHERE id = 3"),
}
LOUD: dict[str, Callable[[sqlite3.Connection], object]] = {
    "the structure": lambda c: c.execute(f"UPDATE words_1_data SET block = X'ffffffffff' WHERE {STRUCTURE}"),
    "the version": lambda c: c.execute("UPDATE words_1_config SET v = 7"),
    "the settings": lambda c: c.execute("DELETE FROM words_1_config"),
}


@pytest.mark.parametrize("damage", [*SILENT, *LOUD])
def test_damaged_words_are_found_and_made_anew(
    store: Path, whole: list[Any], tamper: sqlite3.Connection, damage: str
) -> None:
    """`verify` names the namespace, it is no loss, and after the doctor all answers are as before."""
    (SILENT | LOUD)[damage](tamper)
    with Journal.open(store) as journal:
        found = journal.verify()
        assert {one.kind for one in found} == {"words"} and "`n`" in found[0].message and "`m`" not in str(found)
        projection = Projection(journal)
        assert treat(Patient(journal, projection)).done == ("Made index and words anew from the events.",)
        projection.close()
        assert journal.verify() == [] and answers(journal) == whole


def test_no_bit_of_the_words_changes_an_answer_unfound(
    store: Path, whole: list[Any], tamper: sqlite3.Connection
) -> None:
    """Wherever a bit is turned over, either answers are as before or `verify` says so."""
    with Journal.open(store) as journal:
        for _ in every_bit(tamper, TERM):
            if journal.verify() == []:
                with Journal.open(store) as fresh:
                    assert answers(fresh) == whole
        assert journal.verify() == []


@pytest.mark.parametrize("damage", LOUD)
def test_a_question_that_meets_damaged_words_mends_them(
    store: Path, whole: list[Any], tamper: sqlite3.Connection, damage: str
) -> None:
    """Where SQLite itself refuses to go on, they are made anew once, and the question is answered."""
    LOUD[damage](tamper)
    with Journal.open(store) as journal:
        assert answers(journal) == whole
        assert journal.verify() == []


def test_damaged_words_over_a_damaged_event_are_left(store: Path, tamper: sqlite3.Connection) -> None:
    """Nothing is made anew of events that are not what was written."""
    LOUD["the version"](tamper)
    tamper.execute("UPDATE events SET payload = CAST(replace(payload, 'vendor 7', 'vendor 8') AS BLOB)")
    with Journal.open(store) as journal:
        with pytest.raises(StoreError, match="fts5"):
            answers(journal)
        assert [one.kind for one in journal.verify()] == ["payload"]
