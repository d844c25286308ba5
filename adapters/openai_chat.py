"""OpenAI-style chat, with tool calls: JSON or JSONL, one conversation or many, tau-bench's shape included.

    [{"task_id": 0, "trial": 0, "traj": [message, ...]}, ...]      conversations with a task and a trial
    [{"messages": [message, ...]}, ...]                            conversations; lines of them too
    [[message, ...], ...]                                          conversations
    [message, ...]                                                 one conversation; lines of messages too

A conversation is called `task-trial`, else by its id, else by the file; two of one name are told apart by the store.

Lines of messages may be a log that is still written. So a call at their end is reported and left out until its result
is there; everywhere else a call without a result is a memory without an observation.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..errors import MemoryInvalid
from .conversation import Clock, Conversation
from .messages import ROLES, is_message, message_of
from .protocol import Bad, Head, Item, Source, Unit
from .reading import Record, records, text_of

NAMES = ("task_id", "conversation_id", "session_id", "thread_id", "id")
"""Where a conversation may keep its name; the first that is set counts."""


class OpenAIChat:
    """Importer `chat`."""

    name = "chat"
    doc = "OpenAI-style chat with tool calls, tau-bench trajectories included"
    appended = True

    def recognises(self, head: Head) -> bool:
        messages = [head.first] if is_message(head.first) else _messages(head.first)
        return messages is not None and all(is_message(m) and m["role"] in ROLES for m in messages[:3])

    def read(self, source: Source) -> Iterator[Item]:
        """Yield what the file holds. Messages that stand by themselves form one conversation, called as the file."""
        clock = Clock(source.started)
        loose, last = Conversation(source.name, source.path.name, clock), None
        for record in records(source):
            if isinstance(record, Bad):
                yield record
            elif is_message(record.value):
                yield from _items(loose, [record.value], record)
                last = record
            else:
                yield from _whole(record, source, clock)
        if last is not None:
            yield from _end(loose, last)


def _whole(record: Record, source: Source, clock: Clock) -> Iterator[Item]:
    """Yield what a record that is a conversation holds."""
    messages = _messages(record.value)
    if messages is None:
        yield Bad(record.number, "This is neither a message nor a conversation.", record.position)
        return
    conversation = Conversation(_name(record, source), source.path.name, clock)
    yield from _items(conversation, messages, record)
    yield from _units(conversation.unanswered(), record)


def _items(conversation: Conversation, messages: list[Any], record: Record) -> Iterator[Item]:
    for index, message in enumerate(messages):
        try:
            yield from _units(conversation.take(message_of(message)), record)
        except MemoryInvalid as error:
            place = "" if message is record.value else f"Message {index} of {conversation.task}: "
            yield Bad(record.number, f"{place}{error.message}", record.position)


def _end(conversation: Conversation, last: Record) -> Iterator[Item]:
    """Yield the calls without a result at the end of loose messages, or say that they wait."""
    if not last.line:
        yield from _units(conversation.unanswered(), last)
    for asked in conversation.waiting:
        reason = f"The call of `{asked.call.name}` has no result yet; it is imported when the log holds one."
        yield Bad(last.number, reason, last.position)


def _units(memories: Iterator[dict[str, Any]], record: Record) -> Iterator[Unit]:
    for fields in memories:
        yield Unit(fields, record.number, record.position)


def _messages(value: Any) -> list[Any] | None:
    """Return the messages of a conversation, or None for what is none."""
    messages = value.get("traj", value.get("messages")) if isinstance(value, dict) else value
    return messages if isinstance(messages, list) else None


def _name(record: Record, source: Source) -> str:
    value = record.value if isinstance(record.value, dict) else {}
    name = next((text_of(value[key]) for key in NAMES if value.get(key) not in (None, "")), None)
    if name is None:
        return source.name if record.number == 1 else f"{source.name}-{record.number}"
    return name if value.get("trial") is None else f"{name}-{text_of(value['trial'])}"
