"""Traces of agents: what each span makes, what brought it about, and the same words in every form of them."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import clew
import pytest
from clew.adapters.importing import import_file
from clew.adapters.otel import OpenTelemetry
from clew.adapters.otlp import value_of
from clew.adapters.protocol import Head
from faults import faults
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from imported import drafted, imported, mutated

Write = Callable[..., Path]
Span = dict[str, Any]

NOON = 1_740_830_400
TRACE = "5b8efff798038103d269b633813fc60c"


def typed(value: Any) -> Any:
    """Return a value as OTLP writes it."""
    match value:
        case bool():
            return {"boolValue": value}
        case int():
            return {"intValue": str(value)}
        case float():
            return {"doubleValue": value}
        case list():
            return {"arrayValue": {"values": [typed(one) for one in value]}}
        case dict():
            return {"kvlistValue": {"values": attributes(value)}}
        case _:
            return {"stringValue": value}


def attributes(values: dict[str, Any]) -> list[Any]:
    return [{"key": key, "value": typed(value)} for key, value in values.items()]


def event(name: str, **values: Any) -> Any:
    return {"name": name, "timeUnixNano": "0", "attributes": attributes(values)}


def span(id: str, parent: str, start: int, values: dict[str, Any], *events: Any, **more: Any) -> Span:
    """Return a span that lasts a second, its times in seconds after noon."""
    times = {f"{end}TimeUnixNano": str((NOON + start + n) * 1_000_000_000) for n, end in enumerate(("start", "end"))}
    named = {"traceId": TRACE, "spanId": id, "parentSpanId": parent, "name": f"span {id}", **times}
    return {**named, "attributes": attributes(values), "events": list(events), **more}


def batch(*spans: Span, key: str = "scopeSpans") -> Any:
    resource = {"attributes": attributes({"service.name": "agent"})}
    return {"resourceSpans": [{"resource": resource, key: [{"scope": {"name": "x"}, "spans": list(spans)}]}]}


ASKS = {"role": "user", "parts": [{"type": "text", "content": "Is it raining?"}]}
CALLS = {
    "role": "assistant",
    "parts": [
        {"type": "reasoning", "content": "I have to look."},
        {"type": "tool_call", "id": "c1", "name": "weather", "arguments": {"city": "X"}},
    ],
    "finish_reason": "tool_call",
}
HEARS = {"role": "tool", "parts": [{"type": "tool_call_response", "id": "c1", "response": "rain"}]}
SAYS = {"role": "assistant", "parts": [{"type": "text", "content": "It rains."}], "finish_reason": "stop"}

GEN = "gen_ai."
CHAT = {GEN + "operation.name": "chat", GEN + "request.model": "m1", GEN + "provider.name": "x"}


def chat(id: str, parent: str, start: int, told: Any, answered: Any, **more: Any) -> Span:
    return span(id, parent, start, {**CHAT, GEN + "input.messages": told, GEN + "output.messages": answered}, **more)


AGENT = span("a", "", 0, {GEN + "operation.name": "invoke_agent", GEN + "agent.name": "scout"}, endTimeUnixNano="0")
LOOP = span("l", "a", 0, {"http.method": "GET"})
FIRST = chat("c", "l", 1, json.dumps([{"role": "system", "parts": []}, ASKS]), json.dumps([CALLS]))
TOOL = span(
    "t",
    "l",
    2,
    {
        GEN + "operation.name": "execute_tool",
        GEN + "tool.name": "weather",
        GEN + "tool.call.id": "c1",
        GEN + "tool.call.arguments": '{"city":"X"}',
        GEN + "tool.call.result": "rain",
    },
)
SECOND = chat("d", "a", 3, [ASKS, CALLS, HEARS], [SAYS])
SPANS = [FIRST, TOOL, LOOP, SECOND, AGENT]

CALL = 'weather({"city": "X"})'
GOLDEN = [
    ("a", "invoke_agent scout", None, ("action",), []),
    ("c", "chat m1", CALL, ("message",), ["a"]),
    ("t", CALL, "rain", ("action",), ["c"]),
    ("d", "chat m1", "It rains.", ("message",), ["t"]),
]


def story(path: Path) -> list[tuple[Any, ...]]:
    """Return what a trace without a bad span makes, the trace left out of the names."""
    made = imported(OpenTelemetry(), path)
    assert made.bad == []
    short = [{**unit, "id": name(unit["id"]), "causes": [*map(name, unit["causes"])]} for unit in made.units]
    return [tuple(unit[field] for field in ("id", "action", "observation", "type", "causes")) for unit in short]


def name(id: str) -> str:
    return id.removeprefix(f"{TRACE}/")


# ---- the tree of spans --------------------------------------------------------------------------------


def test_one_memory_for_each_span(write: Write) -> None:
    """A tool was called by the chat that asked, a chat came about by a result, the first one by the agent around it."""
    path = write("traces.jsonl", lines=[batch(one) for one in SPANS])
    assert story(path) == GOLDEN
    units = imported(OpenTelemetry(), path).units
    assert [unit["at"] for unit in units] == [(NOON + n) * 1_000_000 for n in range(4)]
    assert {(unit["task"], unit["agent"], unit["source"]) for unit in units} == {(TRACE, "scout", "traces.jsonl")}
    assert units[1]["text"] == f"Is it raining?\n{CALL}"
    assert units[1]["meta"] == {"span": "span c", "milliseconds": 1000, "thinking": "I have to look."}


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(order=st.permutations(SPANS), cut=st.integers(0, 5))
def test_order_says_nothing(write: Write, order: list[Span], cut: int) -> None:
    """Spans make the same memories in whatever order they stand, and in whatever batches."""
    spans = [*order, order[0]]
    assert story(write("t.jsonl", lines=[batch(*spans[:cut]), batch(*spans[cut:])])) == GOLDEN
    assert story(write("t.json", batch(*spans, key="instrumentationLibrarySpans"))) == GOLDEN


def test_results_without_a_span(write: Write) -> None:
    """Where only the model is watched, a call and its result are a memory too, between the two chats."""
    path = write("traces.json", batch(SECOND, FIRST))
    assert story(path) == [
        ("c", "chat m1", CALL, ("message",), ["l"]),
        ("c/c1", CALL, "rain", ("action",), ["c"]),
        ("d", "chat m1", "It rains.", ("message",), ["c/c1"]),
    ]
    assert [unit["at"] for unit in imported(OpenTelemetry(), path).units] == [(NOON + n) * 1_000_000 for n in (1, 2, 3)]
    assert story(write("traces.json", batch(SECOND)))[0] == ("d/c1", "tool result", "rain", ("action",), [])


def test_a_conversation_is_a_task(write: Write) -> None:
    """A conversation is the task of its spans, of those inside it, and of a trace that has no other."""
    said = {GEN + "conversation.id": "talk-1"}
    inside = span("x", "c", 4, {**CHAT, GEN + "conversation.id": "talk-2", GEN + "agent.name": "other"})
    deep = span("y", "x", 5, CHAT)
    outer = {**FIRST, "attributes": [*FIRST["attributes"], *attributes(said)]}
    made = imported(OpenTelemetry(), write("t.json", batch(deep, inside, outer, TOOL)))
    told = [(name(id), task, agent) for id, task, agent in made.told("id", "task", "agent")]
    assert told == [
        ("c", "talk-1", "assistant"),
        ("t", TRACE, "assistant"),
        ("x", "talk-2", "other"),
        ("y", "talk-2", "other"),
    ]
    made = imported(OpenTelemetry(), write("t.json", batch(outer, TOOL)))
    assert {task for (task,) in made.told("task")} == {"talk-1"}


def test_a_log_that_grew(write: Write, store: clew.Engine) -> None:
    """Children come before the agent around them: when that comes, nothing that was there changes."""
    lines = [batch(one) for one in SPANS]
    first = import_file(store, write("traces.jsonl", lines=lines[:2]))
    assert (first.new, first.bad_count, first.format) == (2, 0, "otel")
    second = import_file(store, write("traces.jsonl", lines=lines))
    assert (second.new, second.known, second.bad_count) == (2, 2, 0)
    found = store.query("MATCH (a:Memory)-[:CAUSED]->(b:Memory) RETURN a.id AS a, b.id AS b ORDER BY a, b")
    assert {(name(row["a"]), name(row["b"])) for row in found} >= {("c", "t"), ("t", "d")}


def test_circles_of_parents(write: Write) -> None:
    """No trace has a circle, and any file may: it ends where it meets itself."""
    one, two = span("x", "y", 0, CHAT), span("y", "x", 1, CHAT)
    itself, plain = span("z", "z", 2, CHAT), [span("p", "q", 3, {}), span("q", "p", 3, {}), span("r", "p", 3, CHAT)]
    made = imported(OpenTelemetry(), write("t.json", batch(one, two, itself, *plain)))
    assert [(name(unit["id"]), [*map(name, unit["causes"])]) for unit in made.units] == [
        ("x", ["y"]),
        ("y", ["x"]),
        ("z", []),
        ("r", []),
    ]


def test_a_chat_is_not_its_own_cause(write: Write) -> None:
    """Whatever ids a span bears, only a tool carries out a call, and nothing brings itself about."""
    odd = chat("x", "", 0, [HEARS], [SAYS])
    odd["attributes"] += attributes({GEN + "tool.call.id": "c1"})
    assert [(id, causes) for id, _, _, _, causes in story(write("t.json", batch(odd)))] == [
        ("x/c1", []),
        ("x", ["x/c1"]),
    ]


def test_a_deep_tree(write: Write) -> None:
    """Ten thousand spans inside each other are walked once."""
    deep = [span(f"s{n}", f"s{n - 1}" if n else "", n, CHAT if n % 100 == 0 else {}) for n in range(10_000)]
    made = imported(OpenTelemetry(), write("t.json", batch(*deep)))
    assert [name(id) for unit in made.units for id in unit["causes"]] == [f"s{n}" for n in range(0, 9_900, 100)]


# ---- one exchange in every form of the conventions ----------------------------------------------------

OLD_CALL = {"id": "c1", "type": "function", "function": {"name": "weather", "arguments": '{"city": "X"}'}}
BEDROCK = [{"toolUse": {"toolUseId": "c1", "name": "weather", "input": {"city": "X"}}}]


def under(prefix: str, values: dict[str, Any]) -> dict[str, Any]:
    return {f"{GEN}{prefix}.{key}": value for key, value in values.items()}


FORMS = {
    "text": ({GEN + "input.messages": json.dumps([ASKS]), GEN + "output.messages": json.dumps([CALLS])}, []),
    "structure": ({GEN + "input.messages": [ASKS], GEN + "output.messages": [CALLS]}, []),
    "one event": (
        {},
        [
            event(
                "gen_ai.client.inference.operation.details",
                **{GEN + "input.messages": [ASKS], GEN + "output.messages": [CALLS]},
            )
        ],
    ),
    "events": (
        {},
        [
            event("gen_ai.system.message", content="Be brief."),
            event("gen_ai.user.message", content="Is it raining?"),
            event("gen_ai.choice", index=0, finish_reason="tool_calls", message={"tool_calls": [OLD_CALL]}),
        ],
    ),
    "events with their body as text": (
        {},
        [
            event("gen_ai.user.message", **{GEN + "event.content": json.dumps({"content": "Is it raining?"})}),
            event("gen_ai.choice", **{GEN + "event.content": json.dumps({"message": {"tool_calls": [OLD_CALL]}})}),
        ],
    ),
    "events of parts": (
        {},
        [
            event("gen_ai.user.message", content=json.dumps([{"text": "Is it raining?"}])),
            event("gen_ai.choice", finish_reason="tool_use", message=json.dumps(BEDROCK)),
        ],
    ),
    "numbered": (
        under("prompt", {"0.role": "system", "0.content": "Be brief.", "1.role": "user", "1.content": "Is it raining?"})
        | under("completion", {"0.tool_calls.0.name": "weather", "0.tool_calls.0.arguments": '{"city": "X"}'})
        | under("completion", {"0.role": "assistant", "0.tool_calls.0.id": "c1"}),
        [],
    ),
    "first": (
        {
            GEN + "prompt": json.dumps([{"role": "user", "content": "Is it raining?"}]),
            GEN + "completion": json.dumps([{"role": "assistant", "tool_calls": [OLD_CALL]}]),
        },
        [],
    ),
    "first, as events": (
        {},
        [
            event("gen_ai.content.prompt", **{GEN + "prompt": "Is it raining?"}),
            event("gen_ai.content.completion", **{GEN + "completion": json.dumps([{"tool_calls": [OLD_CALL]}])}),
        ],
    ),
}


@pytest.mark.parametrize("form", FORMS)
def test_every_form_says_the_same(write: Write, form: str) -> None:
    """What was told, what was answered, and which tool was asked for, wherever they stand."""
    values, events = FORMS[form]
    path = write("t.json", batch(span("c", "", 1, {**CHAT, **values}, *events), {**TOOL, "parentSpanId": ""}))
    assert story(path) == [("c", "chat m1", CALL, ("message",), []), ("t", CALL, "rain", ("action",), ["c"])]
    assert imported(OpenTelemetry(), path).units[0]["text"] == f"Is it raining?\n{CALL}"


def test_results_in_older_forms(write: Write) -> None:
    """A result is told to the model as an event, a numbered attribute or a part, with the id of its call."""
    asked = span("c", "", 1, CHAT, event("gen_ai.choice", message={"tool_calls": [OLD_CALL]}))
    told = [
        ({}, event("gen_ai.tool.message", id="c1", content="rain")),
        (
            {},
            event(
                "gen_ai.tool.message",
                content=json.dumps([{"toolResult": {"toolUseId": "c1", "content": [{"text": "rain"}]}}]),
            ),
        ),
        (under("prompt", {"0.role": "tool", "0.tool_call_id": "c1", "0.content": "rain"}), event("x")),
    ]
    for values, given_event in told:
        path = write("t.json", batch(asked, span("d", "", 3, {**CHAT, **values}, given_event)))
        assert story(path)[1:] == [
            ("c/c1", CALL, "rain", ("action",), ["c"]),
            ("d", "chat m1", None, ("message",), ["c/c1"]),
        ]


def test_tools_in_older_forms(write: Write) -> None:
    """A tool's span keeps its arguments and its result in attributes of several names, or in events."""
    named = {GEN + "tool.name": "weather"}
    tools = [
        span("1", "", 1, {**named, "tool_arguments": '{"city": "X"}', "tool_response": "rain"}),
        span("2", "", 2, {**named, GEN + "tool.call.arguments": {"city": "X"}, GEN + "tool.call.result": ["rain"]}),
        span(
            "3",
            "",
            3,
            named,
            event("gen_ai.tool.message", content='{"city": "X"}'),
            event("gen_ai.choice", message="rain"),
        ),
        span(
            "4",
            "",
            4,
            {"traceloop.span.kind": "tool", "traceloop.entity.name": "weather", "traceloop.entity.output": 5},
        ),
    ]
    assert [told[1:3] for told in story(write("t.json", batch(*tools)))] == [
        (CALL, "rain"),
        (CALL, '["rain"]'),
        (CALL, "rain"),
        ("weather({})", "5"),
    ]


def test_what_went_wrong(write: Write) -> None:
    """A span that failed says so in its type, and in its words where it has no others."""
    failed = {"status": {"code": "STATUS_CODE_ERROR", "message": "no such city"}}
    met = event("exception", **{"exception.type": "TimeoutError", "exception.message": "too late"})
    spans = [
        {**TOOL, "parentSpanId": "", **failed},
        span("f", "", 4, {GEN + "tool.name": "f"}, status={"code": 2, "message": "no such city"}),
        span("g", "", 5, {**CHAT, "error.type": "timeout"}, met),
        span("h", "", 6, {GEN + "operation.name": "create_agent", "error.type": "500"}),
    ]
    assert [told[1:4] for told in story(write("t.json", batch(*spans)))] == [
        (CALL, "rain", ("error", "action")),
        ("f({})", "no such city", ("error", "action")),
        ("chat m1", "TimeoutError: too late", ("error", "message")),
        ("create_agent", "500", ("error", "action")),
    ]


# ---- what is odd -------------------------------------------------------------------------------------


def test_what_is_odd_costs_itself(write: Write) -> None:
    """A span without a name, a record that is no batch, and a file without an agent are told."""
    path = write("t.jsonl", lines=[batch(FIRST, {"name": "x"}, 7), {"resourceLogs": []}])
    made = imported(OpenTelemetry(), path)
    assert len(made.units) == 1
    assert made.bad == [
        (1, "A span has no `traceId` or no `spanId`."),
        (1, "A span has no `traceId` or no `spanId`."),
        (2, "This is no batch of traces: it has no list `resourceSpans`."),
    ]
    assert imported(OpenTelemetry(), write("t.json", batch(LOOP))).bad == [
        (1, "None of its 1 spans is an agent's: none has an attribute `gen_ai.operation.name`.")
    ]


def test_spans_without_times(write: Write) -> None:
    """A span without a time, or with one that no clock shows, comes last and is given one."""
    odd = [
        {**span(f"{n}", "", 0, CHAT), "startTimeUnixNano": time} for n, time in enumerate(("0", None, "x", "9" * 30))
    ]
    path = write("t.json", batch(*odd, FIRST))
    made = imported(OpenTelemetry(), path)
    assert [name(id) for (id,) in made.told("id")] == ["c", "0", "1", "2", "3"]
    assert [unit["at"] - made.units[0]["at"] for unit in made.units] == [0, 1, 2, 3, 4]


@pytest.mark.parametrize(
    "value", ["x", True, 7, -1.5, [], ["a", [1]], {"a": {"b": [True]}}, "", 2**53 + 1, [{"k": "v"}, "x"]]
)
def test_typed_values(value: Any) -> None:
    """A value that was typed comes back as it was, whole numbers without loss."""
    assert value_of(typed(value)) == value


@pytest.mark.parametrize(
    ("first", "known"),
    [(batch(FIRST), True), ({"resourceSpans": []}, True), ({"resourceLogs": []}, False), ([], False), (None, False)],
)
def test_what_is_recognised(first: Any, known: bool) -> None:
    """A batch of traces is known by its list of resources."""
    assert OpenTelemetry().recognises(Head(Path("t.json"), "", first)) is known


def test_anything_in_any_place(write: Write) -> None:
    """Whatever is missing or odd in one place costs that place, and is never an exception."""
    for log in (*faults(batch(FIRST, TOOL)), *faults(batch(span("c", "", 1, CHAT, *FORMS["events"][1])))):
        assert all(map(drafted, imported(OpenTelemetry(), write("t.json", log)).units))


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(log=mutated(batch(*SPANS)))
def test_broken_traces(write: Write, log: Any) -> None:
    """A trace that is broken in several places yields items, the same ones each time."""
    path = write("t.json", log)
    assert imported(OpenTelemetry(), path).units == imported(OpenTelemetry(), path).units


MESSAGES = [{"role": "system", "parts": []}, ASKS, CALLS, HEARS, SAYS]


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(told=mutated(MESSAGES), answered=mutated([CALLS, SAYS]))
def test_broken_messages(write: Write, told: Any, answered: Any) -> None:
    """Messages are JSON inside JSON: what is broken in them is never an exception either."""
    values = {GEN + "input.messages": json.dumps(told), GEN + "output.messages": json.dumps(answered)}
    made = imported(OpenTelemetry(), write("t.json", batch(span("c", "", 1, {**CHAT, **values}))))
    assert all(map(drafted, made.units))
