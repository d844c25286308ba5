"""SWE-agent trajectories: one memory for each action with its observation, and what the agent thought found with it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from clew.adapters.protocol import Bad, Head, Source, Unit
from clew.adapters.swe_agent import SweAgent

Write = Callable[..., Path]
Shared = Callable[[str], Path]

STEPS = [
    {
        "action": "ls\n",
        "observation": "a.py\n",
        "thought": "Look around.\n",
        "state": '{"open_file": "n/a", "working_dir": "/w"}\n',
    },
    {"action": "cat a.py", "observation": None, "thought": "", "state": {"open_file": "a.py", "diff": ""}},
    {"action": "python a.py", "observation": "Traceback (most recent call last):\n  ...\nValueError: no", "state": "?"},
]


def read(path: Path) -> tuple[list[dict[str, Any]], list[tuple[int, str]]]:
    items = list(SweAgent().read(Source.of(path)))
    units = [dict(item.fields) for item in items if isinstance(item, Unit)]
    return units, [(item.number, item.reason) for item in items if isinstance(item, Bad)]


def test_one_memory_for_each_step(write: Write) -> None:
    """Steps keep their place, their words as they came, and the thought as a field and in the searched text."""
    units, bad = read(write("run-1.traj", {"trajectory": STEPS, "info": {}}))
    assert bad == []
    assert [unit["id"] for unit in units] == ["run-1/0", "run-1/1", "run-1/2"]
    assert [(unit["action"], unit["observation"]) for unit in units[:2]] == [("ls\n", "a.py\n"), ("cat a.py", "")]
    assert units[0]["text"] == "Look around.\nls\n\na.py\n"
    assert [unit["meta"] for unit in units] == [
        {"thought": "Look around.\n", "open_file": "n/a", "working_dir": "/w"},
        {"open_file": "a.py"},
        {},
    ]
    assert [unit["type"] for unit in units] == [("action",), ("action",), ("error", "action")]
    assert {(unit["task"], unit["agent"], unit["source"]) for unit in units} == {("run-1", "assistant", "run-1.traj")}


def test_steps_follow_each_other_in_time(write: Write) -> None:
    """The log has no times: steps come after each other, and none after the file was last written."""
    path = write("runs.traj", [{"trajectory": STEPS}, {"trajectory": STEPS}])
    times = [unit["at"] for unit in read(path)[0]]
    assert times == sorted(set(times))
    assert times[-1] <= path.stat().st_mtime_ns // 1000


def test_what_is_odd_costs_itself(write: Write) -> None:
    """A step without an action, and a run without steps, are told; the others keep their places."""
    odd = [STEPS[0], {"observation": "x"}, "x", {"action": 7}, {"action": "", "observation": {"exit": 1}}]
    units, bad = read(write("run.jsonl", lines=[{"trajectory": odd}, {"trajectory": 5}, 42, {"trajectory": []}]))
    assert [(unit["id"], unit["observation"]) for unit in units] == [("run/0", "a.py\n"), ("run/4", '{"exit": 1}')]
    assert bad == [
        (1, "Step 1 of run has no `action`."),
        (1, "Step 2 of run has no `action`."),
        (1, "Step 3 of run has no `action`."),
        (2, "This is no run: it has no list `trajectory` or `history`."),
        (3, "This is no run: it has no list `trajectory` or `history`."),
    ]


def test_a_history_alone_tells_its_steps(write: Write) -> None:
    """Where a run has no steps, its history has: an action, and what comes next that is not the agent's."""
    history = [
        {"role": "system", "content": "Be brief."},
        {"role": "assistant", "action": "ls /demo", "is_demo": True},
        {"role": "user", "content": "an example", "is_demo": True},
        {"role": "assistant", "action": "ls", "thought": "Look around."},
        {"role": "user", "content": [{"type": "text", "text": "a.py"}]},
        {"role": "assistant", "action": "cat a.py"},
        {"role": "assistant", "action": "submit", "content": "bye"},
    ]
    units, bad = read(write("run.traj", {"history": history}))
    assert bad == []
    assert [(unit["id"], unit["action"], unit["observation"]) for unit in units] == [
        ("run/0", "ls", "a.py"),
        ("run/1", "cat a.py", ""),
        ("run/2", "submit", ""),
    ]
    assert units[0]["text"] == "Look around.\nls\na.py"


@pytest.mark.parametrize(
    ("first", "known"),
    [
        ({"trajectory": STEPS}, True),
        ({"environment": "x", "trajectory": []}, True),
        ({"trajectory": [{"role": "user"}]}, False),
        ({"trajectory": 5}, False),
        ({"history": [{"role": "user"}, {"role": "assistant", "action": "ls"}]}, True),
        ({"history": [{"role": "user", "content": "x"}]}, False),
        ({"history": []}, False),
        ({"traj": []}, False),
        ([], False),
        (None, False),
    ],
)
def test_what_is_recognised(first: Any, known: bool) -> None:
    """A list of actions is a run; a chat, or anything else, is not."""
    assert SweAgent().recognises(Head(Path("log"), "", first)) is known


def test_real_runs(shared: Shared) -> None:
    """Each step of the real runs is a memory, whether the log keeps its state as text or as an object."""
    runs = {path.stem: read(path) for path in shared("data/swe_agent").glob("*.traj")}
    assert sum(len(units) for units, _ in runs.values()) == 44
    assert all(bad == [] for _, bad in runs.values())
    assert all("working_dir" in unit["meta"] for units, _ in runs.values() for unit in units)
