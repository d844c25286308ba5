"""What a damaged log takes with it is named: acknowledged events that are missing at the end, and nothing else."""

from __future__ import annotations

import multiprocessing
import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from clew.engine.care.backup import restore
from clew.engine.care.doctor import treat
from clew.engine.care.patient import admitted
from clew.engine.journal import head_mark
from clew.engine.journal.files import HEAD, JOURNAL, LOG, SHARED
from clew.engine.journal.head_mark import BYTES, LINES, Mark
from clew.engine.journal.journal import Journal
from clew.engine.journal.sqlite_border import Connection
from clew.engine.values.model import Draft
from clew.errors import StoreClosed, StoreDamaged, StoreExists

pytestmark = pytest.mark.slow

POSIX = pytest.mark.skipif(sys.platform == "win32", reason="a file in use cannot be copied on this system")
COUNT = 12
KEPT = 4
"""Of the events, how many lie in the journal's file; the others are in its log."""


def draft(number: int | str) -> Draft:
    return Draft(id=str(number), namespace="n", text=f"text {number}")


@pytest.fixture
def killed(tmp_path: Path) -> Path:
    """A store as a process leaves it that was killed: its newest events lie in the log."""
    live = tmp_path / "live.clew"
    with Journal.create(live) as journal:
        for number in range(COUNT):
            journal.append([draft(number)])
            if number == KEPT - 1:
                assert journal.empty_log()
        shutil.copytree(live, tmp_path / "killed.clew", ignore=shutil.ignore_patterns(SHARED))
    return tmp_path / "killed.clew"


def flip(log: Path) -> None:
    data = bytearray(log.read_bytes())
    data[len(data) * 2 // 3] ^= 1
    log.write_bytes(data)


DAMAGES: dict[str, Callable[[Path], object]] = {
    "a bit": flip,
    "a cut": lambda log: os.truncate(log, log.stat().st_size // 2),
    "all": Path.unlink,
    "zeros": lambda log: log.write_bytes(bytes(log.stat().st_size)),
}


@POSIX
@pytest.mark.parametrize("damage", DAMAGES)
def test_a_lost_end_is_named_and_not_written_over(killed: Path, damage: str) -> None:
    """The store is not opened; who opens it to look reads what is left, is told which events are missing, and may not
    write.
    """
    DAMAGES[damage](killed / LOG)
    with pytest.raises(StoreDamaged, match=rf"to {COUNT} were acknowledged") as refused:
        Journal.open(killed)
    assert refused.value.code == "store.cut" and "restore" in str(refused.value.hint)
    with Journal.open(killed, forgiving=True) as journal:
        left = journal.head()
        assert KEPT <= left < COUNT
        assert [(one.kind, one.seq) for one in journal.verify()] == [("end", COUNT)]
        assert f"Events {left + 1} to {COUNT}" in journal.verify()[0].message or left == COUNT - 1
        with pytest.raises(StoreDamaged, match="missing at the end"):
            journal.append([draft("new")])
        assert journal.head() == left


@POSIX
def test_a_healthy_log_is_read(killed: Path) -> None:
    """A process that was killed and lost nothing is no finding, whoever deletes the mark or not."""
    with Journal.open(killed) as journal:
        assert journal.head() == COUNT and journal.verify() == []


@POSIX
def test_a_loss_is_accepted_by_the_doctor_alone(killed: Path) -> None:
    """Once somebody says so the store goes on from what is left; the doctor says what was lost, and has nothing to do
    the second time.
    """
    (killed / LOG).unlink()
    with admitted(killed) as patient:
        first = treat(patient)
        assert f"Events {KEPT + 1} to {COUNT} were acknowledged" in first.done[0]
        assert not any(finding.kind == "journal" for finding in first.left)
        assert treat(patient).done == ()
    with Journal.open(killed) as journal:
        assert journal.append([draft("new")])[0].seq == KEPT + 1
        assert journal.verify() == []


@POSIX
def test_a_loss_that_was_written_over_is_named(killed: Path) -> None:
    """Another history up to the same number is no better than a shorter one."""
    (killed / LOG).unlink()
    mark = (killed / HEAD).read_bytes()
    with Journal.open(killed, forgiving=True) as journal:
        journal.accept_end()
        journal.append([draft(f"other {number}") for number in range(COUNT)])
    (killed / HEAD).write_bytes(mark)
    with pytest.raises(StoreDamaged, match=f"Event {COUNT} is not the one that was acknowledged"):
        Journal.open(killed)


def test_a_mark_that_is_behind_missing_or_damaged_accuses_nobody(tmp_path: Path) -> None:
    """Killed between commit and mark, made by an earlier version, deleted, cut: the store opens, and the next write
    makes the mark again.
    """
    store = tmp_path / "a.clew"
    with Journal.create(store) as journal:
        journal.append([draft(1)])
        behind = (store / HEAD).read_bytes()
        journal.append([draft(2)])
        whole = (store / HEAD).read_bytes()
    for content in (behind, b"", whole[: len(whole) - 7], whole[:-3] + b"0" + whole[-2:], b"\xff" * 300, None):
        (store / HEAD).unlink(missing_ok=True)
        if content is not None:
            (store / HEAD).write_bytes(content)
        with Journal.open(store) as journal:
            assert journal.verify() == []
            journal.append([draft(f"{content!r}")])
            assert head_mark.read(store) == head_mark.end_of(journal._connections.writer)


def test_a_write_that_is_not_kept_moves_no_mark(tmp_path: Path) -> None:
    """The mark says what was committed, and never what was about to be."""
    with Journal.create(tmp_path / "a.clew") as journal:
        journal.append([draft(1)])
        with pytest.raises(RuntimeError), journal._writing() as connection:
            connection.run("DELETE FROM events")
            raise RuntimeError
        mark = head_mark.read(journal.path)
        assert mark is not None and mark.seq == 1


def test_the_furthest_line_counts(tmp_path: Path) -> None:
    """Each process has a line, whatever lies between them; a line that is not whole is none."""
    marks = [Mark(seq, bytes([seq]) * 32) for seq in (3, 9, 5)]
    lines = [mark.to_bytes() for mark in marks]
    assert {len(line) for line in lines} == {BYTES}
    (tmp_path / HEAD).write_bytes(lines[0] + bytes(BYTES * (LINES - 3)) + lines[1] + b"torn" + lines[2])
    assert head_mark.read(tmp_path) == marks[1]
    assert head_mark.read(tmp_path / "nowhere") is None


def _write(store: str, name: str) -> None:
    with Journal.open(store) as journal:
        for number in range(30):
            journal.append([draft(f"{name}{number}")])


@pytest.mark.skipif(sys.platform == "win32", reason="this system has no fork")
def test_processes_that_write_together_leave_the_last_mark(tmp_path: Path) -> None:
    """Whoever was last, the mark is at the end, and nobody was refused."""
    store = tmp_path / "a.clew"
    Journal.create(store).close()
    context = multiprocessing.get_context("fork")
    children = [context.Process(target=_write, args=(str(store), name)) for name in "ab"]
    for child in children:
        child.start()
    for child in children:
        child.join(60)
        assert child.exitcode == 0
    with Journal.open(store) as journal:
        assert journal.head() == 60 and journal.verify() == []
    mark = head_mark.read(store)
    assert mark is not None and mark.seq == 60


def test_a_backup_has_no_mark_and_a_restored_store_makes_its_own(tmp_path: Path) -> None:
    """The mark of the store that was replaced goes with it: an older state that somebody asked for is no loss."""
    store, backup = tmp_path / "a.clew", tmp_path / "b.clew"
    with Journal.create(store) as journal:
        journal.append([draft(1)])
        journal.backup(backup)
        journal.append([draft(2)])
        assert [path.name for path in backup.iterdir()] == [JOURNAL]
        restore(store, backup, replace=True)
        with pytest.raises(StoreClosed):
            journal.append([draft(3)])
        assert not (store / HEAD).exists()
    with Journal.open(store) as journal:
        assert journal.head() == 1
        journal.append([draft(4)])
    assert (store / HEAD).stat().st_mode & 0o777 == 0o600 or sys.platform == "win32"


@POSIX
def test_a_cut_store_is_no_backup(killed: Path, tmp_path: Path) -> None:
    """Nothing is restored from a store that lost its end, and nothing is made."""
    (killed / LOG).unlink()
    with pytest.raises(StoreDamaged, match="missing at the end"):
        restore(tmp_path / "new.clew", killed)
    assert not (tmp_path / "new.clew").exists()
    with pytest.raises(StoreExists):
        restore(killed, tmp_path / "live.clew")
    restore(killed, tmp_path / "live.clew", replace=True)
    with Journal.open(killed) as journal:
        assert journal.head() == COUNT


@pytest.mark.usefixtures("unprivileged")
@POSIX
def test_a_store_that_may_only_be_read_is_held_to_its_mark(killed: Path) -> None:
    """Also where nobody may write the end is checked, and a whole store is read."""
    (killed / SHARED).unlink(missing_ok=True)
    connection = Connection(killed / JOURNAL)
    connection.close()  # which empties the log into the file
    for mark, refused in ((Mark(COUNT, b""), False), (Mark(COUNT + 1, bytes(32)), True)):
        if refused:
            (killed / HEAD).write_bytes(mark.to_bytes())
        killed.chmod(0o500)
        try:
            if refused:
                with pytest.raises(StoreDamaged):
                    Journal.open(killed)
            else:
                Journal.open(killed).close()
        finally:
            killed.chmod(0o700)


def test_a_new_thread_does_not_read_another_store(tmp_path: Path) -> None:
    """Where the store was replaced while it was open, a connection that is made later is refused too."""
    store = tmp_path / "a.clew"
    with Journal.create(store) as journal:
        store.rename(tmp_path / "old.clew")
        Journal.create(store).close()
        with pytest.raises(StoreClosed, match="replaced"):
            journal.head()


@pytest.mark.skipif(sys.platform == "win32", reason="this system has no pipes in folders")
@pytest.mark.parametrize("instead", [os.mkfifo, Path.mkdir, lambda mark: mark.symlink_to(mark)])
def test_something_else_in_its_place_holds_nobody_up(tmp_path: Path, instead: Callable[[Path], object]) -> None:
    """A pipe, a folder, a link to itself: there is no mark then, and the store works."""
    store = tmp_path / "a.clew"
    Journal.create(store).close()
    instead(store / HEAD)
    for number in range(2):
        with Journal.open(store) as journal:
            journal.append([draft(number)])
            assert journal.verify() == [] and journal.head() == number + 1
