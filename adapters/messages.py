"""One message of a chat, read: whatever dialect it came in, one frozen form goes on.

Dialects differ in where a call keeps its name and arguments, in how content is cut into parts (`content_blocks`), and
in how a time is written. Beside what the format says, a message may carry a time, and, where an agent keeps account of
its reasons, `caused_by` and `supersedes`: ids of memories.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeGuard

from ..engine.values.times import to_micros
from ..errors import MemoryInvalid
from .calls import Call, call_of, first_set, string
from .content_blocks import Result, content_of, is_item, is_result, kind_of

__all__ = ["Call", "Message", "Result", "is_message", "message_of", "time_of"]

ROLES = frozenset({"system", "developer", "user", "assistant", "tool", "function"})

TIMES = ("timestamp", "created_at", "created", "at", "time")
"""Where a message may keep its time; the first that is set counts."""

SCALES = ((1e11, 1_000_000, 1), (1e14, 1_000, 1), (1e17, 1, 1), (1e20, 1, 1_000))
"""How a number since 1970 becomes microseconds: the bound below which it lies tells its unit, the ratio converts it.

Seconds, milliseconds, microseconds and nanoseconds do not meet between the years 1973 and 5138.
"""


@dataclass(frozen=True, slots=True)
class Message:
    """What one message says.

    at: microseconds since 1970. name: the speaker's, or the tool's. answers: the id of the call it is the result of.
    causes, supersedes: ids of memories.

    results: those of calls that it holds beside what it says. thought: what its speaker thought and did not say.
    failed: what the log itself says of the result that it is, None for nothing.
    id: what its memory is called, where the log knows that; else the conversation finds a name.
    turn: which answer of the model it is a piece of, where a log cuts them. follows: the memory before it in the log.
    meta: JSON, kept with its memories.
    """

    role: str
    said: str
    at: int | None = None
    name: str | None = None
    calls: tuple[Call, ...] = ()
    answers: str | None = None
    causes: tuple[str, ...] = ()
    supersedes: tuple[str, ...] = ()
    results: tuple[Result, ...] = ()
    thought: str = ""
    failed: bool | None = None
    id: str | None = None
    turn: str | None = None
    follows: str | None = None
    meta: Mapping[str, Any] = field(default_factory=dict[str, Any])


def is_message(value: Any) -> TypeGuard[Mapping[str, Any]]:
    """Say whether a value is meant as a message. Whether its role is known is for `message_of` to say."""
    return isinstance(value, dict) and isinstance(value.get("role"), str)


def message_of(value: Any) -> Message:
    """Return a message in its one form. Raises MemoryInvalid, with a sentence, where it cannot be understood.

    An item of the Responses API, as a call or its output, is a message without a role.
    """
    if not is_message(value):
        if isinstance(value, dict) and is_item(value):
            return _message(value, "tool" if is_result(kind_of(value)) else "assistant", value)
        raise MemoryInvalid("A message has no role.")
    if value["role"] not in ROLES:
        raise MemoryInvalid(f"The role `{value['role'][:40]}` is not known.")
    return _message(value, value["role"], value.get("content"))


def time_of(message: Mapping[str, Any]) -> int | None:
    """Return the time that a record has, under any of its usual names, in microseconds since 1970; None for none.

    Raises MemoryInvalid for what is no time.
    """
    value = first_set(message, TIMES)
    return _since_1970(value) if isinstance(value, int | float) and not isinstance(value, bool) else _told(value)


def _message(value: Mapping[str, Any], role: str, content: Any) -> Message:
    by_agent = role == "assistant"
    parts = content_of(content, by_agent=by_agent)
    aside = value.get("reasoning_content")
    return Message(
        role=role,
        said=parts.said,
        at=time_of(value),
        name=string(value.get("name")) if is_message(value) else None,
        calls=(*parts.calls, *_calls(value)) if by_agent else (),
        answers=string(value.get("tool_call_id")),
        causes=_ids(value, "caused_by"),
        supersedes=_ids(value, "supersedes"),
        results=parts.results,
        thought=parts.thought or (aside if isinstance(aside, str) else ""),
    )


def _told(value: Any) -> int | None:
    return None if value is None else to_micros(value)


def _since_1970(number: float) -> int:
    for bound, times, parts in SCALES:
        if abs(number) < bound:
            return to_micros(round(number * times / parts))
    raise MemoryInvalid(f"{str(number)[:40]} is no time since 1970.")


def _calls(message: Mapping[str, Any]) -> tuple[Call, ...]:
    legacy = message.get("function_call")
    calls = message.get("tool_calls") or ([legacy] if legacy else [])
    if not isinstance(calls, list):
        raise MemoryInvalid("`tool_calls` is no list.")
    return tuple(_call(call) for call in calls)


def _call(call: Any) -> Call:
    outer = call if isinstance(call, dict) else {}
    inner = outer.get("function") or outer.get("custom") or outer
    if not isinstance(inner, dict):
        raise MemoryInvalid("A tool call has no name.")
    return call_of(inner.get("name"), first_set(inner, ("arguments", "input", "args"), {}), outer.get("id"))


def _ids(message: Mapping[str, Any], key: str) -> tuple[str, ...]:
    """Return the ids under a key: a list of them, or one by itself."""
    given = message.get(key) or []
    ids = given if isinstance(given, list) else [given]
    if not all(isinstance(id, str | int) and not isinstance(id, bool) and id != "" for id in ids):
        raise MemoryInvalid(f"`{key}` is no list of ids.")
    return tuple(str(id) for id in ids)
