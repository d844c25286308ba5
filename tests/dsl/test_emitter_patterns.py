"""Emitted patterns find what openCypher's matching finds, no more, no less, and each once.

A reference of a few lines enumerates matches by its definition (each edge of a clause used once, walks as trails) over
random graphs with loops and parallel edges; the graph engine, asked by the emitter, must find the same bag of matches.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest
from clew.dsl import compile
from clew.dsl.plan import GraphScan, Stage, UnionAll
from clew.engine.asking.catalog import CATALOG
from clew.engine.graph.arrow import values_of
from clew.engine.graph.graph import Graph
from hypothesis import given, settings
from hypothesis import strategies as st

Match = tuple[tuple[str, Any], ...]


class Edge(NamedTuple):
    row: int
    type: str
    source: int
    target: int


class Step(NamedTuple):
    """An edge of a pattern: `low` None is one edge of fixed length."""

    types: tuple[str, ...]
    direction: str
    low: int | None
    high: int


GRAPHS: list[list[tuple[str, int, int]]] = [
    [("CAUSED", 0, 1), ("CAUSED", 1, 2), ("FOLLOWS", 1, 0), ("CAUSED", 0, 1), ("FOLLOWS", 2, 1), ("CAUSED", 2, 2)],
    [("CAUSED", 0, 0), ("FOLLOWS", 0, 1), ("FOLLOWS", 1, 0), ("CAUSED", 1, 1), ("CAUSED", 0, 2)],
    [("CAUSED", 0, 1), ("CAUSED", 1, 2), ("CAUSED", 2, 0), ("FOLLOWS", 3, 0), ("CAUSED", 3, 1), ("FOLLOWS", 2, 3)],
]
NODES = range(4)
ARROWS = {"right": ("-", "->"), "left": ("<-", "-"), "both": ("-", "-")}


# ---- the reference -------------------------------------------------------------------------------


def matches(graph: list[Edge], nodes: list[str], steps: list[Step]) -> Counter[Match]:
    """Return every match of a path pattern, by the definition of matching."""
    found: Counter[Match] = Counter()
    for start in NODES:
        for bound, _ in extended(graph, nodes, steps, 0, {nodes[0]: start}, frozenset()):
            found[tuple(sorted(bound.items()))] += 1
    return found


def extended(
    graph: list[Edge], nodes: list[str], steps: list[Step], at: int, bound: dict[str, Any], used: frozenset[int]
) -> Iterator[tuple[dict[str, Any], frozenset[int]]]:
    if at == len(steps):
        yield bound, used
        return
    for rows, end in trails(graph, steps[at], bound[nodes[at]], used):
        after = nodes[at + 1]
        if bound.get(after, end) == end:
            edge = rows[0] if steps[at].low is None else rows
            yield from extended(
                graph, nodes, steps, at + 1, {**bound, after: end, f"e{at}": edge}, used | frozenset(rows)
            )


def trails(graph: list[Edge], step: Step, start: int, used: frozenset[int]) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield the edges and the end of each walk from `start` that uses no edge twice."""
    low, high = (1, 1) if step.low is None else (step.low, step.high)
    if low == 0:
        yield (), start
    if high == 0:
        return
    shorter = step._replace(low=max(low - 1, 0), high=high - 1)
    for row, end in hops(graph, step, start):
        if row in used:
            continue
        for rows, last in trails(graph, shorter, end, used | {row}):
            yield (row, *rows), last


def hops(graph: list[Edge], step: Step, start: int) -> set[tuple[int, int]]:
    along = {(e.row, e.target) for e in graph if e.source == start and e.type in step.types}
    against = {(e.row, e.source) for e in graph if e.target == start and e.type in step.types}
    return {"right": along, "left": against, "both": along | against}[step.direction]


# ---- the graph engine ----------------------------------------------------------------------------


@pytest.fixture(scope="module")
def stores() -> Iterator[list[Graph]]:
    """A real graph for each of GRAPHS."""
    made = [graph_of(edges) for edges in GRAPHS]
    yield made
    for graph in made:
        graph.close()


def graph_of(edges: list[tuple[str, int, int]]) -> Graph:
    graph = Graph.create()
    create = "CREATE (:Memory {key: $key, row: $row, step: $row, namespace: 'default'})"
    graph.write([(create, [{"key": str(node), "row": node} for node in NODES])])
    graph.write(
        (
            f"MATCH (a:Memory {{key: $a}}) MATCH (b:Memory {{key: $b}}) CREATE (a)-[:{type_} {{row: $row}}]->(b)",
            [{"a": str(source), "b": str(target), "row": row}],
        )
        for row, (type_, source, target) in enumerate(edges)
    )
    return graph


def found(graph: Graph, nodes: list[str], steps: list[Step], where: str) -> Counter[Match]:
    """Return what the emitted Cypher of all scans finds, with the executor's part: no two bindings share an edge."""
    plan = compile(f"MATCH {drawn(nodes, steps)} {where} RETURN *", CATALOG)
    return sum((found_by(graph, scan) for scan in scans(plan.stages)), Counter())


def scans(stages: tuple[Stage, ...]) -> Iterator[GraphScan]:
    for stage in stages:
        if isinstance(stage, UnionAll):
            for branch in stage.branches:
                yield from scans(branch)
        elif isinstance(stage, GraphScan):
            yield stage


def found_by(graph: Graph, scan: GraphScan) -> Counter[Match]:
    # Every argument is the number that a step is compared with, or the namespaces that may be seen.
    given = {a.name: ["default"] if a.type == "LIST<STRING>" else a.value.value for a in scan.cypher.arguments}
    answer = graph.run(scan.cypher.text, given)
    names = [binding.name for binding in scan.bindings]
    columns = (map(hashable, values_of(answer.column(place))) for place in range(len(names)))
    rows = [dict(zip(names, row, strict=True)) for row in zip(*columns, strict=True)]
    kept = (row for row in rows if apart(row, scan.distinct_edges))
    return Counter(tuple(sorted((name, v) for name, v in row.items() if "@" not in name)) for row in kept)


def hashable(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def apart(row: dict[str, Any], names: tuple[str, ...]) -> bool:
    edges = [edge for name in names for edge in (row[name] if isinstance(row[name], tuple) else (row[name],))]
    return len(set(edges)) == len(edges)


def drawn(nodes: list[str], steps: list[Step]) -> str:
    text = f"({nodes[0]}:Memory)"
    for number, (step, node) in enumerate(zip(steps, nodes[1:], strict=True)):
        walk = "" if step.low is None else f"*{step.low}..{step.high}"
        left, right = ARROWS[step.direction]
        text += f"{left}[e{number}:{'|'.join(step.types)}{walk}]{right}({node}:Memory)"
    return text


STEPS = st.builds(
    lambda types, direction, hops: Step(types, direction, *hops),
    st.sampled_from([("CAUSED",), ("FOLLOWS",), ("CAUSED", "FOLLOWS")]),
    st.sampled_from(["right", "left", "both"]),
    st.sampled_from([(None, 1), (None, 1), (1, 2), (0, 2), (2, 3)]),
)


@st.composite
def paths(draw: st.DrawFn) -> tuple[list[str], list[Step]]:
    steps = draw(st.lists(STEPS, min_size=1, max_size=3))
    again = draw(st.booleans())
    return [f"n{i}" for i in range(len(steps))] + ["n0" if again else f"n{len(steps)}"], steps


@settings(max_examples=80, deadline=None)
@given(paths(), st.integers(0, len(GRAPHS) - 1), st.booleans())
def test_patterns_match_as_defined(
    stores: list[Graph], path: tuple[list[str], list[Step]], number: int, from_the_end: bool
) -> None:
    """Each match is found once: its edges are used once, its walks are trails from left to right, loops count once."""
    nodes, steps = path
    graph = [Edge(row, *edge) for row, edge in enumerate(GRAPHS[number])]
    due = matches(graph, nodes, steps)
    if from_the_end:
        due = Counter({match: count for match, count in due.items() if (nodes[-1], 1) in match})
    assert found(stores[number], nodes, steps, f"WHERE {nodes[-1]}.step = 1" if from_the_end else "") == due


@settings(max_examples=60, deadline=None)
@given(paths(), st.integers(0, len(GRAPHS) - 1))
def test_what_is_not_read_still_counts(stores: list[Graph], path: tuple[list[str], list[Step]], number: int) -> None:
    """Leaving edges out of what is read changes no number of rows."""
    nodes, steps = path
    graph = [Edge(row, *edge) for row, edge in enumerate(GRAPHS[number])]
    scan = compile(f"MATCH {drawn(nodes, steps)} RETURN {nodes[0]}.id", CATALOG).stages[1]
    if not isinstance(scan, GraphScan) or scan.distinct or scan.distinct_edges:
        return
    answer = stores[number].run(scan.cypher.text, {"p0": ["default"]})
    assert answer.num_rows == matches(graph, nodes, steps).total()
