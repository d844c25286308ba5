"""One line of a Claude Code session, read: what kind of line it is, where it stands, and what it says. Pure.

The format is nowhere promised and gains kinds of lines with every release. So a line is known by what it holds: one
that says nothing to a reader later (a snapshot of files, a queue, progress) is `nothing` and no fault, and its place in
the tree is all that counts of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal, TypeAlias

from ..errors import MemoryInvalid
from .calls import as_text, first_set
from .content_blocks import text_in
from .messages import Message, message_of, time_of

Kind: TypeAlias = Literal["message", "compaction", "event", "summary", "nothing"]

SHORT = 200
"""Characters of a text that is kept beside a memory. A longer one is what a tool printed, and stands in the memory."""

ABOUT = {"cwd": "cwd", "gitBranch": "git_branch", "version": "version"}
"""What a line says of its surroundings, and what that is called in `meta`."""

USAGE = ("input_tokens", "output_tokens", "cache_read_input_tokens")

SPAWNING = ("Task", "Agent")
"""Tools that set a subagent to work, with its `prompt`."""

QUIET = ("compact_boundary", "microcompact_boundary", "turn_duration", "stop_hook_summary")
"""System lines that mark a place and tell nothing; of `stop_hook_summary` its errors are told."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line.

    id, parent: of records, as the log names them; a compaction's parent is the record that it comes after, and a
    summary's the last that it sums up. session: the log's name for the task. agent: the subagent's, None for the main
    one. side: it is of a subagent, perhaps one without a name. spawned: the subagent that a result came from.
    prompts: for each call that sets a subagent to work, by the call's id, what that is told.
    """

    kind: Kind
    id: str | None
    parent: str | None
    session: str | None
    agent: str | None
    side: bool
    message: Message
    spawned: str | None = None
    prompts: Mapping[str, str] = field(default_factory=dict[str, str])


def line_of(value: Any) -> Line:
    """Return a line in its one form. Raises MemoryInvalid, with a sentence, for what is none."""
    if not isinstance(value, dict) or not isinstance(value.get("type"), str):
        raise MemoryInvalid("This is no record of a session: it has no `type`.")
    kind, message = _content(value)
    parent = value.get("leafUuid") if kind == "summary" else first_set(value, ("parentUuid", "logicalParentUuid"))
    agent, side = name(value.get("agentId")), value.get("isSidechain") is True
    return Line(
        kind,
        name(value.get("uuid")),
        name(parent),
        name(value.get("sessionId")),
        agent if side else None,
        side,
        _signed(message, agent or "subagent") if side else message,
        name(_outcome(value).get("agentId")) if message.results else None,
        dict(_prompts(value)) if message.calls else {},
    )


def name(value: Any) -> str | None:
    """Return a value where it can name something, else None."""
    return value if isinstance(value, str) and value else None


def _content(value: Mapping[str, Any]) -> tuple[Kind, Message]:
    nothing = Message("system", "")
    match value["type"]:
        case "user" | "assistant" if value.get("isMeta") is True:
            return "nothing", nothing
        case "user" | "assistant":
            message = _message(value)
            says = message.said or message.thought or message.calls or message.results
            return (
                "compaction" if value.get("isCompactSummary") is True else "message"
            ) if says else "nothing", message
        case "summary":
            return "summary", _summary(value)
        case "attachment" if isinstance(value.get("attachment"), dict):
            return _attachment(value, value["attachment"])
        case "system" if value.get("isMeta") is not True:
            said = _told(value)
            failed = value.get("level") == "error" or "error" in value or value.get("subtype") == "stop_hook_summary"
            event = Message("system", said, time_of(value), name(value.get("subtype")) or "system", failed=failed)
            return ("event", event) if said else ("nothing", nothing)
        case _:
            return "nothing", nothing


def _message(value: Mapping[str, Any]) -> Message:
    given = value.get("message")
    if not isinstance(given, dict) or given.get("content") is None:
        raise MemoryInvalid("The message has no content.")
    message = message_of({**given, "role": value["type"], "timestamp": value.get("timestamp"), "name": None})
    return replace(
        message,
        failed=True if value.get("isApiErrorMessage") is True else None,
        turn=name(given.get("id")) if message.role == "assistant" else None,
        meta=_about(value, given, message),
    )


def _about(value: Mapping[str, Any], given: Mapping[str, Any], message: Message) -> dict[str, Any]:
    """Return what is kept beside a memory: where it was done, by which model, at what cost, and how it ended."""
    about = {key: value[known] for known, key in ABOUT.items() if name(value.get(known))}
    if message.role == "assistant":
        usage = given.get("usage")
        tokens = {key: usage[key] for key in USAGE if _is_small(usage.get(key))} if isinstance(usage, dict) else {}
        about |= {"model": given["model"]} if name(given.get("model")) else {}
        about |= {"usage": tokens} if tokens else {}
    outcome = {key: item for key, item in _outcome(value).items() if _is_small(item)} if message.results else {}
    return about | ({"result": outcome} if outcome else {})


def _outcome(value: Mapping[str, Any]) -> Mapping[str, Any]:
    outcome = value.get("toolUseResult")
    return outcome if isinstance(outcome, dict) else {}


def _is_small(value: Any) -> bool:
    return (isinstance(value, str) and 0 < len(value) <= SHORT) or (isinstance(value, int) and abs(value) < 2**53)


def _summary(value: Mapping[str, Any]) -> Message:
    if name(value.get("summary")) is None:
        raise MemoryInvalid("The summary has no text.")
    return Message("system", value["summary"], time_of(value))


def _attachment(value: Mapping[str, Any], given: Mapping[str, Any]) -> tuple[Kind, Message]:
    """Return what was put into the talk beside messages: what the user said meanwhile, and what hooks printed."""
    kind = name(given.get("type")) or ""
    if kind == "queued_command" and given.get("prompt"):
        said = message_of({"role": "user", "content": given["prompt"], "timestamp": value.get("timestamp")})
        return "message", replace(said, meta=_about(value, {}, said))
    said = first_set(given, ("content", "blockingError", "stderr", "stdout")) if kind.startswith("hook_") else None
    said = text_in(said) if said else ""
    return "event" if said else "nothing", Message("system", said, time_of(value), kind, failed="error" in kind)


def _told(value: Mapping[str, Any]) -> str:
    """Return what a system line tells."""
    if value.get("subtype") in QUIET:
        return text_in(value["hookErrors"]) if value.get("hookErrors") else ""
    content = value.get("content")
    return content if isinstance(content, str) and content else as_text(first_set(value, ("error",)))


def _signed(message: Message, agent: str) -> Message:
    """Return a message of a subagent's talk, in which the one who asks is the agent that set it to work."""
    speaker = {"assistant": agent, "user": "assistant"}.get(message.role)
    return message if speaker is None else replace(message, name=speaker)


def _prompts(value: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    content = value["message"]["content"]
    for block in content if isinstance(content, list) else [content]:
        if isinstance(block, dict) and block.get("name") in SPAWNING and isinstance(block.get("input"), dict):
            id, prompt = name(block.get("id")), name(block["input"].get("prompt"))
            if id is not None and prompt is not None:
                yield id, prompt
