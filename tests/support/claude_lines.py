"""Lines of a Claude Code session, made small: who says what, in which place of the tree, and a whole talk of them."""

from __future__ import annotations

from typing import Any

Line = dict[str, Any]

SESSION = "mill"


def line(uuid: str, parent: str | None, kind: str, **more: Any) -> Line:
    """Return a line of the session; the minute of its time is the number in its name."""
    minute = int("".join(filter(str.isdigit, uuid)) or 0)
    return {
        "type": kind,
        "uuid": uuid,
        "parentUuid": parent,
        "isSidechain": False,
        "sessionId": SESSION,
        "timestamp": f"2025-06-14T10:{minute:02}:00.000Z",
        "cwd": "/mill",
        "gitBranch": "main",
        "version": "2.0.1",
        **more,
    }


def user(uuid: str, parent: str | None, content: Any, **more: Any) -> Line:
    return line(uuid, parent, "user", message={"role": "user", "content": content}, **more)


def says(uuid: str, parent: str | None, *blocks: Any, **more: Any) -> Line:
    message = {"id": f"msg {uuid}", "role": "assistant", "model": "m-1", "content": list(blocks)}
    return line(uuid, parent, "assistant", message=message | more.pop("message", {}), **more)


def text(words: str) -> Line:
    return {"type": "text", "text": words}


def call(id: str, name: str = "Bash", **input: Any) -> Line:
    return {"type": "tool_use", "id": id, "name": name, "input": input}


def answer(id: str, words: Any, **more: Any) -> Line:
    return {"type": "tool_result", "tool_use_id": id, "content": words, **more}


def side(made: Line, agent: str | None = None) -> Line:
    return made | {"isSidechain": True} | ({} if agent is None else {"agentId": agent})


TALK = [
    {"type": "file-history-snapshot", "messageId": "u1", "snapshot": {}},
    user("u1", None, "Why does the wheel stand still?"),
    says("a2", "u1", {"type": "thinking", "thinking": "The sluice, perhaps.", "signature": "AAAA"}, text("I look.")),
    says(
        "a3", "a2", call("t1", command="ls"), message={"usage": {"input_tokens": 9, "output_tokens": 4, "service": {}}}
    ),
    user(
        "u4",
        "a3",
        [answer("t1", "sluice.log")],
        toolUseResult={"stdout": "sluice.log", "interrupted": False, "big": [1]},
    ),
    says("a5", "u4", call("t2", command="cat sluice.log")),
    user("u6", "a5", [answer("t2", "shut", is_error=True)]),
    says("a7", "u6", text("The sluice is shut.")),
    user("u8", "a7", "Open it."),
]

GROWING = [
    *TALK,
    {"type": "summary", "summary": "s", "leafUuid": "u10"},
    user("u10", "a7", "Leave it."),
    says("a11", "u10", call("t3", "Task", prompt="Count.")),
    side(user("u12", None, "Count.")),
    side(says("a13", "u12", text("Three."))),
    user("u14", "a11", [answer("t3", "Three.")]),
    user("u15", "u14", "So far", isCompactSummary=True),
]
