"""`shortestPath` and `allShortestPaths`: between nodes that a scan matched, by walking the adjacency.

The graph engine's own SHORTEST was refused: it takes ten times as long, and ignores what the nodes of a path must
fulfil. A node has no path to itself but the one of no edges, where `*0..` allows it; and a path may walk an edge that
the same clause draws elsewhere, for it is found after all else was matched.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import islice
from typing import TypeAlias

import numpy as np

from ...dsl.marks import EDGE
from ...dsl.plan import OPEN_HOPS, Shortest
from ...dsl.plan import View as Seen
from ...errors import ParameterError
from ..evaluation.context import Context, Ends, Finder
from ..evaluation.expressions.compile import compile_expression, evaluate_closed
from ..evaluation.limits import check_rows
from ..evaluation.logic import truth
from ..evaluation.values import NodeValue, Row, is_integer
from ..projection.arcs import WALKED, Arcs, arcs_of
from ..projection.past import memories_at
from ..retrieval.adjacency import Bools, EdgeKind, Ints, View
from ..retrieval.shortest import Allowed, Reached, Roads, reach_all
from .arguments import moment
from .bindings import edge_values, path_of
from .session import Session

Found: TypeAlias = tuple[int, Row]
"""As in `scan`: the place of the row that asked, and the row with what it matches."""


def with_shortest(
    wanted: Sequence[Shortest], view: Seen, found: list[Found], names: Sequence[str], context: Context
) -> list[Found]:
    """Return the rows with a walk, and a path where it has a name, behind each: once for every path that is found."""
    assert context.finder is not None
    for one in wanted:
        places = names.index(one.start), names.index(one.end)
        pairs = {(row[places[0]], row[places[1]]): None for _, row in found}
        walks = context.finder(one, view, pairs)
        as_of = None if view.as_of is None else moment(view.as_of, "AS OF", context)
        edges = edge_values((edge for paths in walks.values() for path in paths for edge in path), context, as_of)
        joined: list[Found] = []
        for asking, row in context.watched(found):
            start, end = row[places[0]], row[places[1]]
            for path in walks[start, end]:
                walk = [edges[edge] for edge in path]
                named = (path_of([start, walk, end]),) if one.path else ()
                joined.append((asking, (*row, walk, *named)))
            check_rows(len(joined))
        found = joined
    return found


def names_of(wanted: Iterable[Shortest]) -> tuple[str, ...]:
    """Return the names that are bound behind each row, in order."""
    return tuple(name for one in wanted for name in (one.walk, one.path) if name)


def finder(session: Session) -> Finder:
    """Return what finds the paths of one run."""

    def find(wanted: Shortest, seen: Seen, pairs: Iterable[Ends]) -> dict[Ends, list[tuple[int, ...]]]:
        arcs = _arcs(wanted, session)
        view = _view(seen, arcs, session)
        low, roads = _least(wanted), _roads(wanted, arcs, session)
        ends: dict[NodeValue, list[NodeValue]] = {}
        for start, end in pairs:
            ends.setdefault(start, []).append(end)
        found: dict[Ends, list[tuple[int, ...]]] = {}
        for start, many in session.context.watched(ends.items()):
            reached = reach_all(view, _node(start, session), [_node(end, session) for end in many], roads)
            for end in many:
                at = None if start == end and low else _node(end, session)
                found[start, end] = [] if at is None else _paths(wanted, reached, at, arcs, session.context)
        return found

    return find


def _paths(wanted: Shortest, reached: Reached, end: int, arcs: Arcs, context: Context) -> list[tuple[int, ...]]:
    """Return the edge rows of the first shortest path to an end, or of each. Raises LimitError for too many."""
    paths: list[tuple[int, ...]] = []
    for path in context.watched(islice(reached.paths(end), None if wanted.every else 1)):
        context.charge(len(path))
        paths.append(tuple(arcs.rows[list(path)].tolist()))
        check_rows(len(paths))
    return paths


def _node(node: NodeValue, session: Session) -> int:
    return node.row if node.label == "Memory" else session.adjacency.n_memories + node.row


# ---- what may be walked ------------------------------------------------------------------------------


def _arcs(wanted: Shortest, session: Session) -> Arcs:
    """Return the adjacency that has the edges: the usual one, or one made for the kinds that it leaves out."""
    kinds = _kinds(wanted)
    if kinds <= WALKED:
        return session.projection.arcs
    return session.kept.once(("roads", kinds), lambda: arcs_of(session.projection.view, kinds))


def _kinds(wanted: Shortest) -> frozenset[EdgeKind]:
    return frozenset(EdgeKind[name] for name in wanted.edge.types)


def _view(seen: Seen, arcs: Arcs, session: Session) -> View:
    """Return the part of the store that the pattern sees: in scope, live, as of then, and valid then."""
    as_of = None if seen.as_of is None else moment(seen.as_of, "AS OF", session.context)
    if as_of is not None:
        session = replace(session, as_of=as_of, past=memories_at(session.projection.view, as_of))
    visible = session.visible
    if seen.valid_at is not None:
        at, memories = moment(seen.valid_at, "VALID AT", session.context), session.memories
        visible = visible & (memories.valid_from <= at) & (at < memories.valid_to)
    return View(arcs.graph, visible, as_of)


def _roads(wanted: Shortest, arcs: Arcs, session: Session) -> Roads:
    hops = wanted.edge.hops
    most = None if hops is None or hops.high is None else evaluate_closed(hops.high, session.context)
    if most is not None and not (is_integer(most) and _least(wanted) <= most <= OPEN_HOPS):
        span = hops.high.span if hops is not None and hops.high is not None else wanted.edge.span
        raise ParameterError(f"This bound of a walk is a whole number from {_least(wanted)} to {OPEN_HOPS}.", span=span)
    return Roads(_kinds(wanted), wanted.edge.direction, most, _allowed(wanted, arcs, session.context))


def _least(wanted: Shortest) -> int:
    """Return 0 where a node may have the path of no edges to itself, else 1."""
    low = None if wanted.edge.hops is None else getattr(wanted.edge.hops.low, "value", 1)
    return 0 if low == 0 else 1


def _allowed(wanted: Shortest, arcs: Arcs, context: Context) -> Allowed | None:
    """Return the test of an edge, evaluated once for each edge that a walk comes to."""
    condition = wanted.edge.where
    if condition is None:
        return None
    holds = compile_expression(condition, (EDGE,))
    known: dict[int, bool] = {}

    def allowed(edges: Ints) -> Bools:
        new = [edge for edge in set(edges.tolist()) if edge not in known]
        values = edge_values((int(row) for row in arcs.rows[new]), context)
        for edge in new:
            known[edge] = truth(holds((values[int(arcs.rows[edge])],), context), condition.span) is True
        return np.array([known[edge] for edge in edges.tolist()], np.bool_)

    return allowed
