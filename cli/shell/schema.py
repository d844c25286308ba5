"""`\\schema`: what a query may name, from the catalog: an overview, or one label, edge, objective or strategy whole."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import click

from ...dsl.catalog import Catalog, EdgeDef, NodeDef, PropertyDef
from ..look import of_output
from ..tables import table


def schema_on(catalog: Catalog, name: str, width: int | None = None) -> Iterator[str]:
    """Yield the lines of the overview, or of one thing. Raises UsageError for a name that the catalog has not."""
    if not name:
        yield from _overview(catalog, width)
        return
    found = next((thing for thing in _named(catalog) if thing[0].casefold() == name.casefold()), None)
    if found is None:
        raise click.UsageError(f"There is no `{name}` in the catalog. `\\schema` lists what there is.")
    title, doc, properties = found
    yield f"{title}: {doc}\n"
    if properties:
        yield "\n"
        rows = [(p.name, p.type.lower(), p.doc) for p in properties]
        yield from _table(("property", "type", "what it is"), rows, width)


def names(catalog: Catalog) -> list[str]:
    """Return everything that `\\schema` can say more of."""
    return [name for name, _, _ in _named(catalog)]


def _named(catalog: Catalog) -> Iterator[tuple[str, str, Sequence[PropertyDef]]]:
    for node in catalog.nodes:
        yield node.label, node.doc, node.properties
    for edge in catalog.edges:
        yield edge.type, f"{_arrow(edge)}, {edge.doc}", edge.properties
    for other in (*catalog.objectives, *catalog.strategies):
        yield other.name, other.doc, ()


def _overview(catalog: Catalog, width: int | None) -> Iterator[str]:
    yield from _table(("label", "what it is"), [(_label(node), node.doc) for node in catalog.nodes], width)
    yield "\n"
    yield from _table(("edge", "what it says"), [(_arrow(edge), edge.doc) for edge in catalog.edges], width)
    yield "\n"
    objectives = [(o.name, o.sense, o.doc) for o in catalog.objectives]
    yield from _table(("objective", "better", "what it is"), objectives, width)
    yield "\n"
    yield from _table(("strategy", "what it does"), [(s.name, s.doc) for s in catalog.strategies], width)


def _label(node: NodeDef) -> str:
    return f"(:{node.label})"


def _arrow(edge: EdgeDef) -> str:
    return f"(:{edge.source})-[:{edge.type}]->(:{edge.target})"


def _table(columns: Sequence[str], rows: Sequence[Sequence[str]], width: int | None) -> Iterator[str]:
    return (line + "\n" for line in table(columns, rows, of_output(width)))
