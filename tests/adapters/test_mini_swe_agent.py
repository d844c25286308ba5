"""mini-SWE-agent runs: a memory for each command with what it printed, in each dialect, and one for how it ended."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import clew
import pytest
from clew.adapters.importing import import_file
from clew.adapters.mini_swe_agent import MiniSweAgent
from clew.adapters.protocol import Head
from faults import faults
from hypothesis import HealthCheck, given, settings
from imported import drafted, imported, mutated

Write = Callable[..., Path]

NOON = 1_740_830_400
OUTPUT = "<returncode>0</returncode>\n<output>\na.py\n</output>"
FAILED = "<returncode>2</returncode>\n<output>\nls: b: gone\n</output>"

BLOCKS = [
    {"role": "system", "content": "Answer with one block:\n```bash\nyour_command\n```"},
    {"role": "user", "content": "Mend the parser."},
    {"role": "assistant", "content": "THOUGHT: Look around.\n\n```bash\nls\n```", "timestamp": NOON},
    {"role": "user", "content": OUTPUT, "timestamp": NOON + 1.5},
    {"role": "assistant", "content": "I am not sure."},
    {"role": "user", "content": "Give EXACTLY ONE action."},
    {"role": "assistant", "content": "```bash\nls b\n```"},
    {"role": "user", "content": FAILED},
    {"role": "assistant", "content": "```bash\necho COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT\n```"},
    {"role": "user", "content": "the patch"},
]
INFO = {"exit_status": "Submitted", "submission": "the patch", "model_stats": {"instance_cost": 0.1, "api_calls": 4}}
OLD = {"info": INFO, "messages": BLOCKS, "trajectory_format": "mini-swe-agent-1"}

GOLDEN = [
    ("run/0", "user message", "Mend the parser.", "message"),
    ("run/1", "ls", OUTPUT, ("action",)),
    ("run/2", "say", "I am not sure.", "message"),
    ("run/3", "user message", "Give EXACTLY ONE action.", "message"),
    ("run/4", "ls b", FAILED, ("error", "action")),
    ("run/5", "echo COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT", "the patch", ("action",)),
    ("run/exit", "exit", "the patch", ("action",)),
]


def asks(content: str | None, *commands: str) -> dict[str, Any]:
    """Return a message of the second version, which calls the tool and lists what it called."""
    calls = [{"id": f"c{c}", "type": "function", "function": {"name": "bash", "arguments": "{}"}} for c in commands]
    actions = [{"command": command, "tool_call_id": f"c{command}"} for command in commands]
    extra = {"actions": actions, "cost": 0.1, "timestamp": NOON}
    return {"role": "assistant", "content": content, "tool_calls": calls, "extra": extra}


def prints(command: str, content: str, code: int) -> dict[str, Any]:
    extra = {"raw_output": content, "returncode": code, "timestamp": NOON + 2}
    return {"role": "tool", "tool_call_id": f"c{command}", "content": content, "extra": extra}


EXIT = {"role": "exit", "content": "patch", "extra": {"exit_status": "Submitted", "submission": "patch"}}
NEW = {
    "info": {"mini_version": "2.0.0", "exit_status": "Submitted", "submission": "patch"},
    "messages": [
        {"role": "system", "content": "Use the tool."},
        {"role": "user", "content": "Mend it."},
        asks("Two at once.", "ls", "pwd"),
        prints("pwd", "/w", 0),
        prints("ls", "no such thing", 1),
        EXIT,
    ],
    "trajectory_format": "mini-swe-agent-1.1",
}


def test_one_memory_for_each_command(write: Write) -> None:
    """A block is a command and what the user says next is what it printed; a message without one is said."""
    made = imported(MiniSweAgent(), write("run.traj.json", OLD))
    assert made.bad == []
    assert made.told("id", "action", "observation", "type") == GOLDEN
    assert made.units[1]["text"] == f"THOUGHT: Look around.\nls\n{OUTPUT}"
    assert made.units[1]["at"] == (NOON * 10 + 15) * 100_000
    assert [unit["meta"].get("returncode") for unit in made.units if unit["action"].startswith("ls")] == [0, 2]
    assert made.units[-1]["text"] == "The run ended: Submitted\nthe patch"


def test_calls_of_the_tool(write: Write) -> None:
    """Later versions call a tool, several times at once; results find commands by id, and codes say how it went."""
    made = imported(MiniSweAgent(), write("run.traj.json", NEW))
    assert made.bad == []
    assert made.told("id", "action", "observation", "type") == [
        ("run/0", "user message", "Mend it.", "message"),
        ("run/1", "pwd", "/w", ("action",)),
        ("run/2", "ls", "no such thing", ("error", "action")),
        ("run/exit", "exit", "patch", ("action",)),
    ]
    assert made.units[1]["meta"] == {"returncode": 0, "said": "Two at once."}


def test_the_responses_api(write: Write) -> None:
    """Answers of the Responses API are messages of their own kind, and so are the outputs of their calls."""
    output = [
        {"type": "reasoning", "summary": [{"type": "summary_text", "text": "hm"}]},
        {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "I look."}]},
        {"type": "function_call", "name": "bash", "call_id": "c1", "arguments": '{"command": "ls"}'},
    ]
    listed = {"actions": [{"command": "ls", "tool_call_id": "c1"}], "timestamp": NOON}
    printed = {"type": "function_call_output", "call_id": "c1", "output": OUTPUT, "extra": {"returncode": 0}}
    for extra, action in ((listed, "ls"), ({}, 'bash({"command": "ls"})')):
        messages = [{"object": "response", "output": output, "extra": extra}, printed]
        made = imported(MiniSweAgent(), write("run.traj.json", {"messages": messages, "info": {"mini_version": "2"}}))
        assert made.told("id", "action", "observation") == [("run/0", action, OUTPUT)]
        assert made.units[0]["meta"] == {"returncode": 0, "said": "I look.", "thinking": "hm"}


def test_what_a_person_typed(write: Write) -> None:
    """A command that the user gave is the user's, and what it printed is an observation like any other."""
    typed = {"role": "user", "content": "User command:\n```bash\nls\n```", "extra": {"actions": [{"command": "ls"}]}}
    made = imported(MiniSweAgent(), write("run.traj.json", {"messages": [typed, {"role": "user", "content": OUTPUT}]}))
    assert made.told("agent", "action", "observation") == [("user", "ls", OUTPUT)]


def test_a_run_that_goes_on(write: Write, store: clew.Engine) -> None:
    """While a run has no end, its last command waits for its result; then all that was there keeps its name."""
    going = {"info": {"exit_status": None, "model_stats": {}}, "messages": BLOCKS[:-1]}
    first = import_file(store, write("run.traj.json", going))
    assert (first.new, first.format) == (5, "mini-swe-agent")
    assert [bad.reason for bad in first.bad] == [
        "`echo COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT` has no result yet; it is imported when the log holds one."
    ]
    second = import_file(store, write("run.traj.json", OLD))
    assert (second.new, second.known, second.bad_count) == (2, 5, 0)


def test_a_run_that_was_stopped(write: Write) -> None:
    """A run that met a limit ended badly, and its last command has no result."""
    stopped = {"info": {**INFO, "exit_status": "LimitsExceeded", "submission": ""}, "messages": BLOCKS[:3]}
    made = imported(MiniSweAgent(), write("run.traj.json", stopped))
    assert made.bad == []
    assert made.told("action", "observation", "type")[1:] == [
        ("ls", None, ("action",)),
        ("exit", "", ("error", "action")),
    ]


def test_what_is_odd_costs_itself(write: Write) -> None:
    """A message that cannot be understood is told by its place, a record without messages by its number."""
    odd = [7, {"role": "owl"}, {"content": "x"}, {**asks("x", "ls"), "extra": {"actions": [{}]}}, BLOCKS[1]]
    made = imported(MiniSweAgent(), write("runs.jsonl", lines=[{"messages": odd}, {"messages": 5}, {"messages": []}]))
    assert made.told("id") == [("runs/0",)]
    assert made.bad == [
        (1, "Message 0 of runs: It is no object."),
        (1, "Message 1 of runs: The role `owl` is not known."),
        (1, "Message 2 of runs: The role `` is not known."),
        (1, "Message 3 of runs: An action has no command."),
        (2, "This is no run: it has no list `messages`."),
    ]


@pytest.mark.parametrize(
    ("first", "known"),
    [
        (OLD, True),
        (NEW, True),
        ({"info": {"model_stats": {}}, "messages": []}, True),
        ({"trajectory": [], "info": {"model_stats": {}}}, False),
        ({"history": [], "info": {"model_stats": {}}}, False),
        ({"info": {"name": "x"}, "messages": []}, False),
        ({"messages": BLOCKS}, False),
        ([], False),
        (None, False),
    ],
)
def test_what_is_recognised(first: Any, known: bool) -> None:
    """A run says what it is at its end, and at its beginning what it cost; SWE-agent's own runs are others."""
    assert MiniSweAgent().recognises(Head(Path("run.traj.json"), "", first)) is known


def test_anything_in_any_place(write: Write) -> None:
    """Whatever is missing or odd in one place costs that place, and is never an exception."""
    for run in (OLD, NEW):
        for log in faults(run):
            assert all(map(drafted, imported(MiniSweAgent(), write("run.traj.json", log)).units))


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(log=mutated(OLD) | mutated(NEW))
def test_broken_runs(write: Write, log: Any) -> None:
    """A run that is broken in several places yields items, the same ones each time."""
    path = write("run.traj.json", log)
    assert imported(MiniSweAgent(), path).units == imported(MiniSweAgent(), path).units
