"""`Projection`: what one process knows of a store, and how it keeps up.

    drain: journal -> events -> fold -> columns -> view -> graph (if one is open)

Columns come first and are always there; the graph is made from them. A view alone needs no lock, for it never changes;
whoever needs a view *and* the graph reads inside `reading()`, so that both stay at the same event.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path

from ...errors import ClewError, LimitError, ProjectionError, StoreClosed
from ..graph.gate import Gate
from ..graph.graph import Graph
from ..learning.value import Teacher
from ..retrieval.adjacency import Adjacency
from ..running import cancel
from ..values.times import NEVER
from . import snapshot
from .arcs import Arcs, arcs_of
from .check import departures, graph_departures
from .edges import EdgeTable
from .fold import fold
from .graph_keeper import GraphKeeper
from .hubs import HubTable
from .memories import MemoryColumns
from .source import Source
from .state import State, View
from .vector_follower import VectorFollower
from .vectors import VectorMatrix
from .waiting import WaitingLink
from .workshop import Workshop

SETTLE_EVERY = 4_096
"""Events folded before new rows move from lists into arrays: a million edges as Python lists would weigh 100 MB."""

LOOK_EVERY = 512
"""Events folded, a few milliseconds, between two looks whether anybody still waits."""


class Projection:
    """The private projection of one journal; any thread may use it. `drain` before every query, `close` at the end."""

    def __init__(self, journal: Source) -> None:
        self._journal = journal
        self._folder = journal.path / "snaps"
        self._process = os.getpid()
        self._closed = False
        self._gate = Gate()
        self._draining = threading.RLock()
        self._state: State | None = None
        self._view = State().view()
        self._version: int | None = None
        self._vectors = VectorFollower()
        self._matrix = self._vectors.view(0)
        self._workshop = Workshop(self._folder)
        self._keeper = GraphKeeper(self._gate, self._workshop.folder)
        self._arcs: Arcs | None = None
        self.teacher = Teacher()

    # ---- following -----------------------------------------------------------------------------

    def drain(self) -> int:
        """Catch up with the journal and return how many events that were; a few microseconds where there are none.

        Raises StoreDamaged for events that make no sense, StoreClosed after close and in a forked child; never because
        of the graph.
        """
        with self._alone():
            version = self._journal.version()
            if version == self._version:
                return 0
            count = self._fold()
            self._version = version
            return count

    def rebuild(self) -> None:
        """Throw every snapshot and all that is known away, and make it again from the journal."""
        with self._alone():
            snapshot.remove(snapshot.snapshots(self._folder))
            self._vectors, self.teacher = VectorFollower(), Teacher()
            self._state = self._version = None
            self.drain()

    def publish(self) -> Path | None:
        """Make a snapshot if the newest one is old, for a quiet moment; readers and writers go on meanwhile.

        Return its path, or None where none was due. Raises ProjectionError where the disk or the engine refuses.
        """
        self._guard()
        view = self._view
        if not snapshot.is_due(self._folder, view.seq):
            return None
        try:
            return snapshot.publish(view, self._folder, self._journal.history, self._workshop.folder())
        except OSError as error:
            raise ProjectionError(f"No snapshot could be written: {error}.", hint="The store works without.") from error

    # ---- reading -------------------------------------------------------------------------------

    @contextmanager
    def reading(self) -> Generator[View]:
        """Keep view, graph and adjacency at one event while the block runs."""
        self._guard()
        with self._gate.reading():
            yield self._view

    @property
    def view(self) -> View:
        return self._view

    @property
    def seq(self) -> int:
        """The last event that is known."""
        return self._view.seq

    @property
    def memories(self) -> MemoryColumns:
        return self._view.memories

    @property
    def hubs(self) -> HubTable:
        return self._view.hubs

    @property
    def edges(self) -> EdgeTable:
        return self._view.edges

    @property
    def vectors(self) -> VectorMatrix:
        return self._matrix

    @property
    def graph(self) -> Graph:
        """The graph at the view's event; built where there is none, which takes seconds for a large store."""
        with self.reading() as view:
            return self._keeper.at(view)

    @property
    def arcs(self) -> Arcs:
        """The adjacency, and the edge row of each of its edges; built where the view has none."""
        view, known = self._view, self._arcs
        if known is None or not known.fits(view):
            known = self._arcs = arcs_of(view)
        return known

    @property
    def adjacency(self) -> Adjacency:
        return self.arcs.graph

    # ---- caring --------------------------------------------------------------------------------

    @property
    def fault(self) -> ClewError | None:
        """What last went wrong with the graph. It was dropped then, and built anew when it was next needed."""
        return self._keeper.fault

    def departures(self) -> list[str]:
        """Return how the columns differ from the journal, and an open graph from them; nothing where all is well.

        Folds the whole journal again: seconds for a large store.
        """
        with self.reading() as view:
            graph = self._keeper.current
            of_graph = [] if graph is None else graph_departures(view, graph)
            return departures(view, self._journal) + of_graph

    def dangling(self) -> tuple[WaitingLink, ...]:
        """Return the links that wait for a memory which has not arrived."""
        return self._view.waiting

    def counts(self) -> dict[str, int]:
        """Return how many tasks, tags, entities and agents there are, edges that hold, and links that wait."""
        hubs, edges = self._view.hubs, self._view.edges
        labels = {"tasks": "Task", "tags": "Tag", "entities": "Entity", "agents": "Agent"}
        found = {name: len(hubs.rows(label)) for name, label in labels.items()}
        return found | {"edges": int((edges.retracted_at == NEVER).sum()), "waiting": len(self._view.waiting)}

    def close(self) -> None:
        """Stop what runs and let go of everything. Closing twice, or in a forked child, does nothing."""
        with suppress(StoreClosed), self._alone():
            self._closed = True
            self._keeper.drop()  # queries that run stop now
            with self._gate.writing():
                self._keeper.drop()  # and one that a reader was still building goes too
                self._workshop.close()

    # ---- inside --------------------------------------------------------------------------------

    def _guard(self) -> None:
        # Before any lock is asked for: a thread that is not in the child may have held it when the process forked.
        if self._process != os.getpid():
            raise StoreClosed("This store belongs to the parent process.", hint="Open it anew after a fork.")
        if self._closed:
            raise StoreClosed("The store is closed.")

    @contextmanager
    def _alone(self) -> Generator[None]:
        """Be the only one who moves the projection. A thread that reads it would wait for itself: RuntimeError."""
        self._guard()
        if self._gate.is_reader:
            raise RuntimeError("A thread that reads the projection cannot move it.")
        cancel.acquire(self._draining)
        try:
            self._guard()  # it may have been closed while this thread waited
            yield
        finally:
            self._draining.release()

    def _fold(self) -> int:
        """Fold what is new and show it. A fold that breaks off leaves no state behind, and the next one starts anew."""
        anew = self._state is None
        broke_off = anew and self._view.seq > 0
        state = self._state or self._first_state()
        self._state, count = None, 0
        try:
            for count, event in enumerate(self._journal.events(state.seq), 1):
                fold(state, event)
                if count % LOOK_EVERY == 0:
                    cancel.check()
                if count % SETTLE_EVERY == 0:
                    state.view()
        except LimitError:  # between two events, where a state is whole: whoever comes next goes on with it
            self._state = None if broke_off else state
            raise
        if self._vectors.follow(self._journal) or anew or state.seq > self._view.seq:
            self._show(state, broke_off)
        self._state = state
        return count

    def _first_state(self) -> State:
        """Return the state of the newest snapshot; an empty one where there is none, or columns were shown before."""
        if self._view.seq:
            return State()
        history, head = self._journal.history, self._journal.head()
        found = snapshot.open_newest(self._folder, head, history, self._workshop.folder)
        if found is None:
            return State()
        state, graph = found
        with self._gate.writing():
            self._keeper.adopt(graph)
            self._view = state.view()
        return state

    def _show(self, state: State, anew: bool) -> None:
        """Let readers see the state. The graph follows, unless the state was made anew behind its back."""
        view, touched = state.view(), state.take_touched()
        matrix = self._vectors.view(view.memories.count)
        with self._gate.writing():
            before, self._view, self._matrix = self._view, view, matrix
            if anew:
                self._keeper.drop()
            else:
                self._keeper.follow(before, view, touched)
