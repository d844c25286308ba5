"""Claude Code sessions: what their lines say of each other is kept, and whatever stands in them, none is a crash."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import clew
import pytest
from claude_lines import GROWING, TALK, Line, answer, call, line, says, side, text, user
from clew.adapters.claude_code import ClaudeCode
from imported import Imported, imported

Write = Callable[..., Path]
Shared = Callable[[str], Path]


def read(write: Write, *lines: Any) -> Imported:
    return imported(ClaudeCode(), write("log.jsonl", lines=list(lines)))


# ---- a session ---------------------------------------------------------------------------------------

TOLD = [
    ("mill/u1", "user message", "Why does the wheel stand still?", ()),
    ("mill/a2", "say", "I look.", ("mill/u1",)),
    ("mill/a3", 'Bash({"command": "ls"})', "sluice.log", ("mill/a2",)),
    ("mill/a5", 'Bash({"command": "cat sluice.log"})', "shut", ("mill/a3",)),
    ("mill/a7", "say", "The sluice is shut.", ("mill/a5",)),
    ("mill/u8", "user message", "Open it.", ("mill/a7",)),
]


def test_a_session(write: Write) -> None:
    """One memory for each message and each call with its result, each caused by what its parent made."""
    log = read(write, *TALK)
    assert log.bad == [] and log.edges == []
    assert log.told("id", "action", "observation", "causes") == TOLD
    assert log.told("task", "step") == [("mill", step) for step in range(6)]
    assert log.told("type", "agent")[2:5] == [
        (("action",), "assistant"),
        (("error", "action"), "assistant"),
        ("message", "assistant"),
    ]


def test_what_is_kept_beside_a_memory(write: Write) -> None:
    """Where it was done, by which model, at what cost, how it ended and what was thought: small, and for people."""
    log = read(write, *TALK)
    place = {"cwd": "/mill", "git_branch": "main", "version": "2.0.1"}
    assert log.unit("mill/u1")["meta"] == place
    assert log.unit("mill/a2")["meta"] == {**place, "model": "m-1", "thinking": "The sluice, perhaps."}
    assert log.unit("mill/a3")["meta"] == {
        **place,
        "model": "m-1",
        "usage": {"input_tokens": 9, "output_tokens": 4},
        "result": {"stdout": "sluice.log", "interrupted": False},
    }


def test_a_name_that_is_one_in_the_world(write: Write) -> None:
    """A record with a UUID gives its memory that name, whatever session a copy of it stands in."""
    uuid = "0b9c7f6e-3a52-4d1c-9c0e-7f6a5b4c3d2e"
    for session in ("mill", "copy of mill"):
        copy = user("u1", None, "x") | {"uuid": uuid, "sessionId": session}
        assert read(write, copy).told("id", "task") == [(uuid, session)]


def test_a_record_that_stands_twice_is_there_once(write: Write) -> None:
    """A session that was resumed begins with copies, and sometimes holds them in its middle."""
    log = read(write, *TALK, *TALK[:5], user("u9", "u8", "Is it open?"))
    assert log.bad == []
    assert log.told("id", "action", "observation", "causes") == [
        *TOLD,
        ("mill/u9", "user message", "Is it open?", ("mill/u8",)),
    ]


def test_several_sessions_in_one_file(write: Write) -> None:
    """Each session is a task, and one that goes on from another is caused by it."""
    log = read(write, *TALK, user("u1", None, "Other", sessionId="kiln"), user("v2", "u8", "On", sessionId="kiln"))
    assert log.told("id", "task", "step", "causes")[6:] == [("kiln/v2", "kiln", 0, ("mill/u8",))]


def test_parallel_calls_are_no_fork(write: Write) -> None:
    """Lines of one answer, and results that come in any order, go on in one thread."""
    one = {"id": "msg"}
    log = read(
        write,
        user("u1", None, "Look everywhere."),
        says("a2", "u1", text("I do."), message=one),
        says("a3", "a2", call("t1"), message=one),
        says("a4", "a3", call("t2"), message=one),
        user("u5", "a4", [answer("t2", "two")]),
        user("u6", "a3", [answer("t1", "one")]),
        says("a7", "u6", text("Seen.")),
        user("u8", "a7", "Good."),
    )
    assert log.bad == []
    assert log.told("id", "task", "observation", "causes") == [
        ("mill/u1", "mill", "Look everywhere.", ()),
        ("mill/a2", "mill", "I do.", ("mill/u1",)),
        ("mill/a4", "mill", "two", ("mill/a3",)),
        ("mill/a3", "mill", "one", ("mill/a2",)),
        ("mill/a7", "mill", "Seen.", ("mill/a3",)),
        ("mill/u8", "mill", "Good.", ("mill/a7",)),
    ]


def test_several_calls_and_results_in_one_message(write: Write) -> None:
    """Calls of one record have names of their own, and what the user says with the results comes after them."""
    log = read(
        write,
        says("a1", None, call("t1"), call("t2")),
        user("u2", "a1", [answer("t1", "one"), answer("t2", "two"), text("Now stop.")]),
        says("a3", "u2", text("Stopped.")),
    )
    assert log.told("id", "observation", "causes") == [
        ("mill/a1", "one", ()),
        ("mill/a1/1", "two", ()),
        ("mill/u2", "Now stop.", ("mill/a1/1",)),
        ("mill/a3", "Stopped.", ("mill/u2",)),
    ]


# ---- branches ----------------------------------------------------------------------------------------


def test_an_edited_prompt_begins_a_branch(write: Write) -> None:
    """Both branches are kept: the second is a task of its own that was caused by where it forks, not the line above."""
    log = read(
        write,
        *TALK,
        says("a9", "u8", call("t3", command="open")),
        user("u10", "a7", "Leave it."),
        says("a11", "u10", text("As you wish.")),
        user("u12", "a7", "Or half."),
    )
    assert log.bad == []
    assert log.told("id", "task", "step", "causes")[6:] == [
        ("mill/a9", "mill", 6, ("mill/u8",)),
        ("mill/u10", "mill/branch-1", 0, ("mill/a7",)),
        ("mill/a11", "mill/branch-1", 1, ("mill/u10",)),
        ("mill/u12", "mill/branch-2", 0, ("mill/a7",)),
    ]


def test_a_branch_leaves_calls_behind(write: Write) -> None:
    """A call that the user broke off by going another way gets no result: it is a memory, and nothing waits for it."""
    log = read(write, *TALK, says("a9", "u8", call("t3", command="open")), user("u10", "a7", "Leave it."))
    assert log.bad == []
    assert log.told("id", "task", "observation")[6:] == [
        ("mill/a9", "mill", None),
        ("mill/u10", "mill/branch-1", "Leave it."),
    ]


def test_lines_that_say_nothing_hand_their_place_on(write: Write) -> None:
    """What follows progress, a hook, a meta line or an unknown kind follows what those followed."""
    log = read(
        write,
        user("u1", None, "Go."),
        line("p2", "u1", "progress", data={"type": "hook_progress"}),
        line("p3", "p2", "invented-tomorrow", payload={}),
        user("u4", "p3", "Caveat", isMeta=True),
        {"type": "queue-operation", "operation": "enqueue", "sessionId": "mill"},
        line("p5", "u4", "attachment", attachment={"type": "todo_reminder", "content": []}),
        says("a6", "p5", text("Gone.")),
        line("s7", "a6", "system", subtype="turn_duration", durationMs=5),
        user("u8", "s7", "On."),
    )
    assert log.bad == []
    assert log.told("id", "causes") == [("mill/u1", ()), ("mill/a6", ("mill/u1",)), ("mill/u8", ("mill/a6",))]


def test_what_happened_beside_the_talk(write: Write) -> None:
    """System lines, hooks and errors of the service are events; what the user said meanwhile is said by the user."""
    log = read(
        write,
        user("u1", None, "Go."),
        line("s2", "u1", "system", subtype="api_error", level="error", error={"status": 529}),
        line("s3", "u1", "system", subtype="informational", content="Restarted.", level="info"),
        line("s4", "u1", "system", subtype="stop_hook_summary", hookErrors=["lint failed"]),
        line("h5", "u1", "attachment", attachment={"type": "hook_success", "content": "formatted"}),
        line("q6", "u1", "attachment", attachment={"type": "queued_command", "prompt": "Hurry."}),
        says("a7", "q6", text("Overloaded"), isApiErrorMessage=True),
    )
    assert log.bad == []
    assert log.told("id", "action", "observation", "type", "causes")[1:] == [
        ("mill/s2", "api_error", '{"status": 529}', ("error", "event"), ("mill/u1",)),
        ("mill/s3", "informational", "Restarted.", "event", ("mill/u1",)),
        ("mill/s4", "stop_hook_summary", "lint failed", ("error", "event"), ("mill/u1",)),
        ("mill/h5", "hook_success", "formatted", "event", ("mill/u1",)),
        ("mill/q6", "user message", "Hurry.", "message", ("mill/u1",)),
        ("mill/a7", "say", "Overloaded", ("error", "message"), ("mill/q6",)),
    ]


# ---- subagents ---------------------------------------------------------------------------------------


def test_subagents_inside_the_file(write: Write) -> None:
    """A side chain is a task of its own, caused by the call with its prompt, which the agent says."""
    log = read(
        write,
        says("a1", None, call("t1", "Task", prompt="Count."), call("t2", "Task", prompt="Weigh.")),
        side(user("u2", None, "Weigh.")),
        side(user("u3", None, "Count.")),
        side(says("a4", "u2", call("t4", command="scale"))),
        side(says("a5", "u3", text("Three."))),
        side(user("u6", "a4", [answer("t4", "2 kg")])),
        user("u7", "a1", [answer("t1", "Three."), answer("t2", "2 kg")]),
    )
    assert log.bad == []
    assert log.told("id", "task", "agent", "causes") == [
        ("mill/side-u2/u2", "mill/side-u2", "assistant", ("mill/a1/1",)),
        ("mill/side-u3/u3", "mill/side-u3", "assistant", ("mill/a1",)),
        ("mill/side-u3/a5", "mill/side-u3", "subagent", ("mill/side-u3/u3",)),
        ("mill/side-u2/a4", "mill/side-u2", "subagent", ("mill/side-u2/u2",)),
        ("mill/a1", "mill", "assistant", ()),
        ("mill/a1/1", "mill", "assistant", ()),
    ]


def test_subagents_in_files_of_their_own(write: Write) -> None:
    """The session names the subagent that a result came from, and the subagent's first memory has just that name."""
    main = read(
        write,
        says("a1", None, call("t1", "Agent", prompt="Count.")),
        user("u2", "a1", [answer("t1", "Three.")], toolUseResult={"agentId": "f3", "totalTokens": 7, "content": []}),
    )
    agent = read(write, side(user("u1", None, "Count."), "f3"), side(says("a2", "u1", text("Three.")), "f3"))
    assert main.told("id", "meta")[0][1]["result"] == {"agentId": "f3", "totalTokens": 7}
    assert main.edges == [("CAUSED", "mill/a1", "mill/agent-f3")]
    assert agent.told("id", "task", "agent", "causes") == [
        ("mill/agent-f3", "mill/agent-f3", "assistant", ()),
        ("mill/agent-f3/a2", "mill/agent-f3", "f3", ("mill/agent-f3",)),
    ]


# ---- summaries ---------------------------------------------------------------------------------------


def test_a_summary_sums_up_what_leads_to_its_leaf(write: Write) -> None:
    """It stands behind its last record wherever its line does; one of another file sums up nothing here."""
    summary = {"type": "summary", "summary": "A wheel that stood still.", "leafUuid": "a5"}
    log = read(write, summary, {**summary, "leafUuid": "elsewhere"}, *TALK, summary)
    made = [unit for unit in log.units if unit["type"] == "summary"]
    assert [(unit["id"], unit.get("task"), unit.get("step"), unit["text"]) for unit in made] == [
        ("log/a5/summary-706ddd4a", "mill", 3, "A wheel that stood still."),
        ("log/elsewhere/summary-706ddd4a", None, None, "A wheel that stood still."),
    ]
    assert log.edges == [
        ("SUMMARISES", made[0]["id"], memory) for memory in ("mill/a5", "mill/a3", "mill/a2", "mill/u1")
    ]


def test_a_compaction_goes_on_with_a_summary(write: Write) -> None:
    """The summary takes the place of what it sums up: caused by its last, and the last that a later one sums up."""

    def compacted(boundary: str, after: str, summary: str) -> list[Line]:
        marked = line(
            boundary, None, "system", subtype="compact_boundary", logicalParentUuid=after, content="Compacted"
        )
        return [marked, user(summary, boundary, "So far: shut.", isCompactSummary=True)]

    log = read(
        write, *TALK, *compacted("s9", "u8", "u10"), says("a11", "u10", text("On.")), *compacted("s12", "a11", "u13")
    )
    assert log.bad == []
    assert log.told("id", "type", "task", "causes")[6:] == [
        ("mill/u10", "summary", "mill", ("mill/u8",)),
        ("mill/a11", "message", "mill", ("mill/u10",)),
        ("mill/u13", "summary", "mill", ("mill/a11",)),
    ]
    first = [target for _, source, target in log.edges if source == "mill/u10"]
    assert first == ["mill/u8", "mill/a7", "mill/a5", "mill/a3", "mill/a2", "mill/u1"]
    assert [target for _, source, target in log.edges if source == "mill/u13"] == ["mill/a11", "mill/u10"]


# ---- logs that grow ----------------------------------------------------------------------------------


def test_a_call_without_a_result_waits(write: Write) -> None:
    """At the end it is told and left out; once the talk goes on without its result it is a memory by itself."""
    asks = says("a1", None, call("t1"))
    log = read(write, asks)
    assert log.units == []
    assert log.bad == [(1, "The call of `Bash` has no result yet; it is imported when the log holds one.")]
    log = read(write, asks, user("u2", "a1", "Stop."), user("u3", "a1", [answer("t1", "late")]))
    assert log.told("id", "observation", "causes") == [
        ("mill/a1", None, ()),
        ("mill/u2", "Stop.", ("mill/a1",)),
        ("mill/u3/1", "late", ("mill/a1", "mill/a1")),
    ]


@pytest.mark.parametrize("cut", range(len(GROWING)))
def test_a_log_that_grew_keeps_its_memories(write: Write, cut: int) -> None:
    """What the beginning of a log makes, the whole log makes too, with the same fields."""
    beginning, whole = read(write, *GROWING[:cut]), read(write, *GROWING)
    assert all(unit in whole.units for unit in beginning.units if "task" in unit)
    assert set(beginning.edges) <= set(whole.edges)


# ---- real logs ---------------------------------------------------------------------------------------


def test_real_sessions(shared: Shared) -> None:
    """The real lines come in whole: each call with its result, a sentence for each broken line."""
    path = shared("data/claude_code/representative_messages.jsonl")
    log = imported(ClaudeCode(), path)
    assert log.bad == []
    assert [unit["type"] for unit in log.units].count(("action",)) == 2
    assert [(len(log.units), log.units[-1]["type"], len(log.edges))] == [(10, "summary", 9)]
    odd = imported(ClaudeCode(), path.with_name("edge_cases.jsonl"))
    assert [number for number, _ in odd.bad] == [10, 11, 13, 14, 15, 16, 19]
    assert len(odd.units) == 11
    assert odd.unit("edge_cases/edge_004")["type"] == ("error", "action")


def test_in_a_store(store: clew.Engine, write: Write) -> None:
    """The memories and edges of a session can be written as they are."""
    log = read(write, *GROWING)
    for unit in log.units:
        store.remember(unit.pop("text", None), **unit)
    assert store.get("mill/u10").task == "mill/branch-1"
    assert {(link.type, link.other) for link in store.links("mill/u10")} >= {("CAUSED", "mill/a7")}
