"""Who holds the graph: builds it when it is first wanted, lets it follow, and drops it when anything goes wrong.

A store whose queries need no pattern never opens the graph engine. Losing a graph costs the time to build another
(0.5 s for 20,000 memories, 3 s for 100,000) and nothing else.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

from ...errors import ClewError, ProjectionError
from ..graph import graph_engines
from ..graph.gate import Gate
from ..graph.graph import Graph
from ..running import cancel
from .follow import fill, follow, too_many
from .frames import Marks
from .state import Touched, View
from .workshop import reserve

ON_DISK_ABOVE = 2_000_000
"""Nodes and edges above which the graph lives in a private file: 3,500,000 did not fit into the buffer pool.

That is a store of 140,000 memories with ten mentions each.
"""


class GraphKeeper:
    """One graph or none. `private` gives the folder for a graph's file."""

    def __init__(self, gate: Gate, private: Callable[[], Path]) -> None:
        graph_engines.chosen()  # a wrong name is said when the store is opened, not at its first pattern
        self.fault: ClewError | None = None
        self._gate = gate
        self._private = private
        self._graph: Graph | None = None
        self._building = threading.Lock()
        self._made = 0

    @property
    def current(self) -> Graph | None:
        """The graph, if one is open and whole."""
        return None if self._graph is None or self._graph.dead else self._graph

    def at(self, view: View) -> Graph:
        """Return the graph at `view`, built if there is none. The caller holds the gate as a reader: so it stays."""
        cancel.acquire(self._building)
        try:
            if self.current is None:
                self.adopt(self._built(view))
            assert self._graph is not None
            return self._graph
        finally:
            self._building.release()

    def adopt(self, graph: Graph) -> None:
        """Take over a graph that nobody else has."""
        self.drop()
        graph.gate = self._gate
        self._graph = graph

    def follow(self, before: View, after: View, touched: Touched) -> None:
        """Bring an open graph to `after`. The caller holds the gate alone. Never raises because of the graph."""
        graph, self._graph = self._graph, None  # nobody may believe it before it has followed
        if graph is None:
            return
        try:
            if not graph.dead and not too_many(touched, after) and (graph.on_disk or not _is_large(after)):
                follow(graph, Marks.of(before), after, touched)
                self._graph = graph
        except ClewError as error:
            if error.code != "limit.cancelled":
                self.fault = error
        finally:
            if self._graph is None:
                graph.close()

    def drop(self) -> None:
        graph, self._graph = self._graph, None
        if graph is not None:
            graph.close()

    def _built(self, view: View) -> Graph:
        graph = Graph.create(self._place(view))
        try:
            fill(graph, view)
        except BaseException:
            graph.close()
            raise
        return graph

    def _place(self, view: View) -> Path | None:
        if not _is_large(view):
            return None
        self._made += 1
        try:
            folder = self._private()
            reserve(folder, Marks.of(view).rows)
        except OSError as error:
            raise ProjectionError(
                f"There is no room for the graph: {error.strerror}.", hint="A recall without a pattern works without."
            ) from error
        return folder / f"graph-{self._made}.kuzu"


def _is_large(view: View) -> bool:
    return Marks.of(view).rows > ON_DISK_ABOVE
