"""What the room shows: read from the engine and laid out, beside the loop, out of what a person set."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from ...engine.answers.lineage import Lineage, LineageEdge, LineageNode
from .picture import Picture, picture_of
from .pruning import KINDS, drawn_once, readable, without_beyond
from .wanted import Wanted

if TYPE_CHECKING:
    from ...engine.handle.engine import Engine

MOST = 200
"""Memories at most. More are no picture, and each of them can be made the root."""
ROOM = 80, 20
"""Cells to fit into while nobody knows how many there are."""


@dataclass(frozen=True)
class View:
    """lineage: what is drawn. edges: all between what is drawn, of any kind. counts: of each kind the edges that
    are drawn, and of one that is off those within reach.
    """

    wanted: Wanted
    kinds: frozenset[str]
    lineage: Lineage
    edges: tuple[LineageEdge, ...]
    counts: Mapping[str, int]
    picture: Picture

    @cached_property
    def nodes(self) -> Mapping[str, LineageNode]:
        return {node.id: node for node in self.lineage.nodes}


def read(engine: Engine, wanted: Wanted) -> View:
    """Read and lay out. Raises MemoryNotFound where the root is not there, or was not then."""
    everything = _lineage(engine, wanted, KINDS)
    kinds = readable(everything) if wanted.kinds is None else wanted.kinds
    found = _lineage(engine, wanted, kinds) if kinds else everything.within(0)
    shown = without_beyond(drawn_once(found), wanted.closed)
    ids = {node.id for node in shown.nodes}
    edges = tuple(edge for edge in everything.edges if edge.source in ids and edge.target in ids)
    counts, picture = _counts(shown, everything, kinds), picture_of(shown, wanted.zoom, wanted.room or ROOM)
    return View(wanted, kinds, shown, edges, counts, picture)


def _counts(shown: Lineage, everything: Lineage, kinds: frozenset[str]) -> Mapping[str, int]:
    """Return how many edges there are of each kind: together those of the kinds that are on are what is drawn."""
    off = (edge for edge in everything.edges if edge.type not in kinds)
    return Counter(edge.type for edge in (*shown.edges, *off))


def _lineage(engine: Engine, wanted: Wanted, kinds: frozenset[str]) -> Lineage:
    return engine.lineage(
        wanted.root,
        hops=wanted.hops,
        edges=sorted(kinds),
        limit=MOST,
        as_of=wanted.moment,
        expand=wanted.opened,
        forgotten=wanted.forgotten,
    )
