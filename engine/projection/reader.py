"""Properties of nodes and edges by row, for whoever evaluates a query. Texts and user fields come from the journal."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeAlias

import numpy as np

from ..graph.ddl import graph_homed
from ..values.model import Memory
from ..values.schema import EDGES, MEMORY
from .past import memories_at
from .state import View

EdgeFacts: TypeAlias = tuple[str, str, int, str, int, Mapping[str, Any]]
"""type, source label, source row, target label, target row, properties."""
Fetch: TypeAlias = Callable[[Sequence[int]], Sequence[Memory]]

_COLUMNS = tuple(p.name for p in graph_homed(MEMORY))
_TEXTS = tuple(p.name for p in MEMORY.properties if p.home == "journal")
_LISTS = frozenset({"tags", "entities"})


class Reader:
    """Answers for one view. `fetch` is the journal's: memories by row, in the order asked for."""

    def __init__(self, view: View, fetch: Fetch) -> None:
        self._view = view
        self._fetch = fetch
        self._then: dict[int, Reader] = {}

    def at(self, as_of: int) -> Reader:
        """Return what answers as of a moment, in microseconds."""
        if as_of not in self._then:
            self._then[as_of] = Reader(replace(self._view, memories=memories_at(self._view, as_of)), self._fetch)
        return self._then[as_of]

    def forgotten_at(self, as_of: int) -> Collection[int]:
        """Return the rows of the memories that were forgotten at a moment and restored since."""
        return self._view.history.forgotten_at(as_of)

    def node_properties(self, label: str, rows: Sequence[int]) -> list[Mapping[str, Any]]:
        """Return every property of each node, None for null, times as aware datetimes."""
        if label == "Memory":
            columns = self._view.memories.properties(rows, _COLUMNS)
            return [known | _texts(memory) for known, memory in zip(columns, self._fetch(rows), strict=True)]
        hubs = self._view.hubs
        namespaces = hubs.namespaces.to_python(hubs.namespace[np.asarray(rows, np.int64)])
        found = [{"name": hubs.names[row], "namespace": space} for row, space in zip(rows, namespaces, strict=True)]
        if label == "Tag":
            described = hubs.descriptions.to_python(hubs.description[np.asarray(rows, np.int64)])
            return [known | {"description": text} for known, text in zip(found, described, strict=True)]
        return [*found]

    def edge(self, rows: Sequence[int]) -> list[EdgeFacts]:
        """Return type, ends and every property of each edge."""
        edges = self._view.edges
        wanted = np.asarray(rows, np.int64)
        columns = {name: kind.to_python(edges.column(name)[wanted]) for name, kind in edges.kinds.items()}
        facts: list[EdgeFacts] = []
        for i, row in enumerate(rows):
            edge = EDGES[int(edges.type[row])]
            source, target = int(edges.source[row]), int(edges.target[row])
            properties = {p.name: columns[p.name][i] for p in graph_homed(edge)}
            facts.append((edge.type, edge.source, source, edge.target, target, properties))
        return facts


def _texts(memory: Memory) -> dict[str, Any]:
    return {name: list(value) if name in _LISTS else value for name in _TEXTS for value in [getattr(memory, name)]}
