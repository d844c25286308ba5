"""Snapshots can be lost, cut, flipped, swapped or left by a dead process: the rows are the same, only slower to get."""

from __future__ import annotations

import random
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from clew.engine.graph import kuzu_border
from clew.engine.graph.arrow import rows_of
from clew.engine.graph.graph import Graph
from clew.engine.journal.journal import Journal
from clew.engine.projection import snapshot
from clew.engine.projection.check import departures, graph_departures
from clew.engine.projection.projection import Projection
from clew.engine.values.model import Draft, Link, Tag
from clew.errors import ClewError

pytestmark = pytest.mark.slow

TAIL = 3


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal.create(tmp_path / "a.clew") as journal:
        yield journal


@pytest.fixture(autouse=True)
def always_due(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(snapshot, "NEW_EVENTS", 0)
    monkeypatch.setattr(snapshot, "NEW_SHARE", 0.0)


def draft(id: str, **fields: object) -> Draft:
    return Draft(id=id, namespace="n", text=id, **fields)  # type: ignore[arg-type] - fields of a draft


def write_some(journal: Journal, start: int = 0, count: int = 12) -> None:
    """Chains, hubs, causes with reasons, one that waits, one forgotten."""
    drafts: list[Draft] = []
    for i in range(start, start + count):
        links = (Link("CAUSED", f"m{i - 1}", f"m{i}", f"r{i}"),) if i % 3 else (Link("CAUSED", f"m{i}", "missing"),)
        named = {"task": "t", "types": ("a", f"b{i % 2}"), "tags": (Tag("x"),), "entities": (f"e{i % 4}", "\ud83e")}
        drafts.append(draft(f"m{i}", links=links, **named))
    journal.append(drafts)
    journal.forget("n", [f"m{start}"])


def publish(journal: Journal) -> Path:
    projection = Projection(journal)
    projection.drain()
    path = projection.publish()
    projection.close()
    assert path is not None
    return path


def opened(journal: Journal, *, graph: bool = False) -> int:
    """Open a new projection, hold it to the journal by all values, and return how many events it had to fold."""
    projection = Projection(journal)
    folded = projection.drain()
    assert departures(projection.view, journal) == []
    if graph:
        with projection.reading() as view:
            assert graph_departures(view, projection.graph) == []
    projection.close()
    return folded


def test_a_whole_snapshot_spares_the_fold(journal: Journal) -> None:
    """The next process folds only what came after it, and has the same rows, waiting links included."""
    write_some(journal)
    path = publish(journal)
    assert path.stat().st_mode & 0o777 == 0o600 and path.name.startswith(f"g-{journal.head()}-")
    journal.append([draft(f"tail{i}") for i in range(TAIL)])
    assert opened(journal, graph=True) == TAIL
    assert [entry.name for entry in path.parent.iterdir()] == [path.name], "nothing private is left"


def flip(path: Path, place: float) -> None:
    data = bytearray(path.read_bytes())
    data[int(place * (len(data) - 1))] ^= 0x10
    path.write_bytes(data)


DAMAGES: dict[str, Callable[[Path], object]] = {
    "first byte": lambda path: flip(path, 0.0),
    "a byte in the middle": lambda path: flip(path, 0.5),
    "last byte": lambda path: flip(path, 1.0),
    "cut in half": lambda path: path.write_bytes(path.read_bytes()[: path.stat().st_size // 2]),
    "one byte short": lambda path: path.write_bytes(path.read_bytes()[:-1]),
    "something behind": lambda path: path.write_bytes(path.read_bytes() + b"x"),
    "empty": lambda path: path.write_bytes(b""),
    "random": lambda path: path.write_bytes(random.Random(1).randbytes(50_000)),
    "gone": lambda path: path.unlink(),
    "a folder": lambda path: (path.unlink(), path.mkdir()),
    "unreadable": lambda path: path.chmod(0),
    "a later event": lambda path: path.rename(path.with_name(path.name.replace("g-", "g-1", 1))),
    "an earlier event": lambda path: path.rename(path.with_name("g-3-" + path.name.split("-")[2])),
    "another digest": lambda path: path.rename(path.with_name(path.name[:-10] + "00000.kuzu")),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_snapshot_is_as_good_as_none(journal: Journal, monkeypatch: pytest.MonkeyPatch, damage: str) -> None:
    """Whatever happened to the file, the graph engine never sees it, and the journal gives the same rows."""
    write_some(journal)
    DAMAGES[damage](publish(journal))
    seen: list[Path | None] = []
    whole = kuzu_border.Database.__init__

    def watching(self: kuzu_border.Database, path: Path | None) -> None:
        seen.append(path)
        whole(self, path)

    monkeypatch.setattr(kuzu_border.Database, "__init__", watching)
    if damage == "unreadable" and opened(journal) == 0:
        pytest.skip("this user may read everything")
    assert opened(journal) == journal.head()
    assert seen == []


def test_the_newest_whole_one_is_taken(journal: Journal) -> None:
    """When the newest is damaged, the one before it serves."""
    write_some(journal)
    publish(journal)
    write_some(journal, 100, count=5)
    flip(publish(journal), 0.3)
    assert opened(journal) == 6


def test_two_are_kept(journal: Journal) -> None:
    """Old snapshots go when new ones come; one that is not due is not made."""
    paths: list[Path] = []
    for i in range(4):
        write_some(journal, 100 * i, count=2)
        paths.append(publish(journal))
    assert sorted(paths[0].parent.iterdir()) == sorted(paths[2:])
    projection = Projection(journal)
    projection.drain()
    assert projection.publish() is None
    projection.close()


def test_when_one_is_due(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both bounds have to be passed: a number of events, and a share of the journal."""
    monkeypatch.setattr(snapshot, "NEW_EVENTS", 5_000)
    monkeypatch.setattr(snapshot, "NEW_SHARE", 0.1)
    assert [snapshot.is_due(tmp_path, seq) for seq in (0, 5_000, 5_001)] == [False, False, True]
    (tmp_path / f"g-100000-{'0' * 64}.kuzu").touch()
    assert [snapshot.is_due(tmp_path, seq) for seq in (105_001, 111_111, 111_112)] == [False, False, True]


def test_a_snapshot_of_another_journal_is_refused(journal: Journal, tmp_path: Path) -> None:
    """A store that got somebody else's snapshot, for the same number of events, does not show their memories."""
    with Journal.create(tmp_path / "b.clew") as other:
        for store in (journal, other):
            write_some(store)
        path = publish(other)
        (journal.path / "snaps").mkdir()
        shutil.copy(path, journal.path / "snaps")
    assert opened(journal) == journal.head()


def test_a_snapshot_of_another_past_is_refused(journal: Journal, tmp_path: Path) -> None:
    """A store that was set back to a backup and went on differently does not show what never happened in it."""
    write_some(journal)
    journal.backup(tmp_path / "b.clew")
    write_some(journal, 50)
    path = publish(journal)
    with Journal.open(tmp_path / "b.clew") as restored:
        write_some(restored, 70)
        assert restored.head() == journal.head()
        (restored.path / "snaps").mkdir()
        shutil.copy(path, restored.path / "snaps")
        assert opened(restored) == restored.head()


def test_a_snapshot_from_the_future_is_refused(journal: Journal, tmp_path: Path) -> None:
    """A snapshot that knows more events than the journal has is not of this journal."""
    journal.backup(tmp_path / "b.clew")
    write_some(journal)
    path = publish(journal)
    with Journal.open(tmp_path / "b.clew") as restored:
        (restored.path / "snaps").mkdir()
        shutil.copy(path, restored.path / "snaps")
        assert opened(restored) == 0


def test_a_snapshot_of_another_version_is_refused(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    """When the meaning of the columns changes, snapshots made before are not read."""
    write_some(journal)
    publish(journal)
    monkeypatch.setattr(snapshot, "FORMAT", snapshot.FORMAT + 1)
    assert opened(journal) == journal.head()


def test_queries_do_not_see_what_only_a_snapshot_has(journal: Journal) -> None:
    """A pattern without a label matches the schema's tables alone, though waiting links had a table in the file."""
    write_some(journal)
    publish(journal)
    projection = Projection(journal)
    projection.drain()
    labels = rows_of(projection.graph.run("MATCH (x) RETURN DISTINCT label(x) AS label"))
    assert {row["label"] for row in labels} == {"Memory", "Task", "Tag", "Entity"}
    assert projection.dangling() != ()
    projection.close()


def test_publishing_stops_nobody(journal: Journal) -> None:
    """While a snapshot is made, others write, drain and read; it holds what its name says."""
    write_some(journal)
    projection = Projection(journal)
    projection.drain()
    head = journal.head()
    made: list[Path | None] = []
    thread = threading.Thread(target=lambda: made.append(projection.publish()))
    thread.start()
    while thread.is_alive():
        journal.append([draft(f"w{journal.head()}")])
        projection.drain()
        assert (
            projection.memories.count == rows_of(projection.graph.run("MATCH (m:Memory) RETURN count(m) AS c"))[0]["c"]
        )
    thread.join()
    projection.close()
    assert made[0] is not None and made[0].name.startswith(f"g-{head}-")
    assert opened(journal) == journal.head() - head


@pytest.mark.parametrize("step", ["checkpoint", "copy"])
def test_a_publication_that_fails_is_not_there(journal: Journal, monkeypatch: pytest.MonkeyPatch, step: str) -> None:
    """When it breaks off, no file has the name of a snapshot, and nothing else is disturbed."""
    write_some(journal)
    projection = Projection(journal)
    projection.drain()
    before = projection.graph

    def failing(*_: object) -> None:
        raise ClewError("The disk is full.")

    with monkeypatch.context() as patch:
        patch.setattr(Graph, step, failing)
        with pytest.raises(ClewError, match="full"):
            projection.publish()
    assert snapshot.snapshots(journal.path / "snaps") == []
    assert projection.graph is before and projection.publish() is not None
    projection.close()
    assert opened(journal) == 0


HOLDER = """
import sys, time
from pathlib import Path
from clew.engine.projection.workshop import Workshop

folder = Workshop(Path(sys.argv[1])).folder()
(folder / "graph.kuzu").write_bytes(b"private")
print(folder, flush=True)
time.sleep(60)
"""


def test_what_a_killed_process_left_is_swept_and_what_a_living_one_uses_is_not(journal: Journal) -> None:
    """Private folders go at the next start once their owner is dead, however it died, and not a moment before."""
    snaps = journal.path / "snaps"
    write_some(journal)
    publish(journal)
    process = subprocess.Popen([sys.executable, "-c", HOLDER, str(snaps)], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    private = Path(process.stdout.readline().strip())
    try:
        assert opened(journal) == 0
        assert (private / "graph.kuzu").exists()
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait()
        process.stdout.close()
    assert opened(journal) == 0
    assert not private.exists()
