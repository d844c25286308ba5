"""Clew's own export: what goes out comes in as it was, and what was changed on the way is named."""

from __future__ import annotations

import io
import json
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import clew
import pytest
from clew.adapters.importing import import_file
from clew.adapters.summary import Summary
from clew.engine.journal.journal import Journal
from clew.engine.values.model import Link, Tag
from clew.engine.writing.remember import make_draft
from clew.errors import MemoryNotFound
from hypothesis import given, settings
from hypothesis import strategies as st

pytestmark = pytest.mark.slow

Write = Callable[..., Path]
Action = tuple[str, Any]

IDS = ["a", "b/1", "é\ud800"]
NAMESPACES = ["default", "default", "other"]
TEXTS = st.sampled_from(["x", "order 4WQ150 is late", "\0 \ud800 \u202e \r\n é", "記憶"]) | st.text(max_size=6)
RATIOS = st.sampled_from([0.0, 0.25, 0.1 + 0.2, 1.0])
TIMES = st.none() | st.integers(-(10**15), 10**15)
LINKS = st.builds(
    Link,
    st.sampled_from(["CAUSED", "FOLLOWS", "SUPERSEDES", "CONTRADICTS", "SUMMARISES"]),
    st.sampled_from(IDS),
    st.sampled_from(IDS),
    st.none() | TEXTS,
    RATIOS,
    st.booleans(),
)
MEMORIES = st.fixed_dictionaries(
    {
        "text": TEXTS.filter(bool),
        "id": st.sampled_from(IDS),
        "action": st.sampled_from([None, "book(4WQ150)", "ls"]),
        "observation": st.none() | TEXTS,
        "type": st.sampled_from([None, "fact", ("fact", "rule")]),
        "task": st.sampled_from([None, "T", "t", "U"]),
        "agent": st.sampled_from([None, "ann"]),
        "at": TIMES,
        "recorded_at": TIMES,
        "valid_from": st.none() | st.integers(-9, 0),
        "valid_to": st.none() | st.integers(0, 9),
        "importance": RATIOS,
        "pinned": st.booleans(),
        "source": st.none() | TEXTS,
        "tags": st.lists(st.sampled_from([Tag("y", inferred=True), "x", "X"]), max_size=2),
        "entities": st.none() | st.lists(st.sampled_from("EF"), max_size=2),
        "supersedes": st.sampled_from([(), ("z",)]),
        "meta": st.dictionaries(TEXTS, st.none() | RATIOS | TEXTS | st.lists(st.booleans(), max_size=2), max_size=2),
        "operation": st.none() | st.sampled_from("opqrstuv"),
    }
)
REMEMBER = st.tuples(st.just("remember"), MEMORIES)
ACTIONS = st.one_of(
    REMEMBER,
    st.tuples(st.sampled_from(["link", "unlink"]), st.lists(LINKS, min_size=1, max_size=2)),
    st.tuples(st.sampled_from(["forget", "restore"]), st.lists(st.sampled_from(IDS), min_size=1, max_size=1)),
)
LIVES = st.tuples(st.lists(REMEMBER, min_size=3, max_size=5), st.lists(ACTIONS, max_size=6)).map(
    lambda two: two[0] + two[1]
)
"""What was done to a store: some memories first, so that there is something to link and to forget."""


def do(journal: Journal, namespace: str, action: Action) -> None:
    """Do one thing in a journal; what it refuses is not done."""
    kind, what = action
    try:
        if kind == "remember":
            journal.append([make_draft(**what, namespace=namespace)])
        else:
            getattr(journal, kind)(namespace, what)
    except (clew.errors.MemoryInvalid, MemoryNotFound):
        pass


def exported(engine: clew.Engine) -> str:
    file = io.StringIO()
    engine.export(file)
    return file.getvalue()


def lengths(texts: list[str]) -> list[list[float]]:
    """An embedder for what is not about meaning."""
    return [[1.0, len(text)] for text in texts]


@contextmanager
def empty_store(embedder: Any = lengths) -> Iterator[clew.Engine]:
    options = {"background": False, "embedder": embedder}
    with tempfile.TemporaryDirectory() as folder, clew.open(Path(folder) / "a.clew", **options) as engine:
        yield engine


def carried(engine: clew.Engine, text: str, **options: Any) -> Summary:
    """Import the text of an export."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "export.jsonl"
        path.write_text(text, encoding="utf-8")
        return import_file(engine, path, **options)


@settings(max_examples=20)
@given(LIVES, st.randoms(use_true_random=False))
def test_an_export_comes_in_as_it_was(actions: list[Action], random: Random) -> None:
    """Whatever was done to a store: its export, imported into an empty one, is exported again byte for byte."""
    with empty_store() as one, empty_store() as two:
        for action in actions:
            do(one.journal, random.choice(NAMESPACES), action)
        text = exported(one)
        first, again = carried(two, text), carried(two, text)
        assert exported(two) == text
        assert first.bad == again.bad == []
        assert (first.new, again.new, again.known) == (one.journal.counts().memories, 0, first.new)
        assert two.verify() == ([], len(text.splitlines()))
        counts = one.journal.counts()
        assert (two.journal.counts().forgotten, two.journal.counts().namespaces) == (
            counts.forgotten,
            counts.namespaces,
        )
        assert two.doctor() == one.doctor()


@settings(max_examples=10)
@given(LIVES, LIVES, st.integers(0, 12))
def test_a_store_may_hold_something_already(mine: list[Action], theirs: list[Action], cut: int) -> None:
    """Into a store that holds something, in one run or in two: the same comes of it, and it is sound."""
    with empty_store() as source, empty_store() as one, empty_store() as two:
        for action in theirs:
            do(source.journal, "default", action)
        for target in (one, two):
            carried(target, _events("mine", mine))
        text = exported(source)
        carried(two, "".join(text.splitlines(keepends=True)[:cut]))
        first, second = carried(one, text), carried(two, text)
        assert exported(one) == exported(two)
        assert [bad.reason for bad in first.bad] == [bad.reason for bad in second.bad]
        assert one.verify()[0] == []
        one.stats()  # the projection follows


def _events(operation: str, actions: list[Action]) -> str:
    """Return the export of a store in which these things were done at one time, so that each call gives the same."""
    with tempfile.TemporaryDirectory() as folder:
        journal = Journal.open(Path(folder) / "a.clew", create=True, clock=lambda: 10**15)
        with journal:
            for action in actions:
                do(journal, "default", action)
        with clew.open(Path(folder) / "a.clew", background=False, embedder=lengths) as engine:
            lines = [json.loads(line) for line in exported(engine).splitlines()]
    return "".join(json.dumps({**line, "operation": f"{operation}{line['seq']}"}) + "\n" for line in lines)


def test_rows_go_on_from_what_is_there(store: clew.Engine) -> None:
    """Events of another store are added behind; only their numbers are other than they were."""
    store.remember("mine", id="m")
    with empty_store() as other:
        other.remember("theirs", id="t", task="T", tags=["x"])
        other.forget("t")
        text = exported(other)
    summary = carried(store, text)
    assert (summary.new, summary.changes, summary.bad) == (1, 1, [])
    theirs, kept = ([json.loads(line) for line in lines.splitlines()] for lines in (text, exported(store)))
    for event, told in zip(theirs, kept[1:], strict=True):
        assert {**told, "seq": event["seq"], "payload": event["payload"]} == event
    assert {**kept[1]["payload"], "row": 0} == theirs[0]["payload"]
    assert [event["seq"] for event in kept] == [1, 2, 3]
    with pytest.raises(MemoryNotFound):
        store.get("t")


def test_it_goes_where_it_is_told(store: clew.Engine) -> None:
    """A namespace is changed if one is named, and else kept."""
    with empty_store() as other:
        other.remember("theirs", id="t", namespace="their own")
        text = exported(other)
    carried(store, text, namespace="mine")
    carried(store, text)
    assert store.journal.namespaces() == ["mine", "their own"]
    assert store.journal.row_of("mine", "t") == 0


def test_what_is_said_of_another_memory_is_not_said_of_ours(store: clew.Engine) -> None:
    """A memory whose id is taken is left out, and with it that it was forgotten and what it was tied to."""
    store.remember("ours", id="x")
    with empty_store() as other:
        for id in ("x", "y"):
            other.remember(f"theirs {id}", id=id)
        other.link("x", "y")
        other.forget("x", "y")
        summary = carried(store, exported(other))
    assert (summary.new, summary.edges, summary.changes) == (1, 0, 1)
    assert [bad.number for bad in summary.bad] == [1]
    assert "there already, and differs in text" in summary.bad[0].reason
    assert store.get("x").text == "ours"
    assert store.links("x") == []
    with pytest.raises(MemoryNotFound):
        store.get("y")


def test_vectors_are_made_again(store: clew.Engine) -> None:
    """An export holds no vectors; what it brought is found by meaning all the same."""
    with empty_store() as other:
        other.remember("the mill by the river grinds wheat", id="mill")
        other.remember("a report about taxes", id="tax")
        carried(store, exported(other))
    assert store.journal.counts().vectors == 2
    assert store.recall("flour from grain", floor=0.0).ids[0] == "mill"


EVENT = {
    "seq": 1,
    "operation": "o",
    "recorded_at": "2024-05-01T00:00:00Z",
    "namespace": "default",
    "kind": "forget",
    "payload": {"ids": ["x"]},
}


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"kind": "explode"}, "no event of the kind 'explode'"),
        ({"operation": 7}, "`operation` has to be a string"),
        ({"namespace": ""}, "`namespace` is empty"),
        ({"recorded_at": "yesterday"}, "not an ISO 8601 time"),
        ({"payload": []}, "`payload` has to be an object"),
        ({"payload": {"ids": "x"}}, "`ids` is a list"),
        ({"payload": {"ids": [], "more": 1}}, "has `ids` and nothing else"),
        ({"kind": "link", "payload": {"links": None}}, "`links` has to be a list"),
        ({"kind": "link", "payload": {"links": [{"type": "CAUSED"}]}}, "other fields than it should"),
        ({"kind": "remember", "payload": {}}, "The payload has no `action`"),
        ({}, "There is no memory `x`"),
    ],
)
def test_what_was_changed_by_hand_is_named(store: clew.Engine, changed: dict[str, Any], words: str) -> None:
    """An event that no journal would have written is left out by its number, and those around it come in."""
    good = json.dumps(EVENT | {"operation": "l", "kind": "link", "payload": {"links": [_link("a", "b")]}})
    summary = carried(store, "\n".join([good, json.dumps(EVENT | changed), good.replace('"l"', '"m"')]))
    assert [(bad.number, words in bad.reason) for bad in summary.bad] == [(2, True)], summary.bad
    assert summary.edges == 2
    store.stats()


@pytest.mark.parametrize(
    "changed",
    [
        {"text": 5},
        {"types": []},
        {"step": -1},
        {"meta": {"a": {"b": float("inf")}}},
        {"tags": [{"name": "x", "more": 1}]},
        {"links": ["x"]},
        {"importance": 7},
        {"tier": None},
        {"namespace": "elsewhere"},
        {"recorded_at": 5},
    ],
)
def test_a_memory_that_was_changed_by_hand_is_named(store: clew.Engine, changed: dict[str, Any]) -> None:
    """A field that no memory has like that keeps its memory out, and nothing else."""
    with empty_store() as other:
        for id in ("a", "b"):
            other.remember(f"text of {id}", id=id)
        one, two = (json.loads(line) for line in exported(other).splitlines())
    one["payload"] |= changed
    summary = carried(store, f"{json.dumps(one)}\n{json.dumps(two)}\n")
    assert (summary.new, [bad.number for bad in summary.bad]) == (1, [1])
    assert store.stats()["memories"] == 1


def test_one_event_of_the_far_future_dates_no_other(store: clew.Engine) -> None:
    """An event keeps its time, however late, and what is remembered after it is of today."""
    late = EVENT | {"kind": "link", "payload": {"links": [_link("a", "b")]}, "recorded_at": "9999-12-31T23:59:59Z"}
    assert carried(store, json.dumps(late)).edges == 1
    store.remember("now", id="n")
    assert store.get("n").recorded_at.year < 9999
    assert json.loads(exported(store).splitlines()[0])["recorded_at"] == "9999-12-31T23:59:59Z"


def _link(source: str, target: str) -> dict[str, Any]:
    return {"type": "CAUSED", "source": source, "target": target, "reason": None, "weight": 1.0, "inferred": False}
