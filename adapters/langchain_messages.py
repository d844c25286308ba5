"""One message of LangChain, in each of the ways in which it is written, read as one of a chat.

    {"lc": 1, "type": "constructor", "id": ["langchain", ..., "AIMessage"], "kwargs": {...}}     dumpd, dumps
    {"type": "ai", "data": {"content": ..., ...}}                                                messages_to_dict
    {"type": "ai", "content": ..., "tool_calls": [{"name": ..., "args": {...}, "id": ...}]}      model_dump, LangGraph

Content may hold the calls too, as blocks of the model's own interface; where the message lists them, the list counts.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ..errors import MemoryInvalid
from .calls import first_set
from .content_blocks import is_call, kind_of
from .messages import TIMES, Message, message_of, time_of

ROLES = {
    "human": "user",
    "user": "user",
    "ai": "assistant",
    "assistant": "assistant",
    "system": "system",
    "developer": "developer",
    "tool": "tool",
    "function": "function",
    "chat": "user",
    "generic": "user",
    "remove": "system",
}
"""What LangChain calls a side, and what it is in a chat. `remove` takes a message back, and says nothing itself."""

CLASS = re.compile(r"(\w+?)Message(?:Chunk)?")
"""The name of a class of messages: `AIMessage`, `HumanMessageChunk`."""

PARTIAL = ("tool_use", "input_json_delta")
"""Blocks of calls beside those that are calls everywhere; pieces of one, as a stream leaves them, among them."""


def is_message(value: Any) -> bool:
    """Say whether a value is a message of LangChain, in any of its ways. A chat's own, with roles, are none."""
    return _kind_and_fields(value) is not None


def message_from(value: Any, name: str | None = None) -> Message:
    """Return a message as one of a chat. name: what its memory is called, None for its place in the conversation.

    Raises MemoryInvalid, with a sentence, where it cannot be understood.
    """
    found = _kind_and_fields(value)
    if found is None:
        raise MemoryInvalid("This is no message of LangChain.")
    kind, fields = found
    role = ROLES[kind]
    if kind in ("chat", "generic"):
        role = ROLES.get(str(fields.get("role")), role)
    calls = _calls(fields)
    chat = {
        "role": role,
        "content": _without_calls(fields.get("content")) if calls else fields.get("content"),
        "name": fields.get("name"),
        "tool_calls": calls,
        "tool_call_id": fields.get("tool_call_id"),
    }
    failed = True if fields.get("status") == "error" else None
    return replace(message_of(chat), at=_time(fields), failed=failed, id=name)


def id_of(value: Any) -> str | None:
    """Return the id that a message has of its own, or None."""
    found = _kind_and_fields(value)
    id = None if found is None else found[1].get("id")
    return id if isinstance(id, str) and id else None


def _kind_and_fields(value: Any) -> tuple[str, Mapping[str, Any]] | None:
    """Return which side a message is of, in small letters, and its fields; None for what is no message."""
    if not isinstance(value, dict):
        return None
    kind, fields, constructed = value.get("type"), value, "lc" in value
    if constructed:
        path = value.get("id")
        kind, fields = (path[-1] if isinstance(path, list) and path else None), value.get("kwargs")
    elif isinstance(value.get("data"), dict):
        fields = value["data"]
    if not isinstance(kind, str) or not isinstance(fields, dict):
        return None
    of_class = CLASS.fullmatch(kind)
    kind = (of_class[1] if of_class else kind).lower()
    return (kind, fields) if kind in ROLES and ("content" in fields or constructed or kind == "remove") else None


def _calls(fields: Mapping[str, Any]) -> list[Any]:
    """Return the calls of a message: those that were understood and those that were not; else as the model wrote."""
    known = [call for key in ("tool_calls", "invalid_tool_calls") for call in _list(fields.get(key))]
    extra = fields.get("additional_kwargs")
    extra = extra if isinstance(extra, dict) else {}
    written = _list(extra.get("tool_calls")) or ([extra["function_call"]] if extra.get("function_call") else [])
    return known or written


def _without_calls(content: Any) -> Any:
    kinds = ((block, kind_of(block)) for block in _list(content))
    return [block for block, kind in kinds if kind not in PARTIAL and not is_call(kind)] if _list(content) else content


def _time(fields: Mapping[str, Any]) -> int | None:
    """Return the time that a model or a program noted beside a message; None for none, and for what is no time."""
    for key in ("additional_kwargs", "response_metadata"):
        held = fields.get(key)
        value = first_set(held, TIMES) if isinstance(held, dict) else None
        try:
            if value is not None:
                return time_of({TIMES[0]: value})
        except MemoryInvalid:
            continue
    return None


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []
