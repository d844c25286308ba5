"""Links, forgetting and restoring are events: checked, complete, and without effect where nothing changes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from clew.engine.journal.journal import Journal
from clew.engine.values.model import Draft, EventKind, Link
from clew.engine.values.times import from_micros
from clew.errors import MemoryInvalid, MemoryNotFound


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal.open(tmp_path / "a.clew", create=True) as journal:
        journal.append([Draft(id=id, namespace="n", text=id) for id in "abc"])
        yield journal


def test_a_link_is_kept_with_all_its_fields(journal: Journal) -> None:
    """Defaults are written out, so that a projection never has to know them; missing ends may come later."""
    event = journal.record("link", "n", {"links": [{"type": "CAUSED", "source": "a", "target": "missing"}]})
    full = {"type": "CAUSED", "source": "a", "target": "missing", "reason": None, "weight": 1.0, "inferred": False}
    assert event.payload == {"links": [full]}
    assert list(journal.events(3)) == [event]


def test_unlinking_says_which_edge(journal: Journal) -> None:
    """An unlink needs type, source and target; `inferred` limits it to what a rule drew."""
    event = journal.unlink("n", [Link("CAUSED", "a", "b")])
    assert event.payload == {"unlinks": [{"type": "CAUSED", "source": "a", "target": "b", "inferred": False}]}


def test_forgetting_and_restoring(journal: Journal) -> None:
    """A forgotten memory carries the time of the event; restored, it is as before."""
    event = journal.forget("n", ["a", "b", "a"])
    assert event.payload == {"ids": ["a", "b"]}
    assert [memory.retracted_at for memory in journal.memories([0, 1, 2])] == [
        *[from_micros(event.recorded_at)] * 2,
        None,
    ]
    journal.restore("n", ["a"])
    assert [memory.retracted_at is None for memory in journal.memories([0, 1, 2])] == [True, False, True]
    assert journal.verify() == []


def test_forgetting_twice_keeps_the_first_time(journal: Journal) -> None:
    """What changes nothing is left out of the event."""
    first = journal.forget("n", ["a"])
    assert journal.forget("n", ["a", "b"]).payload == {"ids": ["b"]}
    assert journal.restore("n", ["c"]).payload == {"ids": []}
    assert journal.memories([0])[0].retracted_at == from_micros(first.recorded_at)


@pytest.mark.parametrize("kind", ["forget", "restore"])
def test_what_is_not_there_cannot_be_forgotten(journal: Journal, kind: EventKind) -> None:
    """One unknown id, or the right id in another namespace, refuses all, and leaves no event or namespace."""
    for namespace, ids in (("n", ["a", "nobody"]), ("other", ["a"])):
        with pytest.raises(MemoryNotFound) as caught:
            journal.record(kind, namespace, {"ids": ids})
        assert caught.value.data["ids"] == ids[-1:]
    assert journal.head() == 3
    assert journal.namespaces() == ["n"]
    assert journal.memories([0])[0].retracted_at is None


def test_the_same_operation_is_the_same_event(journal: Journal) -> None:
    """A retried change returns its first event; another kind may not use its operation."""
    first = journal.forget("n", ["a"], operation="op")
    assert journal.forget("n", ["b"], operation="op") == first
    assert journal.memories([1])[0].retracted_at is None
    with pytest.raises(MemoryInvalid):
        journal.restore("n", ["a"], operation="op")


def link(**fields: Any) -> Mapping[str, Any]:
    return {"links": [{"type": "CAUSED", "source": "a", "target": "b", **fields}]}


@pytest.mark.parametrize(
    ("kind", "payload"),
    [
        ("link", link(type="LIKES")),
        ("link", link(weight=1.5)),
        ("link", link(weight=float("nan"))),
        ("link", link(target="")),
        ("link", link(colour="red")),
        ("link", {"links": [{"type": "CAUSED", "source": "a"}]}),
        ("link", {"ids": ["a"]}),
        ("forget", {}),
        ("forget", {"ids": ["a"], "because": "x"}),
        ("remember", {"id": "x"}),
        ("explode", {}),
    ],
)
def test_a_payload_that_does_not_fit_is_refused(journal: Journal, kind: EventKind, payload: Mapping[str, Any]) -> None:
    """What no projection could follow is never written."""
    with pytest.raises(MemoryInvalid):
        journal.record(kind, "n", payload)
    assert journal.head() == 3
