"""What is kept can be asked for: by row, by id, by task, in order, in numbers, as a copy."""

from __future__ import annotations

import stat
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from clew.engine.journal import reader
from clew.engine.journal.journal import Counts, Journal
from clew.engine.values.model import Draft
from clew.errors import MemoryNotFound, StoreExists


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal.open(tmp_path / "a.clew", create=True) as journal:
        yield journal


def remember(journal: Journal, *ids: str, namespace: str = "n", task: str | None = None, type: str = "fact") -> None:
    journal.append([Draft(id=id, namespace=namespace, text=id, task=task, types=(type,)) for id in ids])


def test_memories_come_in_the_order_asked_for(journal: Journal) -> None:
    """Any rows, twice too, and an unknown one is an error that names it."""
    remember(journal, "a", "b", "c")
    assert [memory.id for memory in journal.memories([2, 0, 2])] == ["c", "a", "c"]
    assert journal.memories([]) == []
    with pytest.raises(MemoryNotFound, match="7"):
        journal.memories([0, 7])


def test_rows_of_ids(journal: Journal) -> None:
    """Ids are of a namespace; what is not there is None, and what was forgotten is."""
    remember(journal, "a", "b")
    journal.forget("n", ["b"])
    assert journal.rows_of("n", ["b", "x", "a"]) == [1, None, 0]
    assert journal.rows_of("other", ["a"]) == [None]


def test_lists_are_filtered_and_turned_page_by_page(journal: Journal) -> None:
    """By task (however it is spelt), by type, the newest first, without the forgotten unless they are asked for."""
    remember(journal, "a", "b", task="T")
    remember(journal, "c", task="t", type="rule")
    remember(journal, "d")
    remember(journal, "a", namespace="other", task="T")
    journal.forget("n", ["b"])
    assert journal.find("n") == [3, 2, 0]
    assert journal.find("n", task="T") == [2, 0]
    assert journal.find("n", task="T", type="fact", forgotten=True) == [1, 0]
    assert journal.find("n", limit=1, before=3) == [2]
    assert journal.find("n", task="no such task") == journal.find("nowhere") == []


def test_events_are_read_in_order_from_anywhere(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also over the edge of one reading, and while others write."""
    monkeypatch.setattr(reader, "EVENTS_AT_ONCE", 2)
    remember(journal, *"abcde")
    seen: list[int] = []
    for event in journal.events(1):
        seen.append(event.seq)
        if event.seq == 3:
            remember(journal, "late")
    assert seen == [2, 3, 4, 5, 6]


def test_version_says_that_anything_was_committed(journal: Journal) -> None:
    """By this journal or by another, whatever it was; and stays the same while nothing is."""
    remember(journal, "a")
    before = journal.version()
    assert journal.version() == before
    journal.set_setting("k", "v")
    after = journal.version()
    assert after != before
    with Journal.open(journal.path) as other:
        remember(other, "b")
    assert journal.version() != after


def test_history_tells_journals_apart(journal: Journal, tmp_path: Path) -> None:
    """A copy shares the history up to where it was made; the same memories elsewhere are another history."""
    remember(journal, "a", "b")
    journal.backup(tmp_path / "copy.clew")
    with Journal.open(tmp_path / "copy.clew") as copy, Journal.create(tmp_path / "new.clew") as new:
        remember(copy, "c")
        remember(journal, "c")
        remember(new, "a", "b")
        assert copy.history(2) == journal.history(2) != new.history(2)
        assert copy.history(3) != journal.history(3)
        assert len(copy.history(0)) == 64
        assert new.history(3) == ""


def test_settings(journal: Journal) -> None:
    """A setting is None until it is set, and then what it was last set to."""
    assert journal.setting("engine.k") is None
    journal.set_setting("engine.k", "1")
    journal.set_setting("engine.k", "2")
    assert journal.setting("engine.k") == "2"


def test_counts(journal: Journal) -> None:
    """What is there in numbers."""
    remember(journal, "a", "b")
    remember(journal, "a", namespace="other")
    journal.forget("n", ["b"])
    assert journal.counts() == Counts(events=4, memories=3, forgotten=1, vectors=0, pending=3, namespaces=2)


def test_a_backup_is_a_store(journal: Journal, tmp_path: Path) -> None:
    """It opens, holds the same events, is nobody else's to read, and never replaces anything."""
    remember(journal, *"xyz")
    journal.backup(tmp_path / "deep" / "copy.clew")
    with Journal.open(tmp_path / "deep" / "copy.clew") as copy:
        assert list(copy.events()) == list(journal.events())
        assert len(copy.words(["n"], "x y z").rows) == 3
        assert copy.verify() == []
    assert stat.S_IMODE((tmp_path / "deep" / "copy.clew").stat().st_mode) == 0o700
    with pytest.raises(StoreExists):
        journal.backup(tmp_path / "deep" / "copy.clew")


def test_threads_read_while_one_writes(journal: Journal) -> None:
    """Readers see whole batches only, and never wait for the writer."""
    counts: list[int] = []

    def read() -> None:
        while not counts or counts[-1] < 200:
            counts.append(len(list(journal.events())))

    threads = [threading.Thread(target=read) for _ in range(3)]
    for thread in threads:
        thread.start()
    for batch in range(10):
        remember(journal, *(f"{batch} {i}" for i in range(20)))
    for thread in threads:
        thread.join(timeout=20)
    assert all(count % 20 == 0 for count in counts)
