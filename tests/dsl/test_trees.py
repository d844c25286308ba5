"""Walking a tree meets every node: no field that can hold one is forgotten for the sake of speed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

import pytest
from clew.dsl import ast, compile, parse, trees
from clew.engine.asking.catalog import CATALOG
from clew.errors import BindError

STATEMENTS = (
    (
        "RECALL 5 AS m FOR 'x' EXCLUDING HARD 'y' INTENT a ABOUT b DOING c TYPE d TASK 'e' STEPS $i..9 SINCE 7 DAYS "
        "VALID AT $t NEAR ACTIVE 3 MATCH (m)-[r:CAUSED*1..$k {reason: 'x'}]->(n {id: $n}) WHERE m.step IN [1, $j] "
        "AT LEAST relevance 0.5 PARETO BY relevance TOLERANCE $q PRIOR TO m.step + 1 MIN PARTITION BY m.task "
        "DIVERSIFY BY MMR 0.5 BUDGET 9 TOKENS EXPAND CAUSES 2 RETURN m {.id, k: $w}, scores.recency AS s"
    ),
    (
        "MATCH p = (a)<-[r]-(b:Task|Tag) AS OF $t WHERE NOT a.x =~ 'y' AND EXISTS { (a)-[*]->(b) WHERE a.y > 1 } "
        "WITH a, collect(b) AS bs ORDER BY a.z DESC SKIP 1 LIMIT 2 UNWIND bs AS c RETURN CASE a.k WHEN 1 THEN [x IN bs "
        "WHERE x.y | x.z] ELSE reduce(s = 0, x IN bs | s + x[1..2]) END AS q, any(x IN bs WHERE x:Tag), [(a)-->(d) | d]"
    ),
    "TRACE PATH FROM 'a' TO (RECALL 1 FOR $n) VIA CAUSED DEPTH ..$d WHERE depth > 1 RETURN m.id",
)


def every_node(value: Any) -> Iterator[ast.Node]:
    """Yield every node in a value, by looking into every field of it."""
    if isinstance(value, tuple):
        for item in value:
            yield from every_node(item)
    elif is_dataclass(value):
        if isinstance(value, ast.Node):
            yield value
        for field in fields(value):
            yield from every_node(getattr(value, field.name))


@pytest.mark.parametrize("text", STATEMENTS)
def test_walk_meets_every_node(text: str):
    """`walk` and `children` find what a search through all fields finds, in the same order."""
    tree = parse(text)
    assert [id(node) for node in trees.walk(tree)] == [id(node) for node in every_node(tree)]
    for node in trees.walk(tree):
        assert all(any(child is one for one in every_node(node)) for child in trees.children(node))
        assert trees.holds(tree, frozenset((type(node),)))


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("MATCH (m:Memory) RETURN m.task ORDER BY -m.task", "m.task"),
        ("MATCH (m:Memory) RETURN m.id PARETO BY m.id * 2 MAX", "m.id"),
        ("RECALL FOR 'x' RANK BY coherence(m)", "coherence(m)"),
        ("TRACE CAUSES OF 'a' DEPTH 5..2", "5..2"),
    ],
)
def test_an_error_points_at_what_was_written(text: str, place: str):
    """Also where a part was replaced by what it stands for before it was found wrong."""
    with pytest.raises(BindError) as caught:
        compile(text, CATALOG)
    span = caught.value.span
    assert span is not None
    assert text[span.start : span.end] == place
