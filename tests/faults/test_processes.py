"""Several processes on one store: any may die at any moment, and the others neither wait for it nor miss anything.

Where it dies is chosen here, step by step; deaths at random are in `test_engine_kill` and in the drills.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import clew
import pytest
from clew.engine.journal import files, leftovers
from clew.engine.journal.journal import Journal
from clew.engine.running.locks import held
from clew.engine.values.ids import new_id
from clew.errors import StoreError

pytestmark = pytest.mark.slow

FORKS = pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")

PUBLISHERS = '''
import os, signal, sys
from pathlib import Path

import clew, pyarrow
from clew.engine.asking import asker
from clew.engine.embedding.resolve import resolve
from clew.engine.graph import kuzu_border
from clew.engine.projection import snapshot

path = Path(sys.argv[1])
snapshot.NEW_EVENTS, snapshot.NEW_SHARE = 5, 0.0
model = resolve(None)
model.embed(["loaded before the forks"])
clew.open, kuzu_border.package()  # likewise


def dies(module, name, after=False):
    """Let the process die when it first comes to a function, or when that has returned."""
    plain = getattr(module, name)
    def last(*arguments, **options):
        if after:
            plain(*arguments, **options)
        os.kill(os.getpid(), signal.SIGKILL)
    setattr(module, name, last)


MOMENTS = [
    (snapshot, "_build"), (snapshot.Graph, "copy"), (snapshot.Graph, "checkpoint"), (snapshot, "_digest"),
    (Path, "replace"), (Path, "replace", True), (snapshot, "remove", True),
]
WRITTEN = 8


def lives(round):
    """Find what those before left: everything, a sound store, whole snapshots. Write, and die while publishing."""
    count = WRITTEN * round
    with clew.open(path, embedder=model, background=False) as memory:
        assert memory.query("MATCH (m:Memory) RETURN count(m) AS n").values == ((count,),)
        assert memory.projection.departures() == [] and memory.verify() == ([], count)
        kept = snapshot.snapshots(path / "snaps")
        assert all(snapshot.is_sound(one, count, memory.journal.history) for one in kept), kept
        assert len(list((path / "snaps").glob("private-*"))) <= 1, "the dead one's files are still there"
        for number in range(WRITTEN):
            memory.remember(f"vendor {round} {number}", id=f"{round}.{number}", task="T")
        memory.projection.drain()
        if round < len(MOMENTS):
            dies(*MOMENTS[round])
        assert memory.projection.publish() is not None
        assert len(snapshot.snapshots(path / "snaps")) <= snapshot.KEPT
    assert list((path / "snaps").glob("private-*")) == []


for round in range(len(MOMENTS) + 1):
    child = os.fork()
    if child == 0:
        lives(round)
        os._exit(0)
    expected = signal.SIGKILL if round < len(MOMENTS) else 0
    assert os.waitpid(child, 0)[1] == expected, round
'''


@FORKS
def test_a_process_may_die_at_any_step_of_publishing(tmp_path: Path) -> None:
    """Before and after each step of a snapshot: what it acknowledged is there, the next process clears its files away,
    no snapshot that is not whole has a snapshot's name, and the next is published.
    """
    command = [sys.executable, "-c", PUBLISHERS, str(tmp_path / "a.clew")]
    run = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert run.returncode == 0, run.stderr


STOPPED = """
import os, signal, sys, clew
from clew.engine.journal.batch import Batch
memory = clew.open(sys.argv[1], background=False)
memory.remember("acknowledged", id="acknowledged")
plain = Batch.write
def stops(batch):
    plain(batch)
    print("inside", flush=True)
    signal.pause()
Batch.write = stops
memory.remember("in the middle", id="middle")
"""


@pytest.mark.skipif(os.name == "nt", reason="this system has no such signals")
def test_a_writer_that_dies_inside_a_transaction_lets_go_of_its_lock(tmp_path: Path) -> None:
    """The others read while it hangs there, and write the moment it is dead; half of what it wrote is nowhere."""
    with clew.open(tmp_path / "a.clew", background=False) as memory:
        child = subprocess.Popen(
            [sys.executable, "-c", STOPPED, str(tmp_path / "a.clew")], stdout=subprocess.PIPE, text=True
        )
        try:
            assert child.stdout is not None and child.stdout.readline() == "inside\n"
            assert [found.id for found in memory.list()] == ["acknowledged"]
            assert memory.recall("acknowledged").ids == ["acknowledged"]
        finally:
            child.send_signal(signal.SIGKILL)
            child.communicate()
        memory.remember("after", id="after")
        assert [found.id for found in memory.list()] == ["after", "acknowledged"]
        assert memory.verify() == ([], 2)


READY = """
import sys, time, clew
from clew.engine.projection import projection
memory = clew.open(sys.argv[1], background=False)
folded = []
plain = projection.fold
projection.fold = lambda state, event: (folded.append(event.seq), plain(state, event))
assert memory.query("MATCH (m:Memory) RETURN count(m) AS n").values == ((int(sys.argv[2]),),)
print(len(folded))
"""


def test_a_second_process_starts_from_the_snapshot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It folds the events that came after, and none of those that the snapshot holds."""
    monkeypatch.setattr("clew.engine.projection.snapshot.NEW_EVENTS", 100)
    with clew.open(tmp_path / "a.clew", background=False) as memory:
        for number in range(120):
            memory.remember(f"vendor {number}", task=f"T{number % 3}")
        memory.projection.drain()
        assert memory.projection.publish() is not None
        for number in range(7):
            memory.remember(f"later {number}")
        command = [sys.executable, "-c", READY, str(tmp_path / "a.clew"), "127"]
        run = subprocess.run(command, capture_output=True, text=True, timeout=60)
        assert (run.returncode, run.stdout.strip()) == (0, "7"), run.stderr


# ---- what a killed process leaves beside a store -------------------------------------------------------


CREATOR = """
import os, signal, sys
from clew.engine.journal import journal, schema
plain = schema.create
def dies(connection):
    plain(connection)
    os.kill(os.getpid(), signal.SIGKILL)
schema.create = dies
journal.Journal.create(sys.argv[1])
"""


def beside(store: Path) -> list[str]:
    return sorted(path.name for path in store.parent.iterdir() if path.name.startswith("."))


def grow_old(draft: Path) -> None:
    then = time.time() - leftovers.PATIENCE_SECONDS - 1
    os.utime(draft, (then, then))


@pytest.mark.skipif(os.name == "nt", reason="this system has no such signals")
def test_the_next_who_makes_the_store_clears_away(tmp_path: Path) -> None:
    """A process dies while it makes a store: none is there, and what it left goes when the store is made later."""
    store = tmp_path / "a.clew"
    for _ in range(2):
        subprocess.run([sys.executable, "-c", CREATOR, str(store)], check=False, timeout=60)
    left = beside(store)
    assert len(left) == 2 and not store.exists()
    grow_old(tmp_path / left[0])
    with clew.open(store, background=False) as memory:
        memory.remember("x")
    assert beside(store) == [left[1]]  # younger than anybody's patience: it may be somebody's at work


def drafts(store: Path) -> Iterator[Path]:
    while True:
        draft = files.draft_of(store)
        draft.mkdir()
        (draft / files.JOURNAL).touch()
        yield draft


@pytest.mark.skipif(os.name == "nt", reason="this system has no such locks")
def test_nothing_else_is_cleared_away(tmp_path: Path) -> None:
    """Not what a living process holds, nor what only bears such a name, nor what belongs to another store."""
    store = tmp_path / "a.clew"
    dead, living, strange = (draft for draft, _ in zip(drafts(store), range(3), strict=False))
    (strange / "letters").touch()
    other = next(drafts(tmp_path / "b.clew"))
    (tmp_path / "far").mkdir()
    link = files.draft_of(store)
    link.symlink_to(tmp_path / "far")
    (tmp_path / f".a.clew.{new_id()}x").mkdir()
    before = set(beside(store))
    for draft in (dead, living, strange, other, tmp_path / "far"):
        grow_old(draft)
    with held(living):
        Journal.create(store).close()
    assert before - set(beside(store)) == {dead.name}
    assert (living / files.JOURNAL).exists() and (strange / "letters").exists() and (tmp_path / "far").is_dir()


# ---- a disk that only lets read ------------------------------------------------------------------------


@pytest.fixture
def read_only(tmp_path: Path) -> Iterator[Path]:
    """A folder with a store in it, on a real file system that is mounted to be read."""
    if sys.platform != "linux" or os.geteuid() != 0:
        pytest.skip("only root may mount")
    place = tmp_path / "disk"
    place.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "tmpfs", str(place)], capture_output=True).returncode:
        pytest.skip("nothing may be mounted here")
    try:
        with clew.open(place / "a.clew", background=False) as memory:
            memory.remember("vendor A quoted", id="a", task="T")
            memory.remember("vendor B quoted", id="b", task="T", causes=["a"])
        subprocess.run(["mount", "-o", "remount,ro", str(place)], check=True)
        yield place
    finally:
        subprocess.run(["umount", "-l", str(place)], check=True)


@pytest.mark.parametrize("background", [False, True])
def test_a_store_on_a_read_only_disk_is_read(read_only: Path, background: bool) -> None:
    """Every question is answered, graph and all; a write is refused with a sentence, and so is a new store."""
    with clew.open(read_only / "a.clew", background=background) as memory, clew.open(read_only / "a.clew") as again:
        assert again.store is memory.store
        assert memory.query("MATCH (a:Memory)-[:CAUSED]->(b:Memory) RETURN a.id, b.id").values == (("a", "b"),)
        assert set(memory.recall("what was quoted?").ids) == {"a", "b"}
        assert len(memory.list()) == 2 and memory.verify() == ([], 2)
        with pytest.raises(StoreError, match="read-only"):
            memory.remember("new")
    with pytest.raises(StoreError, match="cannot be made"):
        clew.open(read_only / "b.clew")
    assert [path.name for path in read_only.iterdir()] == ["a.clew"]


@pytest.mark.skipif(os.name == "nt", reason="this system holds open files in their place")
def test_a_store_that_goes_while_others_read_it(tmp_path: Path) -> None:
    """Whoever removes a store tells its readers: the next question raises, and no new store appears in its place."""
    with clew.open(tmp_path / "a.clew") as memory:
        memory.remember("x")
        shutil.rmtree(tmp_path / "a.clew")
        with pytest.raises(StoreError, match="removed"):
            memory.list()
        time.sleep(0.6)  # the background thread looks around meanwhile
        assert not (tmp_path / "a.clew").exists()
