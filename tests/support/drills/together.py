"""Threads that read and one that writes, processes that read and write, and an import that follows a growing log: for
minutes, on one store.

No error, nothing lost, nothing seen twice, and no reader is behind: what was acknowledged before a query began is in
its answer. Writers note what is acknowledged in their diaries; a reader looks into all of them before it asks.
"""

from __future__ import annotations

import itertools
import json
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import clew
from clew.adapters.importing import import_file

from .children import Child, Diary, Say, answer
from .logs import messages
from .report import Report
from .stores import check_sound, held, opened, publish_often

SHORT = {"seconds": 3}
READING_THREADS, READING_PROCESSES, WRITING_PROCESSES = 8, 3, 2
WHO = (
    f"{READING_THREADS} reading threads and a writing one, {READING_PROCESSES} reading processes, "
    f"{WRITING_PROCESSES} writing ones, for {{seconds:,}} s"
)
PAUSE = 0.05
"""Seconds between two writes of one writer: 20 a second each, so that ten minutes leave a store of 40,000."""
PATIENCE = 60.0
"""Seconds that the follower gets for the end of its log."""
SAMPLE = 40
"""Acknowledged ids that a reader asks for by name; now and then it asks for all."""
WHOLE_EVERY = 25
CLEW = (sys.executable, "-c", "from clew.cli.main import main; main()")
"""The command line, of the release under test and no other."""


def drill(folder: Path, *, seed: int, seconds: int = 600) -> Report:
    """Let them work for `seconds`."""
    publish_often(max(40, seconds * 4))
    store, end = folder / "a.clew", time.time() + seconds
    clew_follows = _can_follow()
    answer(lambda: opened(store).close(), folder / "make.diary")
    writers = [folder / f"writer {number}.diary" for number in range(WRITING_PROCESSES + 1)]
    works: list[tuple[Callable[..., object], Path]] = [
        (lambda say: _threads(store, writers, say, seed, end), writers[0]),
        *((lambda say, at=at: _writer(store, at, say, seed, end), writers[at]) for at in range(1, len(writers))),
        *(
            (lambda say, at=at: _reader(store, writers, say, seed + at, end), folder / f"reader {at}.diary")
            for at in range(READING_PROCESSES)
        ),
    ]
    children = [Child(work, diary) for work, diary in works]
    log = folder / "growing.jsonl"
    if clew_follows:
        _follow(store, log, seed, end)
    said = [line for child in children for line in child.wait(seconds + 120)]
    acknowledged = {line[1] for line in said if line[0] == "acknowledged"}
    followed = answer(lambda: _checked(store, acknowledged, log), folder / "check.diary", 600)
    queries = sum(line[1] for line in said if line[0] == "queries")
    return Report(
        "together",
        (
            (WHO.format(seconds=seconds), f"{queries:,} queries, {len(acknowledged):,} writes"),
            ("errors, memories lost, seen twice", "0, 0, 0"),
            ("answers that lacked what was acknowledged before the query began", "0"),
            *(
                [("memories that `clew import --follow` brought from a growing log, left out", f"{followed:,}, 0")]
                * clew_follows
            ),
        ),
        () if clew_follows else ("`clew import --follow`, which this release does not have",),
    )


# ---- writing ---------------------------------------------------------------------------------------------


def _writer(store: Path, name: int, say: Say, seed: int, end: float) -> None:
    with opened(store, background=True) as memory:
        _write(memory, name, say, seed, end)


def _write(memory: clew.Engine, name: int, say: Say, seed: int, end: float) -> None:
    dice, known = random.Random(f"{seed} {name}"), ["none yet"]
    for number in itertools.takewhile(lambda _: time.time() < end, itertools.count()):
        id = f"{name}.{number}"
        causes = [dice.choice(known)]
        memory.remember(f"vendor {id} quoted", id=id, task=f"T{number // 50}", tags=[f"t{number % 9}"], causes=causes)
        known.append(id)
        say("acknowledged", id)
        if dice.random() < 0.05:
            memory.forget(id)
            memory.restore(id)
        time.sleep(dice.uniform(0.0, 2 * PAUSE))


# ---- reading ---------------------------------------------------------------------------------------------


def _reader(store: Path, writers: Sequence[Path], say: Say, seed: int, end: float) -> None:
    with opened(store, background=True) as memory:
        say("queries", _read(memory, writers, seed, end))


def _read(memory: clew.Engine, writers: Sequence[Path], seed: int, end: float) -> int:
    """Ask until the end, and return how often. Raises Broken where an answer lacks or doubles anything."""
    dice, diaries, known = random.Random(seed), [Diary(path) for path in writers], ["nothing"]
    seen = 0
    for number in itertools.takewhile(lambda _: time.time() < end, itertools.count(1)):
        fresh = [line[1] for diary in diaries for line in diary.lines() if line[0] == "acknowledged"]
        known += fresh
        _ask_some(memory, {*fresh[-SAMPLE:], *dice.sample(known[1:], min(SAMPLE, len(known) - 1))})
        if number % WHOLE_EVERY == 0:
            _ask_all(memory, set(known[1:]))
        if number % 7 == 0:
            memory.recall("what did vendor 1 quote", k=5)
        seen = number
    return seen


def _ask_some(memory: clew.Engine, wanted: set[str]) -> None:
    rows = memory.query("MATCH (m:Memory) WHERE m.id IN $ids RETURN m.id", {"ids": sorted(wanted)}).to_dicts()
    found = [row["m.id"] for row in rows]
    # One that its writer forgets and restores at this moment may be away for once.
    absent = [id for id in wanted.difference(found) if memory.journal.row_of(memory.namespace, id) is None]
    held(not absent, "acknowledged and not in the answer:", absent)
    held(len(wanted.difference(found)) <= WRITING_PROCESSES + 1, "acknowledged and not in the answer:", wanted)
    held(len(found) == len(set(found)), "seen twice:", found)


def _ask_all(memory: clew.Engine, wanted: set[str]) -> None:
    found = [row["m.id"] for row in memory.query("MATCH (m:Memory) RETURN m.id").to_dicts()]
    held(len(found) == len(set(found)), "seen twice among all")
    held(len(wanted.difference(found)) <= WRITING_PROCESSES + 1, "absent:", sorted(wanted.difference(found))[:9])


def _threads(store: Path, writers: Sequence[Path], say: Say, seed: int, end: float) -> None:
    """Eight threads that read while one writes, in one process, on one engine."""
    raised: list[BaseException] = []
    with opened(store, background=True) as memory:

        def guarded(work: Callable[[], object]) -> None:
            try:
                work()
            except BaseException as error:
                raised.append(error)

        works: list[Callable[[], object]] = [lambda: _write(memory, 0, say, seed, end)]
        for number in range(READING_THREADS):
            works.append(lambda at=number: say("queries", _read(memory, writers, seed + 100 + at, end)))
        threads = [threading.Thread(target=guarded, args=(work,)) for work in works]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    for error in raised:
        raise error


# ---- an import that follows a log ------------------------------------------------------------------------


def _can_follow() -> bool:
    """Whether this release can follow a log that grows."""
    run = subprocess.run([*CLEW, "import", "--help"], capture_output=True, text=True)
    return "--follow" in run.stdout


def _follow(store: Path, log: Path, seed: int, end: float) -> None:
    """Let a log grow, message by message, while `clew import --follow` reads it; then ask that to end."""
    dice = random.Random(seed)
    log.touch()
    command = [*CLEW, "import", str(store), str(log), "--follow"]
    follower = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    conversations = (message for number in itertools.count() for message in messages(dice, f"{number}"))
    with log.open("a", encoding="utf-8") as file:
        for message in itertools.takewhile(lambda _: time.time() < end, conversations):
            print(json.dumps(message), file=file, flush=True)
            time.sleep(dice.uniform(0.0, 2 * PAUSE))
    _wait_for(lambda: answer(lambda: _missing(store, log), log.with_suffix(".diary"), 600) == 0)
    held(follower.poll() is None, "the follower ended:", follower.poll())
    os.kill(follower.pid, signal.SIGINT)
    _, said = follower.communicate(timeout=60)
    held(follower.returncode in (0, 130), "the follower said:", said)


def _wait_for(caught_up: Callable[[], bool]) -> None:
    """Give the follower time to read what was written last, as much as a loaded machine needs."""
    give_up = time.monotonic() + PATIENCE
    while not caught_up() and time.monotonic() < give_up:
        time.sleep(1.0)


def _missing(store: Path, log: Path) -> int:
    """Return how many memories an import of the whole log would add now."""
    with opened(store) as memory:
        return import_file(memory, log, dry_run=True).new


def _checked(store: Path, acknowledged: set[str], log: Path) -> int:
    """Return how many memories came from the log, of which an import of the whole log must find none missing."""
    with opened(store) as memory:
        found = {row["m.id"] for row in memory.query("MATCH (m:Memory) RETURN m.id").to_dicts()}
        held(acknowledged <= found, "lost:", sorted(acknowledged - found)[:9])
        check_sound(memory)
        if log.exists():
            missing = import_file(memory, log).new
            held(missing == 0, "the follower left out", missing, "memories")
        return len(found - acknowledged)
