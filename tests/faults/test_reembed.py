"""A change of model can be killed, interrupted and given up: the old vectors serve until the new ones stand, and what
was done is not done again.
"""

from __future__ import annotations

import random
import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from clew.engine.care.reembed import reembed
from clew.engine.journal.journal import Journal
from clew.engine.journal.settings import FINGERPRINT
from clew.engine.projection.projection import Projection
from clew.engine.values.model import Draft
from clew.engine.writing.vectors import Vectorizer, vectors_of
from clew.errors import ModelChanged
from toys import toy

pytestmark = pytest.mark.slow

OLD, NEW = toy("old", 4), toy("new", 6)
COUNT = 60

CHANGER = """
import sys
sys.path.insert(0, sys.argv[2])
from toys import toy
from clew.engine.care.reembed import reembed
from clew.engine.journal.journal import Journal
with Journal.open(sys.argv[1]) as journal:
    try:
        reembed(journal, toy("new", 6, seconds=0.01), batch=5, progress=lambda done, total: print(done, flush=True))
    except KeyboardInterrupt:
        print("interrupted", flush=True)
"""

SWAPPER = """
import os, random, signal, sys, time
sys.path.insert(0, sys.argv[2])
from toys import toy
from clew.engine.care.reembed import reembed
from clew.engine.embedding.port import Fingerprint
from clew.engine.journal.journal import Journal
from clew.engine.journal.settings import FINGERPRINT
models = {name: toy(name, dimension) for name, dimension in (("old", 4), ("new", 6))}
dice, seen = random.Random(sys.argv[3]), set()
for number in range(15):
    child = os.fork()
    if child == 0:
        with Journal.open(sys.argv[1]) as journal:
            while True:
                for model in dice.sample(list(models.values()), 2):
                    reembed(journal, model, batch=30)
    time.sleep(dice.uniform(0.02, 0.15))
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    with Journal.open(sys.argv[1]) as journal:
        assert journal.verify() == []
        model = Fingerprint.from_json(journal.setting(FINGERPRINT))
        found = journal.vectors()
        assert found.matrix.shape[1] == model.dimension, (number, model, found.matrix.shape)
        with_one, waiting = set(found.rows.tolist()), set(journal.pending_rows())
        assert with_one | waiting == set(range(60)) and not with_one & waiting
        seen.add(model.name)
print(sorted(seen))
"""


@pytest.fixture
def store(tmp_path: Path) -> Path:
    with Journal.create(tmp_path / "a.clew") as journal:
        journal.append([Draft(id=str(i), namespace="default", text=f"vendor {i}") for i in range(COUNT)])
        assert Vectorizer(journal, OLD).catch_up(10) == 0
    return tmp_path / "a.clew"


def changing(store: Path) -> subprocess.Popen[str]:
    support = Path(__file__).resolve().parents[1] / "support"
    command = [sys.executable, "-c", CHANGER, str(store), str(support)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def until(process: subprocess.Popen[str], count: int) -> None:
    """Wait until a change of model has told that so many memories are done."""
    assert process.stdout is not None
    for line in process.stdout:
        if int(line) >= count:
            return
    raise AssertionError("it ended before")


def is_of(journal: Journal, model: object) -> bool:
    """Whether every memory has the vector of this model, and none waits."""
    assert isinstance(model, type(NEW))
    found = journal.vectors()
    wanted = vectors_of(model, journal.memories(found.rows))
    assert len(found.rows) == journal.counts().memories and journal.pending_rows() == []
    return all(w is not None and np.array_equal(w, v) for w, v in zip(wanted, found.matrix, strict=True))


def test_a_killed_change_serves_and_goes_on(store: Path) -> None:
    """After kill -9 in the middle the old vectors answer; the next call goes on, and ends with the new ones everywhere.

    A projection that was open all the time, in this process, sees the old until the end, and the new then.
    """
    with Journal.open(store) as journal:
        projection, mine = Projection(journal), Vectorizer(journal, OLD)
        process = changing(store)
        until(process, 20)
        projection.drain()
        assert mine.embed_query("while it runs").shape == (4,) and projection.vectors.matrix.shape == (COUNT, 4)
        process.kill()
        process.communicate()
        assert is_of(journal, OLD)
        journal.append([Draft(id="late", namespace="default", text="late")], OLD.embed(["late"]))
        calls: list[int] = []
        done = reembed(journal, NEW, batch=5, progress=lambda done, _: calls.append(done))
        assert done.resumed >= 20 and done.memories == COUNT + 1 and calls[0] == done.resumed
        assert is_of(journal, NEW)
        projection.drain()
        assert projection.vectors.matrix.shape == (COUNT + 1, 6) and projection.vectors.present.all()
        with pytest.raises(ModelChanged, match=r"new.*old"):
            mine.embed_query("now")
        projection.close()


@pytest.mark.skipif(sys.platform == "win32", reason="this system has no such signal")
def test_an_interrupted_change_can_be_given_up(store: Path) -> None:
    """Ctrl-C leaves the old vectors serving; giving it up leaves no trace, and another begins from nothing."""
    process = changing(store)
    until(process, 10)
    process.send_signal(signal.SIGINT)
    said, _ = process.communicate(timeout=30)
    assert said.endswith("interrupted\n") and process.returncode == 0
    with Journal.open(store) as journal:
        assert is_of(journal, OLD)
        assert journal.staging().cancel() >= 10
        assert journal.staging().progress() is None and journal.setting(FINGERPRINT) == OLD.fingerprint.to_json()
        assert reembed(journal, NEW).resumed == 0 and is_of(journal, NEW)


def test_two_processes_share_the_work(store: Path) -> None:
    """Every memory has its vector, and one of them made the change; the other helped, or was told that it is done."""
    first, second = changing(store), changing(store)
    for process in (first, second):
        process.communicate(timeout=60)
    assert 0 in (first.returncode, second.returncode)
    with Journal.open(store) as journal:
        assert is_of(journal, NEW)


@pytest.mark.skipif(sys.platform == "win32", reason="this system has no fork")
def test_vectors_and_their_name_change_together(store: Path) -> None:
    """Fifteen kills of a process that changes the model to and fro: vectors are always those of the store's model."""
    support = Path(__file__).resolve().parents[1] / "support"
    seed = random.randrange(10**6)
    command = [sys.executable, "-c", SWAPPER, str(store), str(support), str(seed)]
    run = subprocess.run(command, capture_output=True, text=True)
    assert run.returncode == 0, f"seed {seed}: {run.stderr}"
    assert run.stdout == "['new', 'old']\n"
