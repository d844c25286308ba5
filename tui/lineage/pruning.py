"""Less of a lineage: what a person closed, and edges that say a second time that two memories belong together.

FOLLOWS joins whatever comes one after another in a task, so it runs beside nearly every other edge there. Drawn, it
doubles the lines and tells nothing; beside the picture all edges of a memory are listed.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import replace

from ...engine.answers.lineage import Lineage, LineageEdge
from ...engine.values.model import MEMORY_EDGES

KINDS, SEQUENCE = frozenset[str](MEMORY_EDGES), "FOLLOWS"


def readable(lineage: Lineage) -> frozenset[str]:
    """Return the kinds of edges to begin with: all but the mere sequence, where the root hangs on anything else."""
    at_root = {edge.type for edge in lineage.edges if lineage.root in (edge.source, edge.target)}
    return KINDS - {SEQUENCE} if at_root - {SEQUENCE} else KINDS


def drawn_once(lineage: Lineage) -> Lineage:
    """Return it without the sequence where another edge joins the same two."""
    joined = {_pair(edge) for edge in lineage.edges if edge.type != SEQUENCE}
    edges = tuple(edge for edge in lineage.edges if edge.type != SEQUENCE or _pair(edge) not in joined)
    return replace(lineage, edges=edges)


def _pair(edge: LineageEdge) -> frozenset[str]:
    return frozenset((edge.source, edge.target))


def without_beyond(lineage: Lineage, closed: Collection[str]) -> Lineage:
    """Return it without what the root is joined to through closed memories alone; they count what they hide."""
    if not closed:
        return lineage
    beside = _beside(lineage)
    kept = _reached(lineage.root, beside, frozenset(closed) - {lineage.root})
    nodes = tuple(
        replace(
            node,
            hidden_causes=node.hidden_causes + _count(beside[node.id], kept, before=True),
            hidden_effects=node.hidden_effects + _count(beside[node.id], kept, before=False),
        )
        for node in lineage.nodes
        if node.id in kept
    )
    edges = tuple(edge for edge in lineage.edges if edge.source in kept and edge.target in kept)
    return replace(lineage, nodes=nodes, edges=edges)


Beside = Mapping[str, Collection[tuple[str, bool]]]
"""By memory: its neighbours, and whether each came before it."""


def _beside(lineage: Lineage) -> Beside:
    found: defaultdict[str, set[tuple[str, bool]]] = defaultdict(set)
    for edge in lineage.edges:
        found[edge.later].add((edge.earlier, True))
        found[edge.earlier].add((edge.later, False))
    return found


def _reached(root: str, beside: Beside, closed: Collection[str]) -> set[str]:
    """Return what the root is joined to without passing a closed one."""
    reached, open_ = {root}, [root]
    while open_:
        id = open_.pop()
        if id not in closed:
            found = {other for other, _ in beside[id]} - reached
            reached |= found
            open_ += found
    return reached


def _count(beside: Collection[tuple[str, bool]], kept: Collection[str], *, before: bool) -> int:
    return sum(came_before == before and other not in kept for other, came_before in beside)
