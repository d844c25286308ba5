"""One node of a ChatGPT conversation, read: who says what to whom. Pure.

Content has a type of its own for each of its makers (`text`, `code`, `execution_output`, `tether_quote`, ...), which
differ in where their words stand. A message to somebody other than `all` is a call of that tool.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from ..errors import MemoryInvalid
from .calls import as_text, call_of, first_set
from .content_blocks import kind_of, text_in
from .messages import ROLES, Message, time_of

WORDS = (
    "parts",
    "text",
    "result",
    "output_str",
    "content",
    "model_set_context",
    "user_profile",
    "user_instructions",
    "message",
)
"""Where content may keep its words, besides `title`, `url` and `name`, which say where they are from."""

ORIGINS = ("name", "title", "url")

QUIET = ("reasoning_recap", "system_message")
"""Types of content that only tell that something was done."""


@dataclass(frozen=True, slots=True)
class Node:
    """A node. parent: its name, None for a root. message: None for one that says nothing to a reader later.

    fact: it is what the model keeps of its user, and no part of the talk.
    """

    parent: str | None
    message: Message | None
    fact: bool = False


def node_of(value: Any, id: str) -> Node:
    """Return a node in its one form. Raises MemoryInvalid, with a sentence, where it cannot be understood."""
    if not isinstance(value, dict):
        raise MemoryInvalid("It is no object.")
    parent, given = parent_of(value), value.get("message")
    if given is None:
        return Node(parent, None)
    content = given.get("content") if isinstance(given, dict) else None
    if not isinstance(content, dict):
        raise MemoryInvalid("Its message has no content.")
    return Node(parent, _message(given, content, id), kind_of(content) == "model_editable_context")


def parent_of(value: Any) -> str | None:
    parent = value.get("parent") if isinstance(value, dict) else None
    return parent if isinstance(parent, str) else None


def _message(given: Mapping[str, Any], content: Mapping[str, Any], id: str) -> Message | None:
    author = given["author"] if isinstance(given.get("author"), dict) else {}
    metadata = given["metadata"] if isinstance(given.get("metadata"), dict) else {}
    role, name, kind = author.get("role"), author.get("name"), kind_of(content)
    if not isinstance(role, str) or role not in ROLES:
        raise MemoryInvalid(f"The role `{str(role)[:40]}` is not known.")
    if role == "system" or metadata.get("is_visually_hidden_from_conversation") is True or kind in QUIET:
        return None
    thinks = kind == "thoughts"
    message = Message(
        role,
        "" if thinks else _words(content, kind),
        time_of({"timestamp": given.get("create_time")}),
        name if isinstance(name, str) and name else None,
        thought=_thoughts(content) if thinks else "",
        failed=True if kind == "system_error" else None,
        meta={"model": metadata["model_slug"]} if isinstance(metadata.get("model_slug"), str) else {},
    )
    return _addressed(message, given.get("recipient"), id) if message.said or message.thought else None


def _addressed(message: Message, recipient: Any, id: str) -> Message:
    """Return a message, as a call where an agent sends it to a tool; the call is known by its node."""
    if message.role != "assistant" or not message.said or recipient in (None, "", "all"):
        return message
    return replace(message, said="", calls=(call_of(recipient, message.said, id),))


def _words(content: Mapping[str, Any], kind: str) -> str:
    """Return the words of content, after where they are from; as JSON where they stand in no place that is known."""
    origins = [content[key] for key in ORIGINS if isinstance(content.get(key), str) and content[key]]
    words = [text_in(content[key]) for key in WORDS if content.get(key) not in (None, "")]
    if not words and not any(key in content for key in WORDS):
        return f"{kind} {as_text({key: value for key, value in content.items() if key != 'content_type'})}"
    return "\n".join(filter(None, (*origins, *words)))


def _thoughts(content: Mapping[str, Any]) -> str:
    thoughts = content["thoughts"] if isinstance(content.get("thoughts"), list) else []
    told = [first_set(thought, ("content", "summary")) for thought in thoughts if isinstance(thought, dict)]
    return "\n".join(text for text in told if isinstance(text, str))
