"""Where a conversation stands, and the memories that its next message makes.

One memory for each tool call with its result, and one for each message of a side. Steps are numbered in the order in
which memories become whole, so a step depends on nothing that comes later: a log that grew gives its old memories their
old ids.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from .messages import Call, Message
from .outcome import types_of

Fields = dict[str, Any]
"""Keyword arguments of `remember`."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A call, with the message that made it."""

    call: Call
    message: Message


@dataclass(slots=True)
class Clock:
    """The time of a log's latest memory, in microseconds. What has no time of its own happened a microsecond later."""

    now: int

    def at(self, given: int | None) -> int:
        self.now = self.now + 1 if given is None else given
        return self.now


@dataclass(slots=True)
class Conversation:
    """The state of one conversation.

    source: the name of its file. clock: goes on from conversation to conversation. step: the next one.
    waiting: calls whose result has not come. answered: for each call that is a memory, the memory's id.
    """

    task: str
    source: str
    clock: Clock
    step: int = 0
    waiting: list[Asked] = field(default_factory=list[Asked])
    answered: dict[str, str] = field(default_factory=dict[str, str])

    def take(self, message: Message) -> Iterator[Fields]:
        """Yield the memories that a message makes whole. System messages are instructions, and make none."""
        match message.role:
            case "tool" | "function":
                yield self._result(message)
            case "assistant" if message.calls:
                self.waiting.extend(Asked(call, message) for call in message.calls)
            case "user" | "assistant":
                yield from self.unanswered()
                yield self._memory(message.at, **_spoken(message))
            case _:
                pass

    def unanswered(self) -> Iterator[Fields]:
        """Yield the calls whose result has not come, and wait for them no longer."""
        for asked in self.waiting:
            fields = self._memory(asked.message.at, **_done(asked, None))
            self._remember_answer(asked.call.id, fields)
            yield fields
        self.waiting.clear()

    def _result(self, message: Message) -> Fields:
        """Return a call with its result. What comes for a call that has its result was caused by that call."""
        asked = self._asked_for(message)
        if asked is None:
            earlier = self.answered.get(message.answers or "")
            causes = (*message.causes, *((earlier,) if earlier is not None else ()))
            return self._memory(message.at, **_unasked(message), causes=causes)
        self.waiting.remove(asked)
        at = message.at if message.at is not None else asked.message.at
        fields = self._memory(at, **_done(asked, message))
        self._remember_answer(asked.call.id, fields)
        return fields

    def _asked_for(self, message: Message) -> Asked | None:
        """Return the call that a result belongs to: by its id; without ids, the first of that tool."""
        by_id = [a for a in self.waiting if a.call.id is not None and a.call.id == message.answers]
        without = [a for a in self.waiting if a.call.id is None or message.answers is None]
        by_tool = [a for a in without if message.name in (None, a.call.name)]
        return next(iter(by_id + by_tool), None)

    def _remember_answer(self, call: str | None, fields: Fields) -> None:
        if call is not None:
            self.answered[call] = fields["id"]

    def _memory(self, at: int | None, **fields: Any) -> Fields:
        step, self.step = self.step, self.step + 1
        return {
            "id": f"{self.task}/{step}",
            "task": self.task,
            "step": step,
            "at": self.clock.at(at),
            "source": self.source,
            **fields,
        }


def _spoken(message: Message) -> Fields:
    """Return the fields of what one side said."""
    action, kind = ("user message", "user_message") if message.role == "user" else ("say", "say")
    return {
        "action": action,
        "action_type": kind,
        "observation": message.said,
        "type": "message",
        "agent": message.name or message.role,
        "causes": message.causes,
        "supersedes": message.supersedes,
    }


def _done(asked: Asked, result: Message | None) -> Fields:
    """Return the fields of a call. What the agent said beside it is searched with it: it says why."""
    said, observation = asked.message.said, None if result is None else result.said
    given = (asked.message,) if result is None else (asked.message, result)
    fields: Fields = {
        "action": asked.call.action,
        "action_type": asked.call.name,
        "observation": observation,
        "type": types_of(observation),
        "agent": asked.message.name or asked.message.role,
        "causes": tuple(id for message in given for id in message.causes),
        "supersedes": tuple(id for message in given for id in message.supersedes),
    }
    return fields | (_aloud(said, asked.call.action, observation) if said else {})


def _aloud(said: str, action: str, observation: str | None) -> Fields:
    return {"text": "\n".join(filter(None, (said, action, observation))), "meta": {"said": said}}


def _unasked(message: Message) -> Fields:
    """Return the fields of a result without a call, but for its causes."""
    tool = message.name or "tool"
    return {
        "action": f"{tool} result",
        "action_type": tool,
        "observation": message.said,
        "type": types_of(message.said),
        "supersedes": message.supersedes,
    }
