"""The graph's tables, made from the schema. Only what the graph answers for is in them: texts stay in the journal.

Every node is keyed by its row number as a string: a string key is the only one the engine looks up by index, and so no
text from outside is ever a key.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...dsl.catalog import EdgeDef, NodeDef, PropertyDef, Type
from ..values.schema import EDGES, NODES

_TYPES: dict[Type, str] = {
    "STRING": "STRING",
    "INTEGER": "INT64",
    "FLOAT": "DOUBLE",
    "BOOLEAN": "BOOLEAN",
    "TIMESTAMP": "TIMESTAMP",
    "LIST<STRING>": "STRING[]",
}


def graph_homed(definition: NodeDef | EdgeDef) -> tuple[PropertyDef, ...]:
    """Return the properties that the graph answers for, in the order of their columns."""
    return tuple(p for p in definition.properties if p.home == "graph")


def create_tables() -> Iterator[str]:
    """Yield one CREATE statement for each table, nodes first."""
    for node in NODES:
        columns = ["`key` STRING PRIMARY KEY", "`row` INT64", *_columns(node)]
        yield f"CREATE NODE TABLE `{node.label}`({', '.join(columns)})"
    for edge in EDGES:
        columns = [f"FROM `{edge.source}` TO `{edge.target}`", "`row` INT64", *_columns(edge)]
        yield f"CREATE REL TABLE `{edge.type}`({', '.join(columns)})"


def _columns(definition: NodeDef | EdgeDef) -> list[str]:
    return [f"`{p.name}` {_TYPES[p.type]}" for p in graph_homed(definition)]
