"""What no event says outright, and much hangs on, is held to what was written too: settings, literals, numbers."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from clew.engine.care.doctor import examine, treat
from clew.engine.care.patient import admitted
from clew.engine.embedding.resolve import DEFAULT, resolve
from clew.engine.journal.files import JOURNAL
from clew.engine.journal.journal import Journal
from clew.engine.journal.settings import CLOCK, COMING, FINGERPRINT, SOURCE
from clew.engine.values.model import Draft
from clew.engine.writing.remember import make_draft
from clew.engine.writing.vectors import Vectorizer, embedder_for
from clew.errors import StoreDamaged
from toys import toy

pytestmark = pytest.mark.slow

MODEL, NEXT = toy("toy", 8), toy("next", 6)


@pytest.fixture
def store(tmp_path: Path) -> Path:
    """A store in the middle of a change of model, with a literal that two observations hold."""
    with Journal.create(tmp_path / "a.clew") as journal:
        for id, task, said in (("a", "T", "4WQ150 and 4WQ151"), ("b", "T", "4WQ150 and 4WQ151"), ("c", "U", "4WQ150")):
            journal.append([make_draft(None, namespace="default", id=id, task=task, observation=f"order {said}")])
        assert Vectorizer(journal, MODEL).catch_up(10) == 0
        staging, coming = journal.staging(), NEXT.fingerprint.to_json()
        staging.begin(coming)
        staging.put(coming, [0], [NEXT.embed(["order"])[0]])
    return tmp_path / "a.clew"


@pytest.fixture
def tamper(store: Path) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(store / JOURNAL, isolation_level=None)) as connection:
        yield connection


def found(store: Path) -> list[str]:
    with Journal.open(store) as journal:
        return [f"{one.kind}: {one.message}" for one in journal.verify()]


def treated(store: Path) -> tuple[str, ...]:
    with admitted(store) as patient:
        return treat(patient).done


def bits(name: str) -> Iterator[str]:
    """Yield each name that a flipped bit makes of this one, as a literal of SQL."""
    for place in range(0, 8 * len(name), 5):
        data = bytearray(name.encode())
        data[place // 8] ^= 1 << place % 8
        yield f"CAST(X'{data.hex()}' AS TEXT)"


@pytest.mark.parametrize("name", [CLOCK, FINGERPRINT, COMING])
@pytest.mark.parametrize("column", ["name", "value", "crc"])
def test_every_bit_of_a_setting_counts(store: Path, tamper: sqlite3.Connection, name: str, column: str) -> None:
    """A bit that is turned over in the name, the value or the checksum of a setting is found, and named."""
    [(value, crc)] = tamper.execute("SELECT value, crc FROM settings WHERE name = ?", (name,))
    for changed in (
        [f"{crc ^ 1 << bit}" for bit in range(0, 32, 7)]
        if column == "crc"
        else bits(name if column == "name" else value)
    ):
        tamper.execute(f"UPDATE settings SET {column} = {changed} WHERE name = ?", (name,))
        messages = found(store)
        assert messages and all(one.startswith("settings: The setting `") for one in messages)
        tamper.execute("DELETE FROM settings WHERE crc IN (?, ?) OR name = ?", (crc, changed, name))
        tamper.execute("INSERT INTO settings VALUES (?, ?, ?)", (name, value, crc))
    assert found(store) == []


def test_a_clock_that_was_changed_dates_nothing(store: Path, tamper: sqlite3.Connection) -> None:
    """A write is refused in a sentence until the doctor has set the clock by the events."""
    tamper.execute("UPDATE settings SET value = '9' || value WHERE name = ?", (CLOCK,))
    with Journal.open(store) as journal, pytest.raises(StoreDamaged, match=f"`{CLOCK}` was changed"):
        journal.append([Draft(id="new", namespace="default", text="new")])
    assert treated(store) and found(store) == []
    with Journal.open(store) as journal:
        last = [event.recorded_at for event in journal.events()][-1]
        journal.append([Draft(id="new", namespace="default", text="new")])
        assert last < [*journal.events()][-1].recorded_at < last + 3_600_000_000


def test_a_name_that_was_changed_is_found_again(store: Path, tamper: sqlite3.Connection) -> None:
    """The model of the vectors is known again by the checksum, where only the name of the setting was damaged."""
    tamper.execute("UPDATE settings SET name = 'embeddinf.fingerprint' WHERE name = ?", (FINGERPRINT,))
    assert any("is missing" in one for one in found(store))
    assert treated(store) and found(store) == []
    with Journal.open(store) as journal:
        assert journal.setting(FINGERPRINT) == MODEL.fingerprint.to_json()


def test_a_change_of_model_without_its_name_is_given_up(store: Path, tamper: sqlite3.Connection) -> None:
    """Vectors of nobody knows which model are thrown away, and the standing ones stay."""
    tamper.execute("UPDATE settings SET value = 'x' WHERE name = ?", (COMING,))
    assert treated(store) and found(store) == []
    with Journal.open(store) as journal:
        assert journal.staging().progress() is None and journal.counts().vectors == 3


LITERALS = {
    "another memory": "UPDATE literals SET row = 1 WHERE row = 0",
    "another literal": "UPDATE literals SET hash = hash + 1 WHERE row = 2",
    "another task": "UPDATE literals SET task = 9 WHERE row = 2",
    "one that is lost": "DELETE FROM literals WHERE row = 2",
    "one too many": "INSERT INTO literals VALUES (1, 7, 1)",
}


@pytest.mark.parametrize("damage", LITERALS)
def test_literals_are_held_to_the_observations(store: Path, tamper: sqlite3.Connection, damage: str) -> None:
    """Which memory of a task first saw a literal is found to be wrong, and made anew as it was."""
    before = tamper.execute("SELECT * FROM literals").fetchall()
    tamper.execute(LITERALS[damage])
    assert any(one.startswith("index: The index is wrong about the literals") for one in found(store))
    assert treated(store) == ("Made index and words anew from the events.",)
    assert found(store) == [] and tamper.execute("SELECT * FROM literals").fetchall() == before


SEQUENCES = {
    "too low": "UPDATE sqlite_sequence SET seq = 1",
    "no number": "UPDATE sqlite_sequence SET seq = 'x'",
    "used up": f"UPDATE sqlite_sequence SET seq = {2**63 - 1}",
    "another table": "UPDATE sqlite_sequence SET name = 'vectorr'",
    "lost": "DELETE FROM sqlite_sequence",
}


@pytest.mark.parametrize("damage", SEQUENCES)
def test_numbers_of_vectors_are_given_once(store: Path, tamper: sqlite3.Connection, damage: str) -> None:
    """The number before the next vector is never below one that was given, nor at the end of all numbers."""
    tamper.execute(SEQUENCES[damage])
    assert found(store) == ["vectors: The number of the last vector is not 3, or above it."]
    assert treated(store) and found(store) == []
    with Journal.open(store) as journal:
        assert len(journal.vectors().rows) == 3 and journal.vectors().number > 3


@pytest.fixture
def usual(tmp_path: Path) -> Path:
    """A store with the vectors of the model that comes with the package."""
    with Journal.create(tmp_path / "usual.clew") as journal:
        journal.append([Draft(id=str(i), namespace="default", text=f"vendor {i} quotes") for i in range(3)])
        assert Vectorizer(journal, resolve()).catch_up(10) == 0
        journal.set_setting(SOURCE, DEFAULT)
    return tmp_path / "usual.clew"


@pytest.mark.parametrize("name", [FINGERPRINT, SOURCE])
def test_a_model_is_known_again_by_its_vectors(usual: Path, name: str) -> None:
    """Where nothing says any more which model made the vectors, the one at hand that makes the same ones is it."""
    with closing(sqlite3.connect(usual / JOURNAL)) as tamper, tamper:
        tamper.execute("UPDATE settings SET value = replace(value, 'w', 'v') WHERE name = ?", (name,))
    assert treated(usual) == ("Knew the model again by its vectors: wordllama/l2_supercat_256.",)
    assert found(usual) == []
    with Journal.open(usual) as journal:
        Vectorizer(journal, resolve()).check()
        assert embedder_for(journal).fingerprint == resolve().fingerprint


def test_another_model_is_not_taken_for_it(store: Path, tamper: sqlite3.Connection) -> None:
    """A model that makes other vectors than those in the store is not noted as theirs, and the cure is named."""
    tamper.execute("UPDATE settings SET value = 'x' WHERE name = ?", (FINGERPRINT,))
    with admitted(store) as patient:
        left = [finding for finding in treat(patient).left if finding.kind == "journal"]
        assert [finding.serious for finding in left] == [False] and "reembed" in left[0].cure
        assert not any(finding.serious for finding in examine(patient))


def test_a_lost_setting_is_no_loss_of_memories(store: Path, tamper: sqlite3.Connection, tmp_path: Path) -> None:
    """A backup of such a store is made: every memory is in it."""
    tamper.execute("UPDATE settings SET value = 'x' WHERE name = ?", (FINGERPRINT,))
    with Journal.open(store) as journal:
        assert journal.backup(tmp_path / "b.clew") == journal.head()
    with admitted(tmp_path / "b.clew") as patient:
        assert not any(finding.serious for finding in examine(patient))
