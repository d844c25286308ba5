"""What a projection knows: the growing tables of the one writer, and the frozen views that everybody else reads."""

from __future__ import annotations

from dataclasses import dataclass, field

from .edges import EdgeTable, GrowingEdges
from .hubs import GrowingHubs, HubTable
from .memories import GrowingMemories, MemoryColumns
from .waiting import WaitingLink, WaitingRoom


@dataclass(frozen=True, slots=True)
class View:
    """Everything up to the event `seq`, consistent and for ever the same. Never kept longer than a query."""

    seq: int
    memories: MemoryColumns
    hubs: HubTable
    edges: EdgeTable
    waiting: tuple[WaitingLink, ...]


@dataclass(frozen=True, slots=True)
class Touched:
    """Rows whose `retracted_at` changed since the last time anybody asked."""

    memories: tuple[int, ...] = ()
    edges: tuple[int, ...] = ()


@dataclass(slots=True)
class State:
    """The tables as events change them. One thread at a time."""

    seq: int = 0
    memories: GrowingMemories = field(default_factory=GrowingMemories)
    hubs: GrowingHubs = field(init=False)
    edges: GrowingEdges = field(default_factory=GrowingEdges)
    waiting: WaitingRoom = field(default_factory=WaitingRoom)

    def __post_init__(self) -> None:
        self.hubs = GrowingHubs(self.memories.namespaces)  # one numbering, so that their codes can be compared

    def view(self) -> View:
        return View(self.seq, self.memories.view(), self.hubs.view(), self.edges.view(), self.waiting.all())

    def take_touched(self) -> Touched:
        """Return what was changed in place since the last call, in the order of rows."""
        touched = Touched(tuple(sorted(self.memories.touched)), tuple(sorted(self.edges.touched)))
        self.memories.touched.clear()
        self.edges.touched.clear()
        return touched
