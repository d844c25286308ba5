"""The graph engine behind its door: what goes in comes out, what goes wrong is said in our words, nothing crashes."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest
from clew.engine.graph import kuzu_border
from clew.engine.graph.arrow import rows_of
from clew.engine.graph.graph import Graph
from clew.errors import ClewError, EvaluationError, LimitError, ProjectionError, StoreClosed

ENDLESS = "UNWIND range(1, 5000) AS a UNWIND range(1, 5000) AS b UNWIND range(1, 500) AS c RETURN sum(a * b * c) AS s"
ADD_TAG = "CREATE (:Tag {key: $key, row: $row, name: $name, namespace: 'n'})"
Rows = list[dict[str, Any]]
HOSTILE = [
    "",
    "a\0b",
    "'; MATCH (n) DELETE n //",
    'quotes " and \\ and `',
    "line\nbreak\ttab\r",
    "\U0001f9f6 clew",
    "\u202eright to left\u202c",
    "e\u0301 and \u00e9",
    "\ufffe\U0010ffff",
    "half \ud83e of a pair \udd76",
    "\U0010ffff00d83e",
    "x" * 1_000_000,
]


@pytest.fixture
def graph() -> Iterator[Graph]:
    graph = Graph.create()
    yield graph
    graph.close()


def ask(
    graph: Graph, cypher: str, parameters: Mapping[str, object] | None = None, timeout: float | None = None
) -> Rows:
    return rows_of(graph.run(cypher, parameters, timeout))


def add_tags(graph: Graph, names: list[str]) -> None:
    graph.write([(ADD_TAG, [{"key": str(row), "row": row, "name": name} for row, name in enumerate(names)])])


def test_any_string_goes_in_and_the_same_one_comes_out(graph: Graph) -> None:
    """Whatever Python calls a string is kept exactly, found by equality, and never read as part of a statement."""
    add_tags(graph, HOSTILE)
    rows = ask(graph, "MATCH (t:Tag) RETURN t.row AS row, t.name AS name ORDER BY row")
    assert [row["name"] for row in rows] == HOSTILE
    for row, name in enumerate(HOSTILE):
        found = ask(graph, "MATCH (t:Tag) WHERE t.name = $name RETURN t.row AS row", {"name": name})
        assert found == [{"row": row}], name[:40]


@pytest.mark.parametrize(
    "value",
    [
        None,
        True,
        0,
        -(2**63),
        2**63 - 1,
        0.1,
        float("inf"),
        "text",
        ["a", "b"],
        [1, 2.5],
        datetime(1, 1, 1),
        datetime(2024, 2, 29, 23, 59, 59, 999999),
        datetime(9999, 12, 31, 23, 59, 59, 999999),
    ],
)
def test_values_come_back_equal(graph: Graph, value: object) -> None:
    """Every value that a parameter may have is returned as it was given."""
    assert ask(graph, "RETURN $v AS v", {"v": value}) == [{"v": value}]


def test_an_aware_time_means_its_instant(graph: Graph) -> None:
    """The zone of a datetime is not dropped: the same instant in two zones is one value."""
    there = datetime(2024, 5, 1, 9, 30, tzinfo=timezone(timedelta(hours=5, minutes=30)))
    answer = ask(graph, "RETURN $a = $b AS same, $a AS a", {"a": there, "b": there.astimezone(UTC)})
    assert answer == [{"same": True, "a": datetime(2024, 5, 1, 4, 0)}]


@pytest.mark.parametrize("value", [2**63, b"bytes", {1, 2}, object(), [1, "a"], [{"a": 1}, {"b": 1}]])
def test_values_without_a_form_are_refused_in_our_words(graph: Graph, value: object) -> None:
    """What the graph cannot hold is an EvaluationError before the engine sees it."""
    with pytest.raises(EvaluationError):
        ask(graph, "RETURN $v AS v", {"v": value})


def test_structs_are_read_by_name_and_not_by_place(graph: Graph) -> None:
    """Maps of one list may have their keys in any order."""
    add_tags(graph, ["a", "b"])
    inputs = [{"i": 0, "key": "1"}, {"key": "0", "i": 300}]
    cypher = "UNWIND $inputs AS r WITH r.i AS i, r.key AS k MATCH (t:Tag {key: k}) RETURN i, t.name AS name ORDER BY i"
    assert ask(graph, cypher, {"inputs": inputs}) == [{"i": 0, "name": "b"}, {"i": 300, "name": "a"}]


def test_parameters_are_those_that_the_statement_reads(graph: Graph) -> None:
    """A missing or unknown name is refused: the engine would take the last call's value, or null, and say nothing."""
    assert ask(graph, "RETURN $a AS a", {"a": 1}) == [{"a": 1}]
    with pytest.raises(ProjectionError, match=r"lacks \$a and does not know \$b"):
        ask(graph, "RETURN $a AS a", {"b": 2})
    assert ask(graph, "RETURN '$x' AS `$y`") == [{"$y": "$x"}]


def test_null_where_a_list_belongs_is_refused(graph: Graph) -> None:
    """`x IN null` ends the process inside the engine, so it never gets there; cast, it is null as it should be."""
    with pytest.raises(ProjectionError, match="null"):
        ask(graph, "MATCH (t:Tag) WHERE t.name IN $names RETURN t.row", {"names": None})
    cast = "MATCH (t:Tag) WHERE t.name IN cast($names AS STRING[]) RETURN t.row"
    assert ask(graph, cast, {"names": None}) == []


def test_one_statement_serves_values_of_any_type(graph: Graph) -> None:
    """A statement that was prepared with one type of value answers rightly for another, and after an error."""
    add_tags(graph, [str(i) for i in range(400)])
    cypher = "MATCH (t:Tag) WHERE t.row < $n RETURN count(*) AS c"
    counts = [ask(graph, cypher, {"n": n})[0]["c"] for n in (3, 300, 2**40, None, 2.5, -1, 3)]
    assert counts == [3, 300, 400, 0, 3, 0, 3]
    with pytest.raises(ClewError):
        ask(graph, cypher, {"n": [1]})
    assert ask(graph, cypher, {"n": 7}) == [{"c": 7}]


def test_a_number_is_kept_whole_however_small_the_first_one_was(graph: Graph) -> None:
    """One statement takes numbers of any width, alone and inside maps; none is cut to the width of another."""
    rows = [0, 127, 128, 200, 255, 256, 40_000, 2**40, 2**63 - 1, -1, -200, -(2**63), 7]
    graph.write([(ADD_TAG, [{"key": str(row), "row": row, "name": str(row)} for row in rows])])
    kept = ask(graph, "MATCH (t:Tag) RETURN t.row AS row, t.name AS name")
    assert sorted((row["row"], row["name"]) for row in kept) == sorted((row, str(row)) for row in rows)
    cypher = "UNWIND $inputs AS r WITH r.i AS i, r.key AS k MATCH (t:Tag {key: k}) RETURN i, t.row AS row"
    for row in rows:
        assert ask(graph, cypher, {"inputs": [{"i": row, "key": str(row)}]}) == [{"i": row, "row": row}]


def test_many_different_queries_leave_room_for_the_next(graph: Graph, monkeypatch: pytest.MonkeyPatch) -> None:
    """Statements that are kept hold no memory that a query needs, and a worn session is replaced by a new one."""
    monkeypatch.setattr(kuzu_border, "TEXTS", 100)
    add_tags(graph, ["a", "b"])
    sessions: set[kuzu_border.Session] = set()
    for i in range(250):
        cypher = f"MATCH (t:Tag) RETURN t.name AS n{i}, count(*) AS c ORDER BY c, n{i} LIMIT 3"
        assert ask(graph, cypher) == [{f"n{i}": "a", "c": 1}, {f"n{i}": "b", "c": 1}]
        sessions |= set(graph._idle)
    assert len(sessions) == 3 and len(graph._idle) == 1


def test_conditions_hold_on_every_row_of_a_long_pattern(graph: Graph) -> None:
    """Edges of several types in a chain of three are each tested: an engine is known that keeps rows it should drop."""
    causes = [("CAUSED", 0, 1), ("CAUSED", 1, 2), ("CAUSED", 0, 1), ("CAUSED", 2, 2)]
    edges = [*causes, ("FOLLOWS", 1, 0), ("FOLLOWS", 2, 1)]
    draw = "MATCH (a:Memory {{key: $a}}) WITH a MATCH (b:Memory {{key: $b}}) CREATE (a)-[:{} {{row: $row}}]->(b)"
    graph.write(
        [
            ("CREATE (:Memory {key: $key, row: $row})", [{"key": str(i), "row": i} for i in range(3)]),
            *((draw.format(t), [{"a": str(a), "b": str(b), "row": row}]) for row, (t, a, b) in enumerate(edges)),
        ]
    )
    chain = "MATCH (a:Memory)-[e:CAUSED]->(b:Memory)-[f:CAUSED|FOLLOWS]->(c:Memory)-[g:CAUSED]->(d:Memory)"
    every = {tuple(row.values()) for row in ask(graph, f"{chain} RETURN e.row, f.row, g.row")}
    kept = ask(graph, f"{chain} WHERE f.row <> g.row AND d.retracted_at IS NULL RETURN e.row, f.row, g.row")
    assert len(every) == 10 and sorted(tuple(row.values()) for row in kept) == sorted(r for r in every if r[1] != r[2])


@pytest.mark.parametrize(
    ("cypher", "kind", "message"),
    [
        ("RETURN 1 / 0 AS x", EvaluationError, "Divide by zero"),
        ("RETURN cast('x' AS INT64) AS x", EvaluationError, "Could not convert"),
        ("RETURN cast(9223372036854775807 AS INT64) + 1 AS x", EvaluationError, "INT64 range"),
        ("MATCH (x:Nothing) RETURN x.row", ProjectionError, "Nothing does not exist"),
        ("this is no Cypher", ProjectionError, "graph engine failed"),
    ],
)
def test_errors_are_told_apart(graph: Graph, cypher: str, kind: type[ClewError], message: str) -> None:
    """A value that does not fit is the query's fault, everything else the graph's; both are one line of ours."""
    with pytest.raises(kind, match=message) as caught:
        ask(graph, cypher)
    assert "\n" not in str(caught.value) and "exception" not in str(caught.value)
    assert ask(graph, "RETURN 1 AS x") == [{"x": 1}]


def test_a_query_stops_when_its_time_is_up(graph: Graph) -> None:
    """A query that would run for hours raises LimitError at its limit, and the next one has the whole time again."""
    start = time.perf_counter()
    with pytest.raises(LimitError):
        ask(graph, ENDLESS, timeout=0.1)
    assert time.perf_counter() - start < 20  # a guard against waiting for ever, not a measure
    assert ask(graph, "RETURN 1 AS x") == [{"x": 1}]


def test_threads_read_side_by_side(graph: Graph) -> None:
    """Many threads asking at once each get the answer to their own question."""
    add_tags(graph, [str(i) for i in range(300)])
    wrong: list[object] = []

    def count(n: int) -> None:
        for _ in range(20):
            found = ask(graph, "MATCH (t:Tag) WHERE t.row < $n RETURN count(*) AS c", {"n": n})
            if found != [{"c": n}]:
                wrong.append((n, found))

    threads = [threading.Thread(target=count, args=(10 * (i + 1),)) for i in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


def test_closing_stops_what_runs() -> None:
    """Close returns soon although a query runs; that query raises, and so does everything after it."""
    graph = Graph.create()
    raised: list[BaseException] = []

    def wait() -> None:
        try:
            ask(graph, ENDLESS, timeout=60)
        except ClewError as error:
            raised.append(error)

    thread = threading.Thread(target=wait)
    thread.start()
    time.sleep(0.2)
    start = time.perf_counter()
    graph.close()
    thread.join(5)
    assert time.perf_counter() - start < 20  # a guard against waiting for ever, not a measure
    assert isinstance(raised[0], StoreClosed)
    with pytest.raises(StoreClosed):
        ask(graph, "RETURN 1 AS x")
    graph.close()


def test_a_change_that_fails_leaves_the_graph_dead(graph: Graph) -> None:
    """Half a change cannot be told from a whole one, so the graph refuses to answer rather than to guess."""
    with pytest.raises(ClewError):
        graph.write([(ADD_TAG, [{"key": "1", "row": 1, "name": "a"}, {"key": "1", "row": 2, "name": "b"}])])
    assert graph.dead
    with pytest.raises(ProjectionError):
        ask(graph, "MATCH (t:Tag) RETURN count(*) AS c")


def test_long_walks_are_allowed(graph: Graph) -> None:
    """A chain of 200 edges can be walked from end to end: the engine's own bound is 30."""
    rows = range(201)
    graph.write(
        [
            ("CREATE (:Memory {key: $key, row: $row})", [{"key": str(i), "row": i} for i in rows]),
            (
                "MATCH (a:Memory {key: $a}) WITH a MATCH (b:Memory {key: $b}) CREATE (a)-[:FOLLOWS {row: $row}]->(b)",
                [{"a": str(i + 1), "b": str(i), "row": i} for i in rows[:-1]],
            ),
        ]
    )
    cypher = "MATCH (a:Memory {key: '200'})-[e:FOLLOWS* TRAIL 1..200]->(b:Memory {key: '0'}) RETURN length(e) AS n"
    assert ask(graph, cypher) == [{"n": 200}]


CHILD = """
import os, sys
from clew.engine.graph.graph import Graph
from clew.errors import StoreClosed

graph = Graph.create()
graph.run("RETURN 1 AS x")
child = os.fork()
if child == 0:
    try:
        graph.run("RETURN 1 AS x")
    except StoreClosed:
        graph.close()
        del graph
        sys.exit(7)
    sys.exit(8)
_, status = os.waitpid(child, 0)
assert graph.run("RETURN 1 AS x").num_rows == 1
sys.exit(os.waitstatus_to_exitcode(status))
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system does not fork")
def test_a_forked_child_gets_an_error_and_ends() -> None:
    """In a child the parent's graph raises StoreClosed instead of hanging, and the child can end without hanging."""
    code = textwrap.dedent(CHILD)
    ended = subprocess.run([sys.executable, "-W", "ignore", "-c", code], timeout=30, capture_output=True)
    assert ended.returncode == 7, ended.stderr.decode()
