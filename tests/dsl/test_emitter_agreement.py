"""What is pushed down to the graph means there what it means in the language: two routes that must agree.

Random predicates over nulls, empty texts, high planes of Unicode, infinities and times before 1970 go through a real
graph engine and through the evaluator; every row must be kept by both or by neither.
"""

from __future__ import annotations

import datetime as dt
import random
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from clew.dsl import ast, compile, parse
from clew.dsl.binding.binder import bind_statement
from clew.dsl.binding.names import index_of
from clew.dsl.plan import GraphScan
from clew.engine.asking.catalog import CATALOG
from clew.engine.evaluation.context import Context
from clew.engine.evaluation.expressions.compile import compile_expression
from clew.engine.evaluation.logic import truth
from clew.engine.evaluation.values import NodeValue
from clew.engine.executor.arguments import argument_values
from clew.engine.graph.graph import Graph
from hypothesis import given, settings
from hypothesis import strategies as st

TEXTS = ["", "a", "A", "ab", "é", "\uffff", "😀", "it's \\ `x`\n", None]
TIMES = [
    None,
    dt.datetime(2024, 1, 1, tzinfo=dt.UTC),
    dt.datetime(2024, 1, 1, 0, 0, 0, 1, tzinfo=dt.UTC),
    dt.datetime(1969, 12, 31, 23, 59, 59, 999999, tzinfo=dt.UTC),
]
DOMAINS: dict[str, list[Any]] = {
    "type": TEXTS,
    "task": TEXTS,
    "step": [None, 0, 1, 127, 128, 200, -1, 40_000],
    "importance": [None, 0.0, -0.0, 0.5, 1.0, 0.1, float("inf")],
    "pinned": [None, True, False],
    "at": TIMES,
}
CASTS = {
    "type": "STRING",
    "task": "STRING",
    "step": "INT64",
    "importance": "DOUBLE",
    "pinned": "BOOL",
    "at": "TIMESTAMP",
}
COMPARE = ["=", "<>", "<", "<=", ">", ">="]
QUERY = "MATCH (a:Memory)-[:CAUSED]->(b:Memory) WHERE {} RETURN a.id, b.id"


def memories() -> list[dict[str, Any]]:
    chance = random.Random(7)
    drawn = [{key: chance.choice(domain) for key, domain in DOMAINS.items()} for _ in range(40)]
    return [{**m, "types": chance.choice([["a"], ["a", "b"], ["b", ""], []]), "row": i} for i, m in enumerate(drawn)]


MEMORIES = memories()
PAIRS = random.Random(8).sample(list(product(range(40), range(40))), 120)
NODES = [NodeValue("Memory", m["row"], m) for m in MEMORIES]


@pytest.fixture(scope="module")
def graph() -> Iterator[Graph]:
    """A real graph with the random memories and edges."""
    graph = Graph.create()
    columns = ", ".join(f"{key}: CAST(${key}, '{type_}')" for key, type_ in CASTS.items())
    create = f"CREATE (m:Memory {{key: $key, row: $row, namespace: 'default', types: $types, {columns}}})"
    draw = "MATCH (a:Memory {key: $a}) MATCH (b:Memory {key: $b}) CREATE (a)-[:CAUSED {row: $row}]->(b)"
    edges = [{"a": str(source), "b": str(target), "row": row} for row, (source, target) in enumerate(PAIRS)]
    graph.write([(create, [{**memory, "key": str(memory["row"])} for memory in MEMORIES]), (draw, edges)])
    yield graph
    graph.close()


# ---- random predicates ---------------------------------------------------------------------------


class Drawn:
    """Draws a predicate as text, and the parameters that it takes."""

    def __init__(self, draw: st.DrawFn) -> None:
        self.draw = draw
        self.parameters: dict[str, Any] = {}

    def one(self, options: list[Any]) -> Any:
        return self.draw(st.sampled_from(options))

    def value(self, value: Any) -> str:
        name = f"v{len(self.parameters)}"
        self.parameters[name] = value
        return f"${name}"

    def predicate(self, depth: int) -> str:
        if depth and self.draw(st.booleans()):
            if self.draw(st.integers(0, 3)) == 0:
                return f"(NOT {self.predicate(depth - 1)})"
            operator = self.one(["AND", "OR", "XOR"])
            return f"({self.predicate(depth - 1)} {operator} {self.predicate(depth - 1)})"
        return self.one([self.compared, self.paired, self.listed, self.tested, self.typed, self.spelt, self.flag])()

    def column(self) -> tuple[str, str]:
        key = self.one(list(DOMAINS))
        return key, f"{self.one(['a', 'b'])}.{key}"

    def compared(self) -> str:
        key, column = self.column()
        value = self.value(self.one(DOMAINS[key]))
        left, right = self.one([(column, value), (value, column)])
        return f"{left} {self.one(COMPARE)} {right}"

    def paired(self) -> str:
        key, column = self.column()
        return f"{column} {self.one(COMPARE)} {self.one(['a', 'b'])}.{key}"

    def listed(self) -> str:
        key = self.one([k for k in DOMAINS if k != "at"])
        items = self.draw(st.lists(st.sampled_from([v for v in DOMAINS[key] if v is not None]), max_size=3))
        return f"{self.one(['a', 'b'])}.{key} IN {self.value(items)}"

    def typed(self) -> str:
        return f"{self.value(self.one(['a', 'b', '', 'z', None]))} IN {self.one(['a', 'b'])}.types"

    def tested(self) -> str:
        return f"{self.column()[1]} IS {self.one(['', 'NOT '])}NULL"

    def spelt(self) -> str:
        operator = self.one(["STARTS WITH", "ENDS WITH", "CONTAINS"])
        return f"{self.one(['a', 'b'])}.type {operator} {self.value(self.one(TEXTS))}"

    def flag(self) -> str:
        return self.one(["a.pinned", "b.pinned", "a = b", "a <> b"])


@st.composite
def predicates(draw: st.DrawFn) -> tuple[str, dict[str, Any]]:
    drawn = Drawn(draw)
    return drawn.predicate(3), drawn.parameters


@settings(max_examples=200, deadline=None)
@given(predicates())
def test_what_is_pushed_down_means_the_same(graph: Graph, drawn: tuple[str, dict[str, Any]]) -> None:
    """The graph engine keeps exactly the pairs for which the evaluator says that the predicate is true."""
    predicate, parameters = drawn
    context = Context(parameters, namespaces=("default",))
    assert graph_rows(graph, predicate, context) == evaluated_rows(predicate, context)


def graph_rows(graph: Graph, predicate: str, context: Context) -> list[list[int]]:
    """Return the pairs that the emitted Cypher finds; all of the predicate must have been pushed down."""
    scan = compile(QUERY.format(predicate), CATALOG).stages[1]
    assert isinstance(scan, GraphScan)
    assert scan.residual is None
    answer = graph.run(scan.cypher.text, argument_values(scan.cypher.arguments, context))
    columns = [answer.column(name).to_pylist() for name in answer.column_names if name.endswith(".row")]
    return sorted(list(row) for row in zip(*columns, strict=True))


def evaluated_rows(predicate: str, context: Context) -> list[list[int]]:
    """Return the pairs of the edges for which the evaluator finds the bound predicate true."""
    statement = parse(QUERY.format(predicate))
    assert isinstance(statement, ast.Query)
    bound = bind_statement(statement, index_of(CATALOG)).statement
    match = bound.clauses[0] if isinstance(bound, ast.Query) else None
    assert isinstance(match, ast.Match)
    assert match.where is not None
    test = compile_expression(match.where, ("a", "b"))
    return sorted([s, t] for s, t in PAIRS if truth(test((NODES[s], NODES[t]), context)))
