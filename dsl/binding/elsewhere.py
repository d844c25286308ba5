"""Habits from elsewhere: how other stores call a property, and what is no property here though it looks like one."""

from __future__ import annotations

from .types import Type, family

_CALLED = {
    **dict.fromkeys(("content", "body", "message", "memory"), "text"),
    **dict.fromkeys(("timestamp", "time", "date", "created", "created_at", "createdat", "datetime", "when"), "at"),
    **dict.fromkeys(("kind", "category"), "type"),
    **dict.fromkeys(("session", "session_id", "task_id", "thread", "thread_id", "conversation"), "task"),
    **dict.fromkeys(("author", "user", "user_id", "role", "agent_id"), "agent"),
    **dict.fromkeys(("key", "uuid", "memory_id"), "id"),
    **dict.fromkeys(("metadata", "properties", "data"), "meta"),
}


def called_here(key: str) -> str | None:
    """Return what a memory's property is called here, by its name in other stores of memories."""
    return _CALLED.get(key.lower())


def instead_of_property(subject: str, key: str, kind: Type) -> str | None:
    """Return what to write in place of `subject.key`, where the subject has no properties; None where nothing is near.

    subject: as it is written. kind: its type.
    """
    if key in ("length", "size") and family(kind) in ("string", "list"):
        return f"Write `size({subject})`."
    if family(kind) == "list":
        return f"Of each of its items: `[x IN {subject} | x.{key}]`."
    if kind == "PATH":
        nodes = f"[x IN nodes({subject}) | x.{key}]"
        return f"Write `length({subject})`." if key in ("length", "size") else f"Of each of its nodes: `{nodes}`."
    return None
