"""ChatGPT's export: the way to the current node is the conversation, every other branch is kept."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from clew.adapters.chatgpt import ChatGPT
from clew.adapters.protocol import Head
from hypothesis import given, settings
from imported import ODD, Imported, changed, drafted, imported, mutated, paths, without

Write = Callable[..., Path]
Node = dict[str, Any]

NOON = 1_714_996_800


def node(parent: str | None, role: str | None = None, content: Any = "", at: float | None = None, **more: Any) -> Node:
    """Return a node; text is content of that type, and `name` its author's."""
    if role is None:
        return {"id": "x", "parent": parent, "children": [], "message": None}
    if isinstance(content, str):
        content = {"content_type": "text", "parts": [content]}
    author = {"role": role, "name": more.pop("name", None), "metadata": {}}
    time = None if at is None else NOON + at
    message = {"author": author, "create_time": time, "content": content, "recipient": "all", "metadata": {}, **more}
    return {"id": "x", "parent": parent, "children": [], "message": message}


def conversation(current: str, nodes: dict[str, Node], **more: Any) -> dict[str, Any]:
    head = {"title": "The mill", "create_time": NOON, "update_time": None}
    return {**head, "mapping": nodes, "current_node": current, "conversation_id": "mill", **more}


def read(write: Write, *conversations: Any) -> Imported:
    return imported(ChatGPT(), write("conversations.json", list(conversations)))


CODE = {"content_type": "code", "language": "python", "text": "turn()"}
HIDDEN = {"is_visually_hidden_from_conversation": True}

TALK = {
    "root": node(None),
    "s": node("root", "system", "Be brief.", metadata=HIDDEN),
    "u1": node("s", "user", "Does it turn?", 1.5),
    "t2": node("u1", "assistant", {"content_type": "thoughts", "thoughts": [{"summary": "s", "content": "I try."}]}, 2),
    "r3": node("t2", "assistant", {"content_type": "reasoning_recap", "content": "Thought for 2s"}, 3),
    "a4": node("r3", "assistant", CODE, 4, recipient="python", metadata={"model_slug": "m-1"}),
    "o5": node("a4", "tool", {"content_type": "execution_output", "text": "No."}, 5, name="python"),
    "a6": node("o5", "assistant", "It stands."),
    "a7": node("o5", "assistant", "It does not.", 7),
    "u8": node("a7", "user", "Why?", 8),
    "u9": node("a6", "user", "Really?"),
}


def test_a_conversation_and_its_branches(write: Write) -> None:
    """The way to the current node is the task; what else was answered is a branch, caused by where it forks off."""
    log = read(write, conversation("u8", TALK))
    assert log.bad == []
    assert log.told("id", "task", "step", "action", "observation", "causes") == [
        ("mill/u1", "mill", 0, "user message", "Does it turn?", ()),
        ("mill/a4", "mill", 1, "python(turn())", "No.", ("mill/u1",)),
        ("mill/a7", "mill", 2, "say", "It does not.", ("mill/a4",)),
        ("mill/u8", "mill", 3, "user message", "Why?", ("mill/a7",)),
        ("mill/a6", "mill/branch-1", 0, "say", "It stands.", ("mill/a4",)),
        ("mill/u9", "mill/branch-1", 1, "user message", "Really?", ("mill/a6",)),
    ]


def test_what_is_kept_beside_a_memory(write: Write) -> None:
    """The title, the model and what was thought; the time is the node's, else a little after the one before it."""
    log = read(write, conversation("u8", TALK))
    assert log.unit("mill/u1")["meta"] == {"title": "The mill"}
    assert log.unit("mill/a4")["meta"] == {"title": "The mill", "model": "m-1", "thinking": "I try."}
    assert [(unit["at"] - NOON * 1_000_000) / 1_000_000 for unit in log.units] == [1.5, 5, 7, 8, 5.000001, 5.000002]


def test_a_later_export_finds_what_was_there(write: Write) -> None:
    """Memories keep their names when the conversation has gone on, also from an older branch."""
    first = read(write, conversation("u8", TALK))
    longer = {**TALK, "a10": node("u9", "assistant", "Really.")}
    then = read(write, conversation("a10", longer))
    names = {unit["id"]: (unit["action"], unit["observation"]) for unit in then.units}
    assert all(names[unit["id"]] == (unit["action"], unit["observation"]) for unit in first.units)
    assert [unit["id"] for unit in then.units if unit["task"] == "mill"][-2:] == ["mill/u9", "mill/a10"]


def test_a_node_that_is_one_in_the_world(write: Write) -> None:
    """A node with a UUID gives its memory that name; others are called within their conversation."""
    uuid = "0b9c7f6e-3a52-4d1c-9c0e-7f6a5b4c3d2e"
    assert read(write, conversation(uuid, {uuid: node(None, "user", "x")})).told("id") == [(uuid,)]


@pytest.mark.parametrize(
    ("content", "observation"),
    [
        ({"content_type": "text", "parts": ["a", "b"]}, "a\nb"),
        (
            {
                "content_type": "multimodal_text",
                "parts": [
                    {"content_type": "image_asset_pointer", "asset_pointer": "file-service://x"},
                    {"content_type": "audio_transcription", "text": "heard", "direction": "in"},
                    {"content_type": "audio_asset_pointer"},
                    "a",
                ],
            },
            "[image]\nheard\n[audio]\na",
        ),
        ({"content_type": "execution_output", "text": "1"}, "1"),
        ({"content_type": "tether_browsing_display", "result": "found", "summary": None}, "found"),
        ({"content_type": "tether_quote", "url": "u", "domain": "d", "title": "T", "text": "q"}, "T\nu\nq"),
        (
            {"content_type": "user_editable_context", "user_profile": "miller", "user_instructions": "short"},
            "miller\nshort",
        ),
        ({"content_type": "invented_tomorrow", "words": "x"}, 'invented_tomorrow {"words": "x"}'),
    ],
)
def test_content_of_every_type(write: Write, content: Any, observation: str) -> None:
    """Each type of content has its words somewhere else; a picture leaves its kind."""
    assert read(write, conversation("u", {"u": node(None, "user", content)})).told("observation") == [(observation,)]


def test_what_the_model_keeps_and_what_fails(write: Write) -> None:
    """What the model was told to keep is a fact; an error of a tool is one."""
    log = read(
        write,
        conversation(
            "e3",
            {
                "f1": node(None, "assistant", {"content_type": "model_editable_context", "model_set_context": "M."}),
                "a2": node("f1", "assistant", "search(x)", recipient="browser"),
                "e3": node("a2", "tool", {"content_type": "system_error", "name": "E", "text": "down"}, name="browser"),
            },
        ),
    )
    assert log.told("id", "type", "text", "action", "observation") == [
        ("mill/f1", "fact", "M.", None, None),
        ("mill/a2", ("error", "action"), None, "browser(search(x))", "E\ndown"),
    ]


def test_several_answers_of_a_tool(write: Write) -> None:
    """The first answer belongs to the call, a further one was caused by it, and an answer of another branch too."""
    log = read(
        write,
        conversation(
            "o3",
            {
                "a1": node(None, "assistant", CODE, recipient="python"),
                "o2": node("a1", "tool", "one", name="python"),
                "h": node("o2"),
                "o3": node("h", "tool", "two", name="python"),
                "o4": node("a1", "tool", "other", name="python"),
            },
        ),
    )
    assert log.told("id", "task", "action", "observation", "causes") == [
        ("mill/a1", "mill", "python(turn())", "one", ()),
        ("mill/o3", "mill", "python result", "two", ("mill/a1", "mill/a1")),
        ("mill/o4", "mill/branch-1", "python result", "other", ("mill/a1",)),
    ]


def test_conversations_one_at_a_time(write: Write) -> None:
    """Each conversation is a task, called by its id or by the file; one that is none costs itself."""
    nodes = {"u": node(None, "user", "x")}
    unnamed = {key: value for key, value in conversation("u", nodes).items() if key != "conversation_id"}
    log = read(
        write, conversation("u", nodes, create_time=None), {"title": "x"}, 42, unnamed, {**unnamed, "id": "kiln"}
    )
    assert log.told("task") == [("mill",), ("conversations-4",), ("kiln",)]
    nothing = "This is no conversation: it has no object `mapping`."
    assert log.bad == [(2, nothing), (3, nothing)]
    assert imported(ChatGPT(), write("one.json", conversation("u", nodes))).told("id") == [("mill/u",)]


def test_a_node_that_cannot_be_read_costs_itself(write: Write) -> None:
    """It is told by its name, and what follows it follows what it followed."""
    odd = {
        "u1": node(None, "user", "a"),
        "x2": node("u1", "critic", "b"),
        "x3": {"parent": "x2", "message": {"author": {"role": "user"}}},
        "x4": node("x3", "user", "c", create_time="noon"),
        "u5": node("x4", "user", "d"),
        "x6": 42,
    }
    log = read(write, conversation("u5", odd))
    assert log.told("id", "causes") == [("mill/u1", ()), ("mill/u5", ("mill/u1",))]
    assert log.bad == [
        (1, "Node x2 of mill: The role `critic` is not known."),
        (1, "Node x3 of mill: Its message has no content."),
        (1, "Node x4 of mill: 'noon' is not an ISO 8601 time."),
        (1, "Node x6 of mill: It is no object."),
    ]


def test_nodes_in_a_circle_or_nowhere(write: Write) -> None:
    """A circle of parents has a beginning somewhere, and a parent that is not there is none."""
    circle = {"a": node("b", "user", "1"), "b": node("a", "user", "2"), "c": node("lost", "user", "3")}
    for current in ("a", "c", "nowhere", None):
        log = read(write, conversation(current, circle))  # pyright: ignore[reportArgumentType]
        assert log.bad == []
        assert {id for (id,) in log.told("id")} == {"mill/a", "mill/b", "mill/c"}


def test_a_chain_of_ten_thousand(write: Write) -> None:
    """Depth costs nothing but its length."""
    chain = {str(n): node(str(n - 1) if n else None, "user", str(n)) for n in range(10_000)}
    log = read(write, conversation("9999", chain))
    assert log.told("task", "step") == [("mill", n) for n in range(10_000)]


def test_any_value_anywhere(write: Write) -> None:
    """Each value of an export, missing or another, leaves memories that can be remembered and sentences."""
    talk = [conversation("u8", {id: TALK[id] for id in ("u1", "t2", "a4", "o5", "a6", "u8")})]
    for n, path in enumerate(list(paths(talk))[1:]):
        for log in (without(talk, path), changed(talk, path, ODD[n % len(ODD)])):
            for unit in imported(ChatGPT(), write("conversations.json", log)).units:
                drafted(unit)


@settings(max_examples=40, deadline=None)
@given(log=mutated([conversation("u8", TALK)]))
def test_any_export_is_read(tmp_path_factory: pytest.TempPathFactory, log: Any) -> None:
    """However an export is changed, it is read to its end."""
    path = tmp_path_factory.getbasetemp() / "mutated-conversations.json"
    path.write_text(json.dumps(log), "utf-8")
    for unit in imported(ChatGPT(), path).units:
        drafted(unit)


@pytest.mark.parametrize(
    ("first", "known"),
    [
        (conversation("u", {}), True),
        ({"title": "x", "mapping": {}}, True),
        ({"mapping": {"a": "b"}}, False),
        ({"title": "x", "mapping": []}, False),
        ({"messages": []}, False),
        ([], False),
        (None, False),
    ],
)
def test_what_is_recognised(first: Any, known: bool) -> None:
    """A conversation is known by its mapping of nodes."""
    assert ChatGPT().recognises(Head(Path("conversations.json"), json.dumps(first), first)) is known
