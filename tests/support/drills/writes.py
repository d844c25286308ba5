"""Many writers at once, threads on one engine and processes on one store: exactly what they wrote is there.

Their memories belong to tasks that all of them share, so the steps of a task must come out distinct and without a gap,
and the chain of the journal whole.
"""

from __future__ import annotations

import random
import threading
from collections import Counter
from pathlib import Path

import clew

from .children import Child, answer
from .report import Report
from .stores import check_sound, held, opened

SHORT = {"each": 20}
THREADS, PROCESSES = 8, 4
TASKS = 3


def drill(folder: Path, *, seed: int, each: int = 200) -> Report:
    """Let every thread and every process write `each` memories."""
    threads = answer(lambda: _by_threads(folder / "threads.clew", each, seed), folder / "threads.diary", seconds=900)
    store = folder / "processes.clew"
    children = [
        Child(lambda _, name=name: _by_process(store, name, each, seed), folder / f"{name}.diary")
        for name in map(str, range(PROCESSES))
    ]
    for child in children:
        child.wait(seconds=900)
    processes = answer(lambda: _counted(store, PROCESSES * each), folder / "check.diary")
    return Report(
        "writes",
        (
            (f"memories after {THREADS} threads wrote {each} each", f"{threads:,}"),
            (f"memories after {PROCESSES} processes wrote {each} each", f"{processes:,}"),
            ("steps of shared tasks given twice or left out, breaks in the chain", "0, 0"),
        ),
    )


def _by_threads(store: Path, each: int, seed: int) -> int:
    raised: list[BaseException] = []
    with opened(store, background=True) as memory:

        def work(name: str) -> None:
            try:
                _write(memory, name, each, seed)
            except BaseException as error:
                raised.append(error)

        threads = [threading.Thread(target=work, args=(str(number),)) for number in range(THREADS)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    held(raised == [], "a thread failed:", raised)
    return _counted(store, THREADS * each)


def _by_process(store: Path, name: str, each: int, seed: int) -> None:
    with opened(store, background=True) as memory:
        _write(memory, name, each, seed)


def _write(memory: clew.Engine, name: str, each: int, seed: int) -> None:
    dice = random.Random(f"{seed} {name}")
    for number in range(each):
        id, causes = f"{name}.{number}", [f"{name}.{number - 1}"] if number else []
        memory.remember(f"vendor {id}", id=id, task=f"T{dice.randrange(TASKS)}", tags=["red"], causes=causes)


def _counted(store: Path, wanted: int) -> int:
    """Return how many memories there are, which must be `wanted`, in a sound store with whole tasks."""
    with opened(store) as memory:
        ids = [row["m.id"] for row in memory.query("MATCH (m:Memory) RETURN m.id").to_dicts()]
        held(len(ids) == len(set(ids)) == wanted, len(ids), "memories, and", wanted, "were written")
        payloads = [event.payload for event in memory.journal.events() if event.kind == "remember"]
        steps = Counter((payload["task"], payload["step"]) for payload in payloads)
        counts = Counter(task for task, _ in steps)
        held(steps.total() == len(steps) == wanted, "a step was given twice:", steps.most_common(2))
        gaps = [task for task, count in counts.items() if {s for t, s in steps if t == task} != set(range(count))]
        held(gaps == [], "a step was left out in", gaps)
        check_sound(memory)
        return len(ids)
