"""A world for a question: a catalog, a graph and its properties, made of what a CREATE draws and what the query names.

The kit asks of graphs with any labels and properties, and a store has a schema. So each question gets a schema of its
own in which all that it names exists; the same compiler, graph engine and stages then answer it as they answer for a
store. What a schema of ours cannot say at all (two labels on a node, one type of edge between several labels) is
`Beyond` it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from clew.dsl import ast, trees
from clew.dsl.catalog import Catalog, EdgeDef, NodeDef, PropertyDef, Type
from clew.dsl.parsing.parser import parse
from clew.engine.asking.catalog import CATALOG
from clew.engine.evaluation.context import Context
from clew.engine.evaluation.expressions.compile import evaluate_closed
from clew.engine.evaluation.properties import EdgeFacts
from clew.engine.evaluation.values import NodeValue

from .values import HIDDEN

NAMESPACE = "default"
_KINDS: Mapping[type, Type] = {str: "STRING", int: "INTEGER", float: "FLOAT", bool: "BOOLEAN"}
Held: TypeAlias = dict[str, Any]
Ends: TypeAlias = tuple[str | None, str | None]


class Beyond(Exception):
    """The schema of a store has no such graph; says what it lacks."""


@dataclass(slots=True)
class World:
    """nodes: (label, properties) by row. edges: (type, source row, target row, properties) by row.

    As a `Reader` it answers for every property. Rows of nodes are numbered across labels.
    """

    nodes: list[tuple[str, dict[str, Any]]] = field(default_factory=list[tuple[str, dict[str, Any]]])
    edges: list[tuple[str, int, int, dict[str, Any]]] = field(
        default_factory=list[tuple[str, int, int, dict[str, Any]]]
    )
    catalog: Catalog = CATALOG

    def node_properties(self, label: str, rows: Sequence[int]) -> list[Mapping[str, Any]]:
        return [self.nodes[row][1] for row in rows]

    def edge(self, rows: Sequence[int]) -> list[EdgeFacts]:
        return [self._facts(*self.edges[row]) for row in rows]

    def _facts(self, kind: str, source: int, target: int, held: dict[str, Any]) -> EdgeFacts:
        return kind, self.nodes[source][0], source, self.nodes[target][0], target, held


def world_for(query: ast.Statement, setup: str | None) -> World:
    """Return the world of a question; where its graph is not at hand, one that just holds what the question draws.

    Raises Beyond where our graphs have no such shape.
    """
    world = _drawn(query if setup is None else _created(setup))
    named = _Names()
    named.gather(query)
    named.join(world)
    world.catalog = _catalog(named, world)
    return world


# ---- what a CREATE draws -------------------------------------------------------------------------


def _created(setup: str) -> ast.Statement:
    """Return what a text such as `CREATE (a:A {x: 1}), (a)-[:T]->(:B)` draws, as a query."""
    return parse(f"{setup.replace('CREATE', 'MATCH')} RETURN 1")


def _drawn(query: ast.Statement) -> World:
    """Return the nodes and edges that the clauses of a query draw, each name once."""
    world, places = World(), dict[str, int]()
    clauses = query.clauses if isinstance(query, ast.Query) else ()
    for pattern in (pattern for clause in clauses if isinstance(clause, ast.Match) for pattern in clause.patterns):
        rows = [_row(node, world, places) for node in pattern.nodes]
        for edge, here, there in zip(pattern.edges, rows, rows[1:], strict=False):
            ends = (there, here) if edge.direction == "left" else (here, there)
            world.edges.append((edge.types[0] if edge.types else "ANY_EDGE", *ends, _properties(edge)))
    return world


def _row(node: ast.NodePattern, world: World, places: dict[str, int]) -> int:
    if node.variable in places:
        return places[node.variable]
    row = len(world.nodes)
    world.nodes.append((_label(node.labels), _properties(node)))
    if node.variable is not None:
        places[node.variable] = row
    return row


def _label(labels: ast.LabelExpr | None) -> str:
    match labels:
        case None:
            return HIDDEN
        case ast.Label(name=name):
            return name
        case _:
            raise Beyond("a node of several labels")


def _properties(part: ast.NodePattern | ast.EdgePattern) -> dict[str, Any]:
    entries = part.properties.entries if isinstance(part.properties, ast.MapLiteral) else ()
    values = ((key, evaluate_closed(value, Context())) for key, value in entries if not _is_open(value))
    return {key: value for key, value in values if value is not None}


def _is_open(value: ast.Expr) -> bool:
    """Whether a value needs a row or a parameter, so that it cannot be put into a graph beforehand."""
    return bool(trees.free_names(value)) or trees.holds(value, frozenset((ast.Parameter,)))


# ---- what a query names --------------------------------------------------------------------------


@dataclass(slots=True)
class _Names:
    """The labels, properties and edges that must exist.

    ends: the labels at both ends of each type of edge, None for any; "" is an edge of whatever type.
    """

    labels: dict[str, None] = field(default_factory=dict[str, None])
    keys: dict[str, None] = field(default_factory=dict[str, None])
    ends: dict[str, set[Ends]] = field(default_factory=dict[str, "set[Ends]"])

    def gather(self, query: ast.Statement) -> None:
        for node in trees.walk(query):
            match node:
                case ast.Label(name=name):
                    self.labels[name] = None
                case ast.Property(key=key):
                    self.keys[key] = None
                case ast.NodePattern(properties=ast.MapLiteral(entries=entries)):
                    self.keys |= dict.fromkeys(key for key, _ in entries)
                case ast.EdgePattern():
                    entries = node.properties.entries if isinstance(node.properties, ast.MapLiteral) else ()
                    self.keys |= dict.fromkeys(key for key, _ in entries)
                case ast.PathPattern():
                    for left, edge, right in zip(node.nodes, node.edges, node.nodes[1:], strict=False):
                        self._draw(left, edge, right)
                case ast.MapProjection(entries=entries):
                    self.keys |= dict.fromkeys(key for key, value in entries if value is None and key != "*")
                case _:
                    pass

    def _draw(self, left: ast.NodePattern, edge: ast.EdgePattern, right: ast.NodePattern) -> None:
        ends = (_only(left), _only(right)) if edge.hops is None and edge.direction != "both" else (None, None)
        for name in edge.types or ("",):
            self.ends.setdefault(name, set()).add(ends[::-1] if edge.direction == "left" else ends)

    def join(self, world: World) -> None:
        """Add what the graph has: the ends of an edge that it draws are what it says, whatever the query asks."""
        drawn = dict[str, set[Ends]]()
        for label, held in world.nodes:
            self.labels[label] = None
            self.keys |= dict.fromkeys(held)
        for kind, source, target, held in world.edges:
            drawn.setdefault(kind, set()).add((world.nodes[source][0], world.nodes[target][0]))
            self.keys |= dict.fromkeys(held)
        self.ends |= drawn


def _only(node: ast.NodePattern) -> str | None:
    return node.labels.name if isinstance(node.labels, ast.Label) else None


def _catalog(named: _Names, world: World) -> Catalog:
    """Two labels at least: of one alone the compiler would know too much."""
    labels = tuple(dict.fromkeys((*(name for name in named.labels if name not in named.ends), HIDDEN, "Other")))
    nodes = tuple(NodeDef(label, tuple(_of_nodes(named, world)), "") for label in labels)
    untyped = named.ends.pop("", set())
    ends = named.ends or {"ANY_EDGE": set[Ends]()}
    drawn = {kind for kind, _, _, _ in world.edges}
    edges = [
        _edge(kind, pairs if kind in drawn else pairs | untyped, labels[0], named, world)
        for kind, pairs in ends.items()
    ]
    return Catalog(nodes, tuple(edges), CATALOG.objectives, CATALOG.functions, CATALOG.strategies)


def _edge(kind: str, pairs: set[Ends], default: str, named: _Names, world: World) -> EdgeDef:
    """Return the edge between the labels that it is drawn between; `default` where that leaves it open."""
    sources, targets = ({pair[end] for pair in pairs} - {None} for end in (0, 1))
    if len(sources) > 1 or len(targets) > 1:
        raise Beyond("a type of edge between several labels")
    source, target = next(iter(sources), None), next(iter(targets), None)
    properties = tuple(_defined(key, (held for _, _, _, held in world.edges)) for key in named.keys)
    return EdgeDef(kind, source or target or default, target or source or default, properties, "neither", "")


def _of_nodes(named: _Names, world: World) -> Iterator[PropertyDef]:
    yield PropertyDef("namespace", "STRING", "graph", "")
    for key in named.keys:
        yield _defined(key, (held for _, held in world.nodes))


def _defined(key: str, holders: Iterable[Mapping[str, Any]]) -> PropertyDef:
    """Return the property: the graph answers for it where all of its values are of one plain type."""
    kinds = {type(held[key]) for held in holders if key in held}
    kind = _KINDS.get(kinds.pop()) if len(kinds) == 1 else None
    return PropertyDef(key, kind or "ANY", "graph" if kind else "journal", "")


def properties_of(world: World) -> Any:
    """Return what gives a node's or an edge's properties."""
    return lambda item: world.nodes[item.row][1] if isinstance(item, NodeValue) else item.properties
