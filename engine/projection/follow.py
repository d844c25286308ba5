"""How a graph follows the columns: filled by COPY, kept up row by row or by COPY, corrected in place.

A statement for each row costs 0.3 to 0.5 ms; a COPY costs a few milliseconds for each table however few rows it has,
and on disk its commit writes a checkpoint (0.25 s). So little is created row by row and much is copied.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from ..graph import arrow
from ..graph.graph import Graph
from ..values.schema import EDGES
from ..values.times import NEVER, from_micros
from .frames import NOTHING, Frame, Marks, frames, transactions
from .memories import ESTEEMED
from .state import Touched, View

COPY_ABOVE_IN_MEMORY = 100
COPY_ABOVE_ON_DISK = 800
"""New rows, nodes and edges together, above which a COPY is quicker (measured at 20,000 and 100,000 memories)."""
REBUILD_ABOVE = 2_000
"""Corrections above which building the graph anew is quicker than finding each row (0.2 to 0.5 ms)."""

CHANGING = ("retracted_at", *ESTEEMED)
"""The properties of a memory that change in place."""

_EDGES = {definition.type: definition for definition in EDGES}
Statement = tuple[str, list[dict[str, Any]]]


def follow(graph: Graph, since: Marks, view: View, touched: Touched) -> None:
    """Bring the graph from `since` to `view`. Whatever goes wrong leaves it dead, and the caller builds another."""
    corrections = list(_corrections(view, since, touched))
    new = Marks.of(view).rows - since.rows
    if new <= (COPY_ABOVE_ON_DISK if graph.on_disk else COPY_ABOVE_IN_MEMORY):
        graph.write([*_creations(frames(view, since)), *corrections])
        return
    # In transactions of their own: a COPY is mixed with nothing, and nobody looks in, for the caller holds the gate.
    if corrections:
        graph.write(corrections)
    fill(graph, view, since)


def fill(graph: Graph, view: View, since: Marks = NOTHING) -> None:
    """Copy what is behind the marks; nobody may look at the graph meanwhile."""
    for together in transactions(view, since):
        graph.copy(together)


def too_many(touched: Touched, view: View) -> bool:
    """Whether correcting would take longer than building anew."""
    return len(touched) > max(REBUILD_ABOVE, view.memories.count // 20)


def _creations(tables: Iterable[Frame]) -> Iterator[Statement]:
    for table, frame in tables:
        fields = ", ".join(f"`{name}`: ${name}" for name in frame.column_names if name not in ("from", "to"))
        yield _creation(table, fields), arrow.rows_of(frame)


def _creation(table: str, fields: str) -> str:
    if table not in _EDGES:
        return f"CREATE (:`{table}` {{{fields}}})"
    edge = _EDGES[table]
    return (
        f"MATCH (a:`{edge.source}` {{`key`: $from}}) WITH a MATCH (b:`{edge.target}` {{`key`: $to}}) "
        f"CREATE (a)-[:`{table}` {{{fields}}}]->(b)"
    )


def _corrections(view: View, since: Marks, touched: Touched) -> Iterator[Statement]:
    """Yield what sets anew what may change of the rows that the graph has; newer rows come with it."""
    memories = [row for row in touched.memories if row < since.memories]
    set_all = ", ".join(f"m.`{name}` = ${name}" for name in CHANGING)
    values = view.memories.properties(memories, CHANGING)
    yield (
        f"MATCH (m:Memory {{`key`: $key}}) SET {set_all}",
        [{"key": str(row), **found} for row, found in zip(memories, values, strict=True)],
    )
    tags = [row for row in touched.hubs if row < since.hubs]
    described = view.hubs.descriptions.to_python(view.hubs.description[tags])
    yield (
        "MATCH (t:Tag {`key`: $key}) SET t.`description` = $description",
        [{"key": str(row), "description": found} for row, found in zip(tags, described, strict=True)],
    )
    edges = [row for row in touched.edges if row < since.edges]
    for row in edges:
        yield _edge_correction(view, row)


def _edge_correction(view: View, row: int) -> Statement:
    table = view.edges
    edge = EDGES[int(table.type[row])]
    parameters = {
        "from": str(table.source[row]),
        "to": str(table.target[row]),
        "row": row,
        "retracted_at": _time(table.retracted_at[row]),
    }
    pattern = f"(a:`{edge.source}` {{`key`: $from}})-[e:`{edge.type}`]->(b:`{edge.target}` {{`key`: $to}})"
    return f"MATCH {pattern} WHERE e.`row` = $row SET e.`retracted_at` = $retracted_at", [parameters]


def _time(micros: int) -> Any:
    return None if micros == NEVER else from_micros(int(micros))
