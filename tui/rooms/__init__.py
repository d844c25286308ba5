"""The rooms, in the order of their keys. A room is imported when it is first entered."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .room import Room


@dataclass(frozen=True, slots=True)
class Door:
    """name: as messages call the room. key: the key that enters it. says: what it is for, for palette and help."""

    name: str
    key: str
    says: str

    @property
    def keys(self) -> str:
        """Its keys for a binding: where a terminal keeps the F keys for itself, alt and a digit do as well."""
        return f"{self.key},alt+{1 + [door.name for door in DOORS].index(self.name)}"

    @property
    def title(self) -> str:
        return self.name.capitalize()

    def enter(self) -> Room:
        """Make the room. Its module is named as the door, and so is its class: `front.FrontRoom`."""
        module = import_module(f"{__name__}.{self.name}")
        return getattr(module, f"{self.title}Room")(id=self.name)


DOORS: tuple[Door, ...] = (
    Door("query", "f2", "Ask a statement, and read what it answers"),
    Door("front", "f3", "Why these came back, and what they were traded against"),
    Door("lineage", "f4", "What caused a memory, and what came of it"),
    Door("memory", "f6", "Everything about one memory"),
    Door("time", "f7", "The store as it was, and a recall at two moments"),
    Door("plan", "f8", "How a statement is run, and what each stage takes"),
    Door("tasks", "f9", "The tasks and their steps"),
)
