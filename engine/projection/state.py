"""What a projection knows: the growing tables of the one writer, and the frozen views that everybody else reads."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..learning.lessons import GrowingLessons, Lessons
from .edges import EdgeTable, GrowingEdges
from .history import GrowingHistory, History
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
    history: History
    lessons: Lessons


@dataclass(frozen=True, slots=True)
class Touched:
    """Rows that changed in place since the last time anybody asked."""

    memories: tuple[int, ...] = ()
    edges: tuple[int, ...] = ()
    hubs: tuple[int, ...] = ()

    def __len__(self) -> int:
        return len(self.memories) + len(self.edges) + len(self.hubs)


@dataclass(slots=True)
class State:
    """The tables as events change them. One thread at a time."""

    seq: int = 0
    memories: GrowingMemories = field(default_factory=GrowingMemories)
    hubs: GrowingHubs = field(init=False)
    edges: GrowingEdges = field(default_factory=GrowingEdges)
    waiting: WaitingRoom = field(default_factory=WaitingRoom)
    history: GrowingHistory = field(default_factory=GrowingHistory)
    lessons: GrowingLessons = field(default_factory=GrowingLessons)

    def __post_init__(self) -> None:
        self.hubs = GrowingHubs(self.memories.namespaces)  # one numbering, so that their codes can be compared

    def view(self) -> View:
        tables = self.memories.view(), self.hubs.view(), self.edges.view()
        return View(self.seq, *tables, self.waiting.all(), self.history.view(), self.lessons.view())

    def take_touched(self) -> Touched:
        """Return what was changed in place since the last call, in the order of rows."""
        tables = self.memories, self.edges, self.hubs
        touched = Touched(*(tuple(sorted(table.touched)) for table in tables))
        for table in tables:
            table.touched.clear()
        return touched
