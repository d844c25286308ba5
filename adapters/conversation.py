"""Where a conversation stands, and the memories that its next message makes.

One memory for each tool call with its result, and one for each message of a side. Steps are numbered in the order in
which memories become whole, so a step depends on nothing that comes later: a log that grew gives its old memories their
old ids. A memory whose message has an id of its own is called by that.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from .content_blocks import Result
from .messages import Call, Message
from .outcome import types_of

Fields = dict[str, Any]
"""Keyword arguments of `remember`."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A call, with the message that made it. `id` is what its memory will be called, None for its place."""

    call: Call
    message: Message
    id: str | None = None


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
    thought: what the agent thought by itself, for what it does next.
    """

    task: str
    source: str
    clock: Clock
    step: int = 0
    waiting: list[Asked] = field(default_factory=list[Asked])
    answered: dict[str, str] = field(default_factory=dict[str, str])
    thought: str = ""

    def take(self, message: Message) -> Iterator[Fields]:
        """Yield the memories that a message makes whole. System messages are instructions, and make none."""
        match message.role:
            case "tool" | "function":
                yield from self._results(message)
                if message.said or not message.results:
                    yield self._result(message)
            case "user":
                self.thought = ""
                yield from self._turn(message)
            case "assistant":
                yield from self._turn(self._thoughtful(message))
            case _:
                pass

    def unanswered(self, but: str | None = None) -> Iterator[Fields]:
        """Yield the calls whose result has not come, and wait for them no longer; `but` those of a turn that goes
        on.
        """
        left = [asked for asked in self.waiting if but is None or asked.message.turn != but]
        self.waiting = [asked for asked in self.waiting if but is not None and asked.message.turn == but]
        for asked in left:
            fields = self.memory(asked.message.at, asked.id, **_done(asked, None))
            self._remember_answer(asked.call.id, fields)
            yield fields

    def memory(self, at: int | None, id: str | None = None, **fields: Any) -> Fields:
        """Return a memory that comes next."""
        step, self.step = self.step, self.step + 1
        return {
            "id": f"{self.task}/{step}" if id is None else id,
            "task": self.task,
            "step": step,
            "at": self.clock.at(at),
            "source": self.source,
            **fields,
        }

    def _thoughtful(self, message: Message) -> Message:
        """Return a message with what was thought before it. One that only thinks is thought before the next."""
        thought = "\n".join(filter(None, (self.thought, message.thought)))
        silent = not (message.said or message.calls or message.results)
        self.thought = thought if silent else ""
        return replace(message, thought=thought)

    def _turn(self, message: Message) -> Iterator[Fields]:
        """Yield what a turn of one side makes whole. Who speaks, or answers anew, waits for no result."""
        if message.calls and message.turn is not None:
            yield from self.unanswered(but=message.turn)
        self.waiting.extend(Asked(call, message, _part(message.id, n)) for n, call in enumerate(message.calls))
        yield from self._results(message)
        if message.calls or (not message.said and (message.results or message.thought)):
            return
        yield from self.unanswered(but=message.turn)
        yield self.memory(message.at, message.id, **_spoken(message))

    def _results(self, message: Message) -> Iterator[Fields]:
        """Yield the memories of the results that stand in a message."""
        for n, result in enumerate(message.results, start=len(message.calls) + 1):
            yield self._result(_alone(message, result, n))

    def _result(self, message: Message) -> Fields:
        """Return a call with its result. What comes for a call that has its result was caused by that call."""
        asked = self._asked_for(message)
        if asked is None:
            earlier = self.answered.get(message.answers or "")
            causes = (*_causes(message), *((earlier,) if earlier is not None else ()))
            return self.memory(message.at, message.id, **_unasked(message), causes=causes)
        self.waiting.remove(asked)
        at = message.at if message.at is not None else asked.message.at
        fields = self.memory(at, asked.id, **_done(asked, message))
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


def _alone(message: Message, result: Result, n: int) -> Message:
    """Return a result as a message by itself, with what the message around it says of all of them."""
    return replace(
        message,
        role="tool",
        said=result.said,
        name=message.name if message.role == "tool" else None,
        calls=(),
        results=(),
        thought="",
        answers=result.answers,
        failed=result.failed,
        id=_part(message.id, n),
    )


def _part(id: str | None, n: int) -> str | None:
    """Return what the n-th part of a message is called; the first as the message."""
    return id if n == 0 or id is None else f"{id}/{n}"


def _causes(message: Message) -> tuple[str, ...]:
    return (*message.causes, *((message.follows,) if message.follows is not None else ()))


def _spoken(message: Message) -> Fields:
    """Return the fields of what one side said."""
    action, kind = ("user message", "user_message") if message.role == "user" else ("say", "say")
    return {
        "action": action,
        "action_type": kind,
        "observation": message.said,
        "type": ("error", "message") if message.failed else "message",
        "agent": message.name or message.role,
        "causes": _causes(message),
        "supersedes": message.supersedes,
        **_meta(message),
    }


def _done(asked: Asked, result: Message | None) -> Fields:
    """Return the fields of a call. What the agent said beside it is searched with it: it says why."""
    said, observation = asked.message.said, None if result is None else result.said
    given = (asked.message,) if result is None else (asked.message, result)
    fields: Fields = {
        "action": asked.call.action,
        "action_type": asked.call.name,
        "observation": observation,
        "type": types_of(observation, None if result is None else result.failed),
        "agent": asked.message.name or asked.message.role,
        "causes": (*_causes(asked.message), *(result.causes if result is not None else ())),
        "supersedes": tuple(id for message in given for id in message.supersedes),
        **_meta(*given, said=said),
    }
    return fields | ({"text": "\n".join(filter(None, (said, asked.call.action, observation)))} if said else {})


def _unasked(message: Message) -> Fields:
    """Return the fields of a result without a call, but for its causes."""
    tool = message.name or "tool"
    return {
        "action": f"{tool} result",
        "action_type": tool,
        "observation": message.said,
        "type": types_of(message.said, message.failed),
        "supersedes": message.supersedes,
        **_meta(message),
    }


def _meta(*messages: Message, said: str = "") -> Fields:
    """Return what messages carry along, with what was said and thought beside them; nothing where there is nothing."""
    meta = {key: value for message in messages for key, value in message.meta.items()}
    aside = {"said": said, "thinking": "\n".join(filter(None, (message.thought for message in messages)))}
    meta |= {key: value for key, value in aside.items() if value}
    return {"meta": meta} if meta else {}
