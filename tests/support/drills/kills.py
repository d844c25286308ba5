"""`kill -9`, half of them inside an import and half among several processes that write, ask and publish.

After each: every open works, nothing that was acknowledged is lost, nothing is there twice, `verify` and `doctor` find
nothing, and columns and graph equal the journal by the values of their properties.
"""

from __future__ import annotations

import random
import time
from pathlib import Path
from typing import Any

from clew.adapters import importing, landing
from clew.engine.journal.journal import Journal
from clew.engine.values.model import Receipt

from .children import Child, Say, answer, wait_until
from .lives import Expected, read_on, write_on
from .logs import write_log
from .report import Report
from .stores import WAITING, check_sound, held, opened, publish_often

SHORT = {"kills": 12, "conversations": 8}

BATCHES = (7, 60, 1000)
"""Memories in a transaction of the import: many commits, some, and one that is nearly always cut in half."""
LONGEST_LIFE = 0.6
"""Seconds that a process of the crowd lives, at most."""
ROUNDS_A_STORE = 15
"""Rounds on one store before a new one is begun: its check reads all of it."""


def drill(folder: Path, *, seed: int, kills: int = 500, conversations: int = 25) -> Report:
    """Kill `kills` processes; an imported log has `conversations` times about 20 memories."""
    publish_often()
    dice = random.Random(seed)
    imports = Imports(folder, dice, conversations)
    while imports.killed < kills // 2:
        imports.round()
    crowd = Crowd(folder, dice)
    while imports.killed + crowd.killed < kills:
        crowd.round()
    return Report(
        "kills",
        (
            ("`kill -9` inside an import", f"{imports.killed} in {imports.stores} stores"),
            ("imported memories acknowledged before a kill, lost, twice", f"{imports.acknowledged:,}, 0, 0"),
            ("`kill -9` among writers, readers and publishers of one store", f"{crowd.killed}"),
            ("writes acknowledged, lost, twice", f"{crowd.acknowledged:,}, 0, 0"),
            ("openings afterwards that failed, stores that were not sound", "0, 0"),
        ),
    )


# ---- inside an import ----------------------------------------------------------------------------------


def tell_appends(say: Say) -> None:
    """Let every write of this process, a child, say what it acknowledged."""
    append = Journal.append

    def telling(self: Journal, *given: Any, **named: Any) -> list[Receipt]:
        receipts = append(self, *given, **named)
        say("done", [receipt.id for receipt in receipts])
        return receipts

    Journal.append = telling


class Imports:
    """One log, imported into new stores again and again; each import is killed and run again until it comes through.
    In the end each store holds what an import that nobody disturbed brings.
    """

    def __init__(self, folder: Path, dice: random.Random, conversations: int) -> None:
        self.killed = self.stores = self.acknowledged = 0
        self._dice = dice
        self._folder = folder
        self._log = write_log(folder / "log.jsonl", dice, conversations)
        self._diary = folder / "import.diary"
        child = Child(lambda say: self._import(folder / "whole.clew", say), self._diary)
        wait_until(child.diary.begun)
        start = time.monotonic()
        child.wait()
        self._seconds = time.monotonic() - start
        self._wanted = self._ask(folder / "whole.clew", set())

    def round(self) -> None:
        """Import into one new store, with up to three kills on the way."""
        self.stores += 1
        path, acknowledged = self._folder / f"import {self.stores}.clew", set[str]()
        landing.BATCH = self._dice.choice(BATCHES)
        for _ in range(3):
            killed = self._kill_once(path, acknowledged)
            if path.exists():
                self._ask(path, acknowledged)
            if not killed:
                break
        Child(lambda say: self._import(path, say), self._diary).wait()
        held(self._ask(path, acknowledged) == self._wanted, "a resumed import differs from a whole one in", path)
        self.acknowledged += len(acknowledged)

    def _kill_once(self, path: Path, acknowledged: set[str]) -> bool:
        self._diary.unlink(missing_ok=True)
        child = Child(lambda say: self._import(path, say), self._diary)
        if self._dice.random() < 0.8:  # else it is killed while it makes the store, or opens it
            wait_until(child.diary.begun)
        time.sleep(self._dice.uniform(0.0, self._seconds))
        killed = child.alive()
        child.kill()
        self.killed += killed
        acknowledged.update(id for line in child.lines() if line[0] == "done" for id in line[1])
        return killed

    def _import(self, path: Path, say: Say) -> None:
        tell_appends(say)
        with opened(path) as memory:
            say("open")
            importing.import_file(memory, self._log)

    def _ask(self, path: Path, acknowledged: set[str]) -> Any:
        return answer(lambda: _content(path, acknowledged), self._folder / "ask.diary")


def _content(path: Path, acknowledged: set[str]) -> list[Any]:
    """Return what was imported, as plain values, and hold the store to what was promised."""
    with opened(path) as memory:
        check_sound(memory)
        payloads = [event.payload for event in memory.journal.events() if event.kind == "remember"]
        lost = acknowledged - {payload["id"] for payload in payloads}
        held(not lost, "lost:", sorted(lost)[:5])
        held(len(memory.query("MATCH (m:Memory) RETURN m.id").values) == len(payloads), "the graph lacks some")
        fields = ("id", "text", "task", "step", "links", "tags", "entities")
        return [[payload.get(name) for name in fields] for payload in payloads]


# ---- among several processes ---------------------------------------------------------------------------


class Crowd:
    """Processes on one store, each killed at a moment of its own while the others go on."""

    def __init__(self, folder: Path, dice: random.Random) -> None:
        self.killed = self.acknowledged = self._rounds = 0
        self._dice = dice
        self._folder = folder
        self._expected = Expected()

    def round(self) -> None:
        """Let three or four live and die, and check what is left."""
        if self._rounds % ROUNDS_A_STORE == 0:
            self._expected = Expected()
        path = self._folder / f"crowd {self._rounds // ROUNDS_A_STORE}.clew"
        self._rounds += 1
        for child in self._let_die(self._start(path)):
            self._expected.live_through(child.lines())
        if path.exists():  # the first may be killed before it has made the store
            again = self._rounds % 5 == 0
            check = self._folder / "check.diary"
            self._expected.settle(answer(lambda: _checked(path, self._expected, again=again), check))
            self.acknowledged += self._expected.acknowledged
            self._expected.acknowledged = 0

    def _start(self, path: Path) -> list[Child]:
        """Start writers, each with ids of its own, and readers."""
        writers, readers = self._dice.choice([(1, 2), (2, 1), (2, 2), (3, 0)])
        known, children = list(self._expected.states), list[Child]()
        for number in range(writers + readers):
            dice, name = random.Random(self._dice.random()), f"{self._rounds}.{number}"
            own = known[number::writers]
            if number < writers:
                children.append(self._child(number, lambda say, *given: write_on(path, *given, say), name, own, dice))
            else:
                children.append(self._child(number, lambda say, *given: read_on(path, *given, say), dice))
        return children

    def _child(self, number: int, live: Any, *given: Any) -> Child:
        diary = self._folder / f"life {number}.diary"
        diary.unlink(missing_ok=True)
        return Child(lambda say: live(say, *given), diary)

    def _let_die(self, children: list[Child]) -> list[Child]:
        """Kill them in a random order, in some rounds while they open the store, in most while they work. Those who
        live on must not fail because another one died.
        """
        if self._dice.random() < 0.7:
            wait_until(lambda: all(child.diary.begun() for child in children))
        start = time.monotonic()
        moments = sorted((self._dice.uniform(0.0, LONGEST_LIFE), number) for number in range(len(children)))
        for moment, number in moments:
            time.sleep(max(0.0, start + moment - time.monotonic()))
            children[number].kill()
            self.killed += 1
        return children


def _checked(path: Path, expected: Expected, *, again: bool) -> dict[str, str]:
    """Return the states of all ids in a sound store; `again` once more after a rebuild, and all cures."""
    with opened(path) as memory:
        found = expected.check(memory)
        there = sum(state == "there" for state in found.values())
        for _ in range(1 + again):
            rows = memory.query("MATCH (m:Memory) RETURN count(m) AS n").to_dicts()
            held(rows == [{"n": there}], "a query counts", rows, "and", there, "are there")
            check_sound(memory)
            if again:
                memory.rebuild()
                left = [finding for finding in memory.doctor(fix=True) if finding.kind not in WAITING]
                held(left == [], "not mended:", left)
    return found
