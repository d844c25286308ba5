"""A backup made under a writer is whole; a store comes back from it, whoever is killed; nobody writes into nothing."""

from __future__ import annotations

import random
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from clew.engine.care import exchange as exchanging
from clew.engine.care.backup import backup, restore
from clew.engine.care.exchange import exchange
from clew.engine.journal.files import JOURNAL, abandoned_drafts, draft_of
from clew.engine.journal.journal import Journal
from clew.engine.journal.sqlite_border import Connection
from clew.engine.values.model import Draft
from clew.errors import StoreBusy, StoreClosed, StoreDamaged, StoreError, StoreExists, StoreNotFound

pytestmark = pytest.mark.slow

WRITER = """
import sys
from clew.engine.journal.journal import Journal
from clew.engine.values.model import Draft
with Journal.open(sys.argv[1]) as journal:
    print("ready", flush=True)
    for number in range(100_000):
        ids = [f"{number}.{i}" for i in range(3)]
        journal.append([Draft(id=id, namespace="n", text=f"text {id} " * 30, task="T") for id in ids])
"""

REPLACER = """
import os, random, signal, sys, time
from clew.engine.care.backup import restore
from clew.engine.journal.journal import Journal
store, source, seed = sys.argv[1:]
dice = random.Random(seed)
for number in range(20):
    child = os.fork()
    if child == 0:
        while True:
            restore(store, source, replace=True)
    time.sleep(dice.uniform(0.0, 0.04))
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    with Journal.open(store) as journal:
        assert journal.verify() == [] and journal.head() == 3, (number, journal.head())
"""

HOLDER = """
import sys
from clew.engine.journal.journal import Journal
from clew.engine.values.model import Draft
from clew.errors import StoreClosed
journal = Journal.open(sys.argv[1])
print("ready", flush=True)
sys.stdin.readline()
refused = []
for work in (lambda: journal.append([Draft(id="lost", namespace="n", text="lost")]), journal.version,
             lambda: journal.forget("n", ["0"]), lambda: journal.set_setting("a", "b")):
    try:
        work()
    except StoreClosed as error:
        refused.append(error.code)
journal.close()
print(refused)
"""


def drafts(*ids: str) -> list[Draft]:
    return [Draft(id=id, namespace="n", text=f"text {id}") for id in ids]


def ids_of(store: Path) -> list[str]:
    with Journal.open(store) as journal:
        assert journal.verify() == []
        return [event.payload["id"] for event in journal.events() if event.kind == "remember"]


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal.create(tmp_path / "a.clew", busy_seconds=0.1) as journal:
        journal.append(drafts("0", "1", "2"))
        yield journal


def running(script: str, *arguments: object) -> subprocess.Popen[str]:
    process = subprocess.Popen(
        [sys.executable, "-c", script, *map(str, arguments)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None and process.stdout.readline() == "ready\n"
    return process


def test_backups_under_a_writer_are_whole(journal: Journal, tmp_path: Path) -> None:
    """Each is one moment of the store: sound, without half of a batch, as the journal was up to its last event."""
    writer = running(WRITER, journal.path)
    try:
        made = []
        for number in range(5):
            time.sleep(0.05)
            made.append(backup(journal, tmp_path / f"b{number}.clew"))
    finally:
        writer.kill()
        writer.communicate()
    assert made[0].events < made[-1].events
    whole = ids_of(journal.path)
    for one in made:
        assert [path.name for path in one.path.iterdir()] == [JOURNAL]
        assert ids_of(one.path) == whole[: one.events] and (one.events - 3) % 3 == 0


def test_a_backup_never_takes_the_place_of_anything(journal: Journal, tmp_path: Path) -> None:
    """An existing target is refused and left as it was; nothing half-made stays beside it."""
    (tmp_path / "thesis").mkdir()
    (tmp_path / "thesis" / "text").write_text("x")
    for target in (tmp_path / "thesis", journal.path):
        with pytest.raises(StoreExists):
            backup(journal, target)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.clew", "thesis"]


def test_a_damaged_store_is_not_backed_up_as_if_it_were_sound(journal: Journal, tmp_path: Path) -> None:
    """What was made is read before it gets its name: a lost event is told, and no backup is there."""
    journal._connections.writer.run("UPDATE events SET payload = CAST('{}' AS BLOB) WHERE seq = 2")
    with pytest.raises(StoreDamaged, match="event 2"):
        backup(journal, tmp_path / "b.clew")
    assert [path.name for path in tmp_path.iterdir()] == ["a.clew"]


def test_a_backup_on_a_disk_that_is_only_read(journal: Journal, tmp_path: Path) -> None:
    """It is one plain file, restored without a byte written beside it."""
    backup(journal, tmp_path / "b.clew")
    before = (tmp_path / "b.clew" / JOURNAL).read_bytes()
    restore(tmp_path / "c.clew", tmp_path / "b.clew")
    assert [path.name for path in (tmp_path / "b.clew").iterdir()] == [JOURNAL]
    assert (tmp_path / "b.clew" / JOURNAL).read_bytes() == before
    assert ids_of(tmp_path / "c.clew") == ["0", "1", "2"]


def test_a_damaged_backup_makes_nothing_and_replaces_nothing(journal: Journal, tmp_path: Path) -> None:
    """It is read before anything is made of it: cut, changed or gone, the store that stands is untouched."""
    backup(journal, tmp_path / "b.clew")
    file = tmp_path / "b.clew" / JOURNAL
    whole = file.read_bytes()
    inside = whole.index(b"text 1")
    for damage in (whole[: len(whole) // 2], whole[:inside] + b"tent 1" + whole[inside + 6 :], b""):
        file.write_bytes(damage)
        for target, replace in ((tmp_path / "c.clew", False), (journal.path, True)):
            with pytest.raises(StoreDamaged):
                restore(target, tmp_path / "b.clew", replace=replace)
    with pytest.raises(StoreNotFound):
        restore(journal.path, tmp_path / "nowhere.clew", replace=True)
    journal.append(drafts("3"))
    assert ids_of(journal.path) == ["0", "1", "2", "3"]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.clew", "b.clew"]


def test_a_store_is_replaced_only_when_told(journal: Journal, tmp_path: Path) -> None:
    """And what only the old one had is kept beside it; where it had nothing more, nothing is left over."""
    backup(journal, tmp_path / "b.clew")
    with pytest.raises(StoreExists):
        restore(journal.path, tmp_path / "b.clew")
    assert restore(journal.path, tmp_path / "b.clew", replace=True).kept is None
    with Journal.open(journal.path) as later:
        later.append(drafts("later"))
    done = restore(journal.path, tmp_path / "b.clew", replace=True)
    assert done.kept is not None and ids_of(done.kept) == ["0", "1", "2", "later"]
    assert ids_of(journal.path) == ["0", "1", "2"]
    shutil.rmtree(done.kept)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.clew", "b.clew"]


def test_a_store_goes_with_nothing_that_is_not_its_own(journal: Journal, tmp_path: Path) -> None:
    """No store, and no backup, is made inside another; and files that lie in a replaced one are kept with it."""
    store, copy = journal.path, backup(journal, tmp_path / "copy.clew").path
    for inside in (store / "copy.clew", store / "snaps" / "deeper" / "copy.clew"):
        with pytest.raises(StoreError, match="lies inside the store"):
            backup(journal, inside)
        with pytest.raises(StoreError, match="lies inside the store"):
            restore(inside, copy)
    (store / "notes.txt").write_text("mine", encoding="utf-8")
    journal.close()
    kept = restore(store, copy, replace=True).kept
    assert kept is not None and (kept / "notes.txt").read_text("utf-8") == "mine"


def test_a_store_that_cannot_be_read_is_replaced_and_kept(journal: Journal, tmp_path: Path) -> None:
    """The very case that a backup is for: nobody can tell what the old one held, so it stays for whoever can."""
    backup(journal, tmp_path / "b.clew")
    journal.close()
    (journal.path / JOURNAL).write_bytes(b"gone " * 1000)
    done = restore(journal.path, tmp_path / "b.clew", replace=True)
    assert done.kept is not None and (done.kept / JOURNAL).read_bytes().startswith(b"gone")
    assert ids_of(journal.path) == ["0", "1", "2"]


def test_a_store_that_is_written_to_is_not_replaced(journal: Journal, tmp_path: Path) -> None:
    """Whoever holds the write lock ends first."""
    backup(journal, tmp_path / "b.clew")
    before = Connection(journal.path / JOURNAL, busy_seconds=0.1)
    with before.transaction(), pytest.MonkeyPatch.context() as patch:
        patch.setattr("clew.engine.care.backup.Connection", lambda file: Connection(file, busy_seconds=0.1))
        with pytest.raises(StoreBusy):
            restore(journal.path, tmp_path / "b.clew", replace=True)
    before.close()
    journal.append(drafts("3"))


def test_nobody_writes_into_a_store_that_was_replaced(journal: Journal, tmp_path: Path) -> None:
    """Another process that had it open gets StoreClosed for every write and every question, and its closing harms
    nothing of the new store, though SQLite knows the log by its path.
    """
    backup(journal, tmp_path / "b.clew")
    holder = running(HOLDER, journal.path)
    restore(journal.path, tmp_path / "b.clew", replace=True)
    with Journal.open(journal.path) as new:
        new.append(drafts("new"))
        said, _ = holder.communicate("go\n", timeout=60)
        assert said.strip() == str(["store.replaced"] * 4)
        new.append(drafts("newer"))
        with pytest.raises(StoreClosed, match="replaced"):
            journal.append(drafts("lost"))
    assert ids_of(journal.path) == ["0", "1", "2", "new", "newer"]


def test_a_store_that_was_removed_takes_no_more(journal: Journal) -> None:
    """A write to a deleted file would be acknowledged and gone."""
    shutil.rmtree(journal.path)
    with pytest.raises(StoreClosed, match="removed"):
        journal.append(drafts("lost"))


@pytest.mark.skipif(sys.platform != "linux", reason="two folders trade places in one step on Linux only")
def test_a_replacement_can_be_killed_at_any_moment(journal: Journal, tmp_path: Path) -> None:
    """After each of twenty kills a whole store stands in its place, the old one or the new, and what is left over is
    known as such.
    """
    backup(journal, tmp_path / "b.clew")
    journal.close()
    seed = random.randrange(10**6)
    command = [sys.executable, "-c", REPLACER, str(journal.path), str(tmp_path / "b.clew"), str(seed)]
    run = subprocess.run(command, capture_output=True, text=True)
    assert run.returncode == 0, f"seed {seed}: {run.stderr}"
    left = {path.name for path in tmp_path.iterdir()} - {"a.clew", "b.clew"}
    assert left and left == {path.name for path in abandoned_drafts(journal.path)}


@pytest.mark.parametrize("at_once", [True, False], ids=["in one step", "one by one"])
def test_two_folders_trade_places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, at_once: bool) -> None:
    """By the system's one call, and by renaming where it has none; where one is missing, neither moves."""
    if not at_once:
        monkeypatch.setattr(exchanging, "_at_once", lambda *_: False)
    for name in ("one", "other"):
        (tmp_path / name).mkdir()
        (tmp_path / name / name).touch()
    exchange(tmp_path / "one", tmp_path / "other")
    assert [path.name for path in (tmp_path / "one").iterdir()] == ["other"]
    with pytest.raises(OSError):
        exchange(tmp_path / "nobody", tmp_path / "other")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["one", "other"]


def test_a_store_is_not_its_own_backup(journal: Journal) -> None:
    """Restoring a store from itself is a slip, and changes nothing."""
    with pytest.raises(StoreError, match="itself"):
        restore(journal.path, journal.path, replace=True)


def test_a_link_stands_for_the_store_that_it_leads_to(journal: Journal, tmp_path: Path) -> None:
    """What is restored through a link takes the place of the store itself, and is no backup of it; what a killed
    process left beside the store is found through the link too. Where it leads to nothing, the store is made there,
    and a backup, which takes the place of nothing, is refused.
    """
    backup(journal, tmp_path / "b.clew")
    link = tmp_path / "elsewhere" / "link.clew"
    link.parent.mkdir()
    link.symlink_to(journal.path)
    with pytest.raises(StoreError, match="itself"):
        restore(journal.path, link, replace=True)
    journal.append(drafts("later"))
    done = restore(link, tmp_path / "b.clew", replace=True)
    assert link.is_symlink() and done.path == journal.path and done.kept is not None
    assert ids_of(journal.path) == ids_of(link) == ["0", "1", "2"] and ids_of(done.kept)[-1] == "later"
    draft_of(journal.path).mkdir()
    assert abandoned_drafts(link) == abandoned_drafts(journal.path) != []
    link.unlink()
    link.symlink_to(tmp_path / "nowhere.clew")
    with Journal.open(journal.path) as later, pytest.raises(StoreExists, match="link to where nothing is"):
        backup(later, link)
    assert restore(link, tmp_path / "b.clew").path == tmp_path / "nowhere.clew" and link.is_symlink()
