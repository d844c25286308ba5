"""LangChain and LangGraph: messages in each way of writing them, and threads whose states hold them many times."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import clew
import pytest
from clew.adapters.importing import import_file
from clew.adapters.langchain import LangChain
from clew.adapters.protocol import Head
from faults import faults
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from imported import drafted, imported, mutated

Write = Callable[..., Path]
Message = dict[str, Any]

CALL = {"name": "look_up", "args": {"seat": 4}, "id": "c1", "type": "tool_call"}
BLOCKS = [
    {"type": "text", "text": "I look."},
    {"type": "tool_use", "id": "c1", "name": "look_up", "input": {"seat": 4}},
]
TALK: list[Message] = [
    {"type": "system", "content": "Be brief.", "id": "s"},
    {"type": "human", "content": "Is seat 4 free?", "id": "h"},
    {"type": "ai", "content": BLOCKS, "tool_calls": [CALL], "invalid_tool_calls": [], "id": "a"},
    {"type": "tool", "content": "taken", "name": "look_up", "tool_call_id": "c1", "status": "error", "id": "t"},
    {"type": "ai", "content": "It is taken.", "id": "b", "response_metadata": {"created_at": "2025-03-01T12:00:00Z"}},
]
CLASSES = {"system": "SystemMessage", "human": "HumanMessage", "ai": "AIMessageChunk", "tool": "ToolMessage"}

GOLDEN = [
    ("talk/h", "user message", "Is seat 4 free?", "message", "user"),
    ("talk/a", 'look_up({"seat": 4})', "taken", ("error", "action"), "assistant"),
    ("talk/b", "say", "It is taken.", "message", "assistant"),
]


def constructed(message: Message) -> Message:
    """Return a message as `dumpd` writes it."""
    path = ["langchain", "schema", "messages", CLASSES[message["type"]]]
    return {"lc": 1, "type": "constructor", "id": path, "kwargs": message}


def in_data(message: Message) -> Message:
    """Return a message as `messages_to_dict` writes it."""
    return {"type": message["type"], "data": message}


def plain(message: Message) -> Message:
    return message


def bare(message: Message) -> Message:
    return {key: value for key, value in message.items() if key != "id"}


def state(count: int, **more: Any) -> dict[str, Any]:
    """Return a state of LangGraph that holds the first messages of the talk."""
    config = {"configurable": {"thread_id": "talk", "checkpoint_ns": "", "checkpoint_id": f"1f-{count}"}}
    time = {"created_at": f"2025-03-01T11:00:0{count}+00:00", "metadata": {"step": count - 2}}
    return {"values": {"messages": TALK[:count]}, "next": ["x"] if count < 5 else [], "config": config, **time, **more}


def checkpoint(count: int) -> dict[str, Any]:
    """Return the same as a checkpointer keeps it."""
    at = {"id": f"1f-{count}", "ts": f"2025-03-01T11:00:0{count}+00:00", "channel_values": {"messages": TALK[:count]}}
    return {"config": state(0)["config"], "checkpoint": at, "metadata": {"step": count - 2}, "parent_config": None}


@pytest.mark.parametrize("way", [plain, in_data, constructed])
@pytest.mark.parametrize("shape", ["array", "lines", "conversation", "list"])
def test_every_way_of_writing_messages(write: Write, way: Callable[[Message], Message], shape: str) -> None:
    """One conversation is the same however its messages are written, and however the file is laid out."""
    talk = [way(message) for message in TALK]
    path = {
        "array": lambda: write("talk.json", talk),
        "lines": lambda: write("talk.jsonl", lines=talk),
        "conversation": lambda: write("talk.json", {"messages": talk}),
        "list": lambda: write("talk.json", [talk]),
    }[shape]()
    made = imported(LangChain(), path)
    assert made.bad == []
    assert made.told("id", "action", "observation", "type", "agent") == GOLDEN
    assert made.units[1]["meta"] == {"said": "I look."}
    assert made.units[2]["at"] == 1_740_830_400_000_000


@pytest.mark.parametrize(
    "log",
    [
        [state(5)],
        [state(n) for n in (5, 4, 3, 2)],
        [state(n) for n in (2, 3, 4, 5)],
        [checkpoint(n) for n in (5, 3, 4, 2)],
        [{"thread_id": "talk", "status": "idle", "values": {"messages": TALK}, "updated_at": "2025-03-01T11:00:02Z"}],
        [{"values": TALK, "checkpoint": {"thread_id": "talk"}}],
    ],
    ids=["one state", "newest first", "oldest first", "checkpoints", "thread", "messages as the state"],
)
def test_each_message_of_a_thread_once(write: Write, log: list[Any]) -> None:
    """The states of a thread hold its messages many times, in any order; each is one memory, in the order they came."""
    made = imported(LangChain(), write("dump.json", log))
    assert made.bad == []
    assert made.told("id", "action", "observation", "type", "agent") == GOLDEN
    assert [unit["step"] for unit in made.units] == [0, 1, 2]


def test_times_are_those_of_states(write: Write) -> None:
    """A message without a time of its own is as old as the first state that holds it."""
    made = imported(LangChain(), write("dump.json", [state(n) for n in (5, 4, 3, 2)]))
    assert [unit["at"] % 60_000_000 for unit in made.units[:2]] == [2_000_001, 4_000_000]
    same = imported(LangChain(), write("dump.json", [{**state(5), "values": {"messages": TALK[:4]}}]))
    assert same.units[0]["at"] < same.units[1]["at"]


def test_messages_without_ids_go_by_their_words(write: Write) -> None:
    """Without ids a message is known by its words and how often they came before, also where a history was cut."""
    yes = [{"type": "human", "content": "yes"}, {"type": "ai", "content": "ok"}]
    talk = [*map(bare, TALK), *yes, *yes]
    log = [state(0, values={"messages": talk[:n]}, created_at=f"2025-03-01T11:00:{n:02}Z") for n in (7, 9, 6)]
    cut = state(
        0, values={"messages": [*yes, *yes, {"type": "human", "content": "bye"}]}, created_at="2025-03-01T12:00Z"
    )
    made = imported(LangChain(), write("dump.json", [cut, *log]))
    said = [unit["observation"] for unit in made.units]
    assert said == ["Is seat 4 free?", "taken", "It is taken.", "yes", "ok", "yes", "ok", "bye"]
    assert [unit["id"] for unit in made.units] == [f"talk/{n}" for n in range(8)]


def test_threads_lie_mixed(write: Write) -> None:
    """Each thread is a task, wherever its states stand, and a graph within a graph is one of its own."""
    inner = {"configurable": {"thread_id": "U", "checkpoint_ns": "sub:1"}}
    log = [
        state(5),
        {**state(2), "config": inner},
        state(4),
        {"messages": TALK[:2]},
        {"thread_id": 7, "messages": TALK[:2]},
    ]
    made = imported(LangChain(), write("dump.jsonl", lines=log))
    assert [id for (id,) in made.told("id")] == ["talk/h", "talk/a", "talk/b", "U:sub:1/h", "dump-4/h", "7/h"]


def test_a_thread_that_goes_on(write: Write, store: clew.Engine) -> None:
    """A call of a thread that is not done waits for its result; a history that grew, or was cut, adds what is new."""
    first = import_file(store, write("dump.json", [state(n) for n in (3, 2)]))
    assert (first.new, first.format) == (1, "langchain")
    reason = "The call of `look_up` has no result yet; it is imported when the log holds one."
    assert [bad.reason for bad in first.bad] == [reason]
    grown = import_file(store, write("dump.json", [state(n) for n in (5, 4, 3, 2)]))
    assert (grown.new, grown.known, grown.bad_count) == (2, 1, 0)
    cut = import_file(store, write("dump.json", [state(5, values={"messages": TALK[4:]})]))
    assert (cut.new, cut.known, cut.bad_count) == (0, 1, 0)


def test_the_latest_state_is_right(write: Write) -> None:
    """A message that was edited under its id is what the last state says."""
    edited = [{**TALK[1], "content": "Is seat 5 free?"}]
    made = imported(LangChain(), write("dump.json", [state(5, values={"messages": edited}), state(2)]))
    assert made.told("id", "observation") == [("talk/h", "Is seat 5 free?")]


def test_calls_in_older_places(write: Write) -> None:
    """Before messages listed their calls, the model's own words stood beside them; a call that is no JSON is one."""
    function = {"name": "f", "arguments": '{"a": 1}'}
    log = [
        {"type": "ai", "content": "", "additional_kwargs": {"tool_calls": [{"id": "c", "function": function}]}},
        {"type": "tool", "content": "one", "tool_call_id": "c"},
        {"type": "ai", "content": "", "additional_kwargs": {"function_call": function}},
        {"type": "function", "content": "two", "name": "f"},
        {"type": "ai", "content": "", "invalid_tool_calls": [{"name": "f", "args": "{", "id": "d", "error": "bad"}]},
        {"type": "tool", "content": "three", "tool_call_id": "d"},
        {"type": "chat", "role": "assistant", "content": "four"},
        {"type": "remove", "id": "x", "content": ""},
    ]
    made = imported(LangChain(), write("talk.json", log))
    assert made.bad == []
    assert made.told("action", "observation") == [
        ('f({"a": 1})', "one"),
        ('f({"a": 1})', "two"),
        ("f({)", "three"),
        ("say", "four"),
    ]


def test_what_is_odd_costs_itself(write: Write) -> None:
    """What is no message or no state is told by its record, and the others come in."""
    log = [
        {"messages": [TALK[1], 5, {"type": "ai", "content": "", "tool_calls": [{}]}]},
        {"values": 3},
        7,
        {"messages": []},
    ]
    made = imported(LangChain(), write("dump.jsonl", lines=log))
    assert made.told("id") == [("dump/h",)]
    assert made.bad == [
        (2, "This is neither a message nor a conversation nor a state."),
        (3, "This is neither a message nor a conversation nor a state."),
        (1, "A message of dump: This is no message of LangChain."),
        (1, "A message of dump: A tool call has no name."),
    ]


@pytest.mark.parametrize(
    ("first", "known"),
    [
        (TALK[1], True),
        (constructed(TALK[2]), True),
        (in_data(TALK[2]), True),
        (TALK, True),
        ({"messages": TALK}, True),
        (state(2), True),
        (checkpoint(2), True),
        ({"messages": []}, False),
        ({"role": "user", "content": "x"}, False),
        ({"messages": [{"role": "user", "content": "x"}]}, False),
        ({"type": "entity", "name": "x"}, False),
        ({"type": "user", "message": {"role": "user", "content": "x"}}, False),
        ({"type": "human"}, False),
        (None, False),
    ],
)
def test_what_is_recognised(first: Any, known: bool) -> None:
    """LangChain's messages have types where a chat has roles."""
    assert LangChain().recognises(Head(Path("dump.json"), "", first)) is known


def test_anything_in_any_place(write: Write) -> None:
    """Whatever is missing or odd in one place costs that place, and is never an exception."""
    for log in (*faults([state(5)]), *faults([checkpoint(4)]), *faults([constructed(m) for m in TALK])):
        assert all(map(drafted, imported(LangChain(), write("dump.json", log)).units))


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(log=mutated([state(5), state(3), checkpoint(4)]))
def test_broken_threads(write: Write, log: Any) -> None:
    """A history that is broken in several places yields items, the same ones each time."""
    path = write("dump.json", log)
    assert imported(LangChain(), path).units == imported(LangChain(), path).units


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(counts=st.permutations([2, 3, 4, 5]))
def test_order_says_nothing(write: Write, counts: list[int]) -> None:
    """The states of a thread make the same memories in whatever order they stand."""
    assert imported(LangChain(), write("dump.json", [state(n) for n in counts])).told("id", "at", "step") == imported(
        LangChain(), write("dump.json", [state(n) for n in (2, 3, 4, 5)])
    ).told("id", "at", "step")
