"""The dossier of a memory: what is known of it now and then, and finding it by a few letters."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import clew
import pytest
from clew.engine.asking.dossier import dossier
from clew.engine.asking.finding import find_memories
from clew.engine.asking.outline import step_rows, steps, tasks_of
from clew.engine.handle.engine import Engine
from clew.engine.values.times import from_micros
from clew.errors import MemoryNotFound
from tui_store import BEGUN, make


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Engine:
    return clew.open(make(tmp_path_factory.mktemp("dossier") / "move.clew"), background=False)


def test_edges_are_those_of_links_with_the_text_of_the_other_end(engine: Engine) -> None:
    """A dossier has the edges that `links` has, in its order, each with the words of the memory at its other end."""
    found = dossier(engine, "quay-signed")
    assert [edge.link for edge in found.edges] == engine.links("quay-signed")
    assert all(edge.text == engine.get(edge.link.other).text for edge in found.edges)


def test_history_has_every_event_that_names_the_memory(engine: Engine) -> None:
    """What was said of a memory after it was remembered stands in its history, and nothing that only looks like it."""
    kinds = [event.kind for event in dossier(engine, "tea").events]
    assert kinds == ["remember", "forget", "restore"]
    assert [event.kind for event in dossier(engine, "budget").events if event.kind != "remember"] == ["pin"]


def test_history_agrees_with_a_walk_through_the_whole_journal(engine: Engine) -> None:
    """The scan for an id finds what reading every event and looking at its ids finds."""
    from clew.engine.journal.timeline import named

    for memory in engine.list(limit=50):
        slow = [event.seq for event in engine.journal.events() if memory.id in named(event)]
        assert [event.seq for event in dossier(engine, memory.id).events] == slow


def test_history_has_what_an_arrival_out_of_order_changed(tmp_path: Path) -> None:
    """A step that comes late takes an edge of its neighbours back: that stands in the history of both."""
    from clew.engine.journal.timeline import named

    with clew.open(tmp_path / "o.clew", background=False) as memory:
        for step in (0, 4, 2, 3, 1):
            memory.remember(f"step {step}", id=f"s{step}", task="t", step=step)
        memory.link("s0", "s4", reason="it says s1, and means it not")
        memory.unlink("s0", "s4")
        for id in ("s0", "s1", "s2", "s3", "s4"):
            slow = [event.seq for event in memory.journal.events() if id in named(event)]
            assert [event.seq for event in dossier(memory, id).events] == slow


def test_supersessions_are_a_chain(tmp_path: Path) -> None:
    """What took a memory's place, and what took the place of that, come in order; so does what it replaced itself."""
    with clew.open(tmp_path / "s.clew", background=False) as memory:
        for id, older in (("a", []), ("b", ["a"]), ("c", ["b"]), ("d", ["c"])):
            memory.remember(f"the price, said in {id}", id=id, supersedes=older)
        found = dossier(memory, "b")
        assert [id for id, _ in found.newer] == ["c", "d"] and [id for id, _ in found.older] == ["a"]
        memory.link("a", "d", "SUPERSEDES")  # a ring ends where it began
        assert [id for id, _ in dossier(memory, "b").newer] == ["c", "d", "a"]


def test_the_past_is_as_it_was(engine: Engine) -> None:
    """As of a moment a memory has the edges, esteem and history of then; before it was learned it is unknown."""
    event = dossier(engine, "budget").events[-1]
    before = datetime.fromtimestamp(event.recorded_at / 1e6, UTC) - timedelta(seconds=1)
    now, then = dossier(engine, "budget"), dossier(engine, "budget", before)
    assert now.memory.pinned and not then.memory.pinned
    assert len(then.events) == len(now.events) - 1
    first = dossier(engine, "total", BEGUN)
    assert not first.known and not first.edges and not first.events


def test_a_forgotten_memory_has_a_dossier(engine: Engine) -> None:
    """A forgotten memory is shown with the time of its forgetting; an id that never was is refused in a sentence."""
    assert dossier(engine, "rumour").memory.retracted_at is not None
    with pytest.raises(MemoryNotFound, match="There is no memory `nothing`"):
        dossier(engine, "nothing")


def test_value_is_what_the_language_says(engine: Engine) -> None:
    """The value of a memory is that of `value(m)` in a pattern; an outcome of its own moves it."""
    (row,) = engine.query("MATCH (m:Memory {id: 'desks-oak'}) RETURN value(m) AS v").to_dicts()
    found = dossier(engine, "desks-oak")
    assert found.value == pytest.approx(row["v"]) and found.value > 0.5 > dossier(engine, "fibre-order").value
    assert found.lessons == 1 and 0.0 < found.deviation < 0.5


def test_finding_by_id_then_beginning_then_words(engine: Engine) -> None:
    """An id comes before the ids that begin so, and those before memories that hold the words; nothing is forgotten."""
    ids = [memory.id for memory in find_memories(engine, "quay")]
    assert ids[0] == "quay" and set(ids[1:5]) == {"quay-visit", "quay-price", "quay-signed", "quay-flood"}
    assert "fibre-need" in ids
    assert [memory.id for memory in find_memories(engine, "kettle fuse")][:1] == ["tea"]
    assert "rumour" not in {memory.id for memory in find_memories(engine, "sold")}
    assert [memory.id for memory in find_memories(engine, "sold", forgotten=True)] == ["rumour"]
    assert len(find_memories(engine, "", limit=7)) == 7 and find_memories(engine, '"" ( * ^ :') == []


def test_tasks_are_those_of_show_tasks_with_how_they_went(engine: Engine) -> None:
    """The outline has the tasks that SHOW TASKS has, the newest first, with what the uses of their memories came to."""
    found = {task.name: task for task in tasks_of(engine)}
    shown = {row["name"]: row for row in engine.query("SHOW TASKS").to_dicts()}
    assert {name: (task.memories, task.steps) for name, task in found.items()} == {
        name: (row["memories"], row["steps"]) for name, row in shown.items()
    }
    assert next(iter(found)) == "moving" and found["network"].failures == 1.0 and found["moving"].successes == 1.0


def test_tasks_and_steps_of_a_moment_are_those_that_were_seen_then(tmp_path: Path) -> None:
    """After each write what the outline has is noted; as of that moment it is the same when more was written since."""
    with clew.open(tmp_path / "growing.clew", background=False) as memory:
        writes = [
            lambda: memory.remember("begun", id="s0", task="a"),
            lambda: memory.remember("gone wrong", id="s1", task="a", valence=-0.9),
            lambda: memory.remember("another", id="s2", task="b"),
            lambda: memory.feedback("success", memories=["s0"]),
            lambda: memory.pin("s0"),
            lambda: memory.forget("s1"),
            lambda: memory.restore("s1"),
            lambda: memory.remember("the end", id="s3", task="a"),
        ]
        seen = []
        for write in writes:
            write()
            last = max(event.recorded_at for event in memory.journal.events())
            seen.append((from_micros(last), outline(memory, None)))
        assert [outline(memory, moment) for moment, _ in seen] == [what for _, what in seen]
        assert len({str(what) for _, what in seen}) == len(writes) - 1  # restored is as before forgotten


def outline(memory: Engine, moment: datetime | None) -> list[object]:
    """Return all that the outline has as of a moment."""
    return [
        (task, [(step.id, step.pinned) for step in steps(memory, step_rows(memory, task.name, moment), moment)])
        for task in tasks_of(memory, moment)
    ]


def test_steps_come_in_their_order_and_by_the_page(engine: Engine) -> None:
    """The rows of a task are those of `list`, in the order of its steps, and are read a few at a time."""
    rows = step_rows(engine, "Office")  # any spelling
    assert [memory.id for memory in steps(engine, rows)] == [memory.id for memory in engine.list(task="office")]
    assert [memory.step for memory in steps(engine, rows[3:5])] == [3, 4]
    assert step_rows(engine, "no such task") == []
