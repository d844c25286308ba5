"""Traces of agents, as OpenTelemetry's exporters write them: one memory for each span of a model, a tool or an agent.

A file holds batches of spans, one or a line each (`otlp`); what spans say took several forms (`genai`, `operations`).
A task is a conversation (`gen_ai.conversation.id`), else a trace; a memory is called by its trace and span.

    invoke_agent, create_agent    what the agent was asked, and what it answered
    chat                          what the model was newly told, and what it answered
    execute_tool                  the call, and its result

Why a span is there: a tool was called by the chat that asked for it, a chat came about by the results that it is told,
and anything else by the nearest span around it. A result that no span of its own has, as where only the model is
watched, is a memory too. Spans come when they end, children before parents, so a file is read as a whole, and its
memories follow each other by when they began; a span that comes later changes none of those before.

Spans of anything else (requests, databases) make no memory: they hand on what they are part of.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ..errors import MemoryInvalid
from .calls import Call, as_text, call_of, first_set
from .content_blocks import Result
from .conversation import Clock, Fields
from .genai import Exchange, exchange_of
from .messages import Message
from .operations import AGENTS, TOOL
from .otlp import Span, is_traces, spans_of
from .outcome import types_of
from .protocol import Bad, Head, Item, Source, Unit
from .reading import records
from .traces import Key, Traces, Work

ARGUMENTS = ("gen_ai.tool.call.arguments", "tool_arguments", "traceloop.entity.input", "input.value")
RESULTS = ("gen_ai.tool.call.result", "tool_response", "traceloop.entity.output", "output.value")
"""Where a tool's span keeps what it was given and what it gave; the conventions' own names first."""


class OpenTelemetry:
    """Importer `otel`."""

    name = "otel"
    doc = "OpenTelemetry traces of agents (OTLP in JSON)"

    def recognises(self, head: Head) -> bool:
        return is_traces(head.first)

    def read(self, source: Source) -> Iterator[Item]:
        """Yield what the file holds, in the order in which it happened."""
        traces, position = Traces(), 0
        for record in records(source):
            position = record.position
            if isinstance(record, Bad):
                yield record
            elif not is_traces(record.value):
                yield Bad(record.number, "This is no batch of traces: it has no list `resourceSpans`.", position)
            else:
                for reason in traces.take(spans_of(record.value, record.number)):
                    yield Bad(record.number, reason, position)
        if traces.others and not traces.works:
            reason = f"None of its {traces.others} spans is an agent's: none has an attribute `gen_ai.operation.name`."
            yield Bad(1, reason, position)
        yield from _Story(traces, source).items(position)


@dataclass(frozen=True, slots=True)
class _Asked:
    """A call that a model asked for: by which memory, and when that was over."""

    call: Call
    by: str
    at: int | None


class _Story:
    """The spans of a file told in order: what was asked for so far, and which memory answered it, by task and call."""

    def __init__(self, traces: Traces, source: Source) -> None:
        self._traces = traces
        self._source = source
        self._clock = Clock(source.started)
        self._only = traces.conversations()
        self._asked: dict[Key, _Asked] = {}
        self._answered: dict[Key, str] = {}
        tools = (work for work in traces.works.values() if work.operation.name == TOOL)
        self._carried_out = {(self._task(work), work.operation.call or ""): _name(work.key) for work in tools}

    def items(self, position: int) -> Iterator[Item]:
        for work in self._traces.in_order():
            try:
                for fields in self._memories(work):
                    yield Unit(fields, work.span.number, position)
            except MemoryInvalid as error:
                yield Bad(work.span.number, f"Span {work.span.id[:40]}: {error.message}", position)

    def _memories(self, work: Work) -> Iterator[Fields]:
        said = exchange_of(work.span)
        if work.operation.name == TOOL:
            yield self._memory(work, _tool(work, said), self._why_called(work))
            return
        results = [result for message in said.told for result in _results(message)]
        for result in results:
            yield from self._unwatched(work, result)
        known = (self._answer((self._task(work), result.answers or "")) for result in results)
        yield self._memory(work, _exchange(work, said), list(dict.fromkeys(filter(None, known))))
        for call in (call for message in said.answered for call in message.calls if call.id is not None):
            self._asked[self._task(work), call.id or ""] = _Asked(call, _name(work.key), work.span.end)

    def _memory(self, work: Work, said: Fields, causes: list[str]) -> Fields:
        return {
            **self._place(work, work.span.start),
            "id": _name(work.key),
            **said,
            "causes": causes or self._around(work),
        }

    def _place(self, work: Work, at: int | None) -> Fields:
        owner = self._traces.owner(work)
        return {
            "task": self._task(work),
            "at": self._clock.at(at),
            "source": self._source.path.name,
            "agent": owner.agent or "assistant",
        }

    def _task(self, work: Work) -> str:
        trace = work.span.trace
        return self._traces.owner(work).conversation or self._only.get(trace) or trace

    def _around(self, work: Work) -> list[str]:
        outer = self._traces.around(work.key)
        return [] if outer is None or outer == work.key else [_name(outer)]

    def _why_called(self, work: Work) -> list[str]:
        asked = self._asked.get((self._task(work), work.operation.call or ""))
        return [] if asked is None else [asked.by]

    def _answer(self, call: Key) -> str | None:
        """Return the memory of a call's result; calls without an id are nobody's."""
        return (self._carried_out.get(call) or self._answered.get(call)) if call[1] else None

    def _unwatched(self, work: Work, result: Result) -> Iterator[Fields]:
        """Yield the memory of a result that the model was told and no span has."""
        key = self._task(work), result.answers or ""
        if result.answers is None or self._answer(key) is not None:
            return
        asked = self._asked.get(key)
        by = _name(work.key) if asked is None else asked.by
        self._answered[key] = id = f"{by}/{result.answers}"
        yield {
            **self._place(work, _earlier(None if asked is None else asked.at, work.span.start)),
            "id": id,
            "action": "tool result" if asked is None else asked.call.action,
            "action_type": "tool" if asked is None else asked.call.name,
            "observation": result.said,
            "type": types_of(result.said, result.failed),
            "causes": [] if asked is None else [asked.by],
        }


def _name(key: Key) -> str:
    return "/".join(key)


def _earlier(first: int | None, second: int | None) -> int | None:
    return min((time for time in (first, second) if time is not None), default=None)


def _results(message: Message) -> Iterator[Result]:
    """Yield the results in a message, itself among them where it is one."""
    yield from message.results
    if message.role in ("tool", "function") and message.answers is not None and not message.results:
        yield Result(message.answers, message.said, message.failed)


def _tool(work: Work, said: Exchange) -> Fields:
    """Return the fields of a call that a tool's span carried out."""
    attributes, name = work.span.attributes, work.operation.target or work.span.name or "tool"
    given = first_set(attributes, ARGUMENTS, next((message.said for message in said.told), {}))
    result = first_set(attributes, RESULTS, next((message.said for message in said.answered), None))
    observation = _complaint(work.span) if result is None else as_text(result)
    return {
        "action": call_of(name, given, None).action,
        "action_type": name,
        "observation": observation,
        "type": types_of(observation, True if _failed(work.span) else None),
        "meta": _meta(work),
    }


def _exchange(work: Work, said: Exchange) -> Fields:
    """Return the fields of what a model or an agent was told and answered. What it was told is searched with it."""
    answers = [line for message in said.answered for line in (message.said, *(call.action for call in message.calls))]
    told = [message.said for message in said.told if message.answers is None]
    observation = "\n".join(filter(None, answers)) or _complaint(work.span)
    thought = "\n".join(filter(None, (message.thought for message in said.answered)))
    kind = "action" if work.operation.name in AGENTS else "message"
    return {
        "text": "\n".join(filter(None, (*told, observation))) or work.operation.action,
        "action": work.operation.action,
        "action_type": work.operation.name,
        "observation": observation,
        "type": ("error", kind) if _failed(work.span) else (kind,),
        "meta": _meta(work) | ({"thinking": thought} if thought else {}),
    }


def _meta(work: Work) -> dict[str, Any]:
    span, complaint = work.span, _complaint(work.span)
    lasted = {} if span.start is None or span.end is None else {"milliseconds": (span.end - span.start) // 1000}
    return {"span": span.name, **lasted, **({"error": complaint} if complaint else {})}


def _failed(span: Span) -> bool:
    return span.failed or bool(span.attributes.get("error.type"))


def _complaint(span: Span) -> str | None:
    """Return what a span says of its failure: its status, the exception that it met, or the kind of error."""
    met = (event.attributes for event in span.events if event.name == "exception")
    exceptions = [": ".join(_strings(one.get("exception.type"), one.get("exception.message"))) for one in met]
    given = (span.complaint, *exceptions, *_strings(span.attributes.get("error.type")))
    return next(filter(None, given), None) if _failed(span) else None


def _strings(*values: Any) -> Iterator[str]:
    return (value for value in values if isinstance(value, str) and value)
