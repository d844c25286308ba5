"""The way back: from a graph's tables to the columns that they were made from.

A snapshot is read this way, and so is a graph that is to be compared with its columns.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...dsl.catalog import EdgeDef
from ...errors import ProjectionError
from ..graph import arrow
from ..graph.ddl import graph_homed
from ..graph.graph import Graph
from ..values.schema import EDGES, HUB_LABELS
from .edges import TYPE_CODES, GrowingEdges
from .hubs import LABEL_CODES
from .kinds import NO_CODE
from .memories import GrowingMemories
from .state import State

LOAD_SECONDS = 600.0
"""Reading whole tables takes a second for a million edges; this bound only keeps a broken engine from hanging us."""

Rows = NDArray[np.int64]


def load(graph: Graph) -> State:
    """Return the state that the graph's tables hold, but for what waits and the sequence number.

    Raises ProjectionError where the numbers of the rows have gaps: such a graph is not what it was made as.
    """
    state = State(memories=_memories(graph), edges=_edges(graph))
    _load_hubs(graph, state)
    return state


def _memories(graph: Graph) -> GrowingMemories:
    memories = GrowingMemories()
    answer = _ask(graph, "MATCH (n:Memory)", "n", ("row", "id", *memories.kinds))
    order = _dense([_rows(answer)], "memories")
    ids = arrow.values_of(answer.column("id").take(order))
    columns = {name: kind.from_arrow(answer.column(name))[order] for name, kind in memories.kinds.items()}
    memories.restore(ids, columns)
    return memories


def _load_hubs(graph: Graph, state: State) -> None:
    rows: list[Rows] = []
    labels: list[Any] = []
    names: list[str] = []
    namespaces: list[Any] = []
    descriptions: list[Any] = []
    for label in HUB_LABELS:
        described = ("description",) if label == "Tag" else ()
        answer = _ask(graph, f"MATCH (n:`{label}`)", "n", ("row", "name", "namespace", *described))
        rows.append(_rows(answer))
        labels.append(np.full(answer.num_rows, LABEL_CODES[label], np.uint8))
        names += arrow.values_of(answer.column("name"))
        namespaces.append(state.hubs.namespaces.from_arrow(answer.column("namespace")))
        descriptions.append(_descriptions(answer, state) if described else np.full(answer.num_rows, NO_CODE, np.int32))
    order = _dense(rows, "hubs")
    columns = [np.concatenate(parts)[order] for parts in (labels, namespaces, descriptions)]
    state.hubs.restore([names[i] for i in order.tolist()], *columns)


def _descriptions(answer: arrow.Table, state: State) -> NDArray[np.int32]:
    return state.hubs.descriptions.from_arrow(answer.column("description"))


def _edges(graph: Graph) -> GrowingEdges:
    edges = GrowingEdges()
    parts = [_edges_of(graph, definition, edges) for definition in EDGES]
    order = _dense([part["row"] for part in parts], "edges")
    edges.restore({name: np.concatenate([part[name] for part in parts])[order] for name in edges.columns})
    return edges


def _edges_of(graph: Graph, definition: EdgeDef, edges: GrowingEdges) -> dict[str, NDArray[Any]]:
    """Return the columns of one type's edges; what the type does not keep has the value that every edge starts with."""
    kept = [p.name for p in graph_homed(definition)]
    pattern = f"MATCH (a:`{definition.source}`)-[e:`{definition.type}`]->(b:`{definition.target}`)"
    answer = _ask(graph, pattern, "e", ("row", *kept), "a.`row` AS `source`, b.`row` AS `target`, ")
    columns: dict[str, NDArray[Any]] = {
        "row": _rows(answer),
        "type": np.full(answer.num_rows, TYPE_CODES[definition.type], np.uint8),
        "source": arrow.array_of(answer.column("source"), np.dtype(np.int32)),
        "target": arrow.array_of(answer.column("target"), np.dtype(np.int32)),
        "weight": np.ones(answer.num_rows),
        "reason": np.full(answer.num_rows, -1, np.int32),
    }
    return columns | {name: edges.kinds[name].from_arrow(answer.column(name)) for name in kept}


def _ask(graph: Graph, pattern: str, variable: str, names: tuple[str, ...], before: str = "") -> arrow.Table:
    columns = ", ".join(f"{variable}.`{name}` AS `{name}`" for name in names)
    return graph.run(f"{pattern} RETURN {before}{columns}", timeout=LOAD_SECONDS)


def _rows(answer: arrow.Table) -> Rows:
    return arrow.array_of(answer.column("row"), np.dtype(np.int64), -1)


def _dense(parts: list[Rows], what: str) -> Rows:
    """Return the order that sorts the rows, which must be 0, 1, 2, ..."""
    rows = np.concatenate(parts)
    order = np.full(len(rows), -1, np.int64)
    if rows.size and rows.min() >= 0 and rows.max() < len(rows):
        order[rows] = np.arange(len(rows))
    if (order < 0).any():
        raise ProjectionError(f"The graph's {what} are not numbered without gaps.")
    return order
