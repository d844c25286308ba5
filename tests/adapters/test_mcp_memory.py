"""The MCP server's memory: which facts its file makes, what they are called, and what is said of what is odd in it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import clew
import pytest
from clew.adapters.importing import import_file
from clew.adapters.mcp_memory import McpMemory
from clew.adapters.protocol import Head
from faults import faults
from hypothesis import HealthCheck, given, settings
from imported import drafted, imported, mutated

Write = Callable[..., Path]

BUILD = {
    "type": "entity",
    "name": "build",
    "entityType": "component",
    "observations": ["It runs on two machines.", {"content": "It is slow.", "timestamp": "2025-03-01"}],
}
CACHE = {"type": "entity", "name": "cache", "entityType": "component", "observations": []}
NEEDS = {"type": "relation", "from": "build", "to": "cache", "relationType": "needs"}
LINES = [BUILD, CACHE, NEEDS]

GOLDEN = [
    ("entity/build/bad0c395d655", "build: It runs on two machines.", "fact", ["component"]),
    ("entity/build/5a80851d664d", "build: It is slow.", "fact", ["component"]),
    ("entity/cache", "cache: component", "fact", ["component"]),
    ("relation/build/e20f00aaa809", "build needs cache", ("fact", "relation"), None),
]


def test_one_memory_for_each_fact(write: Write) -> None:
    """An observation, an entity without any, and a relation are memories, called by what they say."""
    made = imported(McpMemory(), write("memory.jsonl", lines=LINES))
    assert made.bad == []
    assert made.told("id", "text", "type", "tags") == GOLDEN
    assert made.units[3]["entities"] == ["build", "cache"]
    assert all(unit["entities"][0] == "build" for unit in made.units[:2])


@pytest.mark.parametrize("shape", ["array", "object", "object without types"])
def test_every_shape_holds_the_same_facts(write: Write, shape: str) -> None:
    """Lines, an array of them and one object are one graph."""
    bare = [{key: value for key, value in part.items() if key != "type"} for part in LINES]
    value = {
        "array": LINES,
        "object": {"entities": LINES[:2], "relations": LINES[2:]},
        "object without types": {"entities": bare[:2], "relations": bare[2:]},
    }[shape]
    assert imported(McpMemory(), write("memory.json", value)).told("id", "text", "type", "tags") == GOLDEN


def test_what_goes_moves_nothing(write: Write) -> None:
    """The server rewrites its file: facts that stay keep their names, whatever goes before them or comes."""
    before = imported(McpMemory(), write("memory.jsonl", lines=LINES)).told("id")
    fewer = {**BUILD, "observations": ["It is new.", BUILD["observations"][1]]}
    after = imported(McpMemory(), write("memory.jsonl", lines=[NEEDS, fewer])).told("id")
    assert set(after) & set(before) == {before[1], before[3]}


def test_a_second_run_adds_nothing(write: Write, store: clew.Engine) -> None:
    """A graph that grew adds what is new, also to a store that holds it from another file."""
    assert import_file(store, write("memory.jsonl", lines=LINES)).new == 4
    grown = import_file(
        store, write("other.json", {"entities": [BUILD, CACHE, {"name": "disk"}], "relations": [NEEDS]})
    )
    assert (grown.new, grown.known, grown.bad_count, grown.format) == (1, 4, 0, "mcp-memory")
    found = store.query("MATCH (m:Memory)-[:MENTIONS]->(e:Entity {name: 'cache'}) RETURN m.id AS id ORDER BY id")
    assert [row["id"] for row in found] == ["entity/cache", GOLDEN[3][0]]


def test_what_is_odd_costs_itself(write: Write) -> None:
    """Each part that cannot be understood is told by the number of its record, and the others come in."""
    odd: list[Any] = [
        {"type": "entity", "name": "", "observations": ["lost"]},
        {"type": "entity", "name": "e", "observations": "no list"},
        {"type": "entity", "name": "e", "observations": ["", 5, None]},
        {"type": "relation", "from": "a", "to": "b"},
        {"type": "note"},
        7,
    ]
    made = imported(McpMemory(), write("memory.jsonl", lines=odd))
    assert made.told("text") == [("e: 5",)]
    assert made.bad == [
        (1, "An entity has no name."),
        (2, "The observations of `e` are no list."),
        (3, "An observation of `e` is empty."),
        (3, "An observation of `e` is empty."),
        (4, "A relation has no `from`, `to` or `relationType`."),
        (5, "This is neither an entity nor a relation."),
        (6, "This is neither an entity nor a relation."),
    ]


@pytest.mark.parametrize(
    ("first", "known"),
    [
        (BUILD, True),
        (NEEDS, True),
        ({"entities": [{"name": "a"}], "relations": []}, True),
        ({"entities": []}, True),
        ({"entities": ["a"], "relations": []}, False),
        ({"type": "entity"}, False),
        ({"type": "message", "name": "a"}, False),
        ({"role": "user", "content": "x"}, False),
        ([], False),
        (None, False),
    ],
)
def test_what_is_recognised(first: Any, known: bool) -> None:
    """A graph is known by its entities and relations, and nothing else is one."""
    assert McpMemory().recognises(Head(Path("memory.json"), "", first)) is known


def test_anything_in_any_place(write: Write) -> None:
    """Whatever is missing or odd in one place costs that place, and is never an exception."""
    for log in faults(LINES):
        assert all(map(drafted, imported(McpMemory(), write("m.jsonl", lines=log)).units))


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(log=mutated({"entities": LINES[:2], "relations": LINES[2:]}))
def test_broken_graphs(write: Write, log: Any) -> None:
    """A graph that is broken in several places yields items, the same ones each time."""
    path = write("memory.json", log)
    assert imported(McpMemory(), path).units == imported(McpMemory(), path).units
