"""Ctrl-C and `Cancel` end whatever runs, soon, wherever it is; and the same handle answers the next question."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import clew
import pytest
from clew.engine.embedding.fastembed_border import open_static
from clew.engine.embedding.models import static_embedder
from clew.engine.embedding.static_files import loadable_folder, shipped
from clew.engine.running.cancel import Cancel, acquire, apart, check, current, left_behind, running, stoppable
from clew.engine.running.interrupts import interruptible
from clew.engine.writing.remember import make_draft
from clew.errors import LimitError

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform == "win32", reason="this system sends no SIGINT to one process"),
]

SOON = 5.0
"""Seconds that a test allows; what was measured is a tenth of a second at most, on a machine that does nothing else."""

WALK = "MATCH (a:Memory)-[:CAUSED*1..25]->(b:Memory) RETURN count(*)"
PRODUCT = """MATCH (a:Memory), (b:Memory), (c:Memory) WHERE a.id < b.id AND b.id < c.id AND c.id < a.id
    RETURN count(*)"""
LOOP = "RETURN all(x IN range(1, 30000) WHERE all(y IN range(1, 3000) WHERE x + y > 0))"
SORT = (
    "UNWIND range(1, 1000) AS x UNWIND range(1, 600) AS y WITH x * 7919 % 1000 AS a, y AS b RETURN a ORDER BY a, b DESC"
)
FRONT = """UNWIND range(1, 100000) AS x RETURN x PARETO BY (x * 7919) % 100003 MAX, (x * 104729) % 100019 MAX,
    (x * 31337) % 99991 MAX, (x * 65537) % 99989 MAX"""

CHILD = """
import json, os, pathlib, signal, sys, threading, time
import clew
from clew.adapters.importing import import_file
from clew.engine.writing.remember import make_draft

folder = pathlib.Path(sys.argv[1])
texts = json.loads(sys.argv[2])

def embed(given):
    if any("needle" in text for text in given):
        time.sleep(60)
    return [[1.0, 0.0, 0.5]] * len(given)

engine = clew.open(folder / "a.clew", embedder=embed)
log = folder / "log.json"
log.write_text(json.dumps([{"role": "user", "content": f"part {i} of the log"} for i in range(20_000)]))
numbers = iter(range(1, 10**9))

def drafts(count):
    called = next(numbers)
    return [make_draft(f"word{i} {called}", namespace="default", id=f"{called}.{i}") for i in range(count)]

def imported():
    import_file(engine, log, name=f"T{next(numbers)}")

work = {name: lambda text=text: engine.query(text, seconds=600) for name, text in texts.items()} | {
    "words": lambda: engine.query("RECALL 5 FOR $need", {"need": "part cause " * 500}),
    "embedder": lambda: engine.recall("a needle"),
    "import": imported,
    "rebuild": engine.rebuild,
    "graph": lambda: (engine.rebuild(), engine.query("MATCH (m:Memory) RETURN m.id LIMIT 1")),
    "remember": lambda: engine.remember_drafts(drafts(5_000)),
}
sent = 0.0

def press(delay):
    global sent
    time.sleep(delay)
    sent = time.perf_counter()
    os.kill(os.getpid(), signal.SIGINT)

for name, call in work.items():
    engine.query("MATCH (m:Memory) RETURN m.id LIMIT 1")
    threading.Thread(target=press, args=(0.3,)).start()
    try:
        while True:
            call()
    except KeyboardInterrupt:
        took = time.perf_counter() - sent
    rows = engine.query("MATCH (m:Memory {id: 'm7'}) RETURN m.id").values
    whole = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    print(json.dumps({"name": name, "took": took, "rows": rows, "handler": whole}), flush=True)
known = engine.projection.departures()
found, _ = engine.verify()
engine.close()
print(json.dumps({"name": "end", "departures": known, "found": len(found)}), flush=True)
"""

NAMES = ("walk", "product", "loop", "sort", "front", "words", "embedder", "import", "rebuild", "graph", "remember")


def fill(path: Path, count: int = 4_000) -> None:
    """Make a store of memories that cause each other, so that walks over them have no end."""
    with clew.open(path, background=False, embedder=lambda texts: [[1.0, 0.0, 0.5]] * len(texts)) as engine:
        engine.remember_drafts(
            [
                make_draft(
                    f"part {i} failed",
                    namespace="default",
                    id=f"m{i}",
                    causes=[f"m{i - 1}", f"m{i // 2}"] if i > 2 else [],
                )
                for i in range(count)
            ]
        )


@pytest.fixture(scope="module")
def pressed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, Any]]:
    """What a process said that was sent SIGINT in the middle of each kind of work, one after the other."""
    folder = tmp_path_factory.mktemp("pressed")
    fill(folder / "a.clew")
    texts = {"walk": WALK, "product": PRODUCT, "loop": LOOP, "sort": SORT, "front": FRONT}
    command = [sys.executable, "-W", "ignore", "-c", CHILD, str(folder), json.dumps(texts)]
    run = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert run.returncode == 0, run.stderr[-2_000:]
    said = [json.loads(line) for line in run.stdout.splitlines()]
    return {line["name"]: line for line in said}


@pytest.mark.parametrize("name", NAMES)
def test_ctrl_c_ends_it_soon_and_the_next_question_is_answered(pressed: dict[str, dict[str, Any]], name: str) -> None:
    """KeyboardInterrupt comes out soon; the same handle answers at once; Python's own handler is back in its place."""
    said = pressed[name]
    assert said["took"] < SOON, said
    assert said["rows"] == [["m7"]]
    assert said["handler"]


def test_nothing_is_half_written_after_all_that(pressed: dict[str, dict[str, Any]]) -> None:
    """The journal verifies, and the projection is what the journal says."""
    assert pressed["end"]["departures"] == []
    assert pressed["end"]["found"] == 0


FUZZ = """
import os, pathlib, random, signal, sys, threading, time
import clew
from clew.engine.writing.remember import make_draft

random.seed(7)
engine = clew.open(sys.argv[1], embedder=lambda texts: [[1.0, 0.0, 0.5]] * len(texts))
acknowledged, number = set(), 0
end = time.monotonic() + 4
while time.monotonic() < end:
    try:
        threading.Timer(random.uniform(0, 0.05), os.kill, (os.getpid(), signal.SIGINT)).start()
        while True:
            number += 1
            names = [f"{number}.{i}" for i in range(number % 40)]
            engine.remember_drafts([make_draft(name, namespace="default", id=name, causes=["m7"]) for name in names])
            acknowledged |= set(names)
            engine.recall("part failed", k=3)
            engine.query("MATCH (a:Memory {id: 'm7'})-[:CAUSED]->(b) RETURN count(b)")
    except KeyboardInterrupt:
        pass
signal.signal(signal.SIGINT, signal.SIG_IGN)
rows = engine.query("MATCH (m:Memory) RETURN m.id").values
assert acknowledged <= {name for (name,) in rows}
assert engine.projection.departures() == [], engine.projection.departures()
assert engine.verify()[0] == []
engine.close()
print(number)
"""


def test_ctrl_c_at_any_moment_leaves_a_handle_whole(tmp_path: Path) -> None:
    """A hundred signals at random moments: what was acknowledged is there, nothing is locked, nothing departs."""
    fill(tmp_path / "a.clew", 200)
    command = [sys.executable, "-W", "ignore", "-c", FUZZ, str(tmp_path / "a.clew")]
    run = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert run.returncode == 0, run.stderr[-2_000:]
    assert int(run.stdout) > 20


@pytest.mark.parametrize("words", [["query", "", WALK], ["import", "", "log.json"]], ids=["a walk", "an import"])
def test_the_command_exits_with_130(tmp_path: Path, words: list[str]) -> None:
    """Ctrl-C ends a command soon, with the code that shells know, one sentence, and no traceback."""
    store = tmp_path / "a.clew"
    fill(store)
    log = [{"role": "user", "content": f"part {i} of the log, and what came of it"} for i in range(200_000)]
    (tmp_path / "log.json").write_text(json.dumps(log))
    arguments = [str(store) if word == "" else word for word in words]
    program = "from clew.cli.main import main; print('ready', flush=True); main()"
    command = [sys.executable, "-c", program, *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=tmp_path) as process:
        assert process.stdout is not None and process.stdout.readline() == "ready\n"
        time.sleep(1.5)
        start = time.perf_counter()
        process.send_signal(signal.SIGINT)
        _, talk = process.communicate(timeout=30)
    assert process.returncode == 130, talk
    assert time.perf_counter() - start < SOON
    assert "interrupted" in talk and "Traceback" not in talk


# ---- the same, from another thread -------------------------------------------------------------------


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[clew.Engine]:
    path = tmp_path_factory.mktemp("cancel") / "a.clew"
    fill(path)

    def embed(texts: list[str]) -> list[list[float]]:
        if any("needle" in text for text in texts):
            time.sleep(2)
        return [[1.0, 0.0, 0.5]] * len(texts)

    with clew.open(path, embedder=embed) as engine:
        engine.query("MATCH (m:Memory) RETURN m.id LIMIT 1")
        yield engine


ASKED = ("walk", "product", "loop", "front", "embedder")


@pytest.mark.parametrize("text", [WALK, PRODUCT, LOOP, FRONT, "RECALL 3 FOR 'needle'"], ids=ASKED)
def test_an_event_loop_cancels_what_a_worker_asked(engine: clew.Engine, text: str) -> None:
    """`Cancel.cancel` from the loop's thread ends a query in a worker's, with an error that says why."""
    cancel = Cancel()

    def ask() -> float:
        with running(cancel), pytest.raises(LimitError, match="asked for something else") as caught:
            engine.query(text, seconds=600)
        assert caught.value.code == "limit.cancelled"
        return time.perf_counter()

    async def both() -> float:
        asking = asyncio.get_running_loop().run_in_executor(None, ask)
        await asyncio.sleep(0.2)
        start = time.perf_counter()
        cancel.cancel("asked for something else")
        return await asking - start

    assert asyncio.run(both()) < SOON
    assert engine.query("MATCH (m:Memory) RETURN count(*)").values == ((4_000,),)


def test_one_cancel_ends_its_own_query_alone(engine: clew.Engine) -> None:
    """Connections are shared by turns; the stop of one query never reaches the query that has its connection next."""
    outcomes: list[str] = []

    def ask(cancel: Cancel) -> None:
        try:
            with running(cancel):
                engine.query("MATCH (a:Memory)-[:CAUSED*1..2]->(b:Memory) RETURN count(*) LIMIT 1")
            outcomes.append("answered")
        except LimitError:
            outcomes.append("cancelled")

    for _ in range(6):
        ended, left_alone = Cancel(), Cancel()
        threads = [threading.Thread(target=ask, args=(cancel,)) for cancel in (ended, left_alone)]
        for thread in threads:
            thread.start()
        ended.cancel()
        for thread in threads:
            thread.join()
        assert "answered" in outcomes
        outcomes.clear()


# ---- the parts ---------------------------------------------------------------------------------------


def test_time_is_up_when_the_clock_says_so() -> None:
    """The deadline is the clock's: no earlier, and with an error that says how long it was."""
    now = [0.0]
    cancel = Cancel(5, clock=lambda: now[0])
    now[0] = 5.0
    cancel.check()
    now[0] = 5.5
    with pytest.raises(LimitError) as caught:
        cancel.check()
    assert caught.value.to_json()["code"] == "limit.seconds"
    assert caught.value.data == {"limit": "seconds", "bound": 5, "found": 5.5}


def test_a_shorter_time_counts_and_a_longer_one_does_not() -> None:
    """What is allowed inside never reaches beyond what was left outside; and what must be finished has no clock."""
    now = [0.0]
    cancel = Cancel(5, clock=lambda: now[0])
    cancel.allow(100)
    assert cancel.left() == 5
    cancel.allow(2)
    assert cancel.left() == 2
    now[0] = 3.0
    assert cancel.is_over
    with cancel.timeless():
        assert not cancel.is_over and cancel.left() is None
    assert cancel.is_over


def test_a_stop_is_repeated_until_it_is_heard_and_never_after() -> None:
    """A foreign call that begins after the first stop gets a second; once the block is left there is no more of it."""
    cancel, heard = Cancel(), []
    with running(cancel), stoppable(lambda: heard.append(1)):
        cancel.cancel()
        while len(heard) < 3:
            time.sleep(0.01)
    count = len(heard)
    time.sleep(0.15)
    assert len(heard) == count
    with running(cancel), pytest.raises(LimitError), stoppable(lambda: heard.append(1)):
        pytest.fail("the block of what was cancelled before is not entered")
    assert len(heard) == count


def test_waiting_ends_too() -> None:
    """A lock that somebody else keeps, and a call that nothing stops, are waited for in slices."""
    lock = threading.Lock()
    lock.acquire()
    for wait in (lambda: acquire(lock), lambda: apart(lambda: time.sleep(1))):
        cancel = Cancel()
        threading.Timer(0.1, cancel.cancel).start()
        start = time.perf_counter()
        with running(cancel), pytest.raises(LimitError):
            wait()
        assert time.perf_counter() - start < 0.9
    assert left_behind()
    assert apart(lambda: 5) == 5


def test_nobody_waits_for_a_model_that_is_being_loaded() -> None:
    """Loading takes a second or two, and nothing can stop it: whoever is told to stop goes on without it, and whoever
    asks next has the model.
    """
    loads, loading = threading.Event(), threading.Event()

    def load() -> Any:
        loading.set()
        assert loads.wait(30)
        return open_static(loadable_folder(shipped()))

    embedder, work = replace(static_embedder("slow to load", shipped()), load=load), Cancel()
    threading.Thread(target=lambda: (loading.wait(30), work.cancel("enough"))).start()
    start = time.monotonic()
    with pytest.raises(LimitError, match="enough"), running(work):
        embedder.embed(["vendor"])
    assert time.monotonic() - start < 10
    loads.set()
    with running(Cancel()):
        assert embedder.embed(["vendor"]).shape == (1, 256)


def test_without_a_cancel_nothing_is_checked() -> None:
    """Whoever uses a room by itself is stopped by nobody; a shield inside a piece of work is the same."""
    assert current() is None
    check()
    over = Cancel()
    over.cancel()
    with running(over), running(None):
        check()


def test_a_program_that_handles_sigint_keeps_its_handler() -> None:
    """Only Python's own KeyboardInterrupt is put off: a handler of the program's own runs as ever, in the middle."""
    heard: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, frame: heard.append(number))
    try:
        with interruptible() as work:
            os.kill(os.getpid(), signal.SIGINT)
            assert heard == [signal.SIGINT] and not work.is_over
    finally:
        signal.signal(signal.SIGINT, before)


def test_an_interrupt_is_due_once() -> None:
    """A signal ends the work in which it came, after its block, and not the work that comes next."""
    for _ in range(50):
        with pytest.raises(KeyboardInterrupt), interruptible() as work:
            os.kill(os.getpid(), signal.SIGINT)
            while not work.is_over:
                pass
        with interruptible() as next_work:
            next_work.check()


def test_a_second_press_waits_for_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no check comes, a second ctrl-C a moment later is raised where it lands."""
    monkeypatch.setattr("clew.engine.running.interrupts.PATIENCE_SECONDS", 0.05)

    def press() -> None:
        for _ in range(2):
            time.sleep(0.1)
            os.kill(os.getpid(), signal.SIGINT)

    threading.Thread(target=press).start()
    landed = False
    with pytest.raises(KeyboardInterrupt), interruptible():
        try:
            time.sleep(5)
        except KeyboardInterrupt:
            landed = True
            raise
    assert landed


SWALLOWED = """
import signal, sys, threading, time
from clew.cli import interrupting
interrupting.GRACE_SECONDS = 0.5
print("ready", flush=True)
with interrupting.insisting():
    while True:
        try:
            time.sleep(60)
        except KeyboardInterrupt:
            pass
"""


def test_a_command_ends_even_where_the_interrupt_is_swallowed() -> None:
    """What Python prints and forgets, as in a finaliser, does not keep a command alive."""
    with subprocess.Popen([sys.executable, "-c", SWALLOWED], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None and process.stdout.readline() == "ready\n"
        time.sleep(0.1)
        process.send_signal(signal.SIGINT)
        assert process.wait(SOON) == 130
