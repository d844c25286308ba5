"""One message of an OpenAI-style chat, read: whatever dialect it came in, one frozen form goes on.

Dialects differ in where a call keeps its name and arguments, in how content is cut into parts, and in how a time is
written. Beside what the format says, a message may carry a time, and, where an agent keeps account of its reasons,
`caused_by` and `supersedes`: ids of memories.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeGuard

from ..engine.times import to_micros
from ..errors import MemoryInvalid
from .reading import text_of

ROLES = frozenset({"system", "developer", "user", "assistant", "tool", "function"})

TIMES = ("timestamp", "created_at", "created", "at", "time")
"""Where a message may keep its time; the first that is set counts."""

SCALES = ((1e11, 1_000_000, 1), (1e14, 1_000, 1), (1e17, 1, 1), (1e20, 1, 1_000))
"""How a number since 1970 becomes microseconds: the bound below which it lies tells its unit, the ratio converts it.

Seconds, milliseconds, microseconds and nanoseconds do not meet between the years 1973 and 5138.
"""


MEDIA = ("image_url", "input_image", "image", "input_audio", "audio", "input_file", "file")
"""Parts of content that are no words: of them only the kind is kept."""


@dataclass(frozen=True, slots=True)
class Call:
    """A tool call. `id` is None where the log gives none; `action` is `name({"argument": value, ...})`."""

    id: str | None
    name: str
    action: str


@dataclass(frozen=True, slots=True)
class Message:
    """What one message says.

    at: microseconds since 1970. name: the speaker's, or the tool's. answers: the id of the call it is the result of.
    """

    role: str
    said: str
    at: int | None
    name: str | None
    calls: tuple[Call, ...]
    answers: str | None
    causes: tuple[str, ...]
    supersedes: tuple[str, ...]


def is_message(value: Any) -> TypeGuard[Mapping[str, Any]]:
    """Say whether a value is meant as a message. Whether its role is known is for `message_of` to say."""
    return isinstance(value, dict) and isinstance(value.get("role"), str)


def message_of(value: Any) -> Message:
    """Return a message in its one form. Raises MemoryInvalid, with a sentence, where it cannot be understood."""
    if not is_message(value):
        raise MemoryInvalid("A message has no role.")
    if value["role"] not in ROLES:
        raise MemoryInvalid(f"The role `{value['role'][:40]}` is not known.")
    return Message(
        role=value["role"],
        said=_content(value.get("content")),
        at=_time(value),
        name=_string(value.get("name")),
        calls=_calls(value) if value["role"] == "assistant" else (),
        answers=_string(value.get("tool_call_id")),
        causes=_ids(value, "caused_by"),
        supersedes=_ids(value, "supersedes"),
    )


def _content(content: Any) -> str:
    """Return the text of a message's content, which is a string, null, a list of typed parts, or plain JSON."""
    return "\n".join(map(_part, content)) if isinstance(content, list) else text_of(content)


def _part(part: Any) -> str:
    if not isinstance(part, dict):
        return text_of(part)
    text = part.get("text", part.get("refusal"))
    if isinstance(text, str):
        return text
    return f"[{part['type']}]" if part.get("type") in MEDIA else text_of(part)


def _time(message: Mapping[str, Any]) -> int | None:
    value = next((message[key] for key in TIMES if message.get(key) not in (None, "")), None)
    if value is None:
        return None
    return _since_1970(value) if isinstance(value, int | float) and not isinstance(value, bool) else to_micros(value)


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
    name = inner.get("name") if isinstance(inner, dict) else None
    if not isinstance(name, str) or not name:
        raise MemoryInvalid("A tool call has no name.")
    arguments = next((inner[key] for key in ("arguments", "input", "args") if inner.get(key) not in (None, "")), {})
    return Call(_string(outer.get("id")), name, f"{name}({_canonical(arguments)})")


def _canonical(arguments: Any) -> str:
    """Return arguments in one form where they are JSON, so that equal calls are equal texts; else as they came."""
    try:
        value = json.loads(arguments) if isinstance(arguments, str) else arguments
        return json.dumps(value, ensure_ascii=False, sort_keys=True)
    except (ValueError, RecursionError):
        return str(arguments)


def _ids(message: Mapping[str, Any], key: str) -> tuple[str, ...]:
    """Return the ids under a key: a list of them, or one by itself."""
    given = message.get(key) or []
    ids = given if isinstance(given, list) else [given]
    if not all(isinstance(id, str | int) and not isinstance(id, bool) and id != "" for id in ids):
        raise MemoryInvalid(f"`{key}` is no list of ids.")
    return tuple(str(id) for id in ids)


def _string(value: Any) -> str | None:
    return None if value is None or value == "" else text_of(value)
