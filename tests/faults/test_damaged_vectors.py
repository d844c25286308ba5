"""A vector that a disk changed is never compared with anything: it is dropped, and its memory waits for a new one."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest
from clew.engine.care.doctor import treat
from clew.engine.care.patient import Patient
from clew.engine.journal.files import JOURNAL
from clew.engine.journal.journal import Journal
from clew.engine.projection.projection import Projection
from clew.engine.values.model import Draft
from clew.engine.writing.vectors import Vectorizer
from toys import toy

pytestmark = pytest.mark.slow

COUNT = 6
WORDLESS = COUNT
MODEL = toy("toy", 8)


@pytest.fixture
def store(tmp_path: Path) -> Path:
    with Journal.create(tmp_path / "a.clew") as journal:
        drafts = [Draft(id=str(i), namespace="n", text=f"vendor {i}") for i in range(COUNT)]
        journal.append([*drafts, Draft(id="none", namespace="n", text="\u00a0")])
        assert Vectorizer(journal, MODEL).catch_up(10) == 0
        assert journal.counts().vectors == COUNT
    return tmp_path / "a.clew"


@pytest.fixture
def tamper(store: Path) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(store / JOURNAL, isolation_level=None)) as connection:
        yield connection


DAMAGES: dict[str, str] = {
    "a number": "UPDATE vectors SET vector = X'01' || substr(vector, 2) WHERE row = 2",
    "a length": "UPDATE vectors SET vector = substr(vector, 1, 8) WHERE row = 2",
    "a checksum": "UPDATE vectors SET crc = crc + 1 WHERE row = 2",
    "a type": "UPDATE vectors SET vector = 7 WHERE row = 2",
    "no UTF-8": "UPDATE vectors SET vector = CAST(X'ff00ff' AS TEXT) WHERE row = 2",
    "the memory": "UPDATE vectors SET row = 77 WHERE row = 2",
    "a neighbour's": "UPDATE vectors SET vector = (SELECT vector FROM vectors WHERE row = 3) WHERE row = 2",
}
FOUND: dict[str, str] = {
    **DAMAGES,
    "gone": "DELETE FROM vectors WHERE row = 2",
    "without words, and gone": f"DELETE FROM wordless WHERE row = {WORDLESS}",
    "waits in vain": "INSERT INTO pending VALUES (2)",
    "waits for nobody": "INSERT INTO pending VALUES (99)",
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_vector_is_not_loaded(store: Path, tamper: sqlite3.Connection, damage: str) -> None:
    """The others are, and its memory waits from then on, until it has the same vector again."""
    with Journal.open(store) as journal:
        before = dict(zip(journal.vectors().rows.tolist(), journal.vectors().matrix.tolist(), strict=True))
        tamper.execute(DAMAGES[damage])
        found = journal.vectors()
        assert sorted(found.rows.tolist()) == [0, 1, 3, 4, 5] and found.damaged == 1
        assert journal.pending_rows() == [2]
        assert journal.vectors().damaged == 0 and journal.verify() == []
        assert Vectorizer(journal, MODEL).catch_up(10) == 0
        again = journal.vectors()
        assert dict(zip(again.rows.tolist(), again.matrix.tolist(), strict=True)) == before


@pytest.mark.parametrize("damage", FOUND)
def test_vectors_are_held_against_memories(store: Path, tamper: sqlite3.Connection, damage: str) -> None:
    """`verify` finds it, it is no loss, the doctor mends it, and every memory has its vector again."""
    tamper.execute(FOUND[damage])
    with Journal.open(store) as journal:
        assert {one.kind for one in journal.verify()} == {"vectors"}
        projection = Projection(journal)
        patient = Patient(journal, projection, Vectorizer(journal, MODEL))
        first = treat(patient)
        assert first.done and first.left == () and treat(patient).done == ()
        projection.close()
        assert journal.verify() == [] and journal.counts().vectors == COUNT and journal.pending_rows() == []


def test_a_staged_vector_that_is_damaged_is_made_again(store: Path, tamper: sqlite3.Connection) -> None:
    """A change of model goes on with that memory to do; and if it does not, the memory waits when it has ended."""
    coming = toy("coming", 4)
    name = coming.fingerprint.to_json()
    with Journal.open(store) as journal:
        staging = journal.staging()
        staging.begin(name)
        staging.put(name, range(COUNT + 1), [*np.eye(4, dtype=np.float32)[[0, 1, 2, 3, 0, 1]], None])
        tamper.execute("UPDATE staged SET vector = X'01' || substr(vector, 2) WHERE row = 4")
        tamper.execute("UPDATE staged SET vector = NULL WHERE row = 1")
        assert len(journal.verify()) == 2
        journal.mend_vectors()
        assert staging.unstaged(-1, 10) == [1, 4] and journal.verify() == []
        tamper.execute("UPDATE staged SET vector = X'01' || substr(vector, 2) WHERE row = 3")
        staging.finish(name, None)
        assert journal.vectors().damaged == 1
        assert journal.pending_rows() == [1, 3, 4]


def test_a_store_that_may_not_be_written_reads_the_others(
    store: Path, tamper: sqlite3.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What cannot be mended is left out each time."""
    tamper.execute(DAMAGES["a number"])
    with Journal.open(store) as journal, closing(sqlite3.connect(store / JOURNAL, isolation_level=None)) as other:
        journal._connections.writer._busy_seconds = 0.05
        journal._connections.writer.run("PRAGMA busy_timeout = 50")
        other.execute("BEGIN IMMEDIATE")
        for _ in range(2):
            assert len(journal.vectors().rows) == COUNT - 1
        assert journal.pending_rows() == []
