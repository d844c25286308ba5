"""What was acknowledged survives kill -9 at any moment, once; and two processes that write at once lose nothing."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from clew.engine.journal.journal import Journal

pytestmark = pytest.mark.slow

KILLS = 40

KILLER = """
import json, os, random, signal, sys, time
from clew.engine.journal.journal import Journal
from clew.engine.values.model import Draft

path, kills = sys.argv[1], int(sys.argv[2])

def write(pipe, round):
    with Journal.open(path, create=True) as journal:
        for number in range(10_000):
            ids = [f"{round}.{number}.{i}" for i in range(1 + number % 3)]
            texts = [{"text": f"text {id} " * 40, "observation": id, "literals_seen": (id,)} for id in ids]
            drafts = [Draft(id=id, namespace="n", task="T", **said) for id, said in zip(ids, texts)]
            if number % 5 == 4:
                journal.forget("n", [f"{round}.{number - 1}.0"])
            journal.append(drafts)
            os.write(pipe, (" ".join(ids) + " ").encode())

acknowledged = []
for round in range(kills):
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        write(writing, round)
        os._exit(0)
    os.close(writing)
    time.sleep(random.uniform(0.0, 0.06))
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    with os.fdopen(reading) as pipe:
        acknowledged += pipe.read().split()
print(json.dumps(acknowledged))
"""

WRITER = """
import sys
from clew.engine.journal.journal import Journal
from clew.engine.values.model import Draft

path, name = sys.argv[1], sys.argv[2]
sys.stdin.read()
with Journal.open(path, create=True) as journal:
    for number in range(60):
        ids = [f"{name} {number} {i}" for i in range(2)]
        receipts = journal.append([Draft(id=id, namespace="n", text=name, task=name) for id in ids])
        assert all(receipt.new for receipt in receipts)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="this system has no fork")
def test_no_acknowledged_memory_is_lost(tmp_path: Path) -> None:
    """Forty writers are killed, the first while it makes the store: all that they acknowledged is there, once."""
    store = tmp_path / "a.clew"
    run = subprocess.run([sys.executable, "-c", KILLER, store, str(KILLS)], capture_output=True, text=True, check=True)
    acknowledged = json.loads(run.stdout)
    assert len(acknowledged) > KILLS
    with Journal.open(store) as journal:
        assert journal.verify() == []
        found = Counter(event.payload["id"] for event in journal.events() if event.kind == "remember")
        assert max(found.values()) == 1
        assert set(acknowledged) <= found.keys()
        assert set(journal.words(["n"], "text").rows.tolist()) == set(range(len(found)))


def test_two_processes_write_at_once(tmp_path: Path) -> None:
    """All of both is there, rows are dense, and each batch stands together."""
    store = tmp_path / "a.clew"
    writers = [
        subprocess.Popen([sys.executable, "-c", WRITER, store, name], stdin=subprocess.PIPE) for name in ("ann", "bob")
    ]
    for writer in writers:
        assert writer.stdin is not None
        writer.stdin.close()  # both begin
    assert [writer.wait(60) for writer in writers] == [0, 0]
    with Journal.open(store) as journal:
        payloads = [event.payload for event in journal.events()]
        assert journal.verify() == []
    assert [payload["row"] for payload in payloads] == list(range(240))
    assert {payload["id"] for payload in payloads} == {
        f"{name} {number} {i}" for name in ("ann", "bob") for number in range(60) for i in range(2)
    }
    assert all(first["task"] == second["task"] for first, second in zip(payloads[::2], payloads[1::2], strict=True))
    for name in ("ann", "bob"):
        assert [payload["step"] for payload in payloads if payload["task"] == name] == list(range(120))
