"""Columns as the tables that the graph takes in: one frame for each label and each edge type."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...dsl.catalog import EdgeDef
from ..graph import arrow
from ..graph.ddl import graph_homed
from ..values.schema import EDGES, HUB_LABELS
from .state import View

Rows = NDArray[np.int64]
Frame = tuple[str, arrow.Table]

COPY_ROWS = 1_000_000
"""Rows in one transaction at most: until it commits, a COPY has to fit into the buffer pool (3,000,000 did not)."""


@dataclass(frozen=True, slots=True)
class Marks:
    """How many memories, hubs and edges there were: everything behind a mark is new since then."""

    memories: int = 0
    hubs: int = 0
    edges: int = 0

    @classmethod
    def of(cls, view: View) -> Marks:
        return cls(view.memories.count, view.hubs.count, view.edges.count)

    @property
    def rows(self) -> int:
        return self.memories + self.hubs + self.edges


NOTHING = Marks()


def transactions(view: View, since: Marks = NOTHING) -> Iterator[list[Frame]]:
    """Yield the frames that are to be copied together, at most COPY_ROWS rows in each list."""
    together: list[Frame] = []
    rows = 0
    for table, frame in frames(view, since):
        if together and rows + frame.num_rows > COPY_ROWS:
            yield together
            together, rows = [], 0
        together.append((table, frame))
        rows += frame.num_rows
    if together:
        yield together


def frames(view: View, since: Marks = NOTHING) -> Iterator[Frame]:
    """Yield `(table, frame)` for all rows behind the marks, nodes before edges; tables without a new row are left out.

    Columns are in the order of the graph's tables: for edges the keys of both ends come first.
    """
    for rows in _portions(np.arange(since.memories, view.memories.count)):
        yield "Memory", memory_frame(view, rows)
    for label in HUB_LABELS:
        hubs = view.hubs.rows(label)
        for rows in _portions(hubs[np.searchsorted(hubs, since.hubs) :]):
            yield label, hub_frame(view, label, rows)
    types = view.edges.type[since.edges :]
    for code, definition in enumerate(EDGES):
        for rows in _portions(np.flatnonzero(types == code) + since.edges):
            yield definition.type, edge_frame(view, definition, rows)


def _portions(rows: Rows) -> Iterator[Rows]:
    for start in range(0, len(rows), COPY_ROWS):
        yield rows[start : start + COPY_ROWS]


def memory_frame(view: View, rows: Rows) -> arrow.Table:
    memories = view.memories
    columns: dict[str, Any] = {"key": arrow.keys(rows), "row": arrow.numbers(rows)}
    columns["id"] = arrow.texts([memories.ids[int(row)] for row in rows])
    for name, kind in memories.kinds.items():
        columns[name] = kind.to_arrow(memories.column(name)[rows])
    return arrow.table(columns)


def hub_frame(view: View, label: str, rows: Rows) -> arrow.Table:
    hubs = view.hubs
    columns: dict[str, Any] = {
        "key": arrow.keys(rows),
        "row": arrow.numbers(rows),
        "name": arrow.texts([hubs.names[int(row)] for row in rows]),
        "namespace": hubs.namespaces.to_arrow(hubs.namespace[rows]),
    }
    if label == "Tag":
        columns["description"] = hubs.descriptions.to_arrow(hubs.description[rows])
    return arrow.table(columns)


def edge_frame(view: View, definition: EdgeDef, rows: Rows) -> arrow.Table:
    edges = view.edges
    columns: dict[str, Any] = {
        "from": arrow.keys(edges.source[rows]),
        "to": arrow.keys(edges.target[rows]),
        "row": arrow.numbers(rows),
    }
    for property in graph_homed(definition):
        columns[property.name] = edges.kinds[property.name].to_arrow(edges.column(property.name)[rows])
    return arrow.table(columns)
