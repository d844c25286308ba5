"""What lands in a store: edges with their memories, a dry run that is true, and nothing said of somebody else."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import clew
import pytest
from clew.adapters import importing, landing
from clew.adapters.importing import import_file
from clew.adapters.protocol import Bad, Edge, Head, Item, Source, Unit
from clew.adapters.summary import Summary
from clew.errors import StoreClosed

Write = Callable[..., Path]
Bring = Callable[..., Summary]


def talk(*texts: str) -> list[dict[str, str]]:
    return [{"role": "user", "content": text} for text in texts]


class Given:
    """An importer that yields what it was given."""

    name, doc = "given", "what it was given"

    def __init__(self, items: list[Item]) -> None:
        self._items = items

    def recognises(self, head: Head) -> bool:
        return True

    def read(self, source: Source) -> Iterator[Item]:
        return iter(self._items)


@pytest.fixture
def bring(store: clew.Engine, write: Write, monkeypatch: pytest.MonkeyPatch) -> Bring:
    """Return a function that imports these items as if a log held them."""
    path = write("log", "x")

    def bring(*items: Item, **options: Any) -> Summary:
        monkeypatch.setattr(importing, "recognise", lambda *_: Given(list(items)))
        return import_file(store, path, **options)

    return bring


def unit(id: str, text: str = "text", **fields: Any) -> Unit:
    return Unit({"id": id, "text": text, **fields}, 1, 0)


def links(store: clew.Engine, id: str) -> list[tuple[str, bool, str, str | None]]:
    return [(link.type, link.incoming, link.other, link.reason) for link in store.links(id)]


def test_edges_come_with_their_memories(store: clew.Engine, bring: Bring, monkeypatch: pytest.MonkeyPatch) -> None:
    """An edge of a log is drawn once, wherever batches end, with its reason and its weight."""
    monkeypatch.setattr(landing, "BATCH", 2)
    items = unit("a"), Edge("CONTRADICTS", "b", "a", "they differ", 0.5), unit("b"), Edge("SUMMARISES", "b", "a")
    first, again = bring(*items), bring(*items)
    assert (first.new, first.edges, again.known, again.edges) == (2, 2, 2, 0)
    assert links(store, "a") == [("CONTRADICTS", True, "b", "they differ"), ("SUMMARISES", True, "b", None)]
    rows = store.query("MATCH (:Memory)-[e:CONTRADICTS]->(:Memory) RETURN e.weight AS w").to_dicts()
    assert rows == [{"w": 0.5}]
    assert len(list(store.journal.events())) == 4


@pytest.mark.parametrize(
    ("edge", "words"),
    [
        (Edge("CAUSED", "a", "a", number=7), "cannot be joined to itself"),
        (Edge("CAUSED", "a", "", number=7), "needs the ids of both its ends"),
        (Edge("CAUSED", "a", "b", None, 2.0, 7), "`weight` lies outside 0 to 1"),
        (Edge("LIKES", "a", "b", number=7), "no edge type 'LIKES'"),  # type: ignore[arg-type] - wrong on purpose
    ],
)
def test_an_edge_that_is_none_is_named(bring: Bring, edge: Edge, words: str) -> None:
    """An edge that cannot be drawn costs itself."""
    summary = bring(unit("a"), edge, unit("b"), Edge("CAUSED", "a", "b"))
    assert (summary.new, summary.edges, summary.bad_count) == (2, 1, 1)
    assert summary.bad[0].number == 7 and words in summary.bad[0].reason


def test_what_is_said_of_what_was_left_out_is_left_out(store: clew.Engine, bring: Bring) -> None:
    """An id that is somebody else's here gets no edge, cause or correction from the log that could not have it."""
    store.remember("somebody else's", id="x")
    summary = bring(unit("x"), unit("y", causes=["x"], supersedes=["x"]), Edge("CONTRADICTS", "y", "x"), unit("z"))
    assert (summary.new, summary.edges, summary.bad_count) == (2, 0, 1)
    later = bring(unit("x"), unit("w", causes=["x", "z"]))
    assert later.new == 1
    assert links(store, "x") == []


def test_a_dry_run_says_what_a_run_does(store: clew.Engine, write: Write) -> None:
    """What is new, known, forgotten, told twice, and refused, a dry run counts as the run does, and writes nothing."""
    import_file(store, write("known.jsonl", lines=[{"id": "T", "messages": talk("a", "b")}]))
    store.forget("T/1")
    store.remember("somebody else's", id="V/0")
    states = [{"id": "T", "messages": talk("a", "b", "c")}, {"id": "T", "messages": talk("a", "b", "c")}]
    strangers = [{"id": "V", "messages": talk("p", "q")}, {"id": "T", "messages": talk("other")}]
    path = write("log.jsonl", "\n".join(map(json.dumps, [*states, *strangers])) + "\nno JSON")
    head = store.journal.head()
    would = import_file(store, path, dry_run=True)
    assert store.journal.head() == head
    assert would == import_file(store, path)
    assert (would.new, would.known, would.bad_count) == (1, 5, 3)


def test_numbers_that_json_has_not_become_null(store: clew.Engine, bring: Bring) -> None:
    """NaN and infinities in `meta` are null, however deep; in a field of Clew's own they are refused."""
    nan, infinity = float("nan"), float("inf")
    summary = bring(unit("a", meta={"x": nan, "y": [1.5, {"z": -infinity}]}), unit("b", importance=nan))
    assert store.get("a").meta == {"x": None, "y": [1.5, {"z": None}]}
    assert [bad.reason for bad in summary.bad] == ["b: `importance` lies outside 0 to 1."]


def test_what_cannot_be_kept_is_named(bring: Bring) -> None:
    """A field of the wrong type, a meta that is nested without end, a name of a megabyte: each is a sentence."""
    deep: list[Any] = []
    for _ in range(100_000):
        deep = [deep]
    odd = (
        unit("a", text=5),
        unit("b", meta={"x": deep}),
        unit("c", task="x" * 10**6),
        unit("d", tags="x"),
        unit("", "x"),
    )
    strange = unit("f", colour="red"), Unit({"text": "no id"}, 1, 0)
    summary = bring(*odd, *strange, unit("e", observation="good"), Bad(9, "It was bad already.", 0))
    assert (summary.new, summary.bad_count) == (1, 8)
    assert all(len(bad.reason) < 300 for bad in summary.bad), summary.bad


def test_what_is_wrong_with_the_store_is_raised(store: clew.Engine, bring: Bring) -> None:
    """A store that cannot be written is no fault of a record."""
    store.close()
    with pytest.raises(StoreClosed):
        bring(unit("a"))
