"""Values of a query as plain Python: what `Rows.to_dicts` and the JSON output hold."""

from __future__ import annotations

import datetime as dt
from typing import Any, cast

from ..evaluation.values import EdgeValue, NodeValue, PathValue, Value


def to_plain(value: Value) -> Any:
    """Return a value as plain Python: text, numbers, lists, dicts, and datetimes, which JSON writers know.

    Nodes become their label and properties, edges their type, ends and properties, paths lists of both; temporal values
    without a counterpart become text.
    """
    match value:
        case NodeValue():
            return {"label": value.label, **{key: to_plain(item) for key, item in value.properties.items()}}
        case EdgeValue():
            ends = {"source": _name(value.source), "target": _name(value.target)}
            return {"type": value.type, **ends, **{key: to_plain(item) for key, item in value.properties.items()}}
        case PathValue():
            return {"nodes": [to_plain(n) for n in value.nodes], "edges": [to_plain(e) for e in value.edges]}
        case list():
            return [to_plain(item) for item in cast("list[Value]", value)]
        case dict():
            return {key: to_plain(item) for key, item in cast("dict[str, Value]", value).items()}
        case None | bool() | int() | float() | str() | dt.datetime():
            return value
        case _:
            return str(value)


def _name(node: NodeValue) -> Any:
    """Return what a person calls a node: a memory's id, a hub's name."""
    return node.properties.get("id", node.properties.get("name", node.row))
