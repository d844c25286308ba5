"""Many at once: threads on one engine, engines on one store, processes; closing under them, forking, leaving."""

from __future__ import annotations

import gc
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import clew
import pytest
from clew.engine.handle import store
from clew.engine.projection import snapshot
from clew.errors import StoreClosed, StoreError
from drills.uses import USES

pytestmark = pytest.mark.slow

ROUNDS = 5


def ids_of(memory: clew.Engine) -> set[str]:
    return {row["m.id"] for row in memory.query("MATCH (m:Memory) RETURN m.id").to_dicts()}


def at_once(works: list[Callable[[], None]]) -> list[BaseException]:
    """Run all, each in a thread of its own, and return what they raised."""
    raised: list[BaseException] = []

    def guarded(work: Callable[[], None]) -> None:
        try:
            work()
        except BaseException as error:
            raised.append(error)

    threads = [threading.Thread(target=guarded, args=(work,)) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert not any(thread.is_alive() for thread in threads)
    return raised


def test_eight_threads_share_an_engine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They write, ask, forget, publish and rebuild: no error, each reads its own writes, and nothing is lost."""
    monkeypatch.setattr(snapshot, "NEW_EVENTS", 50)
    monkeypatch.setattr(snapshot, "NEW_SHARE", 0.0)
    said: list[str] = []

    def work(number: int) -> None:
        dice = random.Random(number)
        for own in range(ROUNDS):
            id = f"{number}.{own}"
            memory.remember(f"vendor {id}", id=id, task=f"T{number % 3}", tags=[f"t_{own % 5}"], causes=[f"0.{own}x"])
            said.append(id)
            assert memory.get(id).id == id
            rows = memory.query("MATCH (m:Memory {id: $id}) RETURN m.id", {"id": id})
            assert rows.values == ((id,),)
            dice.choice(asked)()
        memory.forget(f"{number}.0")
        memory.restore(f"{number}.0")

    with clew.open(tmp_path / "a.clew") as memory:
        asked = [
            lambda: memory.recall("vendor", k=5),
            lambda: memory.context("vendor", budget=200),
            lambda: memory.list(limit=10),
            lambda: memory.links(said[-1]),
            memory.stats,
            memory.doctor,
            memory.rebuild,
        ]
        assert at_once([lambda n=n: work(n) for n in range(8)]) == []
        assert ids_of(memory) == set(said) and len(said) == 8 * ROUNDS
        assert memory.verify()[0] == [] and memory.projection.departures() == []


WRITER = """
import sys, clew
path, name, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
with clew.open(path) as memory:
    sys.stdin.read()
    for number in range(count):
        id = f"{name}.{number}"
        memory.remember(f"vendor {id}", id=id, task="T", causes=[f"{name}.{number + 1}"])
        print(id, flush=True)
        assert id in memory.recall("vendor " + id, k=500).ids
        assert memory.query("MATCH (m:Memory) RETURN count(m) AS n").to_dicts()[0]["n"] > number
"""


def test_two_processes_write_while_a_third_reads(tmp_path: Path) -> None:
    """The reader sees, at its next query, all that was acknowledged before; in the end all have the same."""
    store, count = tmp_path / "a.clew", 8
    with clew.open(store) as memory:
        writers = [
            subprocess.Popen(
                [sys.executable, "-c", WRITER, str(store), name, str(count)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
            )
            for name in ("ann", "bob")
        ]
        for writer in writers:
            assert writer.stdin is not None
            writer.stdin.close()
        for _ in range(count):
            for writer in writers:
                assert writer.stdout is not None
                assert writer.stdout.readline().strip() in ids_of(memory)
        for writer in writers:
            assert writer.wait(60) == 0 and writer.stdout is not None
            writer.stdout.close()
        assert ids_of(memory) == {f"{name}.{number}" for name in ("ann", "bob") for number in range(count)}
        assert memory.verify()[0] == [] and memory.projection.departures() == []


def test_one_process_opens_a_store_twice(tmp_path: Path) -> None:
    """Both see what either writes, and closing one does not disturb the other."""
    first, second = (clew.open(tmp_path / "a.clew") for _ in range(2))
    first.remember("from the first", id="1")
    assert second.get("1").id == "1" and ids_of(second) == {"1"} and second.recall("first").ids == ["1"]
    second.remember("from the second", id="2")
    assert ids_of(first) == {"1", "2"}
    first.close()
    second.remember("after", id="3")
    assert ids_of(second) == {"1", "2", "3"} and second.verify()[0] == []
    second.close()


@pytest.fixture(scope="module")
def closed(tmp_path_factory: pytest.TempPathFactory) -> clew.Engine:
    memory = clew.open(tmp_path_factory.mktemp("closed") / "a.clew")
    memory.remember("a", id="a")
    memory.recall("a")
    memory.close()
    memory.close()
    return memory


@pytest.mark.parametrize("use", USES)
def test_a_closed_engine_says_so(closed: clew.Engine, use: str) -> None:
    """Whatever is asked of it, with a sentence."""
    with pytest.raises(StoreClosed, match=r"closed\."):
        USES[use](closed)


def test_closing_under_those_who_use_it(tmp_path: Path) -> None:
    """Each of them gets StoreClosed, soon; nothing hangs, and no file, thread or private folder is left."""
    threads, files = threading.active_count(), _open_files()
    for round in range(3):
        memory = clew.open(tmp_path / "a.clew")
        for number in range(8):
            memory.remember(f"text {round} {number}", task="T")

        def forever(use: Callable[[clew.Engine], object], memory: clew.Engine = memory) -> None:
            while True:
                use(memory)

        some = ("recall", "query", "remember", "list", "context", "doctor", "rebuild")
        works: list[Callable[[], None]] = [lambda use=USES[name]: forever(use) for name in some]

        def close(memory: clew.Engine = memory) -> None:
            time.sleep(random.uniform(0.0, 0.15))
            memory.close()

        raised = at_once([*works, close])
        assert [type(error) for error in raised] == [StoreClosed] * len(works), raised
    assert threading.active_count() <= threads and _open_files() <= files
    assert _private(tmp_path / "a.clew") == []


def test_opening_and_closing_leaves_nothing(tmp_path: Path) -> None:
    """Neither thread nor file nor folder, after closing; nor after letting the engine go without."""
    threads, files = threading.active_count(), _open_files()
    for number in range(8):
        memory = clew.open(tmp_path / "a.clew", background=number % 3 > 0)
        memory.remember(f"{number}")
        if number % 4 == 0:
            ids_of(memory)
        if number % 2:
            memory.close()
        del memory
        gc.collect()
    _soon(lambda: threading.active_count() <= threads and _open_files() <= files)
    assert _private(tmp_path / "a.clew") == []


@pytest.mark.parametrize("error", [OSError("disk"), StoreError("busy")], ids=repr)
def test_the_background_thread_outlives_any_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    """It goes on, `doctor` tells of it, and it does not spend the machine on what fails again and again."""
    tried: list[float] = []

    def failing() -> None:
        tried.append(time.monotonic())
        if len(tried) < 4:
            raise error

    with clew.open(tmp_path / "a.clew", background=False) as memory:
        monkeypatch.setattr(memory.projection, "publish", failing)
        monkeypatch.setattr(store, "IDLE_SECONDS", 0.02)
        memory.store.follow()
        _soon(lambda: len(tried) == 3)
        assert [found.kind for found in memory.doctor()] == ["projection"]
        _soon(lambda: len(tried) > 4)
        assert tried[3] - tried[2] >= 0.15 and memory.doctor() == []


LEAVER = """
import sys, clew
from clew.engine.projection import snapshot
snapshot.NEW_EVENTS, snapshot.NEW_SHARE = 5, 0.0
memory = clew.open(sys.argv[1])
for number in range(60):
    memory.remember(f"text {number}", task="T")
print("left")
"""


def test_leaving_without_closing(tmp_path: Path) -> None:
    """The interpreter ends at once and quietly, also while the background thread makes a snapshot."""
    command = [sys.executable, "-X", "dev", "-c", LEAVER, str(tmp_path / "a.clew")]
    run = subprocess.run(command, capture_output=True, text=True, timeout=30)
    assert (run.returncode, run.stdout.strip()) == (0, "left"), run.stderr
    assert "clew" not in run.stderr and "Traceback" not in run.stderr, run.stderr
    assert _private(tmp_path / "a.clew") == []
    with clew.open(tmp_path / "a.clew", background=False) as memory:
        assert len(ids_of(memory)) == 60


FORKER = """
import os, sys, clew
from clew.errors import StoreClosed
memory = clew.open(sys.argv[1])
memory.remember("a", id="a")
memory.query("MATCH (m:Memory) RETURN m.id")
uses = [lambda: memory.remember("x"), lambda: memory.recall("x"), lambda: memory.query("MATCH (m:Memory) RETURN m"),
        lambda: memory.list(), lambda: memory.stats(), lambda: memory.doctor(), lambda: memory.projection.publish()]
for round in range(4):
    child = os.fork()
    if child == 0:
        for use in uses:
            try:
                use()
            except StoreClosed as error:
                assert "fork" in str(error), error
            else:
                os._exit(3)
        memory.close()
        with clew.open(sys.argv[1], background=round > 1) as own:
            own.remember(f"child {round}")
        os._exit(0) if round % 2 else sys.exit(0)
    memory.remember(f"parent {round}")
    assert os.waitpid(child, 0)[1] == 0, round
rows = memory.query("MATCH (m:Memory) RETURN count(m) AS n").to_dicts()
assert rows == [{"n": 9}], rows
assert memory.verify()[0] == [] and memory.projection.departures() == []
memory.close()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="this system has no fork")
def test_a_forked_child_is_told_and_the_parent_goes_on(tmp_path: Path) -> None:
    """The child gets StoreClosed from its parent's engine, can open its own, and ends; the parent feels nothing."""
    run = subprocess.run(
        [sys.executable, "-c", FORKER, str(tmp_path / "a.clew")], capture_output=True, text=True, timeout=60
    )
    assert run.returncode == 0, run.stderr or signal.Signals(-run.returncode)


def _open_files() -> int:
    folder = Path("/proc/self/fd")
    return len(list(folder.iterdir())) if folder.is_dir() else 0


def _private(store: Path) -> list[Path]:
    return list((store / "snaps").glob("private-*"))


def _soon(holds: Callable[[], bool]) -> None:
    end = time.monotonic() + 10
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.01)
