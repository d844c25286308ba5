"""A store as three plain collections: what the real one is compared with."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass
class Plain:
    """What a store is, in plain words. Every method returns what the store should answer."""

    memories: dict[str, tuple[str, str | None, int | None]] = field(default_factory=dict)
    forgotten: set[str] = field(default_factory=set)
    edges: dict[tuple[str, str, str], str | None] = field(default_factory=dict)

    def remember(self, id: str, text: str, task: str | None, causes: list[str], tags: list[str]) -> str:
        if id in self.memories:
            known = self.memories[id][:2] == (text, task) and all(("CAUSED", c, id) in self.edges for c in causes)
            return id if known else "MemoryInvalid"
        self.memories[id] = (text, task, None if task is None else self._next_step(task))
        for cause in causes:
            self.edges.setdefault(("CAUSED", cause, id), None)
        return id

    def link(self, type: str, source: str, target: str, reason: str) -> str | None:
        if source == target:
            return "MemoryInvalid"
        self.edges[type, source, target] = reason
        return None

    def unlink(self, type: str, source: str, target: str) -> None:
        self.edges.pop((type, source, target), None)

    def forget(self, id: str) -> str | None:
        if id not in self.memories:
            return "MemoryNotFound"
        self.forgotten.add(id)
        return None

    def restore(self, id: str) -> str | None:
        if id not in self.memories:
            return "MemoryNotFound"
        self.forgotten.discard(id)
        return None

    def take_in(self, task: str, words: list[str]) -> int:
        """Import a conversation; the same beginning again is the same."""
        new = 0
        for step, text in enumerate(words):
            if f"{task}/{step}" not in self.memories:
                self.memories[f"{task}/{step}"] = (text, task, step)
                new += 1
        return new

    def seen(self) -> dict[str, Any]:
        """Return what can be seen: what is not forgotten, and the edges between such."""
        there = {id: row for id, row in self.memories.items() if id not in self.forgotten}
        edges = [(*key, reason) for key, reason in self.edges.items() if key[1] in there and key[2] in there]
        return {"memories": sorted((id, *row) for id, row in there.items()), "edges": sorted(edges)}

    def _next_step(self, task: str) -> int:
        return (
            max((step for _, name, step in self.memories.values() if name == task and step is not None), default=-1) + 1
        )
