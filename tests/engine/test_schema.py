"""What the schema says of edges is said once more where they are numbers; here the two are held together."""

from __future__ import annotations

from typing import get_args

import numpy as np
import pytest
from clew.engine.retrieval.adjacency import NEVER, Adjacency, EdgeKind
from clew.engine.retrieval.traversal import IN_TIME, Direction, reach
from clew.engine.values.model import MEMORY_EDGES, EdgeType
from clew.engine.values.schema import EDGES, HUB_LABELS, NODES

BETWEEN_MEMORIES = [edge for edge in EDGES if edge.source == edge.target == "Memory"]


def test_the_types_of_edges_are_the_same_everywhere() -> None:
    """The model's names, the schema's and the kinds that retrieval walks agree."""
    assert [edge.type for edge in EDGES] == list(get_args(EdgeType))
    assert [edge.type for edge in BETWEEN_MEMORIES] == list(MEMORY_EDGES)
    assert {kind.name for kind in EdgeKind} <= {edge.type for edge in EDGES}
    assert {node.label for node in NODES} == {"Memory", *HUB_LABELS}


def test_what_can_be_traced_is_what_has_a_direction_in_time() -> None:
    """TRACE walks the edges between memories of which the schema says which end came first, and no others."""
    assert {kind.name for kind in IN_TIME} == {edge.type for edge in EDGES if edge.earlier != "neither"}


@pytest.mark.parametrize("kind", IN_TIME)
def test_a_walk_back_in_time_goes_to_the_earlier_end(kind: EdgeKind) -> None:
    """Backward from the later end leads to the earlier one, and forward from the earlier one to the later."""
    earlier = next(edge.earlier for edge in EDGES if edge.type == kind.name)
    one, moments = np.array([1]), (np.array([0]), np.array([NEVER]))
    graph = Adjacency.build(2, 2, np.array([0]), one, np.array([kind]), *moments)
    first, last = (0, 1) if earlier == "source" else (1, 0)
    assert [found.row for found in reach(graph, last, [kind], Direction.BACKWARD)] == [first]
    assert [found.row for found in reach(graph, first, [kind], Direction.FORWARD)] == [last]
    assert reach(graph, first, [kind], Direction.BACKWARD) == []
