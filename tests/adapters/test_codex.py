"""Codex CLI rollouts: items in envelopes, bare items of older releases, and nothing told twice."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from clew.adapters.codex import Codex
from clew.adapters.protocol import Head
from hypothesis import given, settings
from imported import ODD, Imported, changed, drafted, imported, mutated, paths, without

Write = Callable[..., Path]
Line = dict[str, Any]


def line(minute: int, kind: str, **payload: Any) -> Line:
    return {"timestamp": f"2025-10-29T09:{minute:02}:00.000Z", "type": kind, "payload": payload}


def item(minute: int, kind: str, **fields: Any) -> Line:
    return line(minute, "response_item", type=kind, **fields)


def said(minute: int, role: str, words: str) -> Line:
    kind = "output_text" if role == "assistant" else "input_text"
    return item(minute, "message", role=role, content=[{"type": kind, "text": words}])


def read(write: Write, *lines: Any) -> Imported:
    return imported(Codex(), write("rollout.jsonl", lines=list(lines)))


META = line(0, "session_meta", id="mill", cwd="/mill", cli_version="0.46.0", git={"branch": "main"}, instructions=None)

TALK = [
    META,
    said(0, "developer", "Sandboxed."),
    said(0, "user", "<environment_context>\n  <cwd>/mill</cwd>\n</environment_context>"),
    line(1, "turn_context", cwd="/mill/wheel", model="m-1", approval_policy="never"),
    said(1, "user", "Why does the wheel stand still?"),
    line(1, "event_msg", type="user_message", message="Why does the wheel stand still?"),
    line(2, "event_msg", type="agent_reasoning", text="The sluice, perhaps."),
    item(2, "reasoning", summary=[{"type": "summary_text", "text": "The sluice, perhaps."}], encrypted_content="AAAA"),
    item(3, "function_call", name="shell", arguments='{"command":["cat","sluice.log"]}', call_id="c1"),
    item(
        4,
        "function_call_output",
        call_id="c1",
        output=json.dumps({"output": "error: none", "metadata": {"exit_code": 0, "duration_seconds": 0.1}}),
    ),
    line(4, "event_msg", type="token_count", info={}),
    item(5, "custom_tool_call", call_id="c2", name="apply_patch", input="*** Begin Patch", status="completed"),
    item(6, "custom_tool_call_output", call_id="c2", output="Exit code: 1\nOutput:\nno such file"),
    item(7, "local_shell_call", call_id="c3", status="completed", action={"type": "exec", "command": ["ls"]}),
    item(8, "function_call_output", call_id="c3", output=[{"type": "input_text", "text": "sluice.log"}]),
    item(9, "web_search_call", status="completed", action={"type": "search", "query": "sluice"}),
    item(9, "ghost_snapshot", ghost_commit={}),
    line(10, "event_msg", type="agent_message", message="It is shut."),
    said(10, "assistant", "It is shut."),
    line(11, "event_msg", type="turn_aborted", reason="interrupted"),
]

TOLD = [
    ("mill/0", "user message", "Why does the wheel stand still?", "message"),
    ("mill/1", 'shell({"command": ["cat", "sluice.log"]})', "error: none", ("action",)),
    (
        "mill/2",
        "apply_patch(*** Begin Patch)",
        "Exit code: 1\nOutput:\nno such file",
        ("error", "action"),
    ),
    ("mill/3", 'local_shell({"command": ["ls"], "type": "exec"})', "sluice.log", ("action",)),
    ("mill/4", 'web_search({"query": "sluice", "type": "search"})', "", ("action",)),
    ("mill/5", "say", "It is shut.", "message"),
    ("mill/6", "turn_aborted", "interrupted", "event"),
]


def test_a_session(write: Write) -> None:
    """One memory for each message and each call with its output; what events repeat and nobody said makes none."""
    log = read(write, *TALK)
    assert log.bad == [] and log.edges == []
    assert log.told("id", "action", "observation", "type") == TOLD


def test_what_is_kept_beside_a_memory(write: Write) -> None:
    """Where it was done, by which model, how it ended, and what was thought before it."""
    log = read(write, *TALK)
    place = {"cwd": "/mill/wheel", "version": "0.46.0", "git_branch": "main", "model": "m-1"}
    assert log.unit("mill/0")["meta"] == place
    assert log.unit("mill/1")["meta"] == {**place, "exit_code": 0, "seconds": 0.1, "thinking": "The sluice, perhaps."}
    assert log.unit("mill/2")["meta"] == {**place, "exit_code": 1}


def test_an_older_log(write: Write) -> None:
    """Before there were envelopes a line was an item, and only the first had a time."""
    first = {"id": "mill", "timestamp": "2025-07-01T09:00:00Z", "instructions": None, "git": {"branch": "main"}}
    bare = [line["payload"] for line in TALK if line["type"] == "response_item"]
    log = read(write, first, {"record_type": "state"}, *bare)
    assert log.bad == []
    assert log.told("id", "action", "observation", "type") == TOLD[:-1]
    assert log.units[0]["at"] == 1_751_360_400_000_001
    assert log.units[0]["meta"] == {"git_branch": "main"}


def test_the_oldest_log(write: Write) -> None:
    """The first releases wrote a session as one value; an odd item costs itself."""
    bare = [line["payload"] for line in TALK if line["type"] == "response_item"]
    whole = {"session": {"id": "mill", "timestamp": "2025-05-01T09:00:00Z", "instructions": ""}, "items": [*bare, 42]}
    log = imported(Codex(), write("rollout.json", whole))
    assert log.told("id", "action", "observation", "type") == TOLD[:-1]
    assert log.bad == [(1, "This is no record of a session.")]


def test_a_compaction_sums_up_what_came_before(write: Write) -> None:
    """Its summary is a memory, joined to those since the one before; one without words makes none."""
    compacted = line(20, "compacted", message="So far: shut.", replacement_history=[])
    log = read(
        write,
        *TALK[:5],
        compacted,
        said(21, "user", "On."),
        line(22, "compacted", message="", replacement_history=[]),
        compacted,
    )
    assert log.bad == []
    assert log.told("id", "type", "text") == [
        ("mill/0", "message", None),
        ("mill/1", "summary", "So far: shut."),
        ("mill/2", "message", None),
        ("mill/3", "summary", "So far: shut."),
    ]
    assert log.edges == [
        ("SUMMARISES", "mill/1", "mill/0"),
        ("SUMMARISES", "mill/3", "mill/2"),
        ("SUMMARISES", "mill/3", "mill/1"),
    ]


def test_several_sessions_in_one_file(write: Write) -> None:
    """Each session is a task; a forked one holds the copy of another as its own beginning."""
    other = line(30, "session_meta", id="kiln", forked_from_id="mill")
    log = read(write, META, said(1, "user", "a"), other, META, said(2, "user", "b"))
    assert log.told("id", "observation") == [("mill/0", "a"), ("kiln/0", "b")]
    unnamed = read(write, said(1, "user", "a"))
    assert unnamed.told("id") == [("rollout/0",)]


def test_a_call_without_an_output_waits(write: Write) -> None:
    """At the end of lines it is told and left out; where the talk went on without it, it is a memory by itself."""
    waits = read(write, *TALK[:9])
    assert waits.told("id") == [("mill/0",)]
    assert waits.bad == [(9, "The call of `shell` has no result yet; it is imported when the log holds one.")]
    assert read(write, *TALK[:9], said(5, "user", "Stop.")).told("id", "observation")[1:] == [
        ("mill/1", None),
        ("mill/2", "Stop."),
    ]


@pytest.mark.parametrize("cut", range(len(TALK)))
def test_a_log_that_grew_begins_with_the_same_memories(write: Write, cut: int) -> None:
    """What the beginning of a log makes, the whole log makes too, with the same fields."""
    beginning, whole = read(write, *TALK[:cut]), read(write, *TALK)
    assert whole.units[: len(beginning.units)] == beginning.units


def test_what_is_odd_costs_itself(write: Write) -> None:
    """A line that cannot be read is told by its number."""
    log = read(
        write,
        META,
        {"type": "response_item"},
        item(1, "message", role="critic", content=[]),
        item(1, "function_call", call_id="c"),
        line(1, "response_item"),
        42,
        {"level": "info"},
        {**said(1, "user", "x"), "timestamp": "noon"},
        item(2, "invented_tomorrow", words="x"),
        line(2, "event_msg", type=5),
        {"timestamp": "2025-10-29T09:00:00Z", "type": "invented_tomorrow", "payload": {}},
        said(2, "user", "y"),
    )
    assert log.told("id", "observation") == [("mill/0", "y")]
    assert log.bad == [
        (2, "The response_item has no payload."),
        (3, "The role `critic` is not known."),
        (4, "A tool call has no name."),
        (5, "This is no record of a session."),
        (6, "This is no record of a session."),
        (7, "This is no record of a session."),
        (8, "'noon' is not an ISO 8601 time."),
    ]


ONE_OF_EACH = [TALK[0], *TALK[3:5], *TALK[7:10], TALK[13], TALK[19], line(20, "compacted", message="s")]


def test_any_value_anywhere(write: Write) -> None:
    """Each value of a log, missing or another, leaves memories that can be remembered and sentences."""
    for n, path in enumerate(list(paths(ONE_OF_EACH))[1:]):
        odd = (ODD[n % len(ODD)], ODD[(n // 2) % len(ODD)])
        for log in (without(ONE_OF_EACH, path), *(changed(ONE_OF_EACH, path, value) for value in odd)):
            for unit in read(write, *log).units:
                drafted(unit)


@settings(max_examples=40, deadline=None)
@given(log=mutated(TALK))
def test_any_log_is_read(tmp_path_factory: pytest.TempPathFactory, log: Any) -> None:
    """However a log is changed, it is read to its end."""
    path = tmp_path_factory.getbasetemp() / "mutated-rollout.jsonl"
    path.write_text("".join(json.dumps(one) + "\n" for one in (log if isinstance(log, list) else [log])), "utf-8")
    for unit in imported(Codex(), path).units:
        drafted(unit)


@pytest.mark.parametrize(
    ("first", "known"),
    [
        (TALK[0], True),
        (TALK[4], True),
        ({"id": "x", "timestamp": "2025-07-01T09:00:00Z", "instructions": None}, True),
        ({"record_type": "state"}, True),
        ({"session": {"id": "x"}, "items": []}, True),
        ({"type": "session_meta"}, False),
        ({"id": "x", "timestamp": "2025-07-01T09:00:00Z", "level": "info"}, False),
        ({"type": "user", "sessionId": "x", "message": {}}, False),
        ({"role": "user", "content": "x"}, False),
        ([], False),
        (None, False),
    ],
)
def test_what_is_recognised(first: Any, known: bool) -> None:
    """Envelopes and the first lines of older logs are known by their fields."""
    assert Codex().recognises(Head(Path("rollout.jsonl"), json.dumps(first), first)) is known
