"""The projection of a real journal: it keeps up, it outlives its graph, and however it got there it is the same."""

from __future__ import annotations

import os
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from clew.engine.graph import kuzu_border
from clew.engine.graph.arrow import rows_of
from clew.engine.graph.graph import Graph
from clew.engine.journal.journal import Journal
from clew.engine.projection import follow, graph_keeper, snapshot
from clew.engine.projection.check import departures, graph_departures
from clew.engine.projection.compare import differences
from clew.engine.projection.projection import Projection
from clew.engine.projection.reader import Reader
from clew.engine.values.model import Draft, Link, Tag
from clew.errors import ClewError, ProjectionError, StoreClosed
from hypothesis import given, settings
from hypothesis import strategies as st

pytestmark = pytest.mark.slow


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal.create(tmp_path / "a.clew") as journal:
        yield journal


@pytest.fixture
def projection(journal: Journal) -> Iterator[Projection]:
    projection = Projection(journal)
    yield projection
    projection.close()


def draft(id: str, namespace: str = "n", **fields: Any) -> Draft:
    return Draft(id=id, namespace=namespace, text=f"text of {id}", **fields)


def story(journal: Journal) -> None:
    """A little of everything: two namespaces, a chain, a cause, tags, a correction, one forgotten, one that waits."""
    journal.append([draft("a", task="t", tags=(Tag("db"),), entities=("Redis", "Kafka"), agent="one")])
    journal.append([draft("b", task="t", links=(Link("CAUSED", "a", "b", "it failed", 0.7),), entities=("redis",))])
    journal.append([draft("c", "other", types=("decision", "fact"), entities=("Redis",), source="mail", step=3)])
    journal.link("n", [Link("SUPERSEDES", "b", "a"), Link("CAUSED", "b", "missing", "later")])
    journal.forget("n", ["a"])


def the_graph_is_the_columns(projection: Projection) -> list[str]:
    with projection.reading() as view:
        return graph_departures(view, projection.graph)


def test_a_query_reads_what_was_just_written(journal: Journal, projection: Projection) -> None:
    """After a drain, columns and graph hold everything that the journal holds, and a second drain has nothing to do."""
    story(journal)
    assert projection.drain() == journal.head() == projection.seq
    assert projection.drain() == 0
    found = projection.graph.run(
        "MATCH (m:Memory)-[e:MENTIONS]->(x:Entity) WHERE m.namespace = $n AND m.retracted_at IS NULL RETURN m.row AS m",
        {"n": "n"},
    )
    assert rows_of(found) == [{"m": 1}]
    assert projection.memories.row_of("n", "b") == 1 and projection.memories.row_of("other", "b") is None
    assert projection.counts() == {"tasks": 1, "tags": 1, "entities": 3, "agents": 1, "edges": 11, "waiting": 1}
    assert [(link.source, link.target) for link in projection.dangling()] == [("b", "missing")]


def test_another_process_is_seen(journal: Journal, projection: Projection) -> None:
    """What another connection commits is there at the next drain, and costs nothing to look for before."""
    projection.drain()
    with Journal.open(journal.path) as other:
        other.append([draft("z")])
    assert projection.drain() == 1 and projection.memories.ids == ["z"]


def test_the_graph_engine_is_not_opened_before_it_is_needed(
    journal: Journal, projection: Projection, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A store whose queries need no pattern never opens the graph engine."""
    opened: list[object] = []
    whole = kuzu_border.Database.__init__

    def counting(self: kuzu_border.Database, path: Path | None) -> None:
        opened.append(path)
        whole(self, path)

    monkeypatch.setattr(kuzu_border.Database, "__init__", counting)
    story(journal)
    projection.drain()
    assert projection.adjacency.n_memories == 3 and opened == []
    assert projection.graph is projection.graph and opened == [None]


def test_the_graph_follows_whatever_happens(journal: Journal, projection: Projection) -> None:
    """An open graph equals the columns after single events, after many, after corrections, and after a restore."""
    assert the_graph_is_the_columns(projection) == []
    graph = projection.graph
    story(journal)
    journal.append([draft(f"m{i}", task="u", step=2 * i, entities=(f"e{i % 7}",)) for i in range(40)])
    steps = [
        lambda: journal.append([draft("late", task="u", step=5)]),
        lambda: journal.restore("n", ["a"]),
        lambda: journal.unlink("n", [Link("CAUSED", "a", "b")]),
        lambda: journal.append([draft("missing")]),
        lambda: journal.forget("n", [f"m{i}" for i in range(40)]),
        lambda: journal.restore("n", ["m3"]),
    ]
    for step in steps:
        projection.drain()
        assert the_graph_is_the_columns(projection) == []
        step()
    projection.drain()
    assert the_graph_is_the_columns(projection) == [] and departures(projection.view, journal) == []
    assert projection.graph is graph, "it followed, and was never built anew"


def test_creating_and_copying_make_the_same_graph(
    journal: Journal, projection: Projection, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The two ways in which new rows reach the graph leave the same values."""
    monkeypatch.setattr(follow, "COPY_ABOVE_IN_MEMORY", 10_000)
    copied = Projection(journal)
    copied.graph  # noqa: B018 (opened now, so that it has to follow)
    story(journal)
    projection.drain()
    monkeypatch.setattr(follow, "COPY_ABOVE_IN_MEMORY", 0)
    copied.drain()
    with projection.reading() as view:
        assert graph_departures(view, projection.graph) == graph_departures(view, copied.graph) == []
    copied.close()


def test_hostile_texts_reach_the_graph_and_come_back(journal: Journal, projection: Projection) -> None:
    """Names that are no names, in every field that the graph holds, are values there and nothing else."""
    texts = ["\0", "'); DROP TABLE Memory; //", "\U0001f600", "\u202etfel", "\ud800", "\U0010ffff00d800", "x" * 100_000]
    projection.graph  # noqa: B018 - opened now
    for text in texts:
        fields: dict[str, Any] = {"task": text, "agent": text, "source": text, "action_type": text, "types": (text,)}
        journal.append([draft(text, text, **fields, tags=(Tag(text),), entities=(text,))])
        projection.drain()
    assert the_graph_is_the_columns(projection) == []
    for row, text in enumerate(texts):
        asked = projection.graph.run("MATCH (m:Memory) WHERE m.id = $id RETURN m.row AS row", {"id": text})
        assert rows_of(asked) == [{"row": row}]
        assert projection.memories.row_of(text, text) == row


@pytest.mark.parametrize("after", [0, 1, 3])
def test_a_graph_that_fails_is_thrown_away_and_nothing_is_lost(
    journal: Journal, projection: Projection, monkeypatch: pytest.MonkeyPatch, after: int
) -> None:
    """Whenever a change of the graph breaks off, the drain succeeds, and the next query has a whole graph."""
    projection.drain()
    graph = projection.graph
    left = [after]
    whole = kuzu_border.Session.execute

    def failing(self: kuzu_border.Session, cypher: str, parameters: dict[str, Any]) -> None:
        if "CREATE" in cypher:
            left[0] -= 1
            if left[0] < 0:
                raise ProjectionError("The disk is gone.")
        whole(self, cypher, parameters)

    story(journal)
    with monkeypatch.context() as patch:
        patch.setattr(kuzu_border.Session, "execute", failing)
        assert projection.drain() == journal.head()
    assert projection.fault is not None and "disk" in projection.fault.message
    with pytest.raises(StoreClosed):
        graph.run("RETURN 1 AS x")
    assert projection.graph is not graph
    assert the_graph_is_the_columns(projection) == [] and departures(projection.view, journal) == []


def test_a_fold_that_breaks_off_starts_anew(
    journal: Journal, projection: Projection, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Reading the journal may fail in the middle; readers keep what they had, and the next drain has it all."""
    story(journal)
    projection.drain()
    before, graph = projection.view, projection.graph
    journal.append([draft("d", entities=("x",)), draft("e")])
    journal.restore("n", ["a"])
    whole = journal.events

    def broken(after: int = 0) -> Iterator[Any]:
        yield from list(whole(after))[:1]
        raise ClewError("The disk is gone.")

    with monkeypatch.context() as patch:
        patch.setattr(journal, "events", broken)
        with pytest.raises(ClewError, match="disk"):
            projection.drain()
    assert projection.view is before and projection.graph is graph
    projection.drain()
    assert projection.seq == journal.head() and departures(projection.view, journal) == []
    assert the_graph_is_the_columns(projection) == []


def test_many_corrections_cost_the_graph_and_not_the_rows(
    journal: Journal, projection: Projection, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Above a bound the graph is built anew instead of corrected row by row, with the same values."""
    monkeypatch.setattr(follow, "REBUILD_ABOVE", 3)
    journal.append([draft(f"m{i}") for i in range(10)])
    projection.drain()
    graph = projection.graph
    journal.forget("n", [f"m{i}" for i in range(6)])
    projection.drain()
    assert projection.graph is not graph and projection.fault is None
    assert the_graph_is_the_columns(projection) == []


def test_a_large_graph_lives_in_a_private_file(
    journal: Journal, projection: Projection, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Above a bound the graph moves to disk, follows there, and its file goes away with the projection."""
    story(journal)
    projection.drain()
    assert not projection.graph.on_disk
    monkeypatch.setattr(graph_keeper, "ON_DISK_ABOVE", 20)
    journal.append([draft(f"m{i}", entities=("x",)) for i in range(20)])
    projection.drain()
    graph = projection.graph
    assert graph.on_disk
    journal.append([draft("last", entities=("y",))])
    projection.drain()
    assert projection.graph is graph and the_graph_is_the_columns(projection) == []
    private = [path for path in (journal.path / "snaps").iterdir() if path.name.startswith("private-")]
    assert len(private) == 1 and private[0].stat().st_mode & 0o777 == 0o700
    projection.close()
    assert not private[0].exists()


def test_readers_see_graph_and_columns_at_one_event(journal: Journal, projection: Projection) -> None:
    """While other threads write and drain, whoever reads inside `reading` finds both at the same event, always."""
    story(journal)
    projection.drain()
    wrong: list[str] = []
    done = threading.Event()

    def read() -> None:
        while not done.is_set():
            with projection.reading() as view:
                found = rows_of(projection.graph.run("MATCH (m:Memory) RETURN count(m) AS c, max(m.row) AS r"))[0]
                if found != {"c": view.memories.count, "r": view.memories.count - 1}:
                    wrong.append(f"{found} in a view of {view.memories.count}")

    def write(name: str) -> None:
        for i in range(15):
            journal.append([draft(f"{name}{i}", entities=(f"e{i}",))])
            projection.drain()

    readers = [threading.Thread(target=read) for _ in range(2)]
    writers = [threading.Thread(target=write, args=(name,)) for name in "xy"]
    for thread in readers + writers:
        thread.start()
    for thread in writers:
        thread.join()
    done.set()
    for thread in readers:
        thread.join()
    assert wrong == [] and projection.memories.count == 33
    assert the_graph_is_the_columns(projection) == []


def test_nobody_looks_in_while_the_graph_changes(
    journal: Journal, projection: Projection, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A query that comes between two steps of one drain waits until the drain is done, and sees all of it."""
    journal.append([draft("a")])
    projection.drain()
    graph, answers = projection.graph, []
    query = threading.Thread(
        target=lambda: answers.append(rows_of(graph.run("MATCH (m:Memory) RETURN m.retracted_at IS NULL AS live")))
    )
    whole = Graph.copy

    def slow(self: Graph, frames: Any) -> None:
        query.start()
        query.join(0.1)
        assert answers == []
        whole(self, frames)

    journal.forget("n", ["a"])
    journal.append([draft("b")])
    monkeypatch.setattr(follow, "COPY_ABOVE_IN_MEMORY", 0)
    with monkeypatch.context() as patch:
        patch.setattr(Graph, "copy", slow)
        projection.drain()
    query.join()
    assert answers == [[{"live": False}, {"live": True}]] and projection.graph is graph


def test_a_reader_does_not_move_what_it_reads(projection: Projection) -> None:
    """Moving or closing it inside `reading` would wait for itself, so it is an error at once."""
    for move in (projection.drain, projection.rebuild, projection.close):
        with projection.reading(), pytest.raises(RuntimeError):
            move()


def test_a_rebuild_makes_the_same_rows(journal: Journal, projection: Projection) -> None:
    """Throwing everything away costs time and nothing else, and readers of an older view are not disturbed."""
    story(journal)
    projection.drain()
    graph, before = projection.graph, projection.view
    projection.rebuild()
    assert projection.view is not before and differences(before, projection.view) == []
    assert projection.graph is not graph and projection.departures() == []


def test_the_check_sees_a_single_value(journal: Journal, projection: Projection) -> None:
    """One changed property, in the columns or in the graph, is named with its row and both of its values."""
    story(journal)
    projection.drain()
    projection.graph.write([("MATCH (m:Memory {key: '1'}) SET m.importance = 0.25", [{}])])
    assert projection.departures() == ["The importance of memory 1 is 0.5 here and 0.25 there."]
    state = projection._state  # pyright: ignore[reportPrivateUsage]
    assert state is not None
    state.memories.columns["step"][2] = 4
    journal.append([draft("d")])
    projection.drain()
    assert "The step of memory 2 is 3 here and 4 there." in projection.departures()


def test_closed_is_closed(journal: Journal) -> None:
    """After close every use says so, and closing again does nothing."""
    projection = Projection(journal)
    graph = projection.graph
    projection.close()
    projection.close()
    for use in (projection.drain, lambda: projection.graph, lambda: graph.run("RETURN 1 AS x")):
        with pytest.raises(StoreClosed):
            use()


def test_closing_stops_queries_and_leaves_nothing_behind(
    journal: Journal, projection: Projection, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Close ends a query that runs, waits for a graph that is being built, and drops that one too."""
    story(journal)
    projection.drain()
    raised: list[BaseException] = []
    building, whole = threading.Event(), Graph.copy

    def slow(self: Graph, frames: Any) -> None:
        building.set()
        time.sleep(0.2)
        whole(self, frames)

    def ask() -> None:
        try:
            projection.graph.run("UNWIND range(1, 5000) AS a UNWIND range(1, 900000) AS b RETURN sum(a * b) AS s")
        except ClewError as error:
            raised.append(error)

    monkeypatch.setattr(Graph, "copy", slow)
    thread = threading.Thread(target=ask)
    thread.start()
    building.wait(5)
    time.sleep(0.05)
    projection.close()
    thread.join(10)
    assert not thread.is_alive() and len(raised) == 1
    assert projection._keeper.current is None  # pyright: ignore[reportPrivateUsage]


def test_the_adjacency_is_the_walked_edges(journal: Journal, projection: Projection) -> None:
    """Memories come first and hubs behind them; each edge of it knows its row in the table of all edges."""
    story(journal)
    projection.drain()
    arcs, edges, memories = projection.arcs, projection.edges, projection.memories
    assert arcs.graph.n_memories == memories.count and arcs.graph.n_nodes == memories.count + projection.hubs.count
    walked = ("CAUSED", "FOLLOWS", "SUPERSEDES", "TAGGED", "MENTIONS")
    assert arcs.rows.tolist() == sorted(int(row) for type in walked for row in edges.rows(type))
    assert arcs.graph.src.tolist() == edges.source[arcs.rows].tolist()
    redis = projection.hubs.row_of("Entity", "n", "REDIS")
    assert redis is not None and arcs.graph.degree[memories.count + redis] == 2
    journal.forget("n", ["b"])
    projection.drain()
    assert projection.arcs is arcs, "no edge has changed"
    journal.unlink("n", [Link("CAUSED", "a", "b")])
    projection.drain()
    assert projection.arcs is not arcs


def test_vectors_follow_the_journal(journal: Journal, projection: Projection) -> None:
    """Vectors that come with a memory, later, or in place of another are in the matrix at the memory's row."""
    one, two, three = np.eye(3, dtype=np.float32)
    journal.append([draft("a"), draft("b")], [one, None])
    journal.append([draft("c")])
    projection.drain()
    assert projection.vectors.present.tolist() == [True, False, False]
    journal.put_vectors([2], np.stack([two]))
    assert projection.drain() == 0
    assert projection.vectors.present.tolist() == [True, False, True]
    journal.put_vectors([0], np.stack([three]))
    projection.drain()
    assert projection.vectors.matrix.tolist() == [[0, 0, 1], [0, 0, 0], [0, 1, 0]]


def test_properties_are_read_for_an_evaluator(journal: Journal, projection: Projection) -> None:
    """The reader gives every property of the schema, from the columns and from the journal, in the order asked for."""
    story(journal)
    projection.drain()
    reader = Reader(projection.view, journal.memories)
    c, a = reader.node_properties("Memory", [2, 0])
    assert (c["id"], c["types"], c["text"], c["source"], c["step"]) == (
        "c",
        ["decision", "fact"],
        "text of c",
        "mail",
        3,
    )
    assert (c["task"], c["retracted_at"], c["entities"]) == (None, None, ["Redis"])
    assert a["retracted_at"] == journal.memories([0])[0].retracted_at and a["at"].tzinfo is not None
    assert reader.node_properties("Entity", [1]) == [{"name": projection.hubs.names[1], "namespace": "n"}]
    row = int(projection.edges.rows("CAUSED")[0])
    [(type, *ends, properties)] = reader.edge([row])
    assert (type, ends) == ("CAUSED", ["Memory", 0, "Memory", 1])
    assert (properties["reason"], properties["weight"], properties["inferred"]) == ("it failed", 0.7, False)
    assert set(reader.edge([0])[0][5]) == {"recorded_at", "retracted_at", "inferred"}


IDS = st.sampled_from("abcdef")
TYPES = st.sampled_from(["CAUSED", "FOLLOWS", "CONTRADICTS"])
EVENTS = st.lists(
    st.one_of(
        st.tuples(
            st.just("remember"),
            IDS,
            st.sampled_from([None, "t", "u"]),
            st.sampled_from([None, 0, 1, 2, 5]),
            st.sets(st.sampled_from(["Redis", "redis", "x", "\ud83e"]), max_size=2),
            st.sets(IDS, max_size=2),
        ),
        st.tuples(st.just("link"), TYPES, IDS, IDS, st.sampled_from([None, "why"]), st.booleans()),
        st.tuples(st.just("unlink"), TYPES, IDS, IDS, st.booleans()),
        st.tuples(st.just("forget"), IDS),
        st.tuples(st.just("restore"), IDS),
        st.tuples(st.just("drain")),
        st.tuples(st.just("snapshot")),
    ),
    max_size=40,
)


def happen(journal: Journal, event: tuple[Any, ...]) -> None:
    """Write one event; what the journal refuses did not happen."""
    match event:
        case "remember", id, task, step, entities, causes:
            links = tuple(Link("CAUSED", cause, id) for cause in sorted(causes) if cause != id)
            step = step if task else None
            journal.append([draft(id, task=task, step=step, entities=tuple(sorted(entities)), links=links)])
        case "link", type, source, target, reason, inferred:
            journal.link("n", [Link(type, source, target, reason, inferred=inferred)])
        case "unlink", type, source, target, inferred:
            journal.unlink("n", [Link(type, source, target, inferred=inferred)])
        case "forget" | "restore" as kind, id:
            journal.record(kind, "n", {"ids": [id]})
        case _:
            pass


@given(EVENTS)
@settings(max_examples=10, deadline=None)
def test_however_it_came_to_know_it_knows_the_same(events: list[tuple[Any, ...]]) -> None:
    """Folded in pieces with an open graph, at once, or from a snapshot onwards: the same rows with the same values."""
    with tempfile.TemporaryDirectory() as folder, Journal.create(Path(folder) / "a.clew") as journal:
        followed, at_once = Projection(journal), Projection(journal)
        followed.graph  # noqa: B018 - opened now
        snaps, workshop = journal.path / "snaps", Path(folder)
        snaps.mkdir()
        for event in events:
            try:
                happen(journal, event)
            except ClewError:
                continue
            if event[0] in ("drain", "snapshot"):
                followed.drain()
            if event[0] == "snapshot":
                snapshot.publish(followed.view, snaps, journal.history, workshop)
        followed.drain()
        from_snapshot = Projection(journal)
        from_snapshot.drain()
        for old in snapshot.snapshots(snaps):
            old.path.unlink()
        at_once.drain()
        for projection in (followed, from_snapshot):
            assert differences(at_once.view, projection.view) == []
            assert the_graph_is_the_columns(projection) == []
        assert departures(at_once.view, journal) == []
        for projection in (followed, from_snapshot, at_once):
            projection.close()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
@pytest.mark.filterwarnings("ignore:.*multi-threaded.*fork:DeprecationWarning")
def test_a_forked_child_is_told_at_once(journal: Journal, projection: Projection) -> None:
    """In a child every use of the parent's projection raises, though its locks were held when the process forked."""
    story(journal)
    projection.drain()
    with projection.reading():
        child = os.fork()
        if child == 0:
            refused = 0
            for use in (projection.drain, projection.publish, projection.rebuild, lambda: projection.graph):
                try:
                    use()
                except StoreClosed:
                    refused += 1
            projection.close()
            os._exit(refused)
        _, status = os.waitpid(child, 0)
    assert os.waitstatus_to_exitcode(status) == 4
    assert projection.departures() == []
