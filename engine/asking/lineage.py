"""The lineage around a memory, read from the adjacency in memory: the graph engine is not asked, nothing is compiled.

What is shown is what TRACE LINEAGE would come to, with the edges between its memories: causes and their causes, effects
and their effects, and whatever replaces or contradicts one of them; not the other effects of a cause. Those are counted
at the memory they hang on, so that whoever looks at a picture knows where it goes on.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

import numpy as np

from ...errors import MemoryInvalid, MemoryNotFound
from ..answers.lineage import Lineage, LineageEdge, LineageNode
from ..handle.store import Store
from ..projection.arcs import Arcs as Walkable
from ..projection.memories import MemoryColumns
from ..projection.past import memories_at
from ..projection.reader import Reader
from ..projection.state import View
from ..retrieval.adjacency import Arcs, Bools, EdgeKind, Ints
from ..retrieval.adjacency import View as Sight
from ..retrieval.traversal import around
from ..values import checks
from ..values.model import MEMORY_EDGES
from ..values.times import NEVER
from ..writing.near import not_found

FARTHEST = 1_000
"""Hops that may be asked for: longer than any chain of causes that a person would look at."""

MOST = 10_000
"""Memories that may be asked for: far more than fit in a picture, and each costs a row of reading."""


@dataclass(frozen=True, slots=True)
class LineageAsked:
    """What is asked for: checked, in the forms that are worked with. as_of: UTC microseconds, None for now. expand: ids
    whose neighbours are shown whatever the hops. forgotten: whether what was forgotten is shown too.
    """

    id: str
    kinds: tuple[EdgeKind, ...]
    hops: int
    limit: int
    as_of: int | None
    expand: tuple[str, ...]
    forgotten: bool


def lineage_asked(
    id: str,
    hops: int,
    edges: Iterable[str] | None,
    limit: int,
    as_of: datetime | str | None,
    expand: Iterable[str],
    forgotten: bool,
) -> LineageAsked:
    """Check what a caller asks for. Raises MemoryInvalid."""
    kinds = tuple(map(_kind, MEMORY_EDGES if edges is None else checks.names("edges", edges)))
    if not kinds:
        raise MemoryInvalid("`edges` names no type.", hint="Leave it out for all of them.", field="edges")
    if checks.whole("limit", limit, MOST) < 1:
        raise MemoryInvalid("`limit` lets nothing in.", hint="The memory itself is one.", field="limit")
    moment, wider = checks.moment("as_of", as_of), checks.names("expand", expand)
    hops = checks.whole("hops", hops, FARTHEST)
    return LineageAsked(checks.name("id", id), kinds, hops, limit, moment, wider, forgotten)


def lineage_of(asked: LineageAsked, store: Store, namespace: str) -> Lineage:
    """Return the lineage around a memory, now or as it was known then. Raises MemoryNotFound."""
    store.fresh()
    with store.projection.reading() as view:
        ground = _Ground.of(view, store.projection.arcs, namespace, asked)
        start = ground.row_of(asked.id)
        if start is None:
            raise _missing(ground, asked, store)
        found = _found(ground, asked, start)
        near = sorted(found[: asked.limit], key=lambda item: item[1])
        rows = np.array([row for row, _ in near], np.int64)
        arcs = ground.arcs(rows)
        nodes = _nodes(ground, arcs, near, store)
        return Lineage(asked.id, nodes, _edges(ground, arcs, rows, view), cut=len(found) > len(near))


@dataclass(frozen=True, slots=True)
class _Ground:
    """What one question may see: the memories as they are, or were, and the arcs between them.

    visible: (n_memories,) bool. kinds: the types asked for.
    """

    memories: MemoryColumns
    walkable: Walkable
    namespace: str
    kinds: tuple[EdgeKind, ...]
    visible: Bools
    as_of: int | None

    @classmethod
    def of(cls, view: View, walkable: Walkable, namespace: str, asked: LineageAsked) -> _Ground:
        memories = view.memories if asked.as_of is None else memories_at(view, asked.as_of)
        visible = (memories.retracted_at == NEVER) | asked.forgotten
        if asked.as_of is not None:
            visible = visible & (memories.recorded_at <= asked.as_of)
        return cls(memories, walkable, namespace, asked.kinds, visible, asked.as_of)

    def row_of(self, id: str) -> int | None:
        """Return the row of a memory that may be seen."""
        row = self.memories.row_of(self.namespace, id)
        return row if row is not None and self.visible[row] else None

    def arcs(self, rows: Ints) -> Arcs:
        """Return the arcs from these memories to others, of every type that joins memories."""
        arcs = Sight(self.walkable.graph, self.visible, self.as_of).arcs(rows)
        return arcs.where((arcs.target < self.memories.count) & (arcs.target != arcs.source))

    def asked(self, arcs: Arcs) -> Arcs:
        """Return those of the types asked for."""
        return arcs.where(np.isin(self.walkable.graph.kind[arcs.edge], self.kinds))

    def along(self, arcs: Arcs) -> Bools:
        """Return which arcs go the way that their edge is stored."""
        return self.walkable.graph.src[arcs.edge] == arcs.source

    def leads_back(self, arcs: Arcs) -> Bools:
        """Return which arcs lead to the earlier end; of two that contradict each other that is the one that happened
        first.
        """
        kind, at = self.walkable.graph.kind[arcs.edge], self.memories.at
        to_earlier = self.along(arcs) != (kind == EdgeKind.CAUSED)
        then, before = at[arcs.source], at[arcs.target]
        happened = (before < then) | ((before == then) & (arcs.target < arcs.source))
        timeless = kind == EdgeKind.CONTRADICTS
        return (timeless & happened) | (~timeless & to_earlier)


def _missing(ground: _Ground, asked: LineageAsked, store: Store) -> MemoryNotFound:
    """Return the error for a memory that may not be seen."""
    if asked.as_of is not None:
        return MemoryNotFound(f"There is no memory `{asked.id}` then.", hint="Ask as of a later time.", id=asked.id)
    if ground.memories.row_of(ground.namespace, asked.id) is not None:
        hint = "It was forgotten: ask for forgotten ones too."
        return MemoryNotFound(f"There is no memory `{asked.id}`.", hint=hint, id=asked.id)
    return not_found(asked.id, store.journal, ground.namespace, "`list` shows what there is.")


def _found(ground: _Ground, asked: LineageAsked, start: int) -> list[tuple[int, int]]:
    """Return (row, distance) of what is to be shown: what lies around, nearest first, then what is asked for beside."""
    graph, visible = ground.walkable.graph, ground.visible
    distances = dict(around(graph, start, asked.kinds, hops=asked.hops, visible=visible, as_of=ground.as_of))
    for row in map(ground.row_of, asked.expand):  # in order: one may be there only because of the one before
        if row in distances:
            beside = ground.asked(ground.arcs(np.array([row]))).target
            distances |= {other: distances[row] + 1 for other in beside.tolist() if other not in distances}
    return list(distances.items())


def _nodes(ground: _Ground, arcs: Arcs, near: list[tuple[int, int]], store: Store) -> tuple[LineageNode, ...]:
    rows = [row for row, _ in near]
    replaced = _superseding(ground, arcs, len(rows))
    causes, effects = _hidden(ground, ground.asked(arcs), rows)
    pinned, retracted_at = ground.memories.pinned, ground.memories.retracted_at
    return tuple(
        LineageNode(
            memory.id,
            memory.type,
            memory.text,
            memory.task,
            memory.step,
            memory.at,
            bool(pinned[row]),
            superseded_by=replaced[place],
            distance=distance,
            hidden_causes=int(causes[place]),
            hidden_effects=int(effects[place]),
            forgotten=bool(retracted_at[row] != NEVER),
        )
        for place, (memory, (row, distance)) in enumerate(zip(store.journal.memories(rows), near, strict=True))
    )


def _superseding(ground: _Ground, arcs: Arcs, count: int) -> list[tuple[str, ...]]:
    """Return the ids of what supersedes each of the memories that the arcs come from."""
    arcs = arcs.where((ground.walkable.graph.kind[arcs.edge] == EdgeKind.SUPERSEDES) & ~ground.along(arcs))
    found: list[list[str]] = [[] for _ in range(count)]
    pairs: list[tuple[int, int]] = sorted(zip(arcs.origin.tolist(), arcs.target.tolist(), strict=True))
    for place, row in pairs:
        found[place].append(ground.memories.ids[row])
    return [tuple(dict.fromkeys(ids)) for ids in found]


def _hidden(ground: _Ground, arcs: Arcs, rows: list[int]) -> tuple[Ints, Ints]:
    """Return how many neighbours of each memory are not among the rows: (n,) before it, and (n,) after it."""
    arcs = arcs.where(~np.isin(arcs.target, rows))
    # A neighbour is counted once, however many edges lead there.
    origin, _, back = np.unique([arcs.origin, arcs.target, ground.leads_back(arcs)], axis=1).astype(np.int64)
    return np.bincount(origin[back == 1], minlength=len(rows)), np.bincount(origin[back == 0], minlength=len(rows))


def _edges(ground: _Ground, arcs: Arcs, rows: Ints, view: View) -> tuple[LineageEdge, ...]:
    """Return the edges between these rows, by type in the order of the schema, then as they were learned."""
    arcs = ground.asked(arcs)
    arcs = arcs.where(np.isin(arcs.target, rows) & ground.along(arcs))
    order = np.lexsort([arcs.edge, ground.walkable.graph.kind[arcs.edge]])
    facts = Reader(view, lambda _: ()).edge(ground.walkable.rows[arcs.edge[order]].tolist())
    backward, ids = ground.leads_back(arcs)[order].tolist(), ground.memories.ids
    return tuple(
        LineageEdge(
            ids[source],
            ids[target],
            type_,
            known.get("reason"),
            known.get("weight", 1.0),
            known["inferred"],
            back,
        )
        for (type_, _, source, _, target, known), back in zip(facts, backward, strict=True)
    )


def _kind(name: str) -> EdgeKind:
    if name in MEMORY_EDGES:
        return EdgeKind[name]
    known = ", ".join(f"`{edge}`" for edge in MEMORY_EDGES)
    raise MemoryInvalid(f"No edge between memories is a `{name:.60}`.", hint=f"There are {known}.", field="edges")
