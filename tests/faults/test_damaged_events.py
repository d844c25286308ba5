"""A bit that a disk turned over is named when it is read, and never becomes an answer."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import clew
import pytest
from clew.adapters.importing import import_file
from clew.engine.care.export import write_events
from clew.engine.journal.journal import Journal
from clew.engine.values.model import Draft
from clew.errors import StoreDamaged

CHANGE = "UPDATE events SET payload = CAST(replace(CAST(payload AS TEXT), ?, ?) AS BLOB) WHERE seq = 1"
CHANGES = {
    "still JSON": ("quoted 40", "quoted 41"),
    "no JSON": ('"text":', '"text"'),
    "no such field": ("agent", "agfnt"),
}
READS: dict[str, Callable[[clew.Engine], object]] = {
    "get": lambda m: m.get("a"),
    "list": lambda m: m.list(),
    "recall": lambda m: m.recall("vendor"),
    "query": lambda m: m.query("MATCH (m:Memory) RETURN m.id"),
}


@pytest.mark.parametrize("read", READS)
@pytest.mark.parametrize("change", CHANGES)
def test_a_changed_event_is_not_read(tmp_path: Path, change: str, read: str) -> None:
    """Whatever its content has become, reading raises StoreDamaged that names the event, and `verify` finds it."""
    store = tmp_path / "a.clew"
    with clew.open(store, background=False) as memory:
        memory.remember("The vendor quoted 40 EUR.", id="a")
    with closing(sqlite3.connect(store / "journal.sqlite")) as connection, connection:
        connection.execute(CHANGE, CHANGES[change])
    with clew.open(store, background=False) as memory:
        with pytest.raises(StoreDamaged, match="event 1 was changed"):
            READS[read](memory)
        assert [finding.serious for finding in memory.verify()[0]] == [True]


def test_what_can_be_read_is_saved(tmp_path: Path) -> None:
    """An export stops at a damaged event, unless it is asked to leave such out; each is named then, one whose page is
    gone and one that is missing too, and what is left makes a new store.
    """
    store, saved = tmp_path / "a.clew", tmp_path / "a.jsonl"
    with clew.open(store, background=False) as memory:
        for number in range(9):
            memory.remember(f"Vendor {number} quoted {number} EUR. " + "More. " * 2000, id=f"m{number}", task="T")
        memory.forget("m1", "m5")
    with closing(sqlite3.connect(store / "journal.sqlite")) as connection, connection:
        connection.execute("UPDATE events SET payload = CAST(replace(payload, 'quoted 2', 'quoted 3') AS BLOB)")
        connection.execute("UPDATE events SET recorded_at = recorded_at + 1 WHERE seq = 5")
        connection.execute("DELETE FROM events WHERE seq = 8")
    with Journal.open(store) as journal:
        with saved.open("w") as file, pytest.raises(StoreDamaged, match="event 3 was changed"):
            write_events(journal, file)
        skipped: list[str] = []
        with saved.open("w") as file:
            assert write_events(journal, file, skipped=skipped.append) == 7
    assert [message.split(".")[0] for message in skipped] == [
        "The content of event 3 was changed",
        "Event 5 is not what was written after event 4",
        "Event 8 is missing",
    ]
    with clew.open(tmp_path / "b.clew", background=False) as memory:
        import_file(memory, saved)
        assert {one.id for one in memory.list()} == {"m0", "m3", "m6", "m8"}
        assert memory.verify()[0] == []


def test_a_page_that_cannot_be_read_hides_no_more_than_lies_on_it(tmp_path: Path) -> None:
    """The events before and behind it are saved."""
    store = tmp_path / "a.clew"
    with Journal.create(store) as journal:
        journal.append([Draft(id=str(i), namespace="n", text=f"text {i} " * 300) for i in range(40)])
    data, size = bytearray((store / "journal.sqlite").read_bytes()), 4096
    start = data.index(b"text 20 ") // size * size
    data[start : start + size] = bytes(size)
    (store / "journal.sqlite").write_bytes(data)
    skipped: list[str] = []
    with Journal.open(store) as journal:
        saved = [event.seq for event in journal.salvage(skipped.append)]
    assert skipped and len(saved) + len(skipped) == 40
    assert saved[0] == 1 and saved[-1] == 40


def test_an_event_that_is_missing_is_not_passed_over(tmp_path: Path) -> None:
    """Whoever follows the journal stops at the gap."""
    store = tmp_path / "a.clew"
    with Journal.create(store) as journal:
        journal.append([Draft(id=str(i), namespace="n", text="text") for i in range(3)])
        with closing(sqlite3.connect(store / "journal.sqlite")) as connection, connection:
            connection.execute("DELETE FROM events WHERE seq = 2")
        with pytest.raises(StoreDamaged, match="Events 2 to 2 are missing"):
            list(journal.events())
