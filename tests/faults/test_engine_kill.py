"""kill -9 at any moment of an engine that writes, drains, queries and publishes: what it acknowledged is there, once.

The killed and the checking processes are forked from one that has imported everything and opened nothing, so that forty
of them take seconds; each opens the store for itself.
"""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

import pytest

KILLS = 40

SCRIPT = '''
import json, os, random, signal, sys, time, traceback
from collections import Counter

import clew
import kuzu, pyarrow
from clew.engine import asker, links
from clew.engine.embedding.resolve import resolve
from clew.engine.projection import snapshot

path, kills, seed = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
snapshot.NEW_EVENTS, snapshot.NEW_SHARE = 40, 0.0
model = resolve(None)
model.embed(["loaded before the forks"])
clew.open  # likewise: names are loaded when they are first used


def step(memory, dice, known, fresh, say):
    """Do one thing; tell what is about to happen and that it has."""
    kind = dice.choices(
        ["remember", "forget", "restore", "link", "unlink", "match", "recall", "publish"], [12, 2, 1, 1, 1, 2, 1, 1]
    )[0]
    some = dice.choice(known) if known else "nobody"
    other = dice.choice(known) if known else "nobody"
    if kind == "remember":
        fields = {
            "task": f"T{dice.randrange(3)}",
            "step": dice.choice([None, dice.randrange(60)]),
            "tags": dice.sample(["red", "Red", "green"], dice.randrange(3)),
            "causes": dice.sample([some, f"never {fresh}", "0.3", "39.1"], dice.randrange(3)),
            "supersedes": [other] if dice.random() < 0.2 else [],
            "entities": None if dice.random() < 0.5 else ["E1", f"E{fresh}"],
            "pinned": dice.random() < 0.05,
        }
        fields["causes"] = [cause for cause in fields["causes"] if cause != fresh]
        say("begin", "remember", fresh)
        memory.remember(f"Vendor {fresh} quoted 40 EUR, see src/{fresh}.py", id=fresh, **fields)
        known.append(fresh)
        say("done", "remember", fresh)
    elif kind in ("forget", "restore") and known:
        say("begin", kind, some)
        getattr(memory, kind)(some)
        say("done", kind, some)
    elif kind in ("link", "unlink") and some != other:
        getattr(memory, kind)(some, other, dice.choice(["CAUSED", "CONTRADICTS"]))
    elif kind == "match":
        memory.query("MATCH (a:Memory)-[:CAUSED|FOLLOWS]->(b:Memory) RETURN count(*)")
    elif kind == "recall":
        memory.recall("what did the vendor quote?", k=3)
    elif kind == "publish":
        memory.projection.drain()
        memory.projection.publish()


def live(pipe, round, known):
    """What is killed: a loop without end."""
    dice = random.Random(f"{seed} {round}")
    say = lambda *words: os.write(pipe, (json.dumps(words) + "\\n").encode())
    with clew.open(path, embedder=model, background=dice.random() < 0.5) as memory:
        say("open")
        for number in range(100_000):
            step(memory, dice, known, f"{round}.{number}", say)


def check(pipe, round, expected):
    """What opens the store afterwards. `expected` maps ids to the states they may have; tells those they have."""
    found = {}
    with clew.open(path, embedder=model, background=False) as memory:
        said = [e.payload["id"] for e in memory.journal.events() if e.kind == "remember"]
        doubled = [id for id, count in Counter(said).items() if count > 1]
        assert not doubled, f"doubled: {doubled}"
        for id, states in expected.items():
            row = memory.journal.row_of("default", id)
            retracted = row is not None and memory.journal.memories([row])[0].retracted_at
            found[id] = "gone" if row is None else "forgotten" if retracted else "there"
            assert found[id] in states, f"{id} is {found[id]}, and should be {states}"
        assert memory.verify()[0] == [], memory.verify()
        assert {finding.kind for finding in memory.doctor()} <= {"dangling"}, memory.doctor()
        if round % 4 == 3:  # a graph from the columns, where no snapshot brought one
            assert memory.query("MATCH (m:Memory) RETURN count(m) AS n").to_dicts() == [{"n": expected_count(found)}]
        if round % 2:
            assert memory.projection.departures() == [], memory.projection.departures()
        if round % 10 == 9:
            memory.rebuild()
            memory.query("MATCH (m:Memory) RETURN count(m)")
            assert memory.projection.departures() == [], "after a rebuild"
    os.write(pipe, json.dumps(found).encode())


def expected_count(states):
    return sum(state == "there" for state in states.values())


def forked(work, *arguments, seconds=None):
    """Run `work` in a child and return what it wrote; kill it after `seconds` from its start, or from its opening."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        try:
            work(writing, *arguments)
        except BaseException:
            os.write(writing, traceback.format_exc().encode())
        finally:
            os._exit(0)
    os.close(writing)
    said = b""
    if seconds is not None:
        if seconds > 0.02:
            said = os.read(reading, 10)  # else it is killed while it opens
        time.sleep(seconds)
        os.kill(child, signal.SIGKILL)
    with os.fdopen(reading, "rb") as pipe:
        said = (said + pipe.read()).decode()
    os.waitpid(child, 0)
    return said


AFTER = {"remember": "there", "restore": "there", "forget": "forgotten"}
state, total = {}, 0
for round in range(kills):
    said = forked(live, round, list(state), seconds=random.Random(f"{seed} life {round}").uniform(0.0, 0.12))
    if "Traceback" in said:
        sys.exit(f"round {round}: {said}")
    lines = [json.loads(line) for line in said.splitlines(keepends=True) if line.endswith("\\n")][1:]
    begun = None
    for when, kind, id in lines:
        if when == "done":
            state[id], begun, total = AFTER[kind], None, total + 1
        else:
            begun = kind, id
    expected = {id: [now] for id, now in state.items()}
    if begun:  # it was cut off: it may have happened or not
        expected.setdefault(begun[1], ["gone"]).append(AFTER[begun[0]])
    said = forked(check, round, expected)
    if "Traceback" in said:
        sys.exit(f"round {round}: {said}")
    state = {id: found for id, found in json.loads(said).items() if found != "gone"}
print(total, len(state))
'''


@pytest.mark.skipif(sys.platform == "win32", reason="this system has no fork")
def test_an_engine_can_be_killed_at_any_moment(tmp_path: Path) -> None:
    """After each of forty kills all that was acknowledged is there, once, in the state it was left in; the store is
    sound, and projection and graph equal the journal by the values of their properties.
    """
    seed = random.randrange(10**6)
    print(f"seed {seed}")  # shown when it fails
    command = [sys.executable, "-c", SCRIPT, str(tmp_path / "a.clew"), str(KILLS), str(seed)]
    run = subprocess.run(command, capture_output=True, text=True)
    assert run.returncode == 0, f"seed {seed}: {run.stderr}"
    acknowledged, memories = map(int, run.stdout.split())
    assert acknowledged > memories > KILLS // 2
