"""What a span of a generative model says: OpenTelemetry's conventions in their versions, brought into one form.

Messages are looked for in this order, and the first place that has any counts:

    gen_ai.input.messages, gen_ai.output.messages       attributes since 1.37, of messages in parts; events too
    gen_ai.user.message, ..., gen_ai.choice             events up to 1.36, their body in attributes or as JSON
    gen_ai.prompt.0.content, gen_ai.completion.0.role   attributes of OpenLLMetry
    gen_ai.prompt, gen_ai.completion                    attributes, of attributes or events, of the first versions

A prompt holds the whole conversation each time. New in it is what comes after the last thing that the model said.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ..errors import MemoryInvalid
from .calls import first_set
from .messages import ROLES, Message, message_of
from .otlp import Attributes, Span

INPUT, OUTPUT = "gen_ai.input.messages", "gen_ai.output.messages"

EVENT = re.compile(r"gen_ai\.(system|user|assistant|tool)\.message")
CHOICE = "gen_ai.choice"

INDEXED = re.compile(r"gen_ai\.(prompt|completion)\.(\d{1,6})\.(?:tool_calls\.(\d{1,6})\.)?(\w+)")

ARGUMENTS = ("arguments", "input", "args")
ANSWERS = ("response", "result", "output", "content")

INSTRUCTIONS = ("system", "developer")


@dataclass(frozen=True, slots=True)
class Exchange:
    """What a model was newly told in one span, and what it answered. Instructions are left out."""

    told: tuple[Message, ...] = ()
    answered: tuple[Message, ...] = ()


def exchange_of(span: Span) -> Exchange:
    """Return what a span holds of messages; what in them cannot be understood is left out."""
    told, answered = next((both for both in _everywhere(span) if any(both)), ([], []))
    return Exchange(tuple(message for message in told if message.role not in INSTRUCTIONS), tuple(answered))


def parsed(value: Any) -> Any:
    """Return what a text of JSON holds, and any other value, or a text of something else, as it is."""
    if not isinstance(value, str) or value.lstrip()[:1] not in ("[", "{"):
        return value
    try:
        return json.loads(value)
    except (ValueError, RecursionError):
        return value


def _everywhere(span: Span) -> Iterator[tuple[list[Message], list[Message]]]:
    """Yield the messages, told and answered, of each place that may hold them."""
    yield _under(span, INPUT, "user"), _under(span, OUTPUT, "assistant")
    yield _of_events(span)
    yield _indexed(span.attributes, "prompt"), _indexed(span.attributes, "completion")
    yield _under(span, "gen_ai.prompt", "user"), _under(span, "gen_ai.completion", "assistant")


def _under(span: Span, key: str, role: str) -> list[Message]:
    """Return the messages that one attribute holds, of the span or of one of its events."""
    holders = (span.attributes, *(event.attributes for event in span.events))
    return next(filter(None, (_messages(holder.get(key), role) for holder in holders)), [])


def _of_events(span: Span) -> tuple[list[Message], list[Message]]:
    told: list[Any] = []
    answered: list[Any] = []
    for event in span.events:
        body = parsed(event.attributes.get("gen_ai.event.content", event.attributes))
        body = body if isinstance(body, dict) else {"content": body}
        if event.name == CHOICE:
            answered.append(_choice(body))
        elif role := EVENT.fullmatch(event.name):
            told.append({"role": role[1], **body})
    return _messages(told, "user"), _messages(answered, "assistant")


def _choice(body: Attributes) -> dict[str, Any]:
    """Return an answer; its message is an object, parts, or words, and its calls stand inside or beside it."""
    message = parsed(body.get("message", body.get("content")))
    beside = {"tool_calls": body["tool_calls"]} if "tool_calls" in body else {}
    return {**beside, **(message if isinstance(message, dict) else {"content": message})}


def _indexed(attributes: Attributes, which: str) -> list[Message]:
    """Return the messages whose fields are attributes with a number in their names."""
    messages: dict[int, dict[str, Any]] = {}
    calls: dict[int, dict[int, dict[str, Any]]] = {}
    for key, value in attributes.items():
        found = INDEXED.fullmatch(key)
        if found is None or found[1] != which:
            continue
        number = int(found[2])
        message = messages.setdefault(number, {})
        if found[3] is not None:
            message = calls.setdefault(number, {}).setdefault(int(found[3]), {})
        message[found[4]] = value
    whole = [messages[n] | {"tool_calls": [*calls.get(n, {}).values()]} for n in sorted(messages)]
    return _messages(whole, "user" if which == "prompt" else "assistant")


def _messages(value: Any, role: str) -> list[Message]:
    """Return messages from a list of them, one by itself, or plain words; `role` is that of those without one.

    Of a prompt only what is new: it would be read again and again.
    """
    given = parsed(value)
    listed = given if isinstance(given, list) else [given]
    found: list[Message] = []
    for one in () if given in (None, "") else _new(listed) if role == "user" else listed:
        try:
            found.append(message_of(_as_chat(one, role)))
        except MemoryInvalid:
            continue
    return found


def _new(prompt: list[Any]) -> list[Any]:
    """Return what comes after the last thing that the model said."""
    by_model = (i for i, one in enumerate(prompt) if isinstance(one, dict) and one.get("role") == "assistant")
    return prompt[max(by_model, default=-1) + 1 :]


def _as_chat(message: Any, role: str) -> dict[str, Any]:
    """Return a message in the form of a chat, its parts as blocks."""
    if not isinstance(message, dict):
        return {"role": role, "content": message}
    given = message.get("role")
    parts = parsed(message.get("parts", message.get("content")))
    calls = parsed(message.get("tool_calls"))
    answers = first_set(message, ("tool_call_id", "id")) if given == "tool" else None
    return {
        "role": given if isinstance(given, str) and given in ROLES else role,
        "content": [*map(_block, parts)] if isinstance(parts, list) else parts,
        "tool_calls": [*map(_called, calls)] if isinstance(calls, list) else None,
        "tool_call_id": answers if isinstance(answers, str) else None,
    }


def _block(part: Any) -> Any:
    """Return a part as the block that it is elsewhere. Bedrock's parts have no kind, and are named by their field."""
    if not isinstance(part, dict):
        return part
    inner = next((part[key] for key in ("toolUse", "toolResult") if isinstance(part.get(key), dict)), part)
    kind = "tool_call" if "toolUse" in part else "tool_call_response" if "toolResult" in part else part.get("type")
    id = first_set(inner, ("id", "toolUseId"))
    id = id.strip() if isinstance(id, str) else None
    if kind == "tool_call":
        return {"type": "function_call", "call_id": id, **_called(inner)}
    if kind == "tool_call_response":
        return {"type": "tool_result", "tool_use_id": id, "content": first_set(inner, ANSWERS)}
    if kind in ("text", "reasoning") and "text" not in part:
        return {"type": kind, "text": part.get("content")}
    return {"type": part["modality"]} if isinstance(part.get("modality"), str) else part


def _called(call: Any) -> Any:
    """Return a call with its name and arguments where a chat has them."""
    if not isinstance(call, dict) or "function" in call:
        return call
    return {"id": call.get("id"), "name": call.get("name"), "arguments": first_set(call, ARGUMENTS, {})}
