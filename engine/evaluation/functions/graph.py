"""Nodes, edges and paths: labels, types, ends, properties."""

from __future__ import annotations

from ..context import Context
from ..expressions.access import entries_of
from ..values import EdgeValue, NodeValue, PathValue, Value
from .function import Function, define, refuse


def id_(value: Value) -> int:
    """An opaque number, unique among nodes or among edges; a memory's own id is its property `id`."""
    if isinstance(value, EdgeValue):
        return value.row
    # Memories and hubs are numbered apart, so they share out the even and the odd numbers.
    return _node("id", value).row * 2 + (value.label != "Memory")


def element_id(value: Value) -> str:
    if isinstance(value, EdgeValue):
        return f"{value.type}:{value.row}"
    node = _node("elementId", value)
    return f"{node.label}:{node.row}"


def labels(value: Value) -> list[Value]:
    return [_node("labels", value).label]


def type_(value: Value) -> str:
    return _edge("type", value).type


def start_node(value: Value) -> NodeValue:
    return _edge("startNode", value).source


def end_node(value: Value) -> NodeValue:
    return _edge("endNode", value).target


def nodes(value: Value) -> list[Value]:
    return list(_path("nodes", value).nodes)


def relationships(value: Value) -> list[Value]:
    return list(_path("relationships", value).edges)


def length(value: Value) -> int:
    return len(_path("length", value).edges)


def properties(context: Context, value: Value) -> dict[str, Value]:
    return dict(entries_of(value, context))


def keys(context: Context, value: Value) -> list[Value]:
    return list(entries_of(value, context))


def exists(value: Value) -> bool:
    return value is not None


def _node(function: str, value: Value) -> NodeValue:
    if isinstance(value, NodeValue):
        return value
    raise refuse(function, "a node", value)


def _edge(function: str, value: Value) -> EdgeValue:
    if isinstance(value, EdgeValue):
        return value
    raise refuse(function, "an edge", value)


def _path(function: str, value: Value) -> PathValue:
    if isinstance(value, PathValue):
        return value
    raise refuse(function, "a path", value)


FUNCTIONS: tuple[Function, ...] = (
    define("id", id_, 1, "an opaque number of a node or an edge; a memory's own id is `m.id`", "INTEGER"),
    define("elementId", element_id, 1, "an opaque name of a node or an edge", "STRING"),
    define("labels", labels, 1, "the labels of a node", "LIST<STRING>"),
    define("type", type_, 1, "the type of an edge", "STRING"),
    define("startNode", start_node, 1, "the node that an edge starts from", "NODE"),
    define("endNode", end_node, 1, "the node that an edge points to", "NODE"),
    define("nodes", nodes, 1, "the nodes of a path, in order", "LIST"),
    define("relationships", relationships, 1, "the edges of a path, in order", "LIST"),
    define("length", length, 1, "how many edges a path has", "INTEGER"),
    define("properties", properties, 1, "all properties as a map", "MAP", contextual=True),
    define("keys", keys, 1, "the names of all properties, or of a map's entries", "LIST<STRING>", contextual=True),
    define("exists", exists, 1, "whether a property is there; the same as IS NOT NULL", "BOOLEAN", strict=False),
)
