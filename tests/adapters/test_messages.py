"""One message of a chat, read: whatever dialect it came in, one form goes on; what is none is told in a sentence."""

from __future__ import annotations

from typing import Any

import pytest
from clew.adapters.messages import message_of
from clew.engine.values.times import to_micros
from clew.errors import MemoryInvalid

Message = dict[str, Any]


def user(**fields: Any) -> Message:
    return {"role": "user", **fields}


@pytest.mark.parametrize(
    ("content", "text"),
    [
        ("plain", "plain"),
        (None, ""),
        ("", ""),
        ([{"type": "text", "text": "a"}, "b", {"type": "image_url", "image_url": {}}], "a\nb\n[image]"),
        ([{"type": "refusal", "refusal": "I may not."}], "I may not."),
        ([{"type": "tool_use", "name": "f"}], '{"name": "f", "type": "tool_use"}'),
        ([], ""),
        ({"rows": [1, 2]}, '{"rows": [1, 2]}'),
        (42, "42"),
    ],
)
def test_content_in_every_form(content: Any, text: str) -> None:
    """Content may be text, nothing, parts, or plain JSON; a picture leaves its kind."""
    assert message_of(user(content=content)).said == text
    assert message_of(user()).said == ""


@pytest.mark.parametrize(
    "call",
    [
        {"id": "1", "type": "function", "function": {"name": "find", "arguments": '{"b":2,"a":"é"}'}},
        {"id": "1", "function": {"name": "find", "arguments": {"b": 2, "a": "é"}}},
        {"id": "1", "type": "custom", "custom": {"name": "find", "input": '{"b": 2, "a": "é"}'}},
        {"id": "1", "name": "find", "args": {"b": 2, "a": "é"}},
    ],
)
def test_calls_in_every_dialect_are_one_text(call: Message) -> None:
    """Equal calls are equal texts: the arguments are sorted, spaced one way, and stay readable."""
    message = message_of({"role": "assistant", "tool_calls": [call]})
    assert [(c.id, c.name, c.action) for c in message.calls] == [("1", "find", 'find({"a": "é", "b": 2})')]


@pytest.mark.parametrize(
    ("arguments", "action"),
    [(None, "f({})"), ("", "f({})"), ("not JSON", "f(not JSON)"), ("[" * 9999, f"f({'[' * 9999})"), ("NaN", "f(NaN)")],
)
def test_arguments_that_are_no_json_stay_as_they_came(arguments: Any, action: str) -> None:
    """Arguments that cannot be read are kept as text."""
    message = message_of({"role": "assistant", "tool_calls": [{"function": {"name": "f", "arguments": arguments}}]})
    assert message.calls[0].action == action


MOMENT = to_micros("2024-05-06T09:00:12.345678Z")


@pytest.mark.parametrize(
    ("stamp", "at"),
    [
        ("2024-05-06T09:00:12.345678Z", MOMENT),
        ("2024-05-06T11:00:12.345678+02:00", MOMENT),
        ("2024-05-06 09:00:12.345678", MOMENT),
        (1714986012, MOMENT - 345678),
        (1714986012.345678, MOMENT),
        (1714986012345, MOMENT - 678),
        (1714986012345678, MOMENT),
        (1714986012345678901, MOMENT + 1),
        (-86400, to_micros("1969-12-31")),
    ],
)
def test_times_in_every_form(stamp: Any, at: int) -> None:
    """ISO text with or without a zone, and numbers of seconds, milliseconds, microseconds or nanoseconds."""
    assert message_of(user(timestamp=stamp)).at == at


@pytest.mark.parametrize("key", ["timestamp", "created_at", "created", "at", "time"])
def test_the_fields_that_hold_a_time(key: str) -> None:
    """A time is found under any of its usual names; an empty one is none."""
    assert message_of(user(**{key: "2024-05-06T09:00:12.345678Z"})).at == MOMENT
    assert message_of(user(**{key: None})).at is None
    assert message_of(user(**{key: ""})).at is None


@pytest.mark.parametrize("stamp", ["yesterday", True, [1], {}, float("nan"), float("inf"), 10**400, "10000-01-01"])
def test_a_time_that_is_none_is_reported(stamp: Any) -> None:
    """A time that cannot be read is no reason to guess one."""
    with pytest.raises(MemoryInvalid):
        message_of(user(timestamp=stamp))


@pytest.mark.parametrize("reasons", [{"a": 1}, [None], [["x"]], True, [""]])
def test_reasons_that_are_no_ids_are_reported(reasons: Any) -> None:
    """Reasons that name nothing are told by the field."""
    with pytest.raises(MemoryInvalid, match="`caused_by` is no list of ids"):
        message_of(user(caused_by=reasons))


def test_what_was_thought_beside_the_content() -> None:
    """Thoughts stand in the content, or beside it under a name of their own."""
    assert message_of({"role": "assistant", "content": "x", "reasoning_content": "why"}).thought == "why"
    assert message_of({"role": "assistant", "content": [{"type": "thinking", "thinking": "why"}]}).thought == "why"
    assert message_of(user(content="x", reasoning_content={"no": "text"})).thought == ""


def test_an_item_is_a_message_without_a_role() -> None:
    """An output is a tool's message, any other item the assistant's; what is neither has no role."""
    roles = {"function_call_output": "tool", "reasoning": "assistant", "web_search_call": "assistant"}
    assert {kind: message_of({"type": kind}).role for kind in roles} == roles
    with pytest.raises(MemoryInvalid, match="A message has no role"):
        message_of({"type": "text", "text": "x"})
