"""An import that is killed and run again is one import: whatever was written stays, and nothing comes twice."""

from __future__ import annotations

import io
import json
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import clew
import pytest
from clew.adapters.importing import import_file
from clew.adapters.summary import Summary
from clew.engine.journal.journal import Journal

pytestmark = pytest.mark.slow

Write = Callable[..., Path]

PATIENCE = 60.0

CHILD = """
import sys
import clew
from clew.adapters import importing, landing
landing.BATCH = 10
with clew.open(sys.argv[1], background=False, embedder=lambda texts: [[1.0, len(text)] for text in texts]) as engine:
    importing.import_file(engine, importing.Path(sys.argv[2]))
"""
"""An import in batches so small that there are many places to be killed at, without the time that a model takes."""


def killed_at(events: int, store: Path, log: Path) -> None:
    """Import a log and be killed when so many events are in the store, or end where that is quicker."""
    process = subprocess.Popen([sys.executable, "-c", CHILD, str(store), str(log)])
    with Journal.open(store) as journal:
        while process.poll() is None and journal.head() < events:
            time.sleep(0.001)
    process.kill()
    process.wait()


def brought(store: Path, log: Path) -> Summary:
    with opened(store) as engine:
        return import_file(engine, log)


def opened(store: Path) -> clew.Engine:
    return clew.open(store, background=False, embedder=lambda texts: [[1.0, len(text)] for text in texts])


def events(store: Path) -> list[Any]:
    """Return what is in a store, but for when it was learned."""
    file = io.StringIO()
    with opened(store) as engine:
        engine.export(file)
        assert engine.verify()[0] == []
    told = [json.loads(line) for line in file.getvalue().splitlines()]
    for event in told:
        del event["recorded_at"]
        event["payload"].pop("recorded_at", None)
    return told


def log(write: Write, name: str) -> Path:
    """Return a log of 30 conversations with calls, causes, and a line that is broken."""
    lines: list[str] = []
    for task in range(30):
        talk: list[dict[str, Any]] = [{"role": "user", "content": f"order W{task}00{n} is late"} for n in range(6)]
        call = {"id": "1", "function": {"name": "look", "arguments": json.dumps({"order": f"W{task}003"})}}
        talk += [{"role": "assistant", "tool_calls": [call]}, {"role": "tool", "tool_call_id": "1", "content": "sent"}]
        lines.append(json.dumps({"task_id": task, "trial": 0, "traj": talk}))
    lines.insert(11, '{"task_id": }')
    return write(name, "\n".join(lines) + "\n")


@pytest.fixture
def stores(tmp_path: Path) -> tuple[Path, Path]:
    paths = tmp_path / "one.clew", tmp_path / "two.clew"
    for path in paths:
        Journal.create(path).close()
    return paths


def test_a_log_killed_and_run_again(write: Write, stores: tuple[Path, Path]) -> None:
    """Killed at random places, run to the end, and run once more, a store is as after one run, to the last edge."""
    path, (one, two) = log(write, "log.jsonl"), stores
    assert (brought(one, path).new, brought(one, path).new) == (30 * 7, 0)
    whole = events(one)
    assert len(whole) == 30 * 7
    for place in sorted(random.sample(range(1, len(whole)), 2)):
        killed_at(place, two, path)
    brought(two, path)
    again = brought(two, path)
    assert (again.new, again.known, again.bad_count) == (0, len(whole), 1)
    assert events(two) == whole


def test_an_export_killed_and_run_again(stores: tuple[Path, Path], tmp_path: Path) -> None:
    """The same holds for a whole store, with what was forgotten and linked: the copy is the store."""
    one, two = stores
    with opened(one) as engine, (tmp_path / "one.jsonl").open("w") as file:
        for number in range(90):
            engine.remember(f"memory {number}", id=str(number), task="T")
            if number % 3 == 2:
                engine.link(str(number), str(number - 2), "CONTRADICTS")
                engine.forget(str(number - 1))
        engine.export(file)
    killed_at(random.randrange(1, 150), two, tmp_path / "one.jsonl")
    brought(two, tmp_path / "one.jsonl")
    with opened(two) as engine, (tmp_path / "two.jsonl").open("w") as file:
        engine.export(file)
    assert (tmp_path / "two.jsonl").read_text() == (tmp_path / "one.jsonl").read_text()


@pytest.mark.parametrize("kind", [signal.SIGINT, signal.SIGTERM])
def test_following_ends_when_it_is_asked_to(write: Write, stores: tuple[Path, Path], kind: signal.Signals) -> None:
    """Ctrl-c, and the signal of a service manager, end a follower with its summary and without an error."""
    path, store = write("log.jsonl", lines=[{"role": "user", "content": "a"}]), stores[0]
    given = [
        sys.executable,
        "-c",
        "from clew.cli.main import main; main()",
        "import",
        store,
        path,
        "--follow",
        "--json",
    ]
    process = subprocess.Popen(given, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    with Journal.open(store) as journal:
        for count, text in enumerate("bc", start=1):
            end = time.monotonic() + PATIENCE
            while journal.head() < count and time.monotonic() < end:
                time.sleep(0.01)
            with path.open("a") as file:
                file.write(json.dumps({"role": "user", "content": text}) + "\n")
        while journal.head() < 3 and time.monotonic() < end:
            time.sleep(0.01)
    process.send_signal(kind)
    out, err = process.communicate(timeout=PATIENCE)
    (summary,) = json.loads(out)
    assert (process.returncode, summary["new"], summary["bad"]) == (0, 3, [])
    assert "ctrl-c ends it" in err and "Traceback" not in err
