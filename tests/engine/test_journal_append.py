"""What is appended is there: once, complete, in order, or not at all."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from clew.engine.journal.journal import Journal
from clew.engine.values.model import Draft, Link, Tag
from clew.engine.values.times import from_micros
from clew.errors import MemoryInvalid
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

NOW = 1_700_000_000_000_000


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal.open(tmp_path / "a.clew", create=True, clock=lambda: NOW) as journal:
        yield journal


def draft(id: str, text: str = "words", **fields: Any) -> Draft:
    return Draft(id=id, namespace=fields.pop("namespace", "n"), text=text, **fields)


def test_a_memory_comes_back_as_it_went_in(journal: Journal) -> None:
    """Every field of a draft is a field of the memory, and times are aware datetimes."""
    given_fields: dict[str, Any] = {
        "action": "look(1)",
        "observation": "seen",
        "types": ("observation", "fact"),
        "action_type": "look",
        "task": "T",
        "step": 4,
        "agent": "ann",
        "at": 5,
        "valid_from": -1,
        "valid_to": 7,
        "importance": 0.25,
        "confidence": 0.5,
        "trust": 0.75,
        "valence": -1.0,
        "pinned": True,
        "tier": "archived",
        "source": "log",
        "entities": ("E1", "E2"),
        "meta": {"z": [1, 2.5, None, {"deep": "er"}], "a": "é"},
    }
    journal.append([draft("a", tags=(Tag("x"), Tag("y", inferred=True)), **given_fields)])
    [memory] = journal.memories([0])
    times = {name: from_micros(given_fields.pop(name)) for name in ("at", "valid_from", "valid_to")}
    for name, value in {**given_fields, **times}.items():
        assert getattr(memory, name) == value, name
    assert memory.tags == ("x", "y")
    assert memory.recorded_at == from_micros(NOW)
    assert (memory.id, memory.namespace, memory.row, memory.retracted_at) == ("a", "n", 0, None)


def test_what_is_left_out_is_filled_in(journal: Journal) -> None:
    """A memory without a time happened when it was recorded; one without a task has no step."""
    journal.append([draft("a")])
    [memory] = journal.memories([0])
    assert memory.at == memory.recorded_at
    assert memory.step is None


def test_rows_are_dense_over_namespaces_and_batches(journal: Journal) -> None:
    """Rows count from 0 over the whole store, whoever is remembered where."""
    first = journal.append([draft("a"), draft("a", namespace="other"), draft("b")])
    second = journal.append([draft("c", namespace="other")])
    assert [receipt.row for receipt in (*first, *second)] == [0, 1, 2, 3]
    assert [receipt.seq for receipt in (*first, *second)] == [1, 2, 3, 4]
    assert journal.row_of("other", "a") == 1


def test_the_same_operation_is_the_same_write(journal: Journal) -> None:
    """A retried write returns the first receipt, even with another text, and adds nothing."""
    [first] = journal.append([draft("a", operation="op")])
    [again] = journal.append([draft("b", "other text", operation="op")])
    assert first.new and not again.new
    assert (again.id, again.row, again.seq) == ("a", 0, 1)
    assert journal.head() == 1


def test_an_operation_belongs_to_its_namespace(journal: Journal) -> None:
    """Two namespaces may use one operation id, and neither sees the other's memory."""
    journal.append([draft("a", operation="1")])
    [receipt] = journal.append([draft("b", namespace="other", operation="1")])
    assert receipt.new and receipt.id == "b"


def test_the_same_memory_again_is_the_same_write(journal: Journal) -> None:
    """The same id with nothing new to say is there already, in one batch and in two."""
    one = draft("a", "text", tags=(Tag("t"),), task="T", meta={"k": (1, 2)})
    first, twice = journal.append([one, one])
    [later] = journal.append([one])
    assert [first.new, twice.new, later.new] == [True, False, False]
    assert first.row == twice.row == later.row == 0


def test_an_exported_memory_comes_in_again_as_the_same(journal: Journal) -> None:
    """What the store filled in (time, step, inferred links) does not make an import a different memory."""
    journal.append([draft("a", task="T", literals_seen=("X1",)), draft("b", task="T", literals_used=("X1",))])
    event = list(journal.events())[1]
    exported = draft(
        "b",
        task="T",
        step=event.payload["step"],
        at=event.payload["at"],
        recorded_at=event.recorded_at,
        links=tuple(Link(**link) for link in event.payload["links"]),
    )
    assert len(exported.links) == 2
    assert not journal.append([exported])[0].new


@pytest.mark.parametrize(
    ("fields", "named"),
    [
        ({"text": "other"}, "text"),
        ({"importance": 0.9}, "importance"),
        ({"tags": (Tag("new"),)}, "tags"),
        ({"links": (Link("CAUSED", "z", "a"),)}, "links"),
        ({"meta": {"k": 1}}, "meta"),
        ({"at": 1}, "at"),
        ({"types": ("fact", "rule")}, "types"),
    ],
)
def test_the_same_id_with_something_else_to_say_is_refused(
    journal: Journal, fields: dict[str, Any], named: str
) -> None:
    """Nothing is overwritten: the error names the fields and says how to supersede."""
    journal.append([draft("a")])
    with pytest.raises(MemoryInvalid) as caught:
        journal.append([draft("a", **fields)])
    assert caught.value.data["fields"] == [named]
    assert "supersedes" in str(caught.value)
    assert journal.head() == 1


def test_all_of_a_batch_or_nothing(journal: Journal) -> None:
    """One bad draft leaves no trace of the others: no row, no words, no namespace."""
    with pytest.raises(MemoryInvalid):
        journal.append([draft("a", namespace="new"), draft("b", meta={"bad": object()})])
    assert journal.head() == 0
    assert journal.namespaces() == []
    assert journal.append([draft("c", namespace="new")])[0].row == 0
    assert journal.verify() == []


@pytest.mark.parametrize("meta", [{"n": float("nan")}, {"n": float("inf")}, {"b": b"x"}, {"s": {1, 2}}])
def test_what_json_cannot_say_is_refused(journal: Journal, meta: dict[str, Any]) -> None:
    """NaN, bytes and sets would not come back as they went in."""
    with pytest.raises(MemoryInvalid):
        journal.append([draft("a", meta=meta)])


def test_recorded_times_rise_while_the_clock_stands_still(journal: Journal) -> None:
    """A hundred events within one microsecond have a hundred times, in their order."""
    journal.append([draft(str(i)) for i in range(50)])
    for i in range(50):
        journal.append([draft(f"single {i}")])
    times = [event.recorded_at for event in journal.events()]
    assert times == list(range(NOW, NOW + 100))


def test_recorded_times_rise_when_the_clock_is_set_back(tmp_path: Path) -> None:
    """Also over a close, the next event is later than the last."""
    with Journal.open(tmp_path / "a.clew", create=True, clock=lambda: NOW) as journal:
        journal.append([draft("a")])
    with Journal.open(tmp_path / "a.clew", clock=lambda: NOW - 10**9) as journal:
        journal.append([draft("b")])
        assert [event.recorded_at for event in journal.events()] == [NOW, NOW + 1]


def test_a_backdated_import_keeps_its_time_and_is_marked(journal: Journal) -> None:
    """It stands out of order in time, and the clock does not follow it; a time to come counts as now."""
    journal.append([draft("a"), draft("old", recorded_at=5), draft("b"), draft("future", recorded_at=NOW * 2)])
    events = list(journal.events())
    assert [event.recorded_at for event in events] == [NOW, 5, NOW + 2, NOW + 3]
    assert [event.payload.get("backdated", False) for event in events] == [False, True, False, True]
    assert events[1].payload["at"] == 5


def test_a_memory_that_was_forgotten_stays_so(journal: Journal) -> None:
    """Remembering it again (an import) does not bring it back, and the receipt says so."""
    journal.append([draft("a")])
    journal.forget("n", ["a"])
    [receipt] = journal.append([draft("a")])
    assert (receipt.new, receipt.forgotten) == (False, True)


def test_an_operation_of_another_kind_is_refused(journal: Journal) -> None:
    """An operation id that was a link's is not taken for a memory's."""
    journal.link("n", [Link("CAUSED", "a", "b")], operation="op")
    with pytest.raises(MemoryInvalid):
        journal.append([draft("a", operation="op")])


HOSTILE = st.text(st.characters(codec=None), max_size=30)
NAMES = st.text(st.characters(codec=None), min_size=1, max_size=12)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=HOSTILE, name=NAMES, task=NAMES, agent=NAMES, meta=st.dictionaries(HOSTILE, HOSTILE, max_size=3))
def test_every_string_comes_back_unchanged(
    journal: Journal, text: str, name: str, task: str, agent: str, meta: dict[str, str]
) -> None:
    """NUL, halves of surrogate pairs, any script: in text, id, namespace, task, agent, entity, tag and user fields."""
    fields: dict[str, Any] = {"observation": text, "task": task, "agent": agent, "entities": (name,), "meta": meta}
    one = draft(name, text, namespace=name, tags=(Tag(name),), **fields)
    assume(journal.row_of(name, name) is None)
    [receipt] = journal.append([one])
    assert journal.row_of(name, name) == receipt.row
    [memory] = journal.memories([receipt.row])
    for field, value in fields.items():
        assert getattr(memory, field) == value
    assert (memory.text, memory.id, memory.namespace, memory.tags) == (text, name, name, (name,))


def test_links_to_themselves_and_to_nowhere_are_kept(journal: Journal) -> None:
    """Cycles, loops and links to memories that have not come are for the projection to judge."""
    links = (Link("CAUSED", "a", "a"), Link("CAUSED", "missing", "a", "why", 0.5), Link("CAUSED", "a", "missing"))
    journal.append([draft("a", links=links)])
    [event] = journal.events()
    assert tuple(Link(**link) for link in event.payload["links"]) == links
