"""OpenAI-style chat: which memories a log makes, what they are called, and what is said of what is odd in it."""

from __future__ import annotations

import importlib.util
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from clew.adapters.openai_chat import OpenAIChat
from clew.adapters.protocol import Bad, Head, Source, Unit
from hypothesis import given, settings
from hypothesis import strategies as st

Write = Callable[..., Path]
Shared = Callable[[str], Path]
Message = dict[str, Any]

NOON = 1_714_996_800_000_000
WORKSHOP = Path(__file__).parents[2] / "examples" / "workshop" / "log.json"


def user(text: Any, **more: Any) -> Message:
    return {"role": "user", "content": text, **more}


def says(text: Any, **more: Any) -> Message:
    return {"role": "assistant", "content": text, **more}


def calls(*names: str, said: str | None = None, **more: Any) -> Message:
    """Return a message that calls tools; `name#id` gives the call an id."""
    made = [_call(*name.partition("#")) for name in names]
    return {"role": "assistant", "content": said, "tool_calls": made, **more}


def _call(name: str, mark: str, id: str) -> Message:
    return {"type": "function", "function": {"name": name, "arguments": "{}"}, **({"id": id} if mark else {})}


def result(text: Any, of: str | None = None, **more: Any) -> Message:
    return {"role": "tool", "content": text, **({} if of is None else {"tool_call_id": of}), **more}


def read(path: Path) -> tuple[list[dict[str, Any]], list[tuple[int, str]]]:
    """Return the fields of the memories of a log, and its bad records."""
    items = list(OpenAIChat().read(Source.of(path)))
    units = [dict(item.fields) for item in items if isinstance(item, Unit)]
    return units, [(item.number, item.reason) for item in items if isinstance(item, Bad)]


def told(path: Path) -> list[tuple[str, str, str | None]]:
    """Return id, action and observation of each memory of a log that has no bad record."""
    units, bad = read(path)
    assert bad == []
    return [(unit["id"], unit["action"], unit["observation"]) for unit in units]


# ---- what a conversation makes -----------------------------------------------------------------------

TALK = [
    {"role": "system", "content": "Be brief."},
    user("Is HAT069 full?"),
    calls("look_up#c1", said="I look."),
    result("2 seats left", of="c1"),
    says("Two seats are left."),
]


def test_one_memory_for_each_call_and_each_message(write: Write) -> None:
    """A call and its result are one memory, and so is what each side says; instructions are none."""
    assert told(write("log", [{"task_id": 3, "trial": 1, "traj": TALK}])) == [
        ("3-1/0", "user message", "Is HAT069 full?"),
        ("3-1/1", "look_up({})", "2 seats left"),
        ("3-1/2", "say", "Two seats are left."),
    ]


def test_the_fields_of_each_kind(write: Write) -> None:
    """Who, what kind and why stand in fields; what was said beside a call is searched with it."""
    units, _ = read(write("talk.json", [{"task_id": 3, "traj": TALK}]))
    kinds = [(unit["type"], unit["action_type"], unit["agent"], unit["source"]) for unit in units]
    assert kinds == [
        ("message", "user_message", "user", "talk.json"),
        (("action",), "look_up", "assistant", "talk.json"),
        ("message", "say", "assistant", "talk.json"),
    ]
    assert units[1]["text"] == "I look.\nlook_up({})\n2 seats left"
    assert units[1]["meta"] == {"said": "I look."}


@pytest.mark.parametrize(
    "shape", ["array", "lines", "conversation", "list", "lines of conversations", "lines of lists"]
)
def test_every_shape_holds_the_same_memories(write: Write, shape: str) -> None:
    """One conversation is the same however the file is laid out, and is called as the file."""
    path = {
        "array": lambda: write("talk.json", TALK),
        "lines": lambda: write("talk.jsonl", lines=TALK),
        "conversation": lambda: write("talk.json", {"messages": TALK}),
        "list": lambda: write("talk.json", [TALK]),
        "lines of conversations": lambda: write("talk.jsonl", lines=[{"messages": TALK}]),
        "lines of lists": lambda: write("talk.jsonl", lines=[TALK, []]),
    }[shape]()
    assert [(id, action) for id, action, _ in told(path)] == [
        ("talk/0", "user message"),
        ("talk/1", "look_up({})"),
        ("talk/2", "say"),
    ]


def test_what_conversations_are_called(write: Write) -> None:
    """A conversation goes by its task and trial, else by an id of its own, else by the file and its number."""
    one = {"messages": [user("hello")]}
    named = [{**one, "task_id": "T"}, {**one, "task_id": 0, "trial": 0}, {**one, "id": "abc"}, {**one, "session_id": 5}]
    path = write("log.jsonl", lines=[one, *named, one])
    assert [id for id, _, _ in told(path)] == ["log/0", "T/0", "0-0/0", "abc/0", "5/0", "log-6/0"]


def test_parallel_calls_meet_their_results_in_any_order(write: Write) -> None:
    """Results find their calls by id, and steps follow the order in which results came."""
    talk = [calls("a#1", "b#2", "c#3"), result("for c", of="3"), result("for a", of="1"), result("for b", of="2")]
    assert told(write("log", talk)) == [
        ("log/0", "c({})", "for c"),
        ("log/1", "a({})", "for a"),
        ("log/2", "b({})", "for b"),
    ]


def test_calls_without_ids_go_by_their_tool(write: Write) -> None:
    """Without ids a result belongs to the first waiting call of its tool; without a name to the first."""
    talk = [calls("a", "b", "a"), result("b's", name="b"), result("first"), result("second", of="unknown", name="a")]
    observed = [(action, observation) for _, action, observation in told(write("log", talk))]
    assert observed == [("b({})", "b's"), ("a({})", "first"), ("a({})", "second")]


def test_a_repeated_call_id_loses_nothing(write: Write) -> None:
    """Two waiting calls of one id each get a result, and an id may be used again later."""
    talk = [calls("a#1", "b#1"), result("x", of="1"), result("y", of="1"), calls("c#1"), result("z", of="1")]
    observed = [(action, observation) for _, action, observation in told(write("log", talk))]
    assert observed == [("a({})", "x"), ("b({})", "y"), ("c({})", "z")]


def test_a_result_without_a_call_is_a_memory(write: Write) -> None:
    """A result that nobody asked for is kept; one more of an answered call was caused by that call."""
    units, bad = read(
        write("log", [calls("a#1"), result("x", of="1"), result("more", of="1", name="a"), result("y", of="9")])
    )
    assert bad == []
    assert [(u["action"], u["observation"], u.get("causes")) for u in units] == [
        ("a({})", "x", ()),
        ("a result", "more", ("log/0",)),
        ("tool result", "y", ()),
    ]


def test_a_call_without_a_result_is_a_memory(write: Write) -> None:
    """A call whose result never came takes its step before what was said next; a late result was caused by it."""
    units, bad = read(write("log", {"messages": [calls("a#1"), user("stop"), result("late", of="1"), calls("b#2")]}))
    assert bad == []
    assert [(u["id"], u["action"], u["observation"]) for u in units] == [
        ("log/0", "a({})", None),
        ("log/1", "user message", "stop"),
        ("log/2", "tool result", "late"),
        ("log/3", "b({})", None),
    ]
    assert units[2]["causes"] == ("log/0",)


def test_a_call_at_the_end_of_lines_waits(write: Write) -> None:
    """Lines may go on: the call at their end is reported, and comes with its result when the log has grown."""
    talk = [user("go"), calls("a#1")]
    units, bad = read(write("log.jsonl", lines=talk))
    assert [unit["id"] for unit in units] == ["log/0"]
    assert bad == [(2, "The call of `a` has no result yet; it is imported when the log holds one.")]
    assert told(write("log.jsonl", lines=[*talk, result("x", of="1")]))[1] == ("log/1", "a({})", "x")
    assert told(write("log.json", talk))[1] == ("log/1", "a({})", None)


MESSAGES = st.sampled_from(
    [user("u"), says("s"), calls("a#1", "b#2"), calls("c"), result("r", of="1"), result("q"), {"role": "odd"}]
)


@settings(max_examples=40, deadline=None)
@given(st.lists(MESSAGES, max_size=12), st.data())
def test_a_log_that_grew_begins_with_the_same_memories(
    tmp_path_factory: pytest.TempPathFactory, talk: list[Message], data: st.DataObject
) -> None:
    """The memories of a log's beginning are the first of its memories: ids do not depend on what comes later."""
    path = tmp_path_factory.getbasetemp() / "log.jsonl"
    cut = data.draw(st.integers(0, len(talk)))

    def memories(messages: list[Message]) -> list[tuple[Any, ...]]:
        path.write_text("".join(json.dumps(message) + "\n" for message in messages), encoding="utf-8")
        return [(unit["id"], unit["action"], unit["observation"]) for unit in read(path)[0]]

    whole, beginning = memories(talk), memories(talk[:cut])
    assert whole[: len(beginning)] == beginning


# ---- dialects, times, reasons ------------------------------------------------------------------------


def test_the_older_function_calls(write: Write) -> None:
    """`function_call` and the role `function` are a call and its result."""
    call = {"role": "assistant", "content": None, "function_call": {"name": "look", "arguments": '{"at": 1}'}}
    talk = [call, {"role": "function", "name": "look", "content": "seen"}]
    assert told(write("log", talk)) == [("log/0", 'look({"at": 1})', "seen")]


def test_a_speaker_with_a_name_is_the_agent(write: Write) -> None:
    """Where several agents speak, the name tells who it was."""
    units, _ = read(write("log", [says("hello", name="planner"), user("hello", name="ann")]))
    assert [unit["agent"] for unit in units] == ["planner", "ann"]


def test_undated_memories_follow_each_other(write: Write) -> None:
    """Without times, each memory comes after the one before, and none after the file was last written."""
    path = write("log", [{"messages": [user("x"), says("y")]}, {"messages": [user("z")]}])
    times = [unit["at"] for unit in read(path)[0]]
    assert times == sorted(set(times))
    assert times[-1] <= path.stat().st_mtime_ns // 1000


def test_an_undated_message_follows_the_dated_one_before(write: Write) -> None:
    """A message without a time comes a microsecond after the one before; a result takes the time of its call."""
    talk = [user("x", timestamp=NOON), says("y"), calls("a#1", timestamp=NOON + 100), result("z", of="1")]
    assert [unit["at"] - NOON for unit in read(write("log", talk))[0]] == [0, 1, 100]


def test_reasons_that_the_agent_kept(write: Write) -> None:
    """`caused_by` and `supersedes` of a call and of its result are those of the memory."""
    call = calls("a#1", caused_by=["log/0"], supersedes="log/1")
    talk = [user("x"), says("y", caused_by="log/0"), call, result("z", of="1", caused_by=[7])]
    units, bad = read(write("log", talk))
    assert bad == []
    assert [(unit["causes"], unit["supersedes"]) for unit in units] == [
        ((), ()),
        (("log/0",), ()),
        (("log/0", "7"), ("log/1",)),
    ]


# ---- what is odd -------------------------------------------------------------------------------------


def test_a_message_that_cannot_be_read_costs_itself(write: Write) -> None:
    """Each odd message is told by its record and its place, and the ones around it are kept."""
    odd: list[Any] = [
        user("first"),
        {"role": "critic", "content": "x"},
        {"content": "x"},
        "x",
        None,
        {"role": "assistant", "tool_calls": "x"},
        {"role": "assistant", "tool_calls": [{"id": "1"}]},
        user("x", timestamp="noon"),
        user("last"),
    ]
    units, bad = read(write("log", [{"id": "before", "messages": []}, {"id": "T", "messages": odd}]))
    assert [(unit["id"], unit["observation"]) for unit in units] == [("T/0", "first"), ("T/1", "last")]
    assert bad == [
        (2, "Message 1 of T: The role `critic` is not known."),
        (2, "Message 2 of T: A message has no role."),
        (2, "Message 3 of T: A message has no role."),
        (2, "Message 4 of T: A message has no role."),
        (2, "Message 5 of T: `tool_calls` is no list."),
        (2, "Message 6 of T: A tool call has no name."),
        (2, "Message 7 of T: 'noon' is not an ISO 8601 time."),
    ]


def test_records_that_are_nothing_known_cost_themselves(write: Write) -> None:
    """Lines of another kind among messages are told by their number."""
    lines = [user("a"), {"level": "info"}, 42, {"role": "critic"}, {"messages": "x"}, user("b")]
    units, bad = read(write("log.jsonl", lines=lines))
    assert [unit["observation"] for unit in units] == ["a", "b"]
    assert [number for number, _ in bad] == [2, 3, 4, 5]
    assert bad[0][1] == "This is neither a message nor a conversation."
    assert bad[2][1] == "The role `critic` is not known."


@pytest.mark.parametrize(
    ("first", "known"),
    [
        (user("x"), True),
        ({"messages": [user("x")]}, True),
        ({"traj": []}, True),
        ([user("x")], True),
        ({"role": "critic"}, False),
        ({"messages": ["x"]}, False),
        ({"trajectory": [{"action": "ls"}]}, False),
        ({"type": "user", "message": user("x")}, False),
        ({}, False),
        (42, False),
        (None, False),
    ],
)
def test_what_is_recognised(first: Any, known: bool) -> None:
    """Messages with known roles are a chat, alone or in a conversation; anything else is not."""
    assert OpenAIChat().recognises(Head(Path("log"), "", first)) is known


# ---- whole logs --------------------------------------------------------------------------------------


def test_the_workshop_log(write: Write) -> None:
    """The log of the example comes in whole: every memory dated, every reason named before it, and no record bad."""
    units, bad = read(WORKSHOP)
    assert bad == []
    assert len(units) == 184
    seen = {unit["id"]: unit["at"] for unit in units}
    named = [(cause, unit["id"]) for unit in units for cause in (*unit.get("causes", ()), *unit.get("supersedes", ()))]
    assert len(named) > 200
    assert all(seen[cause] <= seen[effect] for cause, effect in named)


def test_memories_are_numbered_as_the_provenance_suite_numbers_them(shared: Shared) -> None:
    """All 1,849 memories of the airline conversations are those of the suite that judges their recall."""
    spec = importlib.util.spec_from_file_location("provenance", shared("tools/provenance.py"))
    assert spec is not None and spec.loader is not None
    provenance = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(provenance)
    log = shared("data/tau_bench/airline_dev.json")
    expected = [
        (f"{record['task_id']}-{record['trial']}/{unit['step']}", unit["action"], unit["observation"])
        for record in json.loads(log.read_text("utf-8"))
        for unit in provenance.units_of(record, 0)
    ]
    assert len(expected) == 1849
    assert told(log) == expected
