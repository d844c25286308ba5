"""Whatever is done to the folder of snapshots, an engine answers the same: it costs time and nothing else."""

from __future__ import annotations

import os
import random
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import clew
import pytest
from clew.engine.projection import snapshot

pytestmark = pytest.mark.slow

QUERIES = (
    "MATCH (m:Memory) RETURN m.id, m.text, m.tags, m.step, m.at ORDER BY m.id",
    "MATCH (a:Memory)-[c:CAUSED]->(b:Memory) RETURN a.id, b.id, c.reason ORDER BY a.id, b.id",
    "MATCH (m:Memory)-[:TAGGED]->(t:Tag) RETURN t.name, count(m) AS n ORDER BY t.name",
    "TRACE CAUSES OF 'm9'",
    "RECALL 5 FOR 'what did vendor 3 quote' RETURN m.id, front",
)

Answers = list[tuple[tuple[Any, ...], ...]]


def answers(store: Path, *, background: bool = False) -> Answers:
    """Open the store, ask everything, hold projection and graph to the journal, and publish again."""
    with clew.open(store, create=False, background=background) as memory:
        found = [memory.query(query).values for query in QUERIES]
        assert memory.projection.departures() == [] and memory.verify()[0] == []
        kinds = {finding.kind for finding in memory.doctor()}
        assert "dangling" in kinds <= {"dangling", "snapshot", "leftover", "permissions", "foreign"}
        return found


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, Answers]]:
    """A store with two snapshots and a tail, and its answers."""
    store = tmp_path_factory.mktemp("snapshots") / "a.clew"
    with pytest.MonkeyPatch.context() as patch, clew.open(store, background=False) as memory:
        patch.setattr(snapshot, "NEW_EVENTS", 0)
        patch.setattr(snapshot, "NEW_SHARE", 0.0)
        for number in range(12):
            memory.remember(
                f"vendor {number} quoted", id=f"m{number}", task="T", tags=[f"t{number % 3}"], causes=[f"m{number - 1}"]
            )
            if number in (5, 9):
                memory.forget(f"m{number - 3}")
                memory.projection.drain()
                assert memory.projection.publish() is not None
    yield store, answers(store)


@pytest.fixture
def snaps(kept: tuple[Path, Answers], tmp_path: Path) -> Path:
    """The snapshots of a copy of that store."""
    return Path(shutil.copytree(kept[0], tmp_path / "copy.clew")) / "snaps"


def flip(path: Path, dice: random.Random) -> None:
    data = bytearray(path.read_bytes())
    for _ in range(dice.choice([1, 1, 100])):
        data[dice.randrange(len(data))] ^= 1 << dice.randrange(8)
    path.write_bytes(data)


def swap(path: Path, _: random.Random) -> None:
    both = sorted(path.parent.glob("g-*"))
    if len(both) < 2:  # an earlier damage took the other one away
        return
    first, second = both
    held = first.read_bytes()
    first.write_bytes(second.read_bytes())
    second.write_bytes(held)


DAMAGES: tuple[Callable[[Path, random.Random], object], ...] = (
    flip,
    swap,
    lambda path, _: path.unlink(),
    lambda path, _: path.write_bytes(b""),
    lambda path, dice: os.truncate(path, dice.randrange(path.stat().st_size)),
    lambda path, dice: path.write_bytes(dice.randbytes(dice.randrange(100_000))),
)


@pytest.mark.parametrize("round", range(3))
def test_any_damage_to_any_file(kept: tuple[Path, Answers], snaps: Path, round: int) -> None:
    """Every file damaged, each in another way, by chance."""
    seed = random.randrange(10**6)
    print(f"seed {seed}")
    dice = random.Random(seed)
    for path in sorted(snaps.iterdir()):
        damage = dice.choice(DAMAGES)
        if path.exists():
            damage(path, dice)
    assert answers(snaps.parent, background=round % 2 == 0) == kept[1]


def strays(snaps: Path) -> None:
    """All that may lie about: names like a snapshot's that are none, folders, pipes, links, and private folders."""
    zeros = "0" * 64
    for name in ("g-5-zz.kuzu", f"g-{10**30}-{zeros}.kuzu", "private-file", ".DS_Store", "a name\n\udcff"):
        (snaps / name).write_text("x")
    (snaps / f"g-14-{zeros}.kuzu").mkdir()
    (snaps / "private-x" / "owner.lock").mkdir(parents=True)
    os.mkfifo(snaps / f"g-13-{zeros}.kuzu")
    (snaps / f"g-12-{zeros}.kuzu").symlink_to("/nowhere")
    (snaps / f"g-11-{zeros}.kuzu").symlink_to(f"g-11-{zeros}.kuzu")


def instead(make: Callable[[Path], object]) -> Callable[[Path], None]:
    def change(snaps: Path) -> None:
        shutil.rmtree(snaps)
        make(snaps)

    return change


FOLDERS: dict[str, Callable[[Path], object]] = {
    "full of strays": strays,
    "gone": shutil.rmtree,
    "a file": instead(lambda snaps: snaps.write_text("x")),
    "a link to nowhere": instead(lambda snaps: snaps.symlink_to("/nowhere/at/all")),
    "a link to itself": instead(lambda snaps: snaps.symlink_to("snaps")),
    "not to be read": lambda snaps: snaps.chmod(0o300),
    "not to be written": lambda snaps: snaps.chmod(0o500),
    "not to be entered": lambda snaps: snaps.chmod(0),
}


@pytest.mark.skipif(os.name == "nt", reason="this system has other permissions")
@pytest.mark.parametrize("folder", FOLDERS)
def test_any_state_of_the_folder(kept: tuple[Path, Answers], snaps: Path, folder: str, unprivileged: None) -> None:
    """The folder is something else, or somebody else's."""
    FOLDERS[folder](snaps)
    try:
        assert answers(snaps.parent) == kept[1]
    finally:
        if snaps.is_dir():
            snaps.chmod(0o700)


def test_snapshots_of_another_store(kept: tuple[Path, Answers], snaps: Path, tmp_path: Path) -> None:
    """Another store's snapshots, for the same number of events and under any name, show nothing of it."""
    other = Path(shutil.copytree(kept[0], tmp_path / "other.clew"))
    with clew.open(other, background=False) as memory:
        memory.remember("the other's secret", id="secret")
        memory.projection.drain()
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(snapshot, "NEW_EVENTS", 0)
            patch.setattr(snapshot, "NEW_SHARE", 0.0)
            theirs = memory.projection.publish()
    assert theirs is not None
    for path in sorted(snaps.iterdir()):
        shutil.copy(theirs, path)
    shutil.copy(theirs, snaps)
    assert answers(snaps.parent) == kept[1]


@pytest.mark.skipif(os.name == "nt", reason="this system has other permissions")
def test_a_store_that_may_only_be_read(kept: tuple[Path, Answers], snaps: Path, unprivileged: None) -> None:
    """A folder that lets nobody write is read as ever; a write is refused with a sentence."""
    store = snaps.parent
    for path in (store / "journal.sqlite", snaps, store):
        path.chmod(path.stat().st_mode & ~0o222)
    try:
        assert answers(store) == kept[1]
        with (
            clew.open(store, background=False) as memory,
            pytest.raises(clew.StoreError, match="read-only"),
        ):
            memory.remember("new")
        assert answers(store, background=True) == kept[1]
        assert sorted(path.name for path in store.iterdir()) == ["journal.head", "journal.sqlite", "snaps"]
    finally:
        for path in (store, snaps):
            path.chmod(0o700)
