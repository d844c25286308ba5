"""Columns of an answer to values: rows of numbers become nodes, edges, walks and paths.

The graph answers with row numbers and the properties that were asked for. Equal rows share one NodeValue; edges are
looked up in one batch, for their ends and properties; a path is put together from the bindings that it names.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from ...dsl.ast import Direction
from ...dsl.plan import Binding
from ...errors import EvaluationError
from ..evaluation.context import Context
from ..evaluation.values import EdgeValue, NodeValue, PathValue, Row, Value, is_list
from ..graph.arrow import Table as Answer
from ..graph.arrow import values_of


def columns_of(
    answer: Answer, bindings: Sequence[Binding], first: int, context: Context, as_of: int | None = None
) -> list[list[Value]]:
    """Return a column of values for each binding but paths, in order; `first` is the first column that is theirs.

    as_of: the moment that the nodes are of.
    """
    columns: list[list[Value]] = []
    for binding, place in row_places(bindings, first):
        context.check()
        rows = _column(answer, place)
        if binding.kind == "node":
            labels = _column(answer, place - 1) if binding.label is None else [binding.label] * answer.num_rows
            held = {name: _column(answer, place + 1 + offset) for offset, name in enumerate(binding.properties)}
            columns.append(_nodes(labels, rows, held, context, as_of))
        else:
            columns.append(_edges(binding.kind, rows, context, as_of))
    return columns


def row_places(bindings: Sequence[Binding], first: int) -> Iterator[tuple[Binding, int]]:
    """Yield each binding that has columns, and which column holds its row numbers.

    Before it stands the label of a node whose label is open, and behind it the properties.
    """
    place = first
    for binding in bindings:
        if binding.kind != "path":
            place += binding.kind == "node" and binding.label is None
            yield binding, place
            place += 1 + len(binding.properties)


def _column(answer: Answer, place: int) -> list[Any]:
    """Return a column as Python values; times, which the graph holds without a zone, are in UTC."""
    values: list[Any] = values_of(answer.column(place))
    sample = next((value for value in values if value is not None), None)
    if isinstance(sample, dt.datetime):
        return [None if value is None else value.replace(tzinfo=dt.UTC) for value in values]
    return values


def _nodes(
    labels: Sequence[Any], rows: Sequence[int], held: dict[str, list[Any]], context: Context, as_of: int | None
) -> list[Value]:
    made: dict[tuple[str, int], NodeValue] = {}
    nodes: list[Value] = []
    for i, identity in enumerate(context.watched(zip(labels, rows, strict=True))):
        node = made.get(identity)
        if node is None:
            node = made[identity] = NodeValue(*identity, {name: column[i] for name, column in held.items()}, as_of)
        nodes.append(node)
    return nodes


def _edges(kind: str, rows: Sequence[Any], context: Context, as_of: int | None) -> list[Value]:
    """Return an edge for each row number; for walks, a list of edges for each list of them."""
    if kind == "edge":
        edges = edge_values(rows, context, as_of)
        return [edges[row] for row in rows]
    edges = edge_values((row for walk in rows for row in walk), context, as_of)
    return [[edges[row] for row in walk] for walk in context.watched(rows)]


def edge_values(rows: Iterable[int], context: Context, as_of: int | None = None) -> dict[int, EdgeValue]:
    """Return edges by row, read in one batch. as_of: the moment that the nodes at their ends are of."""
    wanted = sorted(set(rows))
    if not wanted:
        return {}
    if context.reader is None:
        raise EvaluationError("There is no store to read edges from.")
    facts = context.reader.edge(wanted)
    return {row: _edge(row, *fact, as_of) for row, fact in zip(wanted, facts, strict=True)}


def _edge(
    row: int, type_: str, start: str, source: int, end: str, target: int, held: Any, as_of: int | None
) -> EdgeValue:
    return EdgeValue(type_, row, NodeValue(start, source, as_of=as_of), NodeValue(end, target, as_of=as_of), held)


def in_order(walk: list[EdgeValue], direction: Direction, start: NodeValue | None) -> list[EdgeValue]:
    """Return a walk from left to right in its pattern; the graph gives some that end where they begin backwards.

    start: the node on the left, where it is bound. Of an undirected walk both orders are matches, so it decides there.
    """
    return walk if _leads(walk, direction, start) else walk[::-1]


def _leads(walk: list[EdgeValue], direction: Direction, start: NodeValue | None) -> bool:
    """Whether each edge begins where the one before it ended, the first of them at `start`."""
    here = start
    for edge in walk:
        ends = (edge.source, edge.target)
        if direction == "left" or (direction == "both" and ends[0] != here):
            ends = ends[::-1]
        if here is not None and ends[0] != here:
            return False
        here = None if direction == "both" and here is None else ends[1]
    return True


def path_of(parts: Sequence[Value]) -> PathValue:
    """Return the path over nodes and edges in turn, where a walk stands for its edges and the nodes between them."""
    nodes: list[NodeValue] = [parts[0]]
    edges: list[EdgeValue] = []
    for step, end in zip(parts[1::2], parts[2::2], strict=True):
        walked = step if is_list(step) else [step]
        for edge in walked:
            nodes.append(edge.target if edge.source == nodes[-1] else edge.source)
        edges += walked
        # The bound end is the same node with its properties at hand; a walk of no edges ends where it began.
        nodes[-1] = end
    return PathValue(tuple(nodes), tuple(edges))


def edges_in(row: Row, places: Iterable[int]) -> Iterator[int]:
    """Yield the row number of every edge and walk at these places."""
    for place in places:
        value = row[place]
        if is_list(value):
            yield from (edge.row for edge in value)
        else:
            yield value.row
