"""Properties that a scan did not bring along, fetched in one go when the first of them is asked for.

A stage announces the rows that it works on. The first miss collects every node of that label in those rows (in lists,
maps and paths too, and at the ends of edges) and reads all of them at once: 10,000 memories are one read, and a query
that never looks at a text reads none.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol, TypeAlias, cast

from ...errors import EvaluationError, ParameterError
from ..running.cancel import check
from .values import (
    INT_MAX,
    INT_MIN,
    EdgeValue,
    NodeValue,
    PathValue,
    Properties,
    Row,
    Value,
    from_python,
    is_list,
    is_map,
)

EdgeFacts: TypeAlias = tuple[str, str, int, str, int, Properties]
"""type, source label, source row, target label, target row, properties."""


ROWS_AT_ONCE = 4_096
"""Nodes read between two looks whether anybody waits, and how much was read: 40 ms of memories."""


class Reader(Protocol):
    """What answers for properties, in batches. Answers come in the order of the rows asked for."""

    def node_properties(self, label: str, rows: Sequence[int]) -> list[Mapping[str, Any]]:
        """Return every property of each node of `label`."""
        ...

    def edge(self, rows: Sequence[int]) -> list[EdgeFacts]:
        """Return type, ends and every property of each edge."""
        ...

    def at(self, as_of: int) -> Reader:
        """Return what answers as of a moment, in microseconds."""
        ...

    def forgotten_at(self, as_of: int) -> Collection[int]:
        """Return the rows of the memories that were forgotten at a moment and restored since."""
        ...


class PropertyCache:
    """All properties of nodes, by label and row, for the length of one query."""

    def __init__(self, reader: Reader | None, charge: Callable[[int], None] = lambda size: None) -> None:
        """charge: told how many bytes of text were read; what it raises ends the reading."""
        self._reader = reader
        self._charge = charge
        self._whole: dict[tuple[str, int, int | None], Mapping[str, Any]] = {}
        self._expected: Sequence[Row] = ()
        self._gathered: set[tuple[str, int | None]] = set()

    def expect(self, rows: Sequence[Row]) -> None:
        """Say what the next stage works on; costs nothing until something is missed."""
        self._expected = rows
        self._gathered.clear()

    def get(self, node: NodeValue, key: str) -> Value:
        """Return one property of a node, null where it has none of that name."""
        if key in node.properties:
            return node.properties[key]
        return stored(self._load(node).get(key))

    def all_of(self, item: NodeValue | EdgeValue) -> dict[str, Value]:
        """Return every property that is not null."""
        properties = item.properties if isinstance(item, EdgeValue) else self._load(item)
        return {key: stored(value) for key, value in properties.items() if value is not None}

    def _load(self, node: NodeValue) -> Mapping[str, Any]:
        identity = node.label, node.row, node.as_of
        found = self._whole.get(identity)
        if found is None:
            self._read(node)
            found = self._whole[identity]
        return found

    def _read(self, node: NodeValue) -> None:
        if self._reader is None:
            raise EvaluationError("There is no store to read properties from.")
        kind = label, as_of = node.label, node.as_of
        wanted = {node.row}
        if kind not in self._gathered:
            self._gathered.add(kind)
            others = (other for row in self._expected for other in _nodes(row))
            wanted |= {other.row for other in others if (other.label, other.as_of) == kind}
        reader = self._reader if as_of is None else self._reader.at(as_of)
        rows = sorted(row for row in wanted if (label, row, as_of) not in self._whole)
        for start in range(0, len(rows), ROWS_AT_ONCE):
            some = rows[start : start + ROWS_AT_ONCE]
            check()
            found = reader.node_properties(label, some)
            self._whole.update(zip([(label, row, as_of) for row in some], found, strict=True))
            self._charge(sum(map(_weight, found)))


def stored(value: Any) -> Value:
    """Return what the store holds as a value of the language; whole numbers over 64 bits, which JSON has, as floats."""
    try:
        return from_python(value)
    except ParameterError:
        return from_python(_rounded(value))


def _rounded(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _rounded(item) for key, item in cast("Mapping[str, Any]", value).items()}
    if isinstance(value, list | tuple):
        return [_rounded(item) for item in cast("Sequence[Any]", value)]
    if isinstance(value, int) and not INT_MIN <= value <= INT_MAX:
        return float(value) if abs(value) <= sys.float_info.max else math.inf if value > 0 else -math.inf
    return value


def _weight(properties: Mapping[str, Any]) -> int:
    """Return about how many bytes a node's strings take."""
    return sum(len(value) for value in properties.values() if isinstance(value, str))


def _nodes(values: Iterable[Value]) -> Iterator[NodeValue]:
    """Yield every node inside `values`, at whatever depth."""
    for value in values:
        if isinstance(value, NodeValue):
            yield value
        elif isinstance(value, EdgeValue):
            yield value.source
            yield value.target
        elif isinstance(value, PathValue):
            yield from value.nodes
        elif is_list(value):
            yield from _nodes(value)
        elif is_map(value):
            yield from _nodes(value.values())
