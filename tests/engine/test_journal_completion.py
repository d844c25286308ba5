"""The two rules: FOLLOWS is one chain by step, CAUSED goes back to the first that saw a literal."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any, TypeAlias

import pytest
from clew.engine.journal.completion import MAX_STEP, complete
from clew.engine.journal.journal import Journal
from clew.engine.values.model import Draft, Event, Link
from clew.errors import MemoryInvalid
from hypothesis import given, settings
from hypothesis import strategies as st

Edge: TypeAlias = tuple[str, str, str]
Record: TypeAlias = Callable[[Iterable[Sequence[Draft]]], list[Event]]


def draft(id: str, **fields: Any) -> Draft:
    return Draft(id=id, namespace="n", text=id, **{"task": "T", **fields})


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Record]:
    """Append batches in a new world (namespaces share nothing) and return the events that they became."""
    with Journal.open(tmp_path_factory.mktemp("completion") / "a.clew", create=True) as journal:

        def record(batches: Iterable[Sequence[Draft]]) -> list[Event]:
            before = journal.head()
            for batch in batches:
                journal.append([replace(draft, namespace=f"{draft.namespace} {before}") for draft in batch])
            return list(journal.events(before))

        yield record


def edges(events: Iterable[Event], type: str) -> dict[Edge, dict[str, Any]]:
    """Return the edges that hold at the end, folded as a projection folds them."""
    held: dict[Edge, dict[str, Any]] = {}
    for event in events:
        for gone in event.payload["unlinks"]:
            held.pop((gone["type"], gone["source"], gone["target"]), None)
        for link in event.payload["links"]:
            held[link["type"], link["source"], link["target"]] = link
    return {edge: link for edge, link in held.items() if edge[0] == type}


def cut(drafts: list[Draft], sizes: list[int]) -> list[list[Draft]]:
    """Return the drafts in batches of these sizes, the rest in one."""
    batches: list[list[Draft]] = []
    for size in sizes:
        batches.append(drafts[:size])
        drafts = drafts[size:]
    return [*batches, drafts]


@settings(max_examples=40, deadline=None)
@given(st.lists(st.integers(0, 6), min_size=1, max_size=12), st.lists(st.integers(0, 4), max_size=4))
def test_whatever_the_order_of_arrival_a_task_is_one_chain(
    recorded: Record, steps: list[int], sizes: list[int]
) -> None:
    """Sorted by (step, arrival), every memory follows the one before it, and nothing else; in any batches."""
    drafts = [draft(str(i), step=step) for i, step in enumerate(steps)]
    chain = [str(i) for i in sorted(range(len(steps)), key=lambda i: (steps[i], i))]
    found = edges(recorded(cut(drafts, sizes)), "FOLLOWS")
    assert set(found) == {("FOLLOWS", later, earlier) for earlier, later in pairwise(chain)}
    assert all(link["inferred"] for link in found.values())


def test_steps_count_on_from_the_last(recorded: Record) -> None:
    """Without a step, a memory comes after all others of its task, and of that alone."""
    batch = [draft("a"), draft("b", step=7), draft("c"), draft("x", task="other"), draft("none", task=None)]
    events = recorded([batch, [draft("d"), draft("y", task="other")]])
    assert [event.payload["step"] for event in events] == [0, 7, 8, 0, None, 9, 1]


def test_spellings_of_a_task_are_one_task(recorded: Record) -> None:
    """Tasks meet by their folded names, as their nodes do."""
    events = recorded([[draft("a", task="Straße"), draft("b", task="STRASSE")]])
    assert set(edges(events, "FOLLOWS")) == {("FOLLOWS", "b", "a")}


def test_namespaces_share_no_task(recorded: Record) -> None:
    """A task of the same name elsewhere is another task."""
    [first, second] = recorded([[draft("a"), Draft(id="b", namespace="other", text="b", task="T")]])
    assert (second.payload["step"], second.payload["links"]) == (0, [])
    assert first.payload["step"] == 0


def test_a_step_beyond_the_last_is_refused(recorded: Record) -> None:
    """There is no step after the highest, and none below 0."""
    with pytest.raises(MemoryInvalid):
        recorded([[draft("a", step=MAX_STEP)], [draft("b")]])
    with pytest.raises(MemoryInvalid):
        recorded([[draft("a", step=-1, task=None)]])


def test_an_explicit_edge_outweighs_the_rule(recorded: Record) -> None:
    """A FOLLOWS that the caller drew is not doubled by the same one inferred."""
    events = recorded([[draft("a"), draft("b", links=(Link("FOLLOWS", "b", "a"),))]])
    assert edges(events, "FOLLOWS")["FOLLOWS", "b", "a"]["inferred"] is False


LITERALS = st.lists(st.sampled_from("pqrs"), max_size=3, unique=True).map(tuple)
SIGHTINGS = st.lists(st.tuples(LITERALS, LITERALS, st.sampled_from(["T", "t", "U"])), min_size=1, max_size=8)


@settings(max_examples=40, deadline=None)
@given(SIGHTINGS, st.lists(st.integers(0, 3), max_size=3))
def test_a_literal_comes_from_the_first_memory_of_its_task_that_saw_it(
    recorded: Record, sightings: list[tuple[tuple[str, ...], tuple[str, ...], str]], sizes: list[int]
) -> None:
    """The index says what a plain search through all earlier memories of the task says, in any batches."""
    drafts = [
        draft(str(i), literals_seen=seen, literals_used=used, task=task)
        for i, (seen, used, task) in enumerate(sightings)
    ]
    expected: dict[Edge, list[str]] = {}
    for i, (_, used, task) in enumerate(sightings):
        for literal in used:
            first = (j for j in range(i) if literal in sightings[j][0] and sightings[j][2].lower() == task.lower())
            for j in list(first)[:1]:
                expected.setdefault(("CAUSED", str(j), str(i)), []).append(literal)
    found = edges(recorded(cut(drafts, sizes)), "CAUSED")
    assert {edge: link["reason"].split(", ") for edge, link in found.items()} == expected
    assert all(link["inferred"] for link in found.values())


def test_a_given_cause_keeps_its_reason(recorded: Record) -> None:
    """What the caller said about a cause is not replaced by the rule."""
    given_cause = Link("CAUSED", "a", "b", "because", 0.5)
    events = recorded(
        [[draft("a", literals_seen=("X",)), draft("b", literals_used=("X",), links=(given_cause, given_cause))]]
    )
    causes = [link for link in events[1].payload["links"] if link["type"] == "CAUSED"]
    assert causes == [{**causes[0], "reason": "because", "weight": 0.5, "inferred": False}]


def test_a_memory_is_no_cause_of_itself(recorded: Record) -> None:
    """A literal that only the same memory saw has no cause yet."""
    events = recorded([[draft("a", literals_seen=("X",), literals_used=("X",))]])
    assert events[0].payload["links"] == []


def test_without_a_task_nothing_is_inferred() -> None:
    """The rules hold within a task; a memory outside of one keeps its own links alone."""
    link = Link("CAUSED", "x", "a")
    assert complete(draft("a", task=None, step=3, links=(link,), literals_used=("X",)), None).links == (link,)
