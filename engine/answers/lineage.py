"""The lineage of a memory: what brought it about and what came of it, as nodes and edges that a picture is drawn from.

Data alone: who asks for it is `asking/lineage`, who draws it are the pictures. An edge keeps the direction in which it
is stored and says apart from it which end came first, for both are asked about: an arrow is drawn as it is, and causes
stand before effects.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Set
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from typing import Any


@dataclass(frozen=True, slots=True)
class LineageNode:
    """One memory of a lineage.

    superseded_by: ids of what replaces it, shown or not. distance: edges from the root, at least 0. hidden_causes,
    hidden_effects: how many of its neighbours before and after it are not shown, by edges of the types asked for.
    forgotten: it is shown only because somebody asked for forgotten ones too.
    """

    id: str
    type: str
    text: str
    task: str | None
    step: int | None
    at: datetime
    pinned: bool
    superseded_by: tuple[str, ...] = ()
    distance: int = 0
    hidden_causes: int = 0
    hidden_effects: int = 0
    forgotten: bool = False


@dataclass(frozen=True, slots=True)
class LineageEdge:
    """One edge between two memories that are shown.

    source, target: as it is stored. backward: whether its target came first, as that of FOLLOWS and SUPERSEDES does.
    weight: in [0, 1], higher is stronger. inferred: found by a rule, said by nobody.
    """

    source: str
    target: str
    type: str
    reason: str | None = None
    weight: float = 1.0
    inferred: bool = False
    backward: bool = False

    @property
    def earlier(self) -> str:
        """The end that came first: the cause."""
        return self.target if self.backward else self.source

    @property
    def later(self) -> str:
        """The end that came after: the effect."""
        return self.source if self.backward else self.target


@dataclass(frozen=True, slots=True)
class Lineage:
    """A memory with what lies before and after it.

    root: the id it was asked for. nodes: the root first, then the nearest. edges: every one of the types asked for that
    holds between two of the nodes. cut: whether more lies within the hops asked for than the limit let in.
    """

    root: str
    nodes: tuple[LineageNode, ...]
    edges: tuple[LineageEdge, ...]
    cut: bool = False

    def __repr__(self) -> str:
        return f"<Lineage of {self.root}: {len(self.nodes)} memories, {len(self.edges)} edges>"

    def __contains__(self, id: object) -> bool:
        return any(node.id == id for node in self.nodes)

    def path(self, to: Iterable[str]) -> tuple[LineageEdge, ...]:
        """Return every edge that lies on a shortest path between the root and any of these ids, either way walked.

        An id that is not shown adds nothing.
        """
        steps = self._steps()
        wanted = {id for id in to if id in steps}
        on_path: set[LineageEdge] = set()
        for edge in sorted(self.edges, key=lambda edge: -max(steps[edge.source], steps[edge.target])):
            near, far = sorted((edge.source, edge.target), key=steps.__getitem__)
            if far in wanted and steps[near] < steps[far]:
                on_path.add(edge)
                wanted.add(near)
        return tuple(edge for edge in self.edges if edge in on_path)

    def within(self, distance: int) -> Lineage:
        """Return what lies at most `distance` edges from the root; what is left out is counted as hidden."""
        return self.of({node.id for node in self.nodes if node.distance <= distance})

    def of(self, kept: Set[str]) -> Lineage:
        """Return these memories and the edges between them; what is left out is counted as hidden."""
        causes, effects = self._neighbours()
        nodes = tuple(
            replace(
                node,
                hidden_causes=node.hidden_causes + len(causes[node.id] - kept),
                hidden_effects=node.hidden_effects + len(effects[node.id] - kept),
            )
            for node in self.nodes
            if node.id in kept
        )
        edges = tuple(edge for edge in self.edges if edge.source in kept and edge.target in kept)
        return replace(self, nodes=nodes, edges=edges)

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain data; times stay aware datetimes."""
        return asdict(self)

    def _neighbours(self) -> tuple[dict[str, set[str]], dict[str, set[str]]]:
        """Return what is shown before each id, and after it."""
        causes: defaultdict[str, set[str]] = defaultdict(set)
        effects: defaultdict[str, set[str]] = defaultdict(set)
        for edge in self.edges:
            causes[edge.later].add(edge.earlier)
            effects[edge.earlier].add(edge.later)
        return causes, effects

    def _steps(self) -> dict[str, int]:
        """Return how many of the shown edges lie between the root and each node that they lead to, whichever way."""
        causes, effects = self._neighbours()
        steps, level = {self.root: 0}, [self.root]
        while level:
            beside = dict.fromkeys(other for id in level for other in sorted(causes[id] | effects[id]))
            level = [id for id in beside if id not in steps]
            steps.update(dict.fromkeys(level, max(steps.values()) + 1))
        return steps
