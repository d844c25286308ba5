"""Bits flipped and files cut short, in every file of a store: what was lost is named, and nothing is silently wrong.

A store is copied, damaged at one place or many, and looked at in a child, which no damage may end by a signal. There
are two stores: one that was closed, and one whose process was killed, so that its newest events lie in the write-ahead
log. One of these must have come of it, and each round says which:

    named              opening, `verify` or a query said so, with an error of ours or a serious finding
    named and healed   what was damaged is derived, and `doctor --fix` made it anew: all answers are as before
    harmless           every table reads as before, and every answer is as before

A table that reads otherwise, or a query that answers otherwise, without a word, is Broken; so is a damaged snapshot
that is seen at all.
"""

from __future__ import annotations

import hashlib
import os
import random
import shutil
import sqlite3
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import clew
from clew.engine.journal.files import HEAD

from .children import Broken, Child, Diary, Say, answer, wait_until
from .report import Report
from .stores import held, opened, publish_often

SHORT = {"rounds": 8}
MEMORIES = {True: 60, False: 34}
"""In the closed store, and in the killed one: more would move the log into the file before the kill."""
PAGE = 4096
SHARES = {"journal": 0.75, "mark": 0.05, "snapshot": 0.2}
"""Of the rounds, how many damage the journal or its log, the mark of its end, a snapshot: of those there is less to
learn."""

QUERIES = (
    "MATCH (m:Memory) RETURN m.id, m.text, m.tags, m.task, m.step, m.at, m.type ORDER BY m.id",
    "MATCH (a:Memory)-[c:CAUSED]->(b:Memory) RETURN a.id, b.id, c.reason ORDER BY a.id, b.id",
    "MATCH (m:Memory)-[:TAGGED]->(t:Tag) RETURN t.name, count(m) AS n ORDER BY t.name",
    "MATCH (m:Memory)-[:MENTIONS]->(e:Entity) RETURN m.id, e.name ORDER BY m.id, e.name",
    "TRACE CAUSES OF 'm9'",
    "RECALL 12 FOR 'what did vendor 3 quote' RETURN m.id, similarity(m, 'vendor 3'), front",
    "MATCH (m:Memory) WHERE m.text CONTAINS 'quoted 7' RETURN m.id ORDER BY m.id",
)


def drill(folder: Path, *, seed: int, rounds: int = 200) -> Report:
    """Damage one file of a copy, `rounds` times."""
    publish_often(5)
    dice, seen = random.Random(seed), Counter[str]()
    whole = [Whole(folder / "closed.clew", closed=True), Whole(folder / "killed.clew", closed=False)]
    for number in range(rounds):
        seen.update([whole[number % 2].round(dice)])
    counted = [(kind, f"{count}") for kind, count in sorted(seen.items())]
    rest = ("processes that died; answers or tables that were other without a word", "0; 0")
    return Report("damage", (("files damaged, each in a copy of one of two stores", f"{rounds}"), *counted, rest))


# ---- ways of damaging ----------------------------------------------------------------------------------


def flip(file: Path, dice: random.Random, bits: int = 1) -> str:
    data = bytearray(file.read_bytes())
    places = [dice.randrange(len(data)) for _ in range(bits)]
    for place in places:
        data[place] ^= 1 << dice.randrange(8)
    file.write_bytes(data)
    return f"a bit flipped at {places[0]}" if bits == 1 else f"{bits} bits flipped"


def cut(file: Path, dice: random.Random) -> str:
    size = dice.randrange(file.stat().st_size)
    os.truncate(file, size)
    return f"cut to {size}"


def blank(file: Path, dice: random.Random) -> str:
    page = dice.randrange(max(1, file.stat().st_size // PAGE)) * PAGE
    data = bytearray(file.read_bytes())
    data[page : page + PAGE] = bytes(len(data[page : page + PAGE]))
    file.write_bytes(data)
    return f"a page of zeros at {page}"


def chosen(dice: random.Random) -> Callable[[Path, random.Random], str]:
    ways = (flip, flip, flip, lambda file, dice: flip(file, dice, 100), cut, blank)
    return dice.choice(ways)


# ---- a store, whole and damaged ------------------------------------------------------------------------


class Whole:
    """A store to be copied and damaged, and what it answers while it is whole."""

    def __init__(self, store: Path, *, closed: bool) -> None:
        self._store = store
        self._diary = store.with_suffix(".diary")
        child = Child(lambda say: _make(store, say, closed=closed), self._diary)
        if closed:
            child.wait()
        else:
            wait_until(child.diary.begun)
            child.kill()
        self._files = [path.relative_to(store) for path in sorted(store.rglob("*")) if _counts(path)]
        copy = self._copy()
        self._answers = answer(lambda: _answers(copy), self._diary)
        self._tables = tables(copy)

    def round(self, dice: random.Random) -> str:
        """Damage one file, look at the store, and return what came of it."""
        copy = self._copy()
        [part] = dice.choices([*SHARES], [*SHARES.values()])
        file = dice.choice([file for file in self._files if _part(file) == part])
        done = f"{file}: {chosen(dice)(copy / file, dice)}"
        try:
            seen = self._look(copy)
            return f"{'a snapshot' if part == 'snapshot' else f'`{file.name}`'}: {self._verdict(copy, seen)}"
        except AssertionError as error:
            raise Broken(f"{done}: {error}") from error

    def _copy(self) -> Path:
        copy = self._store.with_name("copy.clew")
        shutil.rmtree(copy, ignore_errors=True)
        shutil.copytree(self._store, copy)
        return copy

    def _look(self, copy: Path) -> dict[str, Any]:
        self._diary.unlink(missing_ok=True)
        Child(lambda say: _look(copy, say), self._diary).wait()
        return {line[0]: line[1] for line in Diary(self._diary).lines()}

    def _verdict(self, copy: Path, seen: dict[str, Any]) -> str:
        if seen.get("refused") or seen.get("serious"):
            return "named"
        if seen.get("derived"):
            again = seen["answers again"]
            held(again == self._answers, "not healed:", seen["derived"], _difference(self._answers, again))
            return "named and healed"
        changed = {name for name, digest in tables(copy).items() if self._tables.get(name) != digest}
        held(seen["answers"] == self._answers, changed, "answer", _difference(self._answers, seen["answers"]))
        held(not changed, "silently other tables:", changed)
        return "harmless"


def tables(store: Path) -> dict[str, str]:
    """Return a digest of the rows of each table, as SQLite reads them past every index."""
    found: dict[str, str] = {}
    with closing(sqlite3.connect(store / "journal.sqlite")) as connection:
        connection.text_factory = bytes
        names = connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table' AND rootpage > 0").fetchall()
        for (name,) in names:
            rows = sorted(map(repr, connection.execute(f'SELECT * FROM "{name.decode()}" NOT INDEXED')))
            found[name.decode()] = hashlib.sha256("\n".join(rows).encode()).hexdigest()
    return found


def _make(store: Path, say: Say, *, closed: bool) -> None:
    """Two snapshots, every kind of event, a memory with a long text, and a tail behind the snapshots."""
    memory = opened(store)
    for number in range(MEMORIES[closed]):
        memory.remember(
            f"Vendor {number % 7} quoted {number} EUR for src/part_{number}.py. " + "More. " * (number % 5) ** 5,
            id=f"m{number}",
            task=f"T{number % 3}",
            tags=[f"t{number % 4}"],
            causes=[f"m{number - 1}"] if number % 3 else [],
            at=f"2024-05-{number % 28 + 1:02}",
        )
        if number in (15, 25):
            memory.forget(f"m{number - 3}")
            memory.link(f"m{number}", f"m{number - 5}", "CONTRADICTS", reason="other figures")
            memory.projection.drain()
            held(memory.projection.publish() is not None, "no snapshot was due")
    if closed:
        memory.close()
    say("made")
    if not closed:
        wait_until(lambda: False)


def _part(file: Path) -> str:
    """Return which part of a store a file is, by its path in it."""
    if file.parent != Path():
        return "snapshot"
    return "mark" if file.name == HEAD else "journal"


def _counts(path: Path) -> bool:
    return path.is_file() and not path.name.endswith("-shm") and "private-" not in str(path)


def _answers(store: Path) -> list[Any]:
    with opened(store) as memory:
        return _asked(memory)


def _asked(memory: clew.Engine) -> list[Any]:
    """Return what the store answers to everything, as text."""
    asked = [repr(memory.query(query).values) for query in QUERIES]
    listed = [repr(memory.list(limit=1000)), repr(sorted(map(str, memory.links("m9"))))]
    found = [repr(memory.recall("vendor quoted parts", k=7, task="T1").ids), repr(memory.context("vendor").text)]
    return [*asked, *listed, *found]


def _look(store: Path, say: Say) -> None:
    """Open, verify, ask; then mend what is derived, and ask again."""
    try:
        with opened(store) as memory:
            findings, _ = memory.verify()
            say("serious", [finding.message for finding in findings if finding.serious])
            say("derived", [finding.message for finding in findings if not finding.serious])
            say("answers", _asked(memory))
            if findings:
                memory.doctor(fix=True)
                say("answers again", _asked(memory))
    except clew.ClewError as error:
        say("refused", f"{type(error).__name__}: {error}")


def _difference(wanted: list[str], found: list[str]) -> str:
    return next((f"{one[:300]} -> {other[:300]}" for one, other in zip(wanted, found, strict=True) if one != other), "")
