"""What an agent does with a store, by chance and without end, each thing told before and after; and what must be true.

A life works on ids of its own (those it makes, and those that it was given), so that whatever others do at the same
time, there is one right state for each of them; the last thing begun and not done may have happened or not.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import clew

from .children import Say
from .stores import held, opened, state_of

ACTS = {"remember": 12, "forget": 2, "restore": 1, "link": 1, "unlink": 1, "match": 2, "recall": 1, "publish": 1}
READS = {"match": 4, "recall": 2, "list": 1, "publish": 1, "rebuild": 0.2}
AFTER = {"remember": "there", "restore": "there", "forget": "forgotten"}
LINKS = ("CAUSED", "CONTRADICTS")

Line = list[Any]


def write_on(path: Path, name: str, own: Sequence[str], dice: random.Random, say: Say) -> None:
    """Write, ask and publish for ever, on `own` ids and new ones that begin with `name`."""
    known = list(own)
    with opened(path, background=dice.random() < 0.5) as memory:
        say("open")
        for number in range(10**9):
            _act(memory, dice, known, f"{name}.{number}", say)


def read_on(path: Path, dice: random.Random, say: Say) -> None:
    """Ask, publish and rebuild for ever."""
    with opened(path, background=dice.random() < 0.5) as memory:
        say("open")
        while True:
            _look(memory, dice.choices(list(READS), list(READS.values()))[0])


class Expected:
    """What must be in a store: the states that each id may have, and the links that were acknowledged."""

    def __init__(self) -> None:
        self.states: dict[str, set[str]] = {}
        self.links: set[tuple[str, ...]] = set()
        self.acknowledged = 0

    def settle(self, found: dict[str, str]) -> None:
        """Take over the states that were found, where more than one was possible."""
        self.states = {id: {state} for id, state in found.items() if state != "gone"}

    def live_through(self, lines: Iterable[Line]) -> None:
        """Take in what one life said. What it began and did not finish may have happened or not."""
        begun: Line | None = None
        for line in lines:
            if line[0] == "begin":
                begun = line
            elif line[0] == "done":
                begun = None
                self._done(line)
        if begun is not None and begun[1] in AFTER:
            self.states.setdefault(begun[2], {"gone"}).add(AFTER[begun[1]])

    def _done(self, line: Line) -> None:
        self.acknowledged += 1
        if line[1] == "link":
            self.links.add(tuple(line[2:]))
        elif line[1] in AFTER:
            self.states[line[2]] = {AFTER[line[1]]}

    def check(self, memory: clew.Engine) -> dict[str, str]:
        """Return the state of every id. Raises Broken for one that it may not have, and for a link that was lost."""
        found = {id: state_of(memory, id) for id in self.states}
        wrong = {id: state for id, state in found.items() if state not in self.states[id]}
        held(not wrong, "acknowledged otherwise:", {id: (state, self.states[id]) for id, state in wrong.items()})
        links = [link for e in memory.journal.events() if e.kind == "link" for link in e.payload["links"]]
        lost = self.links - {(link["type"], link["source"], link["target"]) for link in links}
        held(not lost, "links lost:", lost)
        return found


def _act(memory: clew.Engine, dice: random.Random, known: list[str], fresh: str, say: Say) -> None:
    kind = dice.choices(list(ACTS), list(ACTS.values()))[0]
    some, other = (dice.choice(known or ["nobody"]) for _ in range(2))
    if kind == "remember":
        say("begin", kind, fresh)
        memory.remember(f"Vendor {fresh} quoted 40 EUR, see src/{fresh}.py", id=fresh, **_fields(dice, known, fresh))
        known.append(fresh)
        say("done", kind, fresh)
    elif kind in ("forget", "restore") and known:
        say("begin", kind, some)
        getattr(memory, kind)(some)
        say("done", kind, some)
    elif kind in ("link", "unlink") and some != other:
        type = dice.choice(LINKS)
        say("begin", kind, type, some, other)
        getattr(memory, kind)(some, other, type)
        say("done", kind, type, some, other)
    elif kind in READS:
        _look(memory, kind)


def _fields(dice: random.Random, known: Sequence[str], fresh: str) -> dict[str, Any]:
    """Return some fields: tasks and tags that meet, causes that are there, are not, or are still to come."""
    some = dice.choice(known or ["nobody"])
    return {
        "task": f"T{dice.randrange(3)}",
        "step": dice.choice([None, dice.randrange(60)]),
        "tags": dice.sample(["red", "Red", "green"], dice.randrange(3)),
        "causes": dice.sample([some, f"never {fresh}", f"{fresh}0"], dice.randrange(3)),
        "supersedes": [some] if dice.random() < 0.1 else [],
        "entities": None if dice.random() < 0.5 else ["E1", f"E{fresh}"],
        "pinned": dice.random() < 0.05,
    }


def _look(memory: clew.Engine, kind: str) -> None:
    if kind == "match":
        memory.query("MATCH (a:Memory)-[:CAUSED|FOLLOWS]->(b:Memory) RETURN count(*)")
    elif kind == "recall":
        memory.recall("what did the vendor quote?", k=3)
    elif kind == "list":
        memory.list(limit=20)
    elif kind == "publish":
        memory.projection.drain()
        memory.projection.publish()
    else:
        memory.rebuild()
