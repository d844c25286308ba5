"""Claude Code sessions in which something is wrong: whatever stands in them, they are read to their end."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from claude_lines import GROWING, TALK, answer, call, line, says, side, text, user
from clew.adapters.claude_code import ClaudeCode
from clew.adapters.protocol import Head
from hypothesis import given, settings
from imported import ODD, Imported, changed, drafted, imported, mutated, paths, without

Write = Callable[..., Path]


def read(write: Write, *lines: Any) -> Imported:
    return imported(ClaudeCode(), write("log.jsonl", lines=list(lines)))


def test_what_is_odd_costs_itself(write: Write) -> None:
    """A line that cannot be read is told by its number, and what follows it follows what it followed."""
    log = read(
        write,
        user("u1", None, "Go."),
        line("u2", "u1", "user", message="error"),
        line("u3", "u1", "user", message={"role": "user", "contenst": []}),
        says("a4", "u3", {"type": "tool_use", "id": "t"}),
        says("a5", "a4", text("Gone."), timestamp="noon"),
        {"type": "summary", "leafUuid": "u1"},
        {"silly": "this"},
        42,
        [1],
        None,
        user("u6", "a5", "On."),
    )
    assert log.told("id", "causes") == [("mill/u1", ()), ("mill/u6", ("mill/u1",))]
    nothing = "This is no record of a session: it has no `type`."
    assert log.bad == [
        (2, "The message has no content."),
        (3, "The message has no content."),
        (4, "A tool call has no name."),
        (5, "'noon' is not an ISO 8601 time."),
        (6, "The summary has no text."),
        *((number, nothing) for number in (7, 8, 9, 10)),
    ]


def test_parents_in_a_circle_or_nowhere(write: Write) -> None:
    """A parent that has not come is none; a record that names itself begins anew."""
    log = read(write, user("u1", "u1", "a"), user("u2", "u3", "b"), user("u3", "u2", "c"), user("u4", "lost", "d"))
    assert log.bad == []
    assert log.told("id", "causes") == [
        ("mill/u1", ()),
        ("mill/u2", ()),
        ("mill/u3", ("mill/u2",)),
        ("mill/u4", ()),
    ]


def test_a_chain_of_ten_thousand(write: Write) -> None:
    """Depth costs nothing but its length, and a summary of it joins its latest thousand."""
    chain = [user(f"u{n}", f"u{n - 1}", str(n), timestamp=None) for n in range(10_000)]
    log = read(write, *chain, {"type": "summary", "summary": "long", "leafUuid": "u9999"})
    assert log.bad == []
    assert len(log.units) == 10_001
    assert len(log.edges) == 1000
    assert {unit["task"] for unit in log.units} == {"mill"}


ONE_OF_EACH = [
    {"type": "summary", "summary": "s", "leafUuid": "a1"},
    says("a1", None, text("I look."), call("t1", "Task", prompt="Count.")),
    side(user("u2", None, "Count."), "f3"),
    user("u3", "a1", [answer("t1", [text("Three.")])], toolUseResult={"agentId": "f3"}),
    line("s4", "u3", "system", subtype="api_error", error={}),
    line("h5", "u3", "attachment", attachment={"type": "hook_error", "content": "x"}),
    user("u6", "u3", "So far", isCompactSummary=True),
]


def test_any_value_anywhere(write: Write) -> None:
    """Each value of a log, missing or another, leaves memories that can be remembered and sentences."""
    for n, path in enumerate(list(paths(ONE_OF_EACH))[1:]):
        odd = (ODD[n % len(ODD)], ODD[(n // 2) % len(ODD)])
        for log in (without(ONE_OF_EACH, path), *(changed(ONE_OF_EACH, path, value) for value in odd)):
            for unit in read(write, *log).units:
                drafted(unit)


@settings(max_examples=40, deadline=None)
@given(log=mutated(GROWING))
def test_any_log_is_read(tmp_path_factory: pytest.TempPathFactory, log: Any) -> None:
    """However a log is changed, it is read to its end."""
    path = tmp_path_factory.getbasetemp() / "mutated.jsonl"
    path.write_text("".join(json.dumps(one) + "\n" for one in (log if isinstance(log, list) else [log])), "utf-8")
    for unit in imported(ClaudeCode(), path).units:
        drafted(unit)


@pytest.mark.parametrize(
    ("first", "known"),
    [
        (TALK[0], True),
        (TALK[1], True),
        ({"type": "summary", "summary": "s", "leafUuid": "u"}, True),
        ({"type": "queue-operation", "operation": "enqueue", "sessionId": "s"}, True),
        ({"type": "session_meta", "payload": {}}, False),
        ({"role": "user", "content": "x"}, False),
        ({"type": 5, "sessionId": "s"}, False),
        ([TALK[1]], False),
        (None, False),
    ],
)
def test_what_is_recognised(first: Any, known: bool) -> None:
    """Lines of a session are known by their fields."""
    assert ClaudeCode().recognises(Head(Path("log.jsonl"), json.dumps(first), first)) is known
