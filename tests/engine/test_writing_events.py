"""What was written: the same events by either way, true as of every moment, and there again after it is made anew."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from clew.engine.handle.engine import Engine
from clew.errors import CapabilityError
from written import PAIRS, events, fill, opened


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Engine]:
    with opened(tmp_path / "m.clew") as engine:
        fill(engine)
        yield engine


def now(engine: Engine) -> dt.datetime:
    """Return a moment after everything that was written: the clock of the journal rises with every event."""
    last = max(event.recorded_at for event in engine.journal.events())
    return dt.datetime.fromtimestamp(last / 1e6, dt.UTC) + dt.timedelta(microseconds=1)


# ---- two ways of writing, one event ----------------------------------------------------------------


def test_both_ways_of_writing_write_the_same_events(memory: Engine, tmp_path: Path) -> None:
    """Each statement and its method, one after the other on two stores, leave the same events and the same columns."""
    memory.backup(tmp_path / "twin.clew")
    with opened(tmp_path / "twin.clew") as twin:
        for text, call in PAIRS:
            memory.execute(text)
            call(twin)
            said, called = events(memory)[-1], events(twin)[-1]
            assert _comparable(said) == _comparable(called), text
        assert memory.journal.head() == twin.journal.head()


def _comparable(event: tuple[str, Any]) -> tuple[str, Any]:
    """Return an event with the texts of definitions on one line: Python's are printed, a statement's as written."""
    kind, payload = event
    if kind == "define":
        definitions = [{**one, "text": " ".join((one["text"] or "").split())} for one in payload["definitions"]]
        payload = {**payload, "definitions": definitions}
    return kind, payload


# ---- time, replay, copies --------------------------------------------------------------------------


def test_as_of_gives_what_was_thought_then(memory: Engine) -> None:
    """AS OF a moment before a pin shows it unpinned, in a returned value, in a condition, in a node, in a path."""
    before = now(memory)
    memory.pin("a")
    memory.reinforce("a", by=0.5)
    between = now(memory)
    memory.feedback("success", memories=["a"])
    memory.unpin("a")
    asked = "MATCH (m:Memory {id: 'a'}) AS OF $t RETURN m.importance, m.pinned, m.successes, m.access_count"
    assert memory.query(asked, {"t": before}).values == ((0.5, False, 0.0, 0),)
    assert memory.query(asked, {"t": between}).values == ((0.75, True, 0.0, 0),)
    assert memory.query(asked, {"t": now(memory)}).values == ((0.75, False, 1.0, 1),)
    pinned = "MATCH (m:Memory) AS OF $t WHERE m.pinned AND m.importance > 0.7 RETURN m.id"
    assert [memory.query(pinned, {"t": t}).values for t in (before, between, now(memory))] == [(), (("a",),), ()]
    paths = "MATCH p = (:Memory)-[:CAUSED*1..2]->() AS OF $t RETURN [n IN nodes(p) | n.pinned] AS pins, p"
    (row,) = memory.query(paths, {"t": between}).to_dicts()
    assert row["pins"] == [True, False] and [node["pinned"] for node in row["p"]["nodes"]] == [True, False]


def test_two_moments_may_stand_side_by_side(memory: Engine) -> None:
    """One memory as of two moments in one row is two nodes, each with what was thought then."""
    before = now(memory)
    memory.reinforce("a", by=0.5)
    text = "MATCH (m {id: 'a'}) AS OF $t MATCH (n {id: 'a'}) RETURN m, n, m.importance < n.importance AS less"
    (row,) = memory.query(text, {"t": before}).to_dicts()
    assert (row["m"]["importance"], row["n"]["importance"], row["less"]) == (0.5, 0.75, True)


def test_a_rebuilt_store_is_the_same(memory: Engine) -> None:
    """Everything that was written is in the events: a projection made anew agrees with the one that followed."""
    for text, _ in PAIRS:
        memory.execute(text)
    memory.query("MATCH (m:Memory) RETURN count(m)")  # a graph that has followed
    assert memory.projection.departures() == [] and memory.verify()[0] == []
    asked = "MATCH (m:Memory) RETURN m.id, m.importance, m.pinned, m.successes, m.failures ORDER BY m.id"
    before = memory.query(asked).values
    memory.rebuild()
    assert memory.query(asked).values == before and memory.projection.departures() == []


def test_the_index_can_be_made_again(memory: Engine) -> None:
    """What is derived from the new events is checked, and `reindex` makes it anew."""
    for text, _ in PAIRS:
        memory.execute(text)
    with memory.journal._writing() as connection:  # damage what is derived, as a faulty disk would
        connection.run("UPDATE esteem SET importance = 0.1")
        connection.run("DELETE FROM definitions")
    found = [finding.message for finding in memory.journal.verify()]
    assert any("`a`" in message for message in found) and any("intent `about`" in message for message in found)
    memory.journal.reindex()
    assert memory.journal.verify() == [] and memory.execute("RUN about('vendor')").columns


def test_an_export_carries_it_all(memory: Engine, tmp_path: Path) -> None:
    """Exported and imported into an empty store, what was thought and defined is there, and a second export is the
    first.
    """
    from clew.adapters.importing import import_file

    for text, _ in PAIRS:
        memory.execute(text)
    first, second = tmp_path / "first.jsonl", tmp_path / "second.jsonl"
    with first.open("w") as file:
        memory.export(file)
    with opened(tmp_path / "copy.clew") as copy:
        import_file(copy, first)
        with second.open("w") as file:
            copy.export(file)
        assert copy.get("a") == memory.get("a")
        assert copy.journal.definitions("default") == memory.journal.definitions("default")
        assert copy.verify()[0] == [] and copy.projection.departures() == []
    assert first.read_text() == second.read_text()


def test_a_snapshot_carries_the_history(memory: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that begins with a snapshot knows what was thought at every moment, and what tags mean."""
    from clew.engine.projection import snapshot
    from clew.engine.projection.projection import Projection

    before = now(memory)
    for text, _ in PAIRS[:11]:
        memory.execute(text)
    memory.store.fresh()
    monkeypatch.setattr(snapshot, "NEW_EVENTS", 0)
    assert memory.projection.publish() is not None
    other = Projection(memory.journal)
    try:
        assert other.drain() == 0  # everything came from the snapshot
        assert other.departures() == []
        assert other.view.history.as_of(int(before.timestamp() * 1e6))[0].pinned is False
        hub = other.hubs.row_of("Tag", "default", "price")
        assert hub is not None and other.hubs.descriptions.to_python(other.hubs.description[hub : hub + 1]) == ["cost"]
    finally:
        other.close()


def test_a_builder_and_a_tree_are_statements_too(memory: Engine) -> None:
    """`query`, `plan` and `execute` take a text, a tree, and what builds one, and answer alike."""
    from clew.dsl.building.recall import recall
    from clew.dsl.parsing.parser import parse

    text = "RECALL 2 FOR 'vendor'"
    builder = recall("vendor", 2)
    answers = [[row["m"]["id"] for row in memory.query(asked)] for asked in (text, builder, parse(text))]
    assert answers[0] == answers[1] == answers[2]
    assert memory.plan(builder) == memory.plan(text)
    assert memory.execute(parse("PIN 'a'")).values == (("a", True),)
    with pytest.raises(CapabilityError):
        memory.query(parse("EXPLAIN PIN 'a'").statement)
