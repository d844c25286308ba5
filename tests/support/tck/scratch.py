"""A world's graph, in the graph engine: the tables of its catalog, filled with its nodes and edges."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from clew.dsl.catalog import EdgeDef, NodeDef
from clew.engine.graph.ddl import graph_homed
from clew.engine.graph.graph import Graph

from .world import NAMESPACE, World

_TYPES = {"STRING": "STRING", "INTEGER": "INT64", "FLOAT": "DOUBLE", "BOOLEAN": "BOOLEAN"}


def graph_of(world: World) -> Graph:
    """Return a graph in memory; close it when done."""
    graph = Graph.open(None)
    graph.write((statement, [{}]) for statement in _tables(world))
    graph.write(_filled(world))
    return graph


def _tables(world: World) -> Iterator[str]:
    for node in world.catalog.nodes:
        yield f"CREATE NODE TABLE `{node.label}`(`key` STRING PRIMARY KEY, `row` INT64{_columns(node)})"
    for edge in world.catalog.edges:
        yield f"CREATE REL TABLE `{edge.type}`(FROM `{edge.source}` TO `{edge.target}`, `row` INT64{_columns(edge)})"


def _columns(definition: NodeDef | EdgeDef) -> str:
    return "".join(f", `{p.name}` {_TYPES[p.type]}" for p in graph_homed(definition))


def _filled(world: World) -> Iterator[tuple[str, list[Mapping[str, Any]]]]:
    nodes = {node.label: node for node in world.catalog.nodes}
    edges = {edge.type: edge for edge in world.catalog.edges}
    for row, (label, held) in enumerate(world.nodes):
        values = {"key": str(row), "row": row} | _columns_of(nodes[label], {**held, "namespace": NAMESPACE})
        yield f"CREATE (:`{label}` {_map(values)})", [_numbered(values)]
    for row, (kind, source, target, held) in enumerate(world.edges):
        edge = edges[kind]
        values = {"row": row} | _columns_of(edge, held)
        ends = f"(a:`{edge.source}` {{key: '{source}'}}), (b:`{edge.target}` {{key: '{target}'}})"
        yield f"MATCH {ends} CREATE (a)-[:`{kind}` {_map(values)}]->(b)", [_numbered(values)]


def _columns_of(definition: NodeDef | EdgeDef, held: Mapping[str, Any]) -> dict[str, Any]:
    return {p.name: held[p.name] for p in graph_homed(definition) if p.name in held}


def _map(values: Mapping[str, Any]) -> str:
    return "{" + ", ".join(f"`{name}`: $v{number}" for number, name in enumerate(values)) + "}"


def _numbered(values: Mapping[str, Any]) -> dict[str, Any]:
    return {f"v{number}": value for number, value in enumerate(values.values())}
