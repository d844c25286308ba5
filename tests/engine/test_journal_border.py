"""What goes wrong beneath is said in Clew's own errors, in one sentence, with what to do."""

from __future__ import annotations

import gc
import os
import stat
import threading
import weakref
from collections.abc import Iterator
from pathlib import Path

import pytest
from clew.engine.journal.files import JOURNAL
from clew.engine.journal.journal import Journal
from clew.engine.journal.schema import MIGRATIONS, VERSION
from clew.engine.journal.sqlite_border import Connection, Connections
from clew.engine.values.model import Draft
from clew.errors import ClewError, StoreBusy, StoreClosed, StoreDamaged, StoreError, StoreExists, StoreNotFound


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal.open(tmp_path / "a.clew", create=True, busy_seconds=0.05) as journal:
        yield journal


def draft(id: str, text: str = "text") -> Draft:
    return Draft(id=id, namespace="n", text=text)


def test_a_store_that_another_process_writes_to_is_busy(journal: Journal) -> None:
    """Reading goes on; writing waits for its time and says so, and nothing is half-written."""
    other = Connection(journal.path / JOURNAL)
    with other.transaction():
        with pytest.raises(StoreBusy, match="Another process"):
            journal.append([draft("a")])
        assert journal.head() == 0
    other.close()
    assert journal.append([draft("a")])[0].new


def test_a_store_that_another_thread_writes_to_is_busy(journal: Journal) -> None:
    """The same within a process."""
    begun, end = threading.Event(), threading.Event()

    def hold() -> None:
        with journal._connections.writer.transaction():
            begun.set()
            end.wait(10)

    thread = threading.Thread(target=hold)
    thread.start()
    begun.wait(10)
    with pytest.raises(StoreBusy, match="Another thread"):
        journal.append([draft("a")])
    end.set()
    thread.join()


def test_a_full_disk_writes_nothing(journal: Journal) -> None:
    """The batch that does not fit is gone as a whole, and the store works on when there is room."""
    pages = journal._connections.writer.value("PRAGMA page_count")
    journal._connections.writer.run(f"PRAGMA max_page_count = {pages + 2}")
    with pytest.raises(StoreError, match="No space"):
        journal.append([draft(str(i), f"text {i} " * 500) for i in range(50)])
    assert journal.head() == 0 and journal.verify() == []
    journal._connections.writer.run("PRAGMA max_page_count = 1000000")
    assert journal.append([draft("a")])[0].row == 0


def test_a_store_that_may_not_be_written_says_so(journal: Journal) -> None:
    """Reading works, and a write says that it is read-only."""
    journal._connections.writer.run("PRAGMA query_only = ON")
    with pytest.raises(StoreError, match="read-only"):
        journal.append([draft("a")])
    assert journal.head() == 0


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="permissions do not bind this user")
def test_a_file_that_may_not_be_opened_says_so(journal: Journal) -> None:
    """A journal without permissions cannot be opened, and the error is ours."""
    journal.close()
    (journal.path / JOURNAL).chmod(0o000)
    with pytest.raises(StoreError):
        Journal.open(journal.path)


@pytest.mark.parametrize("content", [b"", b"hello\n" * 1000, b"SQLite format 3\x00" + b"\xff" * 5000])
def test_what_is_no_journal_is_not_opened(tmp_path: Path, content: bytes) -> None:
    """A file that was emptied, a text and a torn header are refused: none of them becomes an empty store."""
    store = tmp_path / "a.clew"
    store.mkdir()
    (store / JOURNAL).write_bytes(content)
    with pytest.raises(StoreDamaged) as caught:
        Journal.open(store, create=True)
    assert caught.value.hint
    assert (store / JOURNAL).read_bytes() == content


def test_a_foreign_database_is_not_opened(journal: Journal) -> None:
    """A database without our mark is somebody else's."""
    journal._connections.writer.run("PRAGMA application_id = 0")
    with pytest.raises(StoreDamaged, match="not a Clew journal"):
        Journal.open(journal.path)


def test_a_newer_version_is_refused_by_its_number(journal: Journal) -> None:
    """An older release names both versions and leaves the file alone."""
    journal._connections.writer.run(f"PRAGMA user_version = {VERSION + 1}")
    with pytest.raises(StoreError, match=f"version {VERSION + 1}.* {VERSION}"):
        Journal.open(journal.path)


def test_an_older_version_is_brought_up_to_this_one(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    """Migrations run in order, once, and keep what is there."""
    journal.append([draft("a")])
    journal.close()
    monkeypatch.setattr("clew.engine.journal.schema.MIGRATIONS", (*MIGRATIONS, ("CREATE TABLE later (x)",)))
    monkeypatch.setattr("clew.engine.journal.schema.VERSION", VERSION + 1)
    for _ in range(2):
        with Journal.open(journal.path) as newer:
            assert newer._connections.writer.value("PRAGMA user_version") == VERSION + 1
            assert newer._connections.writer.rows("SELECT * FROM later") == []
            assert newer.memories([0])[0].id == "a"


def test_nothing_there_is_not_found(tmp_path: Path) -> None:
    """Opening makes nothing unless it is told to; a file is no store."""
    with pytest.raises(StoreNotFound):
        Journal.open(tmp_path / "a.clew")
    assert not (tmp_path / "a.clew").exists()
    (tmp_path / "file").write_text("x")
    with pytest.raises(StoreError):
        Journal.open(tmp_path / "file")


def test_a_new_store_never_takes_the_place_of_anything(tmp_path: Path) -> None:
    """Not of a store, a file or a folder that holds something; an empty folder may become one. Nothing is left over."""
    Journal.create(tmp_path / "a.clew").close()
    (tmp_path / "file").write_text("x")
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "thesis").write_text("x")
    (tmp_path / "empty").mkdir()
    for path in ("a.clew", "file", "folder"):
        with pytest.raises(StoreExists):
            Journal.create(tmp_path / path)
    with pytest.raises(StoreExists):
        Journal.open(tmp_path / "folder", create=True)
    Journal.create(tmp_path / "empty").close()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.clew", "empty", "file", "folder"]


def test_threads_that_make_the_same_store_make_one(tmp_path: Path) -> None:
    """Eight at once, each with its memory: one store with eight memories."""

    def work(i: int) -> None:
        with Journal.open(tmp_path / "a.clew", create=True) as journal:
            journal.append([draft(str(i))])

    threads = [threading.Thread(target=work, args=(i,)) for i in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with Journal.open(tmp_path / "a.clew") as journal:
        assert len({event.payload["id"] for event in journal.events()}) == 8
    assert [path.name for path in tmp_path.iterdir()] == ["a.clew"]


@pytest.mark.skipif(os.name != "posix", reason="permissions are POSIX's")
def test_a_store_is_for_its_owner_alone(journal: Journal) -> None:
    """The folder is 0700 and every file in it 0600, the write-ahead log too."""
    journal.append([draft("a")])
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in journal.path.iterdir()}
    assert set(modes) >= {JOURNAL, f"{JOURNAL}-wal"}
    assert set(modes.values()) == {0o600}
    assert stat.S_IMODE(journal.path.stat().st_mode) == 0o700


def test_what_is_closed_says_so(journal: Journal) -> None:
    """Every method, on this thread and on a new one; closing again is no error."""
    journal.append([draft("a")])
    journal.close()
    journal.close()
    errors: list[ClewError] = []

    def use() -> None:
        for call in (
            journal.head,
            journal.version,
            journal.counts,
            lambda: journal.append([draft("b")]),
            lambda: list(journal.events()),
        ):
            with pytest.raises(StoreClosed) as caught:
                call()
            errors.append(caught.value)

    use()
    thread = threading.Thread(target=use)
    thread.start()
    thread.join()
    assert len(errors) == 10


def test_closing_waits_for_readers(journal: Journal) -> None:
    """A store closed under its readers gives them StoreClosed, and nothing worse."""
    journal.append([draft(str(i)) for i in range(200)])
    ends: list[type[BaseException]] = []

    def read() -> None:
        try:
            while True:
                journal.memories(list(range(200)))
        except StoreClosed as error:
            ends.append(type(error))

    threads = [threading.Thread(target=read) for _ in range(4)]
    for thread in threads:
        thread.start()
    journal.close()
    for thread in threads:
        thread.join(10)
    assert ends == [StoreClosed] * 4


def test_a_thread_that_ends_takes_its_connection_along(journal: Journal) -> None:
    """A thousand short threads do not leave a thousand open files."""
    connections: Connections = journal._connections
    seen: list[weakref.ref[Connection]] = []

    def read() -> None:
        journal.head()
        seen.append(weakref.ref(connections.reader))

    for _ in range(5):
        thread = threading.Thread(target=read)
        thread.start()
        thread.join()
    gc.collect()
    assert [ref() for ref in seen] == [None] * 5


def test_a_path_may_look_like_a_uri(tmp_path: Path) -> None:
    """Percent signs, question marks, hashes and spaces in a path are part of the path."""
    odd = tmp_path / "50% of a?mode=ro#x y.clew"
    with Journal.open(odd, create=True) as journal:
        journal.append([draft("a")])
    assert (odd / JOURNAL).is_file()


def test_a_store_is_found_after_the_process_has_moved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A relative path means the directory that was current when the store was opened."""
    monkeypatch.chdir(tmp_path)
    with Journal.open("a.clew", create=True) as journal:
        (tmp_path / "elsewhere").mkdir()
        monkeypatch.chdir(tmp_path / "elsewhere")
        journal.append([draft("a")])
        assert journal.head() == 1
    assert (tmp_path / "a.clew" / JOURNAL).is_file()
