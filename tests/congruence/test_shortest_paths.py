"""`shortestPath` and `allShortestPaths` find the shortest of all trails: held to a search that tries every one."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Any, NamedTuple

import clew
import pytest
from clew.engine.handle.engine import Engine
from clew.engine.running.limits import Limits
from clew.errors import BindError, LimitError, ParameterError, UnsupportedError
from hypothesis import given, settings
from hypothesis import strategies as st

MEMORIES = 14
KINDS = ("CAUSED", "FOLLOWS", "SUPERSEDES")
MIXED = ("CAUSED|FOLLOWS", "CAUSED|MENTIONS", "IN_TASK|CAUSED", "")


class Edge(NamedTuple):
    row: int
    kind: str
    source: str
    target: str
    weight: float


@pytest.fixture(scope="module")
def maze(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    """Return a store of a few memories with many ways between them; two are forgotten, one is of others."""
    draw = random.Random(3)
    with clew.open(tmp_path_factory.mktemp("maze"), background=False) as engine:
        for number in range(MEMORIES):
            entities = draw.sample(("Acme", "Q4"), draw.randint(0, 1))
            engine.remember(f"memory {number}", id=f"m{number}", task=draw.choice(("T1", None)), entities=entities)
        for _ in range(3 * MEMORIES):
            one, other = (f"m{number}" for number in draw.sample(range(MEMORIES), 2))
            engine.link(one, other, draw.choice(KINDS), weight=draw.choice((0.2, 0.8)))
        engine.forget("m3", "m7")
        engine.remember("of others", id="m1", namespace="other")
        yield engine


def edges_of(engine: Engine) -> list[Edge]:
    """Return every edge that holds between what is not forgotten, its ends by the names that nodes have."""
    ends = "coalesce(a.id, a.name) AS source, coalesce(b.id, b.name) AS target"
    rows = engine.query(f"MATCH (a)-[r]->(b) RETURN type(r) AS kind, {ends}, r.weight AS weight")
    return [
        Edge(number, row["kind"], row["source"], row["target"], row["weight"] or 1.0) for number, row in enumerate(rows)
    ]


def shortest(
    edges: list[Edge], kinds: str, way: str, start: str, end: str, most: int, least_weight: float
) -> set[tuple[str, ...]]:
    """Return the node names of all shortest paths, by growing every trail an edge at a time. The definition."""
    named = set(kinds.split("|")) if kinds else {edge.kind for edge in edges}
    usable = [edge for edge in edges if edge.kind in named and edge.weight >= least_weight]
    steps: dict[str, list[tuple[str, int]]] = {}
    for edge in usable:
        if way in ("right", "both"):
            steps.setdefault(edge.source, []).append((edge.target, edge.row))
        if way in ("left", "both"):
            steps.setdefault(edge.target, []).append((edge.source, edge.row))
    trails: list[tuple[tuple[str, ...], frozenset[int]]] = [((start,), frozenset())]
    for _ in range(most):
        trails = [
            ((*nodes, target), walked | {row})
            for nodes, walked in trails
            for target, row in steps.get(nodes[-1], ())
            if row not in walked and target not in nodes  # a shortest path meets no node twice
        ]
        found = [(nodes, walked) for nodes, walked in trails if nodes[-1] == end]
        if found:
            return {nodes + tuple(str(row) for row in sorted(walked)) for nodes, walked in found}
    return set()


ARROWS: Mapping[str, tuple[str, str]] = {"right": ("-", "->"), "left": ("<-", "-"), "both": ("-", "-")}
names = st.sampled_from([f"m{number}" for number in range(MEMORIES) if number not in (3, 7)])


@given(
    names, names, st.sampled_from((*KINDS, *MIXED)), st.sampled_from(tuple(ARROWS)), st.integers(1, 4), st.booleans()
)
@settings(max_examples=60)
def test_the_shortest_of_all_trails_is_found(
    maze: Engine, start: str, end: str, kinds: str, way: str, most: int, heavy: bool
) -> None:
    """Of every kind, way and bound, with a condition on the edges or none: the same paths, to the last edge."""
    if start == end:
        return
    heavy = heavy and kinds not in ("FOLLOWS",)  # which has no weight
    before, behind = ARROWS[way]
    where = " WHERE coalesce(r.weight, 1.0) >= 0.5" if heavy else ""
    walk = f"[r{':' if kinds else ''}{kinds}*..{most}{where}]"
    drawn = f"(a:Memory {{id: $start}}){before}{walk}{behind}(b:Memory {{id: $end}})"
    returned = "RETURN [n IN nodes(p) | coalesce(n.id, n.name)] AS names, length(p) AS length, size(r) AS walked"
    due = shortest(edges_of(maze), kinds, way, start, end, most, 0.5 if heavy else 0.0)
    given_as = {"start": start, "end": end}
    every = list(maze.query(f"MATCH p = allShortestPaths({drawn}) {returned}", given_as))
    one = list(maze.query(f"MATCH p = shortestPath({drawn}) {returned}", given_as))
    nodes = {path[: len(path) // 2 + 1] for path in due}
    assert sorted(tuple(row["names"]) for row in every) == sorted(path[: len(path) // 2 + 1] for path in due)
    assert len(one) == bool(due)
    assert {tuple(row["names"]) for row in one} <= nodes
    assert all(row["length"] == row["walked"] == len(row["names"]) - 1 for row in (*every, *one))


def test_every_pair_at_once(maze: Engine) -> None:
    """All pairs in one MATCH are what each pair is by itself."""
    together = maze.query("MATCH p = shortestPath((a:Memory)-[:CAUSED*..3]->(b:Memory)) RETURN a.id, b.id, length(p)")
    edges = edges_of(maze)
    live = [f"m{number}" for number in range(MEMORIES) if number not in (3, 7)]
    due = {
        (a, b, (len(paths.pop()) - 1) // 2)
        for a in live
        for b in live
        if a != b and (paths := shortest(edges, "CAUSED", "right", a, b, 3, 0.0))
    }
    assert set(together.values) == due


def test_no_way_is_no_row_and_null_where_it_is_optional(maze: Engine) -> None:
    """MATCH drops the row; OPTIONAL MATCH keeps it, with null for the path and the walk."""
    maze.remember("alone", id="alone", namespace="default")
    try:
        ends = "MATCH (a:Memory {id: 'alone'}), (b:Memory {id: 'm1'}) "
        path = "MATCH p = shortestPath((a)-[r:CAUSED*]->(b)) RETURN a.id, p, r"
        assert len(maze.query(ends + path)) == 0
        assert maze.query(f"{ends} OPTIONAL {path}").values == (("alone", None, None),)
    finally:
        maze.forget("alone")


def test_a_node_has_no_path_to_itself_but_the_empty_one(maze: Engine) -> None:
    """`*..` finds none, and `*0..` the path of no edges."""
    count = "RETURN count(p), max(length(p))"
    assert maze.query(f"MATCH (a:Memory) MATCH p = shortestPath((a)-[:CAUSED*..4]-(a)) {count}").values == ((0, None),)
    empty = maze.query(f"MATCH (a:Memory) MATCH p = shortestPath((a)-[:CAUSED*0..4]-(a)) {count}").values
    assert empty == ((MEMORIES - 2, 0),)


def test_what_was_forgotten_is_not_walked_through(maze: Engine) -> None:
    """AS OF before it was forgotten a way leads through a memory; now it does not."""
    for id in ("x", "y", "z"):
        maze.remember(id, id=id)
    maze.link("x", "y", "CAUSED")
    maze.link("y", "z", "CAUSED")
    then = datetime.now(UTC)
    maze.forget("y")
    try:
        drawn = "MATCH p = shortestPath((a:Memory)-[:CAUSED*]->(b:Memory))"
        where = "WHERE a.id = 'x' AND b.id = 'z' RETURN length(p)"
        assert maze.query(f"{drawn} AS OF $then {where}", {"then": then}).values == ((2,),)
        assert len(maze.query(f"{drawn} {where}")) == 0
    finally:
        maze.forget("x", "z")


def test_a_bound_may_be_a_parameter(maze: Engine) -> None:
    """`*..$k` is held to its range when it runs."""
    text = "MATCH p = shortestPath((a:Memory)-[:CAUSED*..$k]->(b:Memory)) RETURN count(p)"
    literal = maze.query(text.replace("$k", "2")).values
    assert maze.query(text, {"k": 2}).values == literal
    for value in (0, -1, "2", 1.5, 10**6):
        with pytest.raises(ParameterError, match="whole number from 1"):
            maze.query(text, {"k": value})


@pytest.mark.parametrize(
    ("text", "kind", "words"),
    [
        ("MATCH p = shortestPath((a)-[:CAUSED]->(b)) RETURN p", BindError, "one walk between two nodes"),
        ("MATCH p = shortestPath((a)-[*]->(b)-[*]->(c)) RETURN p", BindError, "one walk between two nodes"),
        ("MATCH p = shortestPath((a)-[*2..]->(b)) RETURN p", UnsupportedError, "begins at 0 edges or at 1"),
        ("MATCH p = shortestPath((a)-[:CAUSED*]->(b)) WHERE length(p) > 2 RETURN p", UnsupportedError, "`p`"),
        ("MATCH shortestPath((a)-[r:CAUSED*]->(b)) WHERE size(r) > 2 RETURN a", UnsupportedError, "`r`"),
        ("MATCH (a) WHERE EXISTS { shortestPath((a)-[*]->()) } RETURN a", UnsupportedError, "by MATCH alone"),
        ("RECALL MATCH shortestPath((m)-[:CAUSED*]->(:Memory))", UnsupportedError, "by MATCH alone"),
    ],
)
def test_what_cannot_be_looked_for_says_so(maze: Engine, text: str, kind: type[Exception], words: str) -> None:
    """A shape that is no shortest path, a condition that could mean two things, and a place without a MATCH."""
    with pytest.raises(kind, match=words):
        maze.query(text)


def test_too_many_paths_are_refused(tmp_path: Any) -> None:
    """Ways multiply at each pair of steps: forty pairs have a million million paths, and end in a LimitError."""
    with clew.open(tmp_path, background=False, limits=Limits(rows=10_000)) as engine:
        for number in range(41):
            for side in ("a", "b"):
                engine.remember(f"{side}{number}", id=f"{side}{number}")
        for number in range(40):
            for one in ("a", "b"):
                for other in ("a", "b"):
                    engine.link(f"{one}{number}", f"{other}{number + 1}", "CAUSED")
        ends = "(x:Memory {id: 'a0'})-[:CAUSED*]->(y:Memory {id: 'a40'})"
        assert len(engine.query(f"MATCH p = shortestPath({ends}) RETURN length(p)")) == 1
        with pytest.raises(LimitError):
            engine.query(f"MATCH p = allShortestPaths({ends}) RETURN length(p)")
