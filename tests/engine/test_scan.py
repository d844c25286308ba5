"""GraphScan over a real store: journal, projection and graph, asked through compiled queries."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from clew.dsl import ast
from clew.dsl.compiler import compile
from clew.dsl.plan import Argument, GraphScan
from clew.engine.asking.catalog import CATALOG
from clew.engine.evaluation.context import Context
from clew.engine.evaluation.values import EdgeValue, NodeValue, PathValue
from clew.engine.executor.arguments import argument_values
from clew.engine.executor.bindings import in_order, path_of
from clew.engine.executor.rows import run_pattern_stages
from clew.engine.executor.scan import scan_memories
from clew.engine.executor.table import Table
from clew.engine.journal.journal import Journal
from clew.engine.projection.projection import Projection
from clew.engine.projection.reader import Reader
from clew.engine.running.limits import Limits, limited
from clew.engine.values.model import Draft, Link, Tag
from clew.errors import EvaluationError, LimitError, ParameterError

AT = 1_700_000_000_000_000
TIME = dt.datetime.fromtimestamp(AT // 10**6, dt.UTC)


class Store:
    """Four memories in a chain of causes, two tags, one memory elsewhere; and what was asked of the graph."""

    def __init__(self, journal: Journal) -> None:
        self.journal = journal
        journal.append([self._draft(i) for i in range(4)])
        journal.append([Draft(id="other", namespace="elsewhere", text="text 9", at=AT)])
        self.projection = Projection(journal)
        self.projection.drain()
        self.asked: list[dict[str, Any]] = []

    def _draft(self, i: int) -> Draft:
        return Draft(
            id=f"m{i}",
            namespace="n",
            text=f"text {i}",
            task="T",
            tags=(Tag("x"),) if i % 2 else (Tag("x"), Tag("y")),
            at=AT + i * 10**6,
            importance=i / 4,
            links=(Link("CAUSED", f"m{i - 1}", f"m{i}", reason=f"because {i}"),) if i else (),
        )

    def run(self, cypher: str, parameters: Any) -> Any:
        self.asked.append(dict(parameters))
        return self.projection.graph.run(cypher, parameters)

    def context(self, **parameters: Any) -> Context:
        reader = Reader(self.projection.view, self.journal.memories)
        return Context(parameters=parameters, reader=reader, graph=self, namespaces=("n",), now=TIME)

    def ask(self, text: str, **parameters: Any) -> list[Any]:
        return run_pattern_stages(compile(text, CATALOG).stages, self.context(**parameters)).rows


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    with Journal.open(tmp_path_factory.mktemp("scan") / "a.clew", create=True) as journal:
        store = Store(journal)
        yield store
        store.projection.close()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("MATCH (m:Memory) RETURN m.id, m.step, m.text ORDER BY m.id LIMIT 2",
         [("m0", 0, "text 0"), ("m1", 1, "text 1")]),
        ("MATCH (m:Memory {id: 'm1'}) RETURN m.at, m.types, m.agent",
         [(TIME + dt.timedelta(seconds=1), ["fact"], None)]),
        ("MATCH (a)-[r:CAUSED]->(b {id: 'm1'}) RETURN a.id, type(r), r.reason, endNode(r) = b",
         [("m0", "CAUSED", "because 1", True)]),
        ("MATCH (m {id: 'm0'})-[e:TAGGED]->(x) RETURN labels(x), x.name ORDER BY x.name",
         [(["Tag"], "x"), (["Tag"], "y")]),
        ("MATCH (a {id: 'm0'})-[w:CAUSED*2..3]->(b) RETURN b.id, [e IN w | e.reason] ORDER BY b.id",
         [("m2", ["because 1", "because 2"]), ("m3", ["because 1", "because 2", "because 3"])]),
        ("MATCH p = (a {id: 'm2'})<-[:CAUSED*]-(b) RETURN length(p), [n IN nodes(p) | n.text] ORDER BY length(p)",
         [(1, ["text 2", "text 1"]), (2, ["text 2", "text 1", "text 0"])]),
        ("MATCH p = (a {id: 'm2'})-[:CAUSED*0..0]-(b) RETURN length(p), nodes(p) = [a]", [(0, True)]),
        ("MATCH (m {id: 'm1'})-[:CAUSED]-(o) RETURN o.id ORDER BY o.id", [("m0",), ("m2",)]),
        ("MATCH (a:Memory)-[:CAUSED]->(b)-[w:CAUSED*1..2]-(c) WHERE a.id = 'm0' RETURN c.id ORDER BY c.id",
         [("m2",), ("m3",)]),
        ("MATCH (m:Memory) WHERE m.text CONTAINS '2' OR m.importance > 0.6 RETURN m.id ORDER BY m.id",
         [("m2",), ("m3",)]),
        ("MATCH (t:Tag) WHERE COUNT { (t)<-[:TAGGED]-() } < 4 RETURN t.name", [("y",)]),
    ],
)  # fmt: skip
def test_answers_become_values(store: Store, text: str, expected: list[Any]) -> None:
    """Rows of numbers come back as nodes, edges, walks and paths, with their properties from graph and journal."""
    assert store.ask(text) == expected


def test_rows_ask_together_and_each_input_once(store: Store) -> None:
    """A second MATCH is one question for all rows, and equal inputs are asked for only once."""
    store.asked.clear()
    rows = store.ask("MATCH (m:Memory) UNWIND [1, 2] AS i WITH m, i MATCH (m)-[:TAGGED]->(t) RETURN m.id, i, t.name")
    assert len(rows) == 2 * (2 * 2 + 2)
    assert len(store.asked) == 2
    assert len(store.asked[1]["inputs"]) == 4


def test_the_order_of_the_rows_that_ask_is_kept(store: Store) -> None:
    """Matches come where their row stood, as many as it has."""
    rows = store.ask("MATCH (m:Memory) WITH m ORDER BY m.id DESC MATCH (m)-[:TAGGED]->(t) RETURN m.id")
    assert [identity for (identity,) in rows] == ["m3", "m2", "m2", "m1", "m0", "m0"]


def test_optional_fills_with_null_after_what_is_left_to_test(store: Store) -> None:
    """A row whose matches all fail the rest of the condition counts as one without a match; null asks for nothing."""
    text = "MATCH (m:Memory) OPTIONAL MATCH p = (m)-[r:CAUSED]->(n) WHERE n.text CONTAINS $part "
    rows = store.ask(text + "RETURN m.id, n.id, r.reason, length(p) ORDER BY m.id", part="2")
    assert rows == [("m0", None, None, None), ("m1", "m2", "because 2", 1), *(("m2", *[None] * 3), ("m3", *[None] * 3))]
    again = "OPTIONAL MATCH (n)-[:TAGGED]->(t) RETURN m.id, t.name ORDER BY m.id, t.name"
    rows = store.ask(f"{text}WITH m, n {again}", part="2")
    assert rows == [("m0", None), ("m1", "x"), ("m1", "y"), ("m2", None), ("m3", None)]
    assert store.ask(f"{text}WITH m, n MATCH (n)-[:TAGGED]->(t) RETURN m.id", part="9") == []


def test_nodes_of_two_labels_with_one_number_are_kept_apart(store: Store) -> None:
    """Memories and tags share their keys in the graph; an input finds itself alone, whatever label is asked for."""
    rows = store.ask("MATCH (m {id: 'm0'})-->(x) WITH DISTINCT x MATCH (x)<-[:TAGGED]-(y) RETURN DISTINCT labels(x)[0]")
    assert rows == [("Tag",)]
    tags = store.ask(
        "MATCH (m {id: 'm0'})-->(x) WITH x MATCH (x:Tag)<-[:TAGGED]-(y) RETURN x.name, count(y) ORDER BY x.name"
    )
    assert tags == [("x", 4), ("y", 2)]


def test_other_namespaces_are_not_seen(store: Store) -> None:
    """What is in no namespace of the session matches nothing, as a start, as an end, or on the way."""
    assert store.ask("MATCH (m:Memory) WHERE m.text = 'text 9' RETURN m") == []
    assert store.ask("MATCH (m:Memory) RETURN count(*)") == [(4,)]


def test_candidates_are_rows_once_each(store: Store) -> None:
    """The first stage of a recall gives ascending memory rows, however often the pattern matches."""
    stages = compile("MATCH (m:Memory)-[:TAGGED]->(t) WHERE m.text <> 'text 1' RETURN m", CATALOG).stages
    scan = next(stage for stage in stages if isinstance(stage, GraphScan))
    rows = scan_memories(GraphScan(**{**_fields(scan), "memory": "m"}), store.context())
    assert rows.tolist() == [0, 2, 3]


def test_a_walk_can_take_its_bounds_from_parameters(store: Store) -> None:
    """`*1..$k` is filled in as an integer that was checked."""
    text = "MATCH (a {id: 'm0'})-[:CAUSED*1..$k]->(b) RETURN count(b)"
    assert store.ask(text, k=2) == [(2,)]
    for wrong in (-1, 1.5, "1..2", True):
        with pytest.raises(ParameterError):
            store.ask(text, k=wrong)


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("MATCH (m:Memory) WHERE m.id = $x RETURN m", 5),
        ("MATCH (m:Memory) WHERE m.importance > $x RETURN m", "high"),
        ("MATCH (m:Memory) WHERE m.importance > $x RETURN m", float("nan")),
        ("MATCH (m:Memory) WHERE m.step = $x RETURN m", [1]),
        ("MATCH (m:Memory) WHERE m.at > $x RETURN m", "yesterday"),
        ("MATCH (m:Memory) WHERE m.at > $x RETURN m", 5),
        ("MATCH (m:Memory) WHERE m.id IN $x RETURN m", ["m0", None]),
        ("MATCH (m:Memory) WHERE m.pinned = $x RETURN m", 1),
    ],
)
def test_a_parameter_of_another_type_is_named(store: Store, text: str, wrong: Any) -> None:
    """It never becomes another comparison: the error names it, and points at it."""
    with pytest.raises(ParameterError, match=r"\$x") as caught:
        store.ask(text, x=wrong)
    assert caught.value.span is not None


@pytest.mark.parametrize(
    "time",
    [
        TIME + dt.timedelta(seconds=2),
        (TIME + dt.timedelta(seconds=2)).astimezone(dt.timezone(dt.timedelta(hours=5))),
        "2023-11-14T22:13:22Z",
        "2023-11-15T03:43:22+05:30",
    ],
)
def test_times_are_compared_as_instants(store: Store, time: Any) -> None:
    """Aware datetimes of any zone and ISO text mean the same moment to the graph and to the evaluator."""
    assert store.ask("MATCH (m:Memory) WHERE m.at >= $t RETURN count(*)", t=time) == [(2,)]
    written = time if isinstance(time, str) else time.isoformat()
    assert store.ask("MATCH (m:Memory) WITH m WHERE m.at >= datetime($t) RETURN count(*)", t=written) == [(2,)]


@pytest.mark.parametrize(
    ("value", "type_", "expected"),
    [
        (ast.Literal(3.0), "INTEGER", 3),
        (ast.Literal(None), "INTEGER", None),
        (ast.Ago(ast.Literal(1), "DAYS"), "TIMESTAMP", (TIME - dt.timedelta(days=1)).replace(tzinfo=None)),
        (ast.Literal("2026-07-21"), "TIMESTAMP", dt.datetime(2026, 7, 21)),
        (ast.Parameter("@namespaces"), "LIST<STRING>", ["a", "b"]),
        (ast.Parameter("@as_of"), "TIMESTAMP", dt.datetime(2023, 11, 14, 22, 13, 20, 7)),
        (ast.ListLiteral((ast.Literal(1), ast.Literal(2.0))), "LIST<FLOAT>", [1.0, 2.0]),
    ],
)
def test_arguments_are_cast(value: ast.Expr, type_: Any, expected: Any) -> None:
    """A whole float is an integer, a span is a moment, a time goes to the graph without its zone, in UTC."""
    context = Context(namespaces=("a", "b"), as_of=AT + 7, now=TIME)
    found = argument_values([Argument("p0", value, type_)], context)
    assert found == {"p0": expected}
    assert type(found["p0"]) is type(expected)


def test_names_are_spliced() -> None:
    """A parameter among names stands for one name or for a list of them."""
    names = ast.ListLiteral((ast.Literal("a"), ast.Parameter("more")))
    argument = Argument("p0", names, "LIST<STRING>", splice=True)
    assert argument_values([argument], Context(parameters={"more": ["b", "c"]})) == {"p0": ["a", "b", "c"]}
    assert argument_values([argument], Context(parameters={"more": "b"})) == {"p0": ["a", "b"]}
    with pytest.raises(ParameterError):
        argument_values([argument], Context(parameters={"more": [["b"]]}))


def test_paths_follow_edges_in_either_direction() -> None:
    """A walk's nodes are found from its edges, whichever way each points; the ends keep their properties."""
    a, b, c = (NodeValue("Memory", row) for row in range(3))
    forth, back = EdgeValue("CAUSED", 0, a, b), EdgeValue("FOLLOWS", 1, c, b)
    rich = NodeValue("Memory", 2, {"id": "m2"})
    path = path_of([a, [forth, back], rich])
    assert path == PathValue((a, b, c), (forth, back))
    assert path.nodes[-1].properties == {"id": "m2"}
    assert path_of([a, [], a]) == PathValue((a,), ())


@pytest.mark.parametrize("direction", ["right", "left", "both"])
def test_walks_are_put_in_the_order_of_their_pattern(direction: Any) -> None:
    """A walk round a circle that the graph gives backwards is turned; one that is in order stays as it is."""
    a, b, c = (NodeValue("Memory", row) for row in range(3))
    circle = [EdgeValue("CAUSED", row, *ends) for row, ends in enumerate([(a, b), (b, c), (c, a)])]
    walk = circle[::-1] if direction == "left" else circle
    assert in_order(walk, direction, a) is walk
    if direction != "both":
        assert in_order(walk[::-1], direction, a) == walk
        assert in_order(walk[::-1], direction, None) == walk
    there_and_back = [EdgeValue("CAUSED", 3, a, b), EdgeValue("CAUSED", 4, b, a)]
    assert in_order(there_and_back, "right", b) == there_and_back[::-1]
    assert in_order([], direction, a) == []


def test_circles_are_walked_forwards(tmp_path: Path) -> None:
    """From each memory of a circle, the walk that comes back to it starts at it."""
    with Journal.open(tmp_path / "a.clew", create=True) as journal:
        links = [Link("CAUSED", f"m{i}", f"m{(i + 1) % 3}") for i in range(3)]
        drafts = [Draft(id=f"m{i}", namespace="n", text="t", links=tuple(links[i : i + 1])) for i in range(3)]
        journal.append(drafts)
        projection = Projection(journal)
        projection.drain()
        context = Context(reader=Reader(projection.view, journal.memories), graph=projection.graph, namespaces=("n",))
        text = "MATCH p = (a:Memory)-[w:CAUSED*3..3]->(a) RETURN a.id, [e IN w | endNode(e).id], [x IN nodes(p) | x.id]"
        rows = run_pattern_stages(compile(text, CATALOG).stages, context).rows
        projection.close()
    names = ["m0", "m1", "m2"]
    turns = [names[i:] + names[:i] for i in range(3)]
    assert sorted(rows) == [(turn[0], [*turn[1:], turn[0]], [*turn, turn[0]]) for turn in turns]


def test_what_is_no_node_cannot_stand_in_a_pattern(store: Store) -> None:
    """A value that turned out to be a number is an error, and not an empty answer."""
    scan = next(
        stage
        for stage in compile("MATCH (m:Memory) WITH m MATCH (m)-[:TAGGED]->(t) RETURN t", CATALOG).stages
        if isinstance(stage, GraphScan) and stage.inputs
    )
    from clew.engine.executor.scan import scan as run

    with pytest.raises(EvaluationError, match="stands in a pattern"):
        run(scan, Table(("m",), [(5,)]), store.context())


def test_a_product_of_rows_meets_the_bound(store: Store) -> None:
    """Rows that multiply without a join are stopped before they are made."""
    with limited(Limits(rows=1_000)), pytest.raises(LimitError):
        store.ask("UNWIND range(1, 300) AS i MATCH (m:Memory) RETURN count(*)")


def _fields(scan: GraphScan) -> dict[str, Any]:
    return {name: getattr(scan, name) for name in scan.__dataclass_fields__}
