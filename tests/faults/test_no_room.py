"""No space, no permission, no such place: a sentence, nothing half-written, and what can still be read is."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import clew
import pytest
from clew.engine.care.backup import restore
from clew.engine.graph import kuzu_border
from clew.engine.graph.graph import Graph
from clew.engine.projection import graph_keeper, snapshot, workshop
from clew.engine.writing.tagging import Tagger
from clew.errors import EmbeddingError, ProjectionError, StoreError, StoreExists

pytestmark = pytest.mark.slow


def test_no_snapshot_without_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is begun where a graph would not fit, and nothing stays behind."""
    monkeypatch.setattr(snapshot, "NEW_EVENTS", 0)
    monkeypatch.setattr(workshop, "GRAPH_BYTES", 1 << 60)
    with clew.open(tmp_path / "a.clew", background=False) as memory:
        memory.remember("a")
        memory.projection.drain()
        with pytest.raises(ProjectionError, match="No snapshot"):
            memory.projection.publish()
        assert [path.name for path in (tmp_path / "a.clew" / "snaps").rglob("*") if path.is_file()] == ["owner.lock"]
        monkeypatch.setattr(graph_keeper, "ON_DISK_ABOVE", 0)
        with pytest.raises(ProjectionError, match="no room"):
            memory.query("MATCH (m:Memory) RETURN m.id")
        assert len(memory.recall("a")) == 1


LIMITED = """
import resource, signal, sys
from clew.engine.journal.journal import Journal

signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
with Journal.open(sys.argv[1]) as journal:
    journal.head()
    resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 15, 1 << 15))
    try:
        journal.backup(sys.argv[2])
    except Exception as error:
        print(type(error).__name__, error)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="this system has no such limit")
def test_a_backup_without_room_names_where_the_room_is_missing(tmp_path: Path) -> None:
    """It is the disk of the copy that is full: the sentence names the copy and not the store, and nothing is left."""
    store, copy = tmp_path / "source.clew", tmp_path / "elsewhere" / "copy.clew"
    copy.parent.mkdir()
    with clew.open(store, background=False) as memory:
        memory.remember("a" * 100_000)
    run = subprocess.run([sys.executable, "-c", LIMITED, str(store), str(copy)], capture_output=True, text=True)
    assert run.stdout.startswith("StoreError") and str(copy) in run.stdout and str(store) not in run.stdout, run
    assert list(copy.parent.iterdir()) == []
    with clew.open(store, background=False) as memory:
        memory.backup(copy)


OPENING = """
import resource, signal, sys
import clew

signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 14, 1 << 14))
try:
    clew.open(sys.argv[1], background=False)
except clew.ClewError as error:
    print(type(error).__name__, error)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="this system has no such limit")
def test_a_store_that_cannot_be_opened_for_want_of_room_says_so(tmp_path: Path) -> None:
    """Even reading takes a small file beside the journal: that it has no room is said, and not that a disk failed."""
    with clew.open(tmp_path / "a.clew", background=False) as memory:
        memory.remember("a")
    run = subprocess.run([sys.executable, "-c", OPENING, str(tmp_path / "a.clew")], capture_output=True, text=True)
    assert run.stdout.startswith("StoreError No space is left beside"), run


def test_a_store_that_may_not_be_replaced_is_not_said_to_be_in_the_way(tmp_path: Path, unprivileged: None) -> None:
    """Where nothing may be made beside it, that is the reason, also when it was asked to be replaced."""
    folder = tmp_path / "folder"
    with clew.open(folder / "a.clew", background=False) as memory:
        memory.remember("a")
        memory.backup(tmp_path / "b.clew")
    folder.chmod(0o500)
    with pytest.raises(StoreError, match="Permission denied") as caught:
        restore(folder / "a.clew", tmp_path / "b.clew", replace=True)
    assert not isinstance(caught.value, StoreExists)
    folder.chmod(0o700)


def test_a_graph_that_failed_on_a_disk_is_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After a write that failed half-way neither sessions nor database are closed: that can end the process."""
    graph = Graph.create(tmp_path / "graph.kuzu")
    closed: list[Any] = []
    monkeypatch.setattr(kuzu_border.Session, "close", closed.append)
    monkeypatch.setattr(kuzu_border.Database, "close", closed.append)
    with pytest.raises(ProjectionError):
        graph.write([("CREATE (:Nothing)", [{}])])
    graph.close()
    assert closed == []


def test_vectors_that_cannot_be_kept_still_wait(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A query on a full disk answers by words and graph, and says how many vectors are missing."""
    with clew.open(tmp_path / "a.clew", background=False) as memory:
        monkeypatch.setattr(type(memory.embedder), "quick", False)
        memory.remember("vendor")

        def full(*_: object, **__: object) -> None:
            raise StoreError("No space is left.")

        with monkeypatch.context() as patch:
            patch.setattr(memory.journal, "put_vectors", full)
            front = memory.recall("vendor")
            assert len(front) == 1 and front.pending == 1
            assert [found.kind for found in memory.doctor()] == ["pending"]
        assert memory.recall("vendor").pending == 0


def test_a_tag_that_cannot_be_embedded_costs_no_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tags are inferred where that is possible; a memory is kept in any case."""
    with clew.open(tmp_path / "a.clew", background=False) as memory:
        memory.remember("refund", tags=["refund"])

        def failing(*_: object) -> None:
            raise EmbeddingError("The model takes no names.")

        monkeypatch.setattr(Tagger, "infer", failing)
        memory.remember("refund the ticket", id="a")
        assert memory.get("a").tags == ()


@pytest.mark.parametrize(
    "path", ["/", "a\0b", "x" * 300, "{file}", "{file}/a.clew", "{folder}", "/proc/a.clew", "{shut}", "{shut}/a.clew"]
)
def test_a_path_where_no_store_can_be(tmp_path: Path, path: str, unprivileged: None) -> None:
    """One sentence, and nothing is left there."""
    names = {name: tmp_path / name for name in ("file", "folder", "shut")}
    names["file"].write_text("x")
    (names["folder"] / "something").mkdir(parents=True)
    names["shut"].mkdir(mode=0)
    place = path.format(**names) if "{" in path else path
    for create in (True, False):
        with pytest.raises(StoreError) as caught:
            clew.open(place, create=create)
        assert len(str(caught.value)) < 400 and str(caught.value).count("\n") == 0
    names["shut"].chmod(0o700)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "folder", "shut"]


def test_a_directory_that_is_gone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A relative path from a current directory that somebody removed."""
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    with pytest.raises(StoreError, match="current directory"):
        clew.open("a.clew")
    monkeypatch.undo()


def test_parents_are_made(tmp_path: Path) -> None:
    """A store in a folder that is not there yet, with a name that wants quoting everywhere."""
    store = tmp_path / "not" / "there" / "é 😀 [x] '\"%20?#&.clew"
    for number in range(2):
        with clew.open(store, background=False) as memory:
            memory.remember(f"{number}")
            assert len(memory.query("MATCH (m:Memory) RETURN m.id").values) == number + 1
    assert store.stat().st_mode & 0o777 == 0o700
    with pytest.raises(StoreExists):
        clew.open(store.parent)


def test_no_home_and_no_cache(tmp_path: Path) -> None:
    """Where nothing can be kept for the next time, everything works, only slower."""
    program = "import sys, clew; m = clew.open(sys.argv[1]); m.remember('vendor'); print(len(m.recall('vendor')))"
    nowhere = {"HOME": "/proc/x", "XDG_CACHE_HOME": "/proc/x", "TMPDIR": "/proc/x"}
    run = subprocess.run(
        [sys.executable, "-c", program, str(tmp_path / "a.clew")],
        env={**os.environ, **nowhere},
        capture_output=True,
        text=True,
    )
    assert (run.stdout.strip(), run.stderr) == ("1", "")
