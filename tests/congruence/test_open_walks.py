"""A walk with an open end has every trail of the graph, also where edges lead in a circle."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import clew
import pytest

EDGES = [("a", "b"), ("b", "c"), ("c", "a"), ("c", "d"), ("d", "b"), ("a", "c")]
"""Causes and effects in three circles that share edges."""


def trails(start: str, *, both: bool = False) -> Counter[str]:
    """Return the ends of all trails from a node: of one edge and more, no edge twice."""
    ends: Counter[str] = Counter()
    waiting: list[tuple[str, frozenset[int]]] = [(start, frozenset())]
    while waiting:
        at, used = waiting.pop()
        for number, (source, target) in enumerate(EDGES):
            steps = [(source, target), (target, source)] if both else [(source, target)]
            for here, there in steps:
                if here == at and number not in used:
                    ends[there] += 1
                    waiting.append((there, used | {number}))
    return ends


@pytest.fixture(scope="module")
def memory(tmp_path_factory: pytest.TempPathFactory) -> clew.Engine:
    engine = clew.open(tmp_path_factory.mktemp("walks") / "s", background=False)
    for name in sorted({end for edge in EDGES for end in edge}):
        engine.remember(f"memory {name}", id=name)
    for source, target in EDGES:
        engine.execute("LINK $source -[CAUSED]-> $target", {"source": source, "target": target})
    return engine


@pytest.mark.parametrize("start", ["a", "b", "c", "d"])
def test_circles_end_where_every_edge_was_used(memory: clew.Engine, start: str) -> None:
    """As many trails to each end as a search by hand finds, with and without a direction, bounded below or not."""
    for arrow, both in (("-[:CAUSED*]->", False), ("-[:CAUSED*]-", True)):
        rows = memory.query(f"MATCH (a:Memory {{id: $start}}){arrow}(b:Memory) RETURN b.id", {"start": start})
        assert Counter(id for (id,) in rows.values) == trails(start, both=both)
    least = memory.query("MATCH (a:Memory {id: $start})-[:CAUSED*50..]->(b) RETURN b.id", {"start": start})
    assert least.values == ()


def test_a_graph_without_edges_has_no_walks(tmp_path: Path) -> None:
    """An open end is no error there."""
    with clew.open(tmp_path / "s", background=False) as engine:
        engine.remember("alone", id="x")
        assert engine.query("MATCH (a:Memory)-[*]->(b) RETURN b").values == ()
        assert engine.query("MATCH (a:Memory)-[*0..]->(b) RETURN b.id").values == (("x",),)
