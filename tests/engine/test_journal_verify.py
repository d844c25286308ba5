"""No damage passes: what was changed, cut out or lost is named by what it is and where it is."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from clew.engine.journal import index_check
from clew.engine.journal.files import HEAD, JOURNAL
from clew.engine.journal.finding import Finding
from clew.engine.journal.journal import Journal
from clew.engine.journal.sqlite_border import Connection
from clew.engine.values.model import Draft, Link
from clew.errors import StoreDamaged


@pytest.fixture
def store(tmp_path: Path) -> Path:
    """A store with six events: four memories (rows 0 to 3), a link, a forgetting."""
    with Journal.open(tmp_path / "a.clew", create=True) as journal:
        journal.append([Draft(id=id, namespace="n", text=f"text of {id}", task="T") for id in "abc"])
        journal.append([Draft(id="a", namespace="m", text="another")])
        journal.link("n", [Link("CAUSED", "a", "b")])
        journal.forget("n", ["c"])
    return tmp_path / "a.clew"


def test_a_word_of_nothing_but_an_accent_is_no_damage(tmp_path: Path) -> None:
    """The index keeps an empty word for an accent that stands alone; it is that of its memory, and healthy."""
    with Journal.open(tmp_path / "a.clew", create=True) as journal:
        journal.append([Draft(id="a", namespace="n", text="alone \u0301 here")])
    assert found(tmp_path / "a.clew") == []


@pytest.fixture
def tamper(store: Path) -> Iterator[Connection]:
    connection = Connection(store / JOURNAL)
    yield connection
    connection.close()


def found(store: Path) -> list[tuple[str, int | None]]:
    with Journal.open(store, forgiving=True) as journal:
        findings = journal.verify()
    assert all(finding.message.endswith(".") for finding in findings)
    return [(finding.kind, finding.seq) for finding in findings]


def test_a_healthy_journal_has_no_findings(store: Path) -> None:
    """Nothing is found where nothing is wrong."""
    assert found(store) == []


@pytest.mark.parametrize(
    "change",
    [
        "recorded_at = recorded_at + 1",
        "kind = 'forget'",
        "operation = X'00'",
        "operation = X'FF'",
        "namespace = (SELECT number FROM namespaces WHERE name = CAST('m' AS BLOB))",
        "namespace = 77",
        "digest = zeroblob(32)",
        "chain = zeroblob(32)",
    ],
)
def test_a_changed_event_breaks_the_chain(store: Path, tamper: Connection, change: str) -> None:
    """Whatever of an event is changed, it is found at that event; only its successor can be accused besides."""
    tamper.run(f"UPDATE events SET {change} WHERE seq = 5")
    findings = found(store)
    assert findings[0] == ("chain", 5)
    assert set(findings) <= {("chain", 5), ("chain", 6)}


def test_a_changed_payload_is_found(store: Path, tamper: Connection) -> None:
    """One other letter in a text is enough, and it accuses no other event."""
    tamper.run("UPDATE events SET payload = replace(payload, 'text of b', 'text of x') WHERE seq = 2")
    assert found(store) == [("payload", 2)]


def test_a_payload_that_was_purged_leaves_the_chain_whole(store: Path, tamper: Connection) -> None:
    """Without its salt a payload may be replaced: nothing is left to compare, and the chain still holds.

    Its words have to be gone from the index.
    """
    blank = "salt = NULL, payload = CAST(json_set(CAST(payload AS TEXT), '$.text', '') AS BLOB)"
    tamper.run(f"UPDATE events SET {blank} WHERE seq = 2")
    assert found(store) == [("words", None)]
    with Journal.open(store) as journal:
        journal.reindex()
    assert found(store) == []


def test_a_missing_event_is_a_gap(store: Path, tamper: Connection) -> None:
    """The event after the gap is named, and no other."""
    tamper.run("DELETE FROM events WHERE seq = 2")
    assert found(store) == [("gap", 3)]


def test_a_lost_tail_is_found_by_what_it_left_behind(store: Path, tamper: Connection) -> None:
    """Memories whose events are gone are in the index still, also where no mark of the end is left."""
    tamper.run("DELETE FROM events WHERE seq >= 4")
    (store / HEAD).unlink()
    assert ("index", 4) in found(store)
    assert ("index", 3) in found(store), "the memory of event 3 is said to be forgotten, and no event says so"


@pytest.mark.parametrize(
    ("damage", "seq"),
    [
        ("DELETE FROM memories WHERE row = 1", 2),
        ("UPDATE memories SET id = X'7A' WHERE row = 1", 2),
        ("UPDATE memories SET retracted_at = 1 WHERE row = 0", 1),
        ("UPDATE memories SET retracted_at = NULL WHERE row = 2", 3),
        ("UPDATE memories SET row = 9 WHERE row = 3", 4),
    ],
)
def test_an_index_that_disagrees_is_found(store: Path, tamper: Connection, damage: str, seq: int) -> None:
    """The index is held against the events, memory by memory."""
    tamper.run(damage)
    assert ("index", seq) in found(store)


def test_lost_and_stray_words_are_found(store: Path, tamper: Connection) -> None:
    """A memory without words, and words without a memory."""
    [number] = [n for n, name in tamper.rows("SELECT number, name FROM namespaces") if name == b"n"]
    tamper.run(f"INSERT INTO words_{number} (words_{number}, rowid, text) VALUES ('delete', 1, 'text of b')")
    tamper.run(f"INSERT INTO words_{number} (rowid, text) VALUES (99, 'stray')")
    with Journal.open(store) as journal:
        messages = [finding.message for finding in journal.verify()]
    assert [next(n for n in ("row 1.", "row 99,") if n in message) for message in messages] == ["row 1.", "row 99,"]


def test_a_damaged_file_is_found(store: Path) -> None:
    """Pages overwritten by noise are a finding or a refusal to open, never silence."""
    file = store / JOURNAL
    data = bytearray(file.read_bytes())
    for offset in range(4096 * 2, len(data), 4096 * 3):
        data[offset : offset + 512] = b"\xa5" * 512
    file.write_bytes(data)
    with suppress(StoreDamaged):  # where the noise hit what SQLite reads first
        assert any(kind == "file" for kind, _ in found(store))


def test_a_journal_that_is_being_written_to_is_healthy(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is checked is one moment: a write between two steps of the check is no damage."""
    check = index_check.check

    def write_then_check(*arguments: Any) -> Iterator[Finding]:
        journal.append([Draft(id="new", namespace="n", text="text")])
        journal.forget("n", ["a"])
        return check(*arguments)

    monkeypatch.setattr(index_check, "check", write_then_check)
    with Journal.open(store) as journal:
        assert journal.verify() == []
        assert journal.head() == 8


@pytest.mark.parametrize(
    "damage",
    [
        "DELETE FROM memories WHERE row = 1",
        "UPDATE memories SET retracted_at = NULL",
        "UPDATE memories SET id = X'7A', step = 9, task = NULL WHERE row = 1",
        "DROP TABLE words_1",
        "INSERT INTO words_2 (rowid, text) VALUES (99, 'stray')",
    ],
)
def test_what_is_derived_can_be_made_again(store: Path, tamper: Connection, damage: str) -> None:
    """After reindexing, every answer is what it was before the damage, and writing goes on."""

    def answers(journal: Journal) -> list[Any]:
        words = journal.words(["n", "m"], "text another")
        found = sorted(zip(words.rows.tolist(), words.scores.tolist(), strict=True))
        return [journal.memories([0, 1, 2, 3]), journal.find("n", task="T", forgotten=True), found, journal.counts()]

    with Journal.open(store) as journal:
        before = answers(journal)
        tamper.run(damage)
        journal.reindex()
        assert journal.verify() == []
        assert answers(journal) == before
        journal.append([Draft(id="d", namespace="n", text="text of d", task="T")])
        assert next(journal.events(6)).payload["step"] == 3
