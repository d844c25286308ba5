"""Patterns inside expressions, on a real store: they answer what the same pattern answers in an OPTIONAL MATCH."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import clew
import pytest


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[clew.Engine]:
    """A store with causes, tags on some memories, and a null among what is compared."""
    with clew.open(tmp_path_factory.mktemp("lookups") / "store") as engine:
        for number in range(6):
            engine.remember(
                f"memory {number}",
                id=f"m{number}",
                task=None if number == 2 else "T",
                type="fact" if number % 2 else "error",
                tags=["budget", "plan"][: number % 3],
            )
        for source, target in ((0, 1), (0, 2), (2, 4), (4, 5), (1, 5)):
            engine.link(f"m{source}", f"m{target}", "CAUSED")
        yield engine


def rows(store: clew.Engine, text: str) -> list[tuple[Any, ...]]:
    return list(store.query(text).values)


@pytest.mark.parametrize(
    ("looked_up", "matched"),
    [
        (
            "MATCH (m:Memory) RETURN m.id AS id, COUNT { (m)-[:CAUSED]->() } AS x ORDER BY id",
            "MATCH (m:Memory) OPTIONAL MATCH (m)-[:CAUSED]->(n) RETURN m.id AS id, count(n) AS x ORDER BY id",
        ),
        (
            "MATCH (m:Memory) RETURN m.id AS id, [(m)-[:TAGGED]->(t) | t.name] AS x ORDER BY id",
            "MATCH (m:Memory) OPTIONAL MATCH (m)-[:TAGGED]->(t) RETURN m.id AS id, collect(t.name) AS x ORDER BY id",
        ),
        (
            "MATCH (m:Memory) WHERE EXISTS { (m)-[:CAUSED]->(n) WHERE n.task = m.task } RETURN m.id AS id ORDER BY id",
            "MATCH (m:Memory)-[:CAUSED]->(n) WHERE n.task = m.task RETURN DISTINCT m.id AS id ORDER BY id",
        ),
        (
            "MATCH (m:Memory) WHERE m.text = 'memory 1' OR COUNT { (m)-[:TAGGED]->() } = 0 RETURN m.id AS id",
            "MATCH (m:Memory) WHERE m.id IN ['m0', 'm1', 'm3'] RETURN m.id AS id",
        ),
        (
            "MATCH (m:Memory) WITH m, 1 AS least WHERE COUNT { (m)-[:CAUSED]->() } > least RETURN m.id AS id",
            "MATCH (m:Memory)-[:CAUSED]->(n) WITH m, count(n) AS c WHERE c > 1 RETURN m.id AS id",
        ),
    ],
)
def test_a_pattern_in_an_expression_is_the_pattern(store: clew.Engine, looked_up: str, matched: str) -> None:
    """Whether, how often and with what a pattern matches is the same inside an expression as outside."""
    assert rows(store, looked_up) == rows(store, matched) != []


def test_the_negation_holds_where_something_is_null(store: clew.Engine) -> None:
    """NOT EXISTS keeps each row once, also rows whose compared property is null: the graph engine alone would not."""
    text = (
        "MATCH (m:Memory) WHERE NOT EXISTS { (m)-[:CAUSED]->(n) WHERE n.task = m.task } RETURN m.id AS id ORDER BY id"
    )
    assert rows(store, text) == [("m2",), ("m3",), ("m5",)]


def test_equal_rows_are_answered_each(store: clew.Engine) -> None:
    """Rows that are equal stay as many as they were."""
    text = "UNWIND [1, 1] AS x MATCH (m:Memory {id: 'm0'}) RETURN x, COUNT { (m)-[:CAUSED]->() } AS n"
    assert rows(store, text) == [(1, 2), (1, 2)]


def test_no_match_collects_nothing_and_null_is_something(store: clew.Engine) -> None:
    """A comprehension over no match is the empty list; one that projects null holds null."""
    text = (
        "MATCH (m:Memory) WHERE m.id IN ['m0', 'm5'] RETURN m.id AS id, [(m)-[:CAUSED]->(n) | n.task] AS t ORDER BY id"
    )
    (first, second) = rows(store, text)
    assert sorted(map(str, first[1])) == ["None", "T"]
    assert second == ("m5", [])


@pytest.mark.parametrize(
    ("asked", "due"),
    [
        # What is aggregated is aggregated for each row that asks, also over no rows at all.
        ("EXISTS { MATCH (m)-[:CAUSED]->(n) WITH m, count(*) AS c WHERE c = 2 RETURN true }", ["m0"]),
        ("EXISTS { MATCH (m)-[:CAUSED]->(n) WITH count(*) AS c WHERE c = 0 }", ["m3", "m5"]),
        # What asks can be seen behind WITH, in ORDER BY, and two queries deep.
        ("EXISTS { MATCH (m)-[:CAUSED]->(n) WITH DISTINCT n WHERE n.text > m.text }", ["m0", "m1", "m2", "m4"]),
        ("EXISTS { MATCH (n:Memory) WHERE EXISTS { (m)-[:CAUSED]->(n) WHERE m.task = n.task } }", ["m0", "m1", "m4"]),
        (
            "EXISTS { MATCH (n:Memory) WHERE EXISTS { MATCH (k)<-[:CAUSED]-(m)-[:CAUSED]->(n) RETURN true } RETURN 1 }",
            ["m0"],
        ),
        # LIMIT, SKIP, DISTINCT and UNION regard the rows of one asker.
        ("COUNT { MATCH (m)-[:CAUSED]->(n) RETURN n SKIP 1 } = 1", ["m0"]),
        ("COUNT { MATCH (m)-[:CAUSED]-(n) RETURN DISTINCT n.type } = 2", ["m0", "m1", "m4", "m5"]),
        (
            "COUNT { MATCH (m)-[:CAUSED]-(n) RETURN n UNION MATCH (m)-[:CAUSED]-(n) RETURN n } = 2",
            ["m0", "m1", "m2", "m4", "m5"],
        ),
        (
            "COUNT { MATCH (m)-[:CAUSED]-(n) RETURN n UNION ALL MATCH (m)-[:CAUSED]-(n) RETURN n } = 4",
            ["m0", "m1", "m2", "m4", "m5"],
        ),
        ("COLLECT { MATCH (m)-[:CAUSED]->(n) RETURN n.id ORDER BY n.id DESC LIMIT 1 } = ['m2']", ["m0"]),
        # A walk that may be empty, a MATCH behind a WITH, rows from a list, and a pattern that draws nothing new.
        (
            "EXISTS { MATCH (m)-[:CAUSED*0..1]->(n) MATCH (n)-[:TAGGED]->(:Tag {name: 'plan'}) }",
            ["m0", "m1", "m2", "m4", "m5"],
        ),
        ("EXISTS { UNWIND ['m5', 'm9'] AS id WITH id WHERE id > 'm1' MATCH (m)-[:CAUSED]->({id: id}) }", ["m1", "m4"]),
        ("COUNT { (m) WHERE m.text ENDS WITH '3' } = 1", ["m3"]),
    ],
)
def test_a_query_in_an_expression_is_asked_for_each_row(store: clew.Engine, asked: str, due: list[str]) -> None:
    """EXISTS, COUNT and COLLECT of a whole query answer for each row alone, and see all that it binds."""
    text = f"MATCH (m:Memory) WHERE {asked} RETURN m.id AS id ORDER BY id"
    assert [row[0] for row in rows(store, text)] == due


def test_a_query_in_a_comprehension_of_a_pattern_is_asked_too(store: clew.Engine) -> None:
    """What a pattern in a column filters by may be another pattern, about names two levels out."""
    text = (
        "MATCH (m:Memory {id: 'm0'}) UNWIND [(m)-[:CAUSED]->(n) WHERE EXISTS { (n)-[:CAUSED]->(k)"
        " WHERE k.text <> m.text } | n.id] AS id RETURN id ORDER BY id"
    )
    assert rows(store, text) == [("m1",), ("m2",)]


@pytest.mark.parametrize(
    ("recall", "match"),
    [
        # A whole query in the condition of a recall: with an aggregate, DISTINCT, LIMIT, UNION, and two levels deep.
        ("WHERE EXISTS { MATCH (m)-[:CAUSED]->(n) WITH m, count(*) AS c WHERE c = 2 }", ""),
        ("WHERE COUNT { MATCH (m)-[:CAUSED]-(n) RETURN DISTINCT n.type } = 2 AND m.task = 'T'", ""),
        (
            "WHERE COLLECT { MATCH (m)-[:CAUSED]->(n) RETURN n.id ORDER BY n.id DESC LIMIT 1 } = ['m2'] OR m.id = 'm5'",
            "",
        ),
        ("WHERE EXISTS { MATCH (n:Memory) WHERE EXISTS { MATCH (m)-[:CAUSED]->(n) WITH n LIMIT 1 } RETURN n }", ""),
        ("WHERE NOT EXISTS { (m)-[:CAUSED]->(n) WHERE n.task = m.task }", ""),
        ("WHERE [(m)-[:TAGGED]->(t) | t.name] = ['budget']", ""),
        # About what the recall's own pattern draws, and a walk that may be empty.
        (
            "MATCH (m)-[:CAUSED]->(n) WHERE EXISTS { MATCH (n)-[:CAUSED]->(k) WITH k WHERE k.text > n.text }",
            "MATCH (m)",
        ),
        ("MATCH (m)-[:CAUSED*0..1]->(n {id: 'm5'}) WHERE m.type = 'error' AND m.text <> n.text", "MATCH (m)"),
    ],
)
def test_a_recall_is_filtered_by_what_a_pattern_query_is(store: clew.Engine, recall: str, match: str) -> None:
    """A condition that asks queries leaves the memories in a recall that it leaves in a MATCH."""
    asked = recall if match else f"MATCH (m:Memory) {recall}"
    due = rows(store, f"{asked} RETURN DISTINCT m.id AS id ORDER BY id")
    assert sorted(rows(store, f"RECALL 9 AS m {recall} RETURN m.id AS id")) == due != []


@pytest.mark.parametrize(
    "condition",
    [
        "COUNT { MATCH (n)-[:CAUSED]->(k) RETURN k LIMIT 1 } = 1",
        "EXISTS { MATCH (n)-[:CAUSED]->(k) WITH k WHERE k.text > m.text }",
        "NOT EXISTS { (n)-[:CAUSED]->(k) WHERE k.task = m.task }",
    ],
)
def test_an_optional_match_fills_what_its_queries_leave(store: clew.Engine, condition: str) -> None:
    """A row whose every match fails a query is filled with null, and keeps its place; the others are as in a MATCH."""
    drawn = f"MATCH (m)-[:CAUSED]->(n) WHERE {condition}"
    found = rows(store, f"{drawn} RETURN m.id AS m, n.id AS n ORDER BY m, n")
    filled = rows(store, f"MATCH (m:Memory) OPTIONAL {drawn} RETURN m.id AS m, n.id AS n ORDER BY m, n")
    others = {f"m{number}" for number in range(6)} - {m for m, _ in found}
    assert filled == sorted([*found, *((m, None) for m in others)], key=str) != found


def test_what_orders_rows_may_be_asked(store: clew.Engine) -> None:
    """ORDER BY and PARETO BY go by the answer of a query, also where no column holds it; a later WHERE asks anew."""
    ordered = "MATCH (m:Memory) RETURN m.id AS id ORDER BY COUNT { (m)-[:CAUSED]->() } DESC, id LIMIT 3"
    assert rows(store, ordered) == [("m0",), ("m1",), ("m2",)]
    tested = (
        "MATCH (m:Memory) WITH m ORDER BY COUNT { (m)<-[:CAUSED]-() } DESC, m.id LIMIT 3"
        " WHERE EXISTS { MATCH (m)-[:CAUSED]->(n) RETURN n } RETURN m.id AS id"
    )
    assert rows(store, tested) == [("m1",), ("m2",)]
    front = "MATCH (m:Memory) RETURN m.id AS id, front() AS f PARETO BY COUNT { (m)-[:CAUSED]->() } MAX"
    assert dict(rows(store, front)) == {"m0": 1, "m1": 2, "m2": 2, "m4": 2, "m3": 3, "m5": 3}


def test_why_not_names_the_query_that_fails(store: clew.Engine) -> None:
    """WHY NOT tells the condition that asks a query as it was written, with what it reads of the memory alone."""
    recall = "RECALL WHERE EXISTS { MATCH (m)-[:CAUSED]->(n) WHERE matches(m, n.text) RETURN n LIMIT 1 }"
    finding = rows(store, f"WHY NOT 'm3' IN ({recall})")[0][1]
    assert "EXISTS { MATCH (m:Memory)-[:CAUSED]->(n:Memory)" in finding and "LIMIT 1" in finding
