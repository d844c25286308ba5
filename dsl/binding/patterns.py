"""Bind patterns: every node and edge gets a name, its labels or types, and its conditions move into WHERE.

After this a pattern only draws: `(m:Memory {type: 'error'} WHERE m.step > 3)` has become `(m:Memory)` and two
conditions. So one rule decides what can be pushed down, however it was written. The conditions of a variable-length
edge stay on it, where `@edge` names each of its edges in turn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from itertools import count

from ...errors import BindError, LimitError, Span, UnsupportedError
from .. import ast, trees
from ..frozen import replace
from ..marks import EDGE
from ..plan import OPEN_HOPS
from .held_walks import check_held, is_held
from .labels import IMPOSSIBLE, Labels, edge_types, infer, labels_of
from .names import Index
from .scope import Scope, Symbol
from .shortest import check_shortest


@dataclass(frozen=True, slots=True)
class Place:
    """Where an expression stands: what it can see, whether aggregates may stand there, and the clause for messages.

    gone: names that could be seen before, and why they cannot any more. fresh: numbers for names that the text leaves
    out.
    asker: what the row binds that asks a query inside an expression: it can be seen in all of its clauses.
    """

    scope: Scope
    index: Index
    clause: str
    aggregates: bool = False
    gone: Mapping[str, str] = field(default_factory=dict[str, str])
    fresh: count[int] = field(default_factory=lambda: count(1))
    asker: Scope = field(default_factory=Scope)


MOST_EDGES = 40
"""Edges that one clause may draw. Each has to be another than every other: what is tested grows with the square."""

Bind = Callable[[ast.Expr, Place], ast.Expr]
Patterns = tuple[ast.PathPattern, ...]


def bind_patterns(
    patterns: Patterns, where: ast.Expr | None, place: Place, bind: Bind, *, drawn_by_match: bool = False
) -> tuple[Patterns, ast.Expr | None, Scope]:
    """Return the patterns with every part named, the whole condition bound, and the scope with what they bind.

    drawn_by_match: they are those of a MATCH, which alone can look for shortest paths.
    """
    _check_size(patterns)
    for pattern in patterns:
        if pattern.selector is not None:
            check_shortest(pattern, drawn_by_match=drawn_by_match)
        for edge in pattern.edges:
            if is_held(edge, place.scope.find(edge.variable or "")):
                check_held(edge, patterns, drawn_by_match=drawn_by_match)
    opened = [_opened(_named(pattern, place), place) for pattern in patterns]
    named = tuple(pattern for pattern, _ in opened)
    scope = _declare(named, place)
    inside = replace(place, scope=scope, aggregates=False)
    drawn = tuple(_drawn(pattern, inside, bind) for pattern in named)
    written = [condition for pattern in named for part in _parts(pattern) for condition in _conditions(part)]
    closed = [condition for _, conditions in opened for condition in conditions]
    every = (*written, *closed, *trees.conjuncts(where))
    return drawn, trees.conjunction(bind(part, inside) for part in every), scope


def _check_size(patterns: Patterns) -> None:
    edges = [edge for pattern in patterns for edge in pattern.edges]
    if len(edges) > MOST_EDGES:
        raise LimitError(
            f"A clause draws at most {MOST_EDGES} edges, and this draws {len(edges):,}.",
            hint="A walk goes as far: `(a)-[:CAUSED*40]->(b)`. Or draw the rest in a MATCH of its own.",
            code="limit.query_edges",
            limit="query_edges",
            bound=MOST_EDGES,
            found=len(edges),
            span={"start": edges[MOST_EDGES].span.start, "end": edges[MOST_EDGES].span.end},
        )


# ---- names ---------------------------------------------------------------------------------------


def _named(pattern: ast.PathPattern, place: Place) -> ast.PathPattern:
    if all(part.variable for part in (*pattern.nodes, *pattern.edges)):
        return pattern
    return replace(
        pattern,
        nodes=tuple(replace(n, variable=n.variable or f"@{next(place.fresh)}") for n in pattern.nodes),
        edges=tuple(replace(e, variable=e.variable or f"@{next(place.fresh)}") for e in pattern.edges),
    )


def _opened(pattern: ast.PathPattern, place: Place) -> tuple[ast.PathPattern, tuple[ast.Expr, ...]]:
    """Return the pattern with each walk from a node back to itself ending at another name for that node.

    And the conditions that the two are one. Of such a walk the graph engine gives the edges from right to left.
    """
    nodes = list(pattern.nodes)
    conditions: list[ast.Expr] = []
    for number, edge in enumerate(pattern.edges, 1):
        left, right = nodes[number - 1], nodes[number]
        if edge.hops is not None and left.variable == right.variable:
            nodes[number] = replace(right, variable=f"@{next(place.fresh)}")
            same = ast.Name(left.variable or ""), ast.Name(nodes[number].variable or "")
            conditions.append(ast.Comparison(same[0], (("=", same[1]),), span=right.span))
    return replace(pattern, nodes=tuple(nodes)) if conditions else pattern, tuple(conditions)


def _parts(pattern: ast.PathPattern) -> Iterable[ast.NodePattern | ast.EdgePattern]:
    return (*pattern.nodes, *(edge for edge in pattern.edges if edge.hops is None))


def _declare(patterns: Patterns, place: Place) -> Scope:
    """Return the scope with the nodes, edges, walks and paths of the patterns."""
    nodes, edges = _nodes(patterns, place), _edges(patterns, place)
    for name in nodes.keys() & edges.keys():
        raise BindError(f"`{name}` cannot be a node and an edge at once.", span=patterns[0].span)
    labels, types = infer(patterns, nodes, edges, place.index)
    order = tuple(place.index.labels)
    walks = {e.variable for p in patterns for e in p.edges if e.hops is not None}
    symbols: list[Symbol] = []
    for name in trees.pattern_names(patterns):
        if name in labels:
            symbols.append(Symbol(name, "NODE", tuple(label for label in order if label in labels[name])))
        elif name in types and not (name in walks and place.scope.find(name)):
            symbols.append(Symbol(name, "LIST" if name in walks else "EDGE", types[name]))
    return place.scope.add(*symbols, *_paths(patterns, place, labels, types))


def _nodes(patterns: Patterns, place: Place) -> dict[str, Labels]:
    found: dict[str, Labels] = {}
    for node in (node for pattern in patterns for node in pattern.nodes):
        name = node.variable or ""
        allowed = labels_of(node, place.index) & found.get(name, _already(name, node.span, place))
        if not allowed:
            raise BindError(
                f"`{name}` cannot have these labels: it has others already, and a node has exactly one.",
                span=node.span,
                code=IMPOSSIBLE,
            )
        found[name] = allowed
    return found


def _already(name: str, span: Span, place: Place) -> Labels:
    """Return the labels that an earlier clause left to `name`; all where it is new."""
    symbol = place.scope.find(name)
    if symbol is None or symbol.type == "ANY":
        return frozenset(place.index.labels)
    if symbol.type != "NODE":
        raise BindError(f"`{name}` is bound already, and not to a node.", span=span, hint="Give the node another name.")
    return frozenset(symbol.labels)


def _edges(patterns: Patterns, place: Place) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for edge in (edge for pattern in patterns for edge in pattern.edges):
        name = edge.variable or ""
        symbol = place.scope.find(name)
        if is_held(edge, symbol):
            found[name] = edge_types(edge, place.index)
            continue
        if name in found or (symbol is not None and (edge.hops is not None or symbol.type != "EDGE")):
            raise BindError(f"`{name}` is bound already.", span=edge.span, hint="Give the edge another name.")
        types = edge_types(edge, place.index)
        found[name] = types if symbol is None else tuple(t for t in types if t in symbol.labels)
        if not found[name]:
            message = f"`{name}` cannot be of this type: it is of another already."
            raise BindError(message, span=edge.span, code=IMPOSSIBLE)
    return found


def _paths(
    patterns: Patterns, place: Place, *taken: dict[str, object] | dict[str, Labels] | dict[str, tuple[str, ...]]
) -> Iterable[Symbol]:
    drawn: set[str] = set()
    for pattern in patterns:
        name = pattern.variable
        if name is None:
            continue
        if place.scope.find(name) or name in drawn or any(name in names for names in taken):
            raise BindError(f"`{name}` is bound already.", span=pattern.span, hint="Give the path another name.")
        drawn.add(name)
        yield Symbol(name, "PATH")


# ---- what is drawn -------------------------------------------------------------------------------


def _drawn(pattern: ast.PathPattern, place: Place, bind: Bind) -> ast.PathPattern:
    """Return the pattern with its labels and types resolved and its conditions taken out."""
    return replace(
        pattern,
        nodes=tuple(_drawn_node(node, place) for node in pattern.nodes),
        edges=tuple(_drawn_edge(edge, place, bind) for edge in pattern.edges),
    )


def _drawn_node(node: ast.NodePattern, place: Place) -> ast.NodePattern:
    symbol = place.scope.symbols[node.variable or ""]
    names = tuple(ast.Label(label) for label in symbol.labels)
    labels = None if len(names) == len(place.index.labels) else names[0] if len(names) == 1 else ast.LabelOr(names)
    return ast.NodePattern(node.variable, labels, span=node.span)


def _drawn_edge(edge: ast.EdgePattern, place: Place, bind: Bind) -> ast.EdgePattern:
    symbol = place.scope.symbols[edge.variable or ""]
    types = edge_types(edge, place.index) if is_held(edge, symbol) else symbol.labels
    if edge.hops is None:
        return ast.EdgePattern(edge.variable, types, edge.direction, span=edge.span)
    where = _of_each_edge(edge, types, place, bind)
    return ast.EdgePattern(edge.variable, types, edge.direction, _hops(edge.hops), None, where, span=edge.span)


def _of_each_edge(edge: ast.EdgePattern, types: tuple[str, ...], place: Place, bind: Bind) -> ast.Expr | None:
    """Return the condition of each edge of a walk, which may speak of that edge alone."""
    own = replace(place, scope=Scope().add(Symbol(EDGE, "EDGE", types)))
    table: dict[ast.Expr, ast.Expr] = {ast.Name(edge.variable or ""): ast.Name(EDGE)}
    conditions = [trees.replace(condition, table) for condition in _conditions(edge)]
    for condition in conditions:
        if trees.free_names(condition) - {EDGE}:
            raise UnsupportedError(
                "The condition of a variable-length edge may speak of that edge alone.",
                span=condition.span,
                hint="Name the path, and test its nodes in WHERE: `all(x IN nodes(p) WHERE ...)`.",
            )
    return trees.conjunction(bind(condition, own) for condition in conditions)


def _hops(hops: ast.Hops) -> ast.Hops:
    """Return the bounds with the low one filled in. Raises BindError where they are not integers in [0, OPEN_HOPS]."""
    low = hops.low if hops.low is not None else ast.Literal(1, span=hops.span)
    for bound in (low, hops.high):
        if isinstance(bound, ast.Parameter) or bound is None:
            continue
        value = bound.value if isinstance(bound, ast.Literal) else None
        if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= OPEN_HOPS:
            raise BindError(
                f"The length of a walk is a whole number from 0 to {OPEN_HOPS}, or a parameter.", span=bound.span
            )
    if isinstance(low, ast.Literal) and isinstance(hops.high, ast.Literal) and _number(low) > _number(hops.high):
        hint = f"Write `*{_number(hops.high)}..{_number(low)}`."
        raise BindError("A walk cannot be longer at least than it is at most.", span=hops.span, hint=hint)
    return ast.Hops(low, hops.high, span=hops.span)


def _number(literal: ast.Literal) -> int:
    return literal.value if isinstance(literal.value, int) else 0


def _conditions(part: ast.NodePattern | ast.EdgePattern) -> Iterable[ast.Expr]:
    """Yield the conditions written inside a node or an edge, as expressions about its name."""
    if isinstance(part.properties, ast.Parameter):
        raise UnsupportedError(
            "A parameter cannot stand for all the properties of a pattern.",
            span=part.properties.span,
            hint="Name each: `{type: $type, task: $task}`.",
        )
    subject = ast.Name(part.variable or "", span=part.span)
    entries = part.properties.entries if part.properties else ()
    places = part.properties.spans if part.properties and part.properties.spans else (part.span,) * len(entries)
    for (key, value), place in zip(entries, places, strict=True):
        yield ast.Comparison(ast.Property(subject, key, span=place), (("=", value),), span=place)
    if part.where is not None:
        yield part.where
