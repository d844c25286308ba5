"""All that is known of one memory, for whoever looks at it: its words, its edges, its past, what it was worth."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from ..values.model import Event, Memory
from .links import LinkView


@dataclass(frozen=True, slots=True)
class Edge:
    """An edge of the memory. text: that of the other memory. since: when it was drawn. weight: in [0, 1]."""

    link: LinkView
    text: str
    since: datetime
    weight: float


@dataclass(frozen=True, slots=True)
class Dossier:
    """A memory as of `moment`, None for as it stands; a forgotten one has its dossier too.

    known: whether the store had learned it by then. edges: the first `MOST_EDGES`, causes first, of `edges_count`.
    newer, older: (id, text) of what took its place, and of what it took the place of, the nearest first. literals: what
    was found in its observation that a later action may have used. events: that name it, in order, up to the moment.
    value, deviation: what outcomes make one expect of it, and how surely, in [0, 1]; lessons: those that teach it.
    """

    memory: Memory
    known: bool
    edges: tuple[Edge, ...]
    edges_count: int
    newer: tuple[tuple[str, str], ...]
    older: tuple[tuple[str, str], ...]
    literals: tuple[str, ...]
    events: tuple[Event, ...]
    value: float
    deviation: float
    lessons: int
    moment: datetime | None = None
