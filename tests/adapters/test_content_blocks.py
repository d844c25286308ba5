"""Typed blocks of content: what is said, thought, called and answered, in the words of two houses, to any depth."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from clew.adapters.content_blocks import Content, Result, content_of
from clew.adapters.messages import Call
from clew.adapters.openai_chat import OpenAIChat
from clew.errors import MemoryInvalid
from hypothesis import given, settings
from hypothesis import strategies as st
from imported import JSON, imported

Write = Callable[..., Path]


def by_agent(*blocks: Any) -> Content:
    return content_of(list(blocks), by_agent=True)


@pytest.mark.parametrize(
    ("block", "said"),
    [
        ({"type": "text", "text": "a"}, "a"),
        ({"type": "input_text", "text": "a"}, "a"),
        ({"type": "output_text", "text": "a", "annotations": []}, "a"),
        ({"type": "refusal", "refusal": "no"}, "no"),
        ({"type": "image", "source": {"type": "base64", "data": "AAAA"}}, "[image]"),
        ({"type": "input_image", "image_url": "data:"}, "[image]"),
        ({"type": "document", "source": {"type": "base64", "data": "AAAA"}, "title": "Report"}, "[document]"),
        ({"type": "document", "source": {"type": "text", "data": "words"}, "title": "Report"}, "Report\nwords"),
        ({"type": "document", "source": {"type": "content", "content": ["x"]}}, "x"),
        ({"type": "search_result", "title": "T", "content": [{"type": "text", "text": "found"}]}, "T\nfound"),
        ({"type": "resource", "resource": {"uri": "file:///a", "text": "inside"}}, "inside"),
        ({"type": "newly_invented", "words": 1}, '{"type": "newly_invented", "words": 1}'),
        ([[["deep"], "er"]], "deep\ner"),
    ],
)
def test_what_is_said(block: Any, said: str) -> None:
    """Words are words wherever they stand; a medium leaves its kind; what is unknown stays as JSON."""
    assert by_agent(block) == Content(said)


@pytest.mark.parametrize(
    "block",
    [
        {"type": "tool_use", "id": "1", "name": "f", "input": {"b": 2, "a": 1}},
        {"type": "server_tool_use", "id": "1", "name": "f", "input": {"b": 2, "a": 1}},
        {"type": "function_call", "id": "fc", "call_id": "1", "name": "f", "arguments": '{"b":2,"a":1}'},
        {"type": "custom_tool_call", "call_id": "1", "name": "f", "input": '{"a": 1, "b": 2}'},
    ],
)
def test_equal_calls_of_all_houses_are_equal(block: dict[str, Any]) -> None:
    """A call has the same words whichever block it came in."""
    assert by_agent(block).calls == (Call("1", "f", 'f({"a": 1, "b": 2})'),)
    assert by_agent(block).said == ""


def test_calls_named_by_their_kind() -> None:
    """A call without a name of its tool is named by its kind, and one that holds its output is answered at once."""
    shell = {"type": "local_shell_call", "call_id": "1", "action": {"type": "exec", "command": ["ls"]}}
    search = {"type": "web_search_call", "id": "2", "action": {"type": "search", "query": "q"}}
    remote = {"type": "mcp_call", "id": "3", "name": "find", "arguments": "{}", "output": "found"}
    content = by_agent(shell, search, remote)
    assert [(call.id, call.name) for call in content.calls] == [
        ("1", "local_shell"),
        ("2", "web_search"),
        ("3", "find"),
    ]
    assert content.results == (Result("2", ""), Result("3", "found"))


@pytest.mark.parametrize(
    ("block", "result"),
    [
        ({"type": "tool_result", "tool_use_id": "1", "content": "x"}, Result("1", "x")),
        ({"type": "tool_result", "tool_use_id": "1"}, Result("1", "")),
        ({"type": "tool_result", "tool_use_id": "1", "content": "x", "is_error": True}, Result("1", "x", True)),
        ({"type": "tool_result", "tool_use_id": "1", "content": "x", "is_error": False}, Result("1", "x")),
        (
            {
                "type": "tool_result",
                "tool_use_id": "1",
                "content": [
                    {"type": "text", "text": "a"},
                    {"type": "image", "source": {}},
                    {"type": "tool_result", "content": [{"type": "text", "text": "b"}]},
                ],
            },
            Result("1", "a\n[image]\nb"),
        ),
        (
            {
                "type": "web_search_tool_result",
                "tool_use_id": "1",
                "content": [{"type": "web_search_result", "title": "T", "url": "u", "encrypted_content": "AAAA"}],
            },
            Result("1", "T u"),
        ),
        (
            {
                "type": "web_search_tool_result",
                "tool_use_id": "1",
                "content": {"type": "web_search_tool_result_error", "error_code": "too_many"},
            },
            Result("1", '{"error_code": "too_many", "type": "web_search_tool_result_error"}', True),
        ),
        ({"type": "function_call_output", "call_id": "1", "output": "x"}, Result("1", "x")),
        (
            {"type": "function_call_output", "call_id": "1", "output": [{"type": "input_text", "text": "x"}]},
            Result("1", "x"),
        ),
        (
            {"type": "function_call_output", "call_id": "1", "output": {"content": "x", "success": False}},
            Result("1", "x", True),
        ),
        (
            {
                "type": "computer_call_output",
                "call_id": "1",
                "output": {"type": "computer_screenshot", "image_url": "u"},
            },
            Result("1", "[image]"),
        ),
    ],
)
def test_results_in_every_form(block: dict[str, Any], result: Result) -> None:
    """A result is its words, the call that it answers, and whether it says that it failed."""
    assert content_of([block], by_agent=False).results == (result,)


def test_what_was_thought() -> None:
    """Thoughts stand apart from words; what is encrypted is left out."""
    content = by_agent(
        {"type": "thinking", "thinking": "first", "signature": "AAAA"},
        {"type": "redacted_thinking", "data": "AAAA"},
        {"type": "reasoning", "summary": [{"type": "summary_text", "text": "then"}], "encrypted_content": "AAAA"},
        {"type": "text", "text": "said"},
    )
    assert content == Content("said", "first\nthen")


def test_nobody_but_an_agent_calls() -> None:
    """A call in a user's mouth is a text about one; a call without a name is refused in a sentence."""
    assert content_of([{"type": "tool_use", "name": "f"}], by_agent=False).calls == ()
    with pytest.raises(MemoryInvalid, match="A tool call has no name"):
        by_agent({"type": "tool_use", "id": "1"})


def test_depth_is_no_matter() -> None:
    """Blocks are walked without recursion; what only recursion could print is refused in a sentence."""
    lists: Any = "deep"
    results: Any = "deep"
    objects: Any = 1
    for _ in range(20_000):
        lists, results, objects = [lists], {"type": "tool_result", "content": results}, {"a": objects}
    assert content_of(lists, by_agent=True).said == "deep"
    assert content_of(results, by_agent=True).results == (Result(None, "deep"),)
    with pytest.raises(MemoryInvalid, match="nested too deeply"):
        content_of(objects, by_agent=True)


ANTHROPIC: list[dict[str, Any]] = [
    {"role": "user", "content": "Is it dry?"},
    {
        "role": "assistant",
        "content": [
            {"type": "thinking", "thinking": "Two places to look."},
            {"type": "text", "text": "I look."},
            {"type": "tool_use", "id": "a", "name": "hygrometer", "input": {"room": 1}},
            {"type": "tool_use", "id": "b", "name": "hygrometer", "input": {"room": 2}},
        ],
    },
    {
        "role": "user",
        "content": [
            {"type": "tool_result", "tool_use_id": "b", "content": [{"type": "text", "text": "31 %"}]},
            {"type": "tool_result", "tool_use_id": "a", "content": "broken", "is_error": True},
            {"type": "text", "text": "And the third?"},
        ],
    },
    {"role": "assistant", "content": [{"type": "text", "text": "There are two."}]},
]

RESPONSES: list[dict[str, Any]] = [
    {"role": "user", "content": [{"type": "input_text", "text": "Is it dry?"}]},
    {"type": "reasoning", "summary": [{"type": "summary_text", "text": "Two places to look."}]},
    {"type": "function_call", "call_id": "a", "name": "hygrometer", "arguments": '{"room": 1}'},
    {"type": "function_call_output", "call_id": "a", "output": "31 %"},
    {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "It is."}]},
]


def test_a_chat_in_anthropic_form(write: Write) -> None:
    """A chat of blocks makes the memories that the same chat makes in any form: calls with their results, and words."""
    chat = imported(OpenAIChat(), write("talk.json", ANTHROPIC))
    assert chat.bad == []
    assert chat.told("id", "action", "observation", "type") == [
        ("talk/0", "user message", "Is it dry?", "message"),
        ("talk/1", 'hygrometer({"room": 2})', "31 %", ("action",)),
        ("talk/2", 'hygrometer({"room": 1})', "broken", ("error", "action")),
        ("talk/3", "user message", "And the third?", "message"),
        ("talk/4", "say", "There are two.", "message"),
    ]
    assert chat.units[1]["meta"] == {"said": "I look.", "thinking": "Two places to look."}
    assert chat.units[1]["text"] == 'I look.\nhygrometer({"room": 2})\n31 %'


def test_a_chat_of_response_items(write: Write) -> None:
    """Items that have no role stand where messages do, and what was reasoned belongs to what comes of it."""
    chat = imported(OpenAIChat(), write("talk.json", {"messages": RESPONSES}))
    assert chat.bad == []
    assert chat.told("id", "action", "observation", "meta") == [
        ("talk/0", "user message", "Is it dry?", None),
        ("talk/1", 'hygrometer({"room": 1})', "31 %", {"thinking": "Two places to look."}),
        ("talk/2", "say", "It is.", None),
    ]


def test_a_server_that_calls_and_answers_in_one_message(write: Write) -> None:
    """A call and its result in one message are one memory, and the words around them are said with it."""
    blocks = [
        {"type": "server_tool_use", "id": "s", "name": "web_search", "input": {"query": "q"}},
        {"type": "web_search_tool_result", "tool_use_id": "s", "content": [{"type": "web_search_result", "url": "u"}]},
        {"type": "text", "text": "It says so."},
    ]
    chat = imported(OpenAIChat(), write("talk.json", [{"role": "assistant", "content": blocks}]))
    assert chat.told("action", "observation", "meta") == [('web_search({"query": "q"})', "u", {"said": "It says so."})]


BLOCKS = st.fixed_dictionaries(
    {
        "type": st.sampled_from(
            ["text", "tool_use", "tool_result", "thinking", "document", "mcp_call", "reasoning", "x"]
        )
    },
    optional=dict.fromkeys(("text", "id", "name", "input", "tool_use_id", "content", "source", "output"), JSON),
)


@settings(max_examples=60, deadline=None)
@given(st.lists(BLOCKS | JSON, max_size=4), st.booleans())
def test_any_content_is_read_or_refused(blocks: list[Any], agent: bool) -> None:
    """Whatever stands in blocks, they are read, or refused as a call without a name."""
    try:
        content = content_of(blocks, by_agent=agent)
    except MemoryInvalid as error:
        assert error.message == "A tool call has no name."
    else:
        assert agent or content.calls == ()
        assert all(
            isinstance(words, str) for words in (content.said, content.thought, *(r.said for r in content.results))
        )
