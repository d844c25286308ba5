"""Records that form a tree: each names the one before it, and where two name the same one, the talk forks.

A thread is one way through the tree, and a task of its own, because within a task memories follow each other. The first
record that follows another continues its thread; a later one begins a branch, whose first memory was caused by where it
forked off. Which is first is the log's order, so a log that grew keeps its threads.

A record that makes no memory hands on the place of the one before it. Nothing here recurses or looks ahead: a record
whose parent has not come (it stands in another file, or names itself) begins anew, so a circle of parents is none.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from .conversation import Clock, Conversation

UNIQUE = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)
"""A UUID: a name that is one in the world."""

CHAIN = 1000
"""Memories that one summary is joined to, the latest ones: more say nothing more, and cost an edge each."""


@dataclass(slots=True)
class Thread:
    """One way through the tree.

    root: the task that it is a branch of, or is. end: the node that it stands at. last: its latest memory.
    """

    talk: Conversation
    root: str
    end: str | None = None
    last: str | None = None


@dataclass(frozen=True, slots=True)
class Place:
    """Where a record stands. node: what forks are told by, several records perhaps. memory: the last one up to here."""

    thread: Thread
    node: str
    memory: str | None


@dataclass(slots=True)
class Tree:
    """The threads of a log so far, and the place of each of its records.

    source, clock: as in Conversation. before: for each memory, the one that it follows in its thread.
    """

    source: str
    clock: Clock
    threads: dict[str, Thread] = field(default_factory=dict[str, Thread])
    places: dict[str, Place] = field(default_factory=dict[str, Place])
    before: dict[str, str | None] = field(default_factory=dict[str, str | None])
    branches: Counter[str] = field(default_factory=Counter[str])

    def place_of(self, record: str | None) -> Place | None:
        return None if record is None else self.places.get(record)

    def hand_on(self, record: str | None, place: Place | None) -> None:
        """Let a record stand where another does."""
        if record is not None and place is not None:
            self.places[record] = place

    def thread(self, task: str) -> Thread:
        """Return the thread of a task, new or known."""
        if task not in self.threads:
            self.threads[task] = Thread(Conversation(task, self.source, self.clock), task)
        return self.threads[task]

    def follow(self, thread: Thread, memory: str, before: str | None) -> None:
        """Take note of a memory of a thread, made or still to be made, and of what the log says it follows, if it
        does.
        """
        if memory not in self.before:
            self.before[memory] = thread.last if before is None else before
        thread.last = memory

    def continued(self, parent: Place | None, task: str, node: str) -> Thread:
        """Return the thread that a new node belongs to, moved on to it.

        task: where the node belongs that has no parent, or whose parent belongs elsewhere.
        """
        if parent is None or parent.thread.root != task:
            thread = self.thread(task)
        elif parent.thread.end in (parent.node, node):
            thread = parent.thread
        else:
            thread = self._branch(task)
        thread.end = node
        return thread

    def chain(self, memory: str | None, until: frozenset[str] | set[str]) -> Iterator[str]:
        """Yield a memory and those before it, at most CHAIN; the first one that is in `until` is the last."""
        for _ in range(CHAIN):
            if memory is None:
                return
            yield memory
            memory = None if memory in until else self.before.get(memory)

    def _branch(self, task: str) -> Thread:
        self.branches[task] += 1
        name = f"{task}/branch-{self.branches[task]}"
        thread = self.threads[name] = Thread(Conversation(name, self.source, self.clock), task)
        return thread


def called(record: str, task: str) -> str:
    """Return what the memory of a record is called: as the record where that name is one in the world, else within a
    task.
    """
    return record if UNIQUE.fullmatch(record) else f"{task}/{record}"
