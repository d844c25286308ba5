"""Making the dossier of a memory: from the columns what joins it, from the journal its words and its events.

A plain function over a handle, for whoever looks at a store. It opens no graph, and reads no more than the texts that
it shows.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

import numpy as np

from ...errors import MemoryNotFound
from ..answers.dossier import Dossier, Edge
from ..answers.links import NOW, ever_joined, links_at
from ..extraction.literals import find_literals
from ..handle.engine import Engine
from ..projection.memories import ESTEEMED
from ..projection.past import memories_at
from ..projection.state import View
from ..running.operation import operation
from ..values.model import Memory
from ..values.times import NEVER, to_micros

MOST_EDGES = 500
"""Edges that are shown with the text of their other end: a memory of more is one that everything was tied to."""


def dossier(engine: Engine, id: str, moment: datetime | None = None) -> Dossier:
    """Return what is known of a memory, forgotten or not, as of a moment. Raises MemoryNotFound."""
    with operation(engine.limits):
        engine.store.fresh()
        at = NOW if moment is None else to_micros(moment)
        row = engine.journal.row_of(engine.namespace, id)
        if row is None:
            raise MemoryNotFound(f"There is no memory `{id}`.", hint="Look for it by its words.", id=id)
        with engine.projection.reading() as view:
            return _made(engine, view if moment is None else _past(view, at), row, at, moment)


def _past(view: View, at: int) -> View:
    return replace(view, memories=memories_at(view, at))


def _made(engine: Engine, view: View, row: int, at: int, moment: datetime | None) -> Dossier:
    memory = _as_of(view, engine.journal.memories([row])[0])
    links = links_at(view, row, at)
    texts = _texts(engine, [link.other for link, _ in links[:MOST_EDGES]])
    events = engine.journal.timeline().naming(engine.namespace, memory.id, [row, *ever_joined(view, row)])
    value, deviation, lessons = _value(engine, view, row, moment)
    return Dossier(
        memory=memory,
        known=to_micros(memory.recorded_at) <= at,
        edges=tuple(
            Edge(link, texts[link.other], facts[-1]["recorded_at"], facts[-1].get("weight", 1.0))
            for link, facts in links[:MOST_EDGES]
        ),
        edges_count=len(links),
        newer=_chain(engine, view, row, at, newer=True),
        older=_chain(engine, view, row, at, newer=False),
        literals=() if memory.observation is None else find_literals(memory.observation),
        events=tuple(event for event in events if event.recorded_at <= at),
        value=value,
        deviation=deviation,
        lessons=lessons,
        moment=moment,
    )


def _as_of(view: View, memory: Memory) -> Memory:
    """Return a memory with what changes in one as the view has it."""
    (then,) = view.memories.properties([memory.row], ("retracted_at", *ESTEEMED))
    return replace(memory, **then)


def _texts(engine: Engine, ids: Sequence[str]) -> Mapping[str, str]:
    rows = [row for row in engine.journal.rows_of(engine.namespace, ids) if row is not None]
    return {memory.id: memory.text for memory in engine.journal.memories(rows)}


def _value(engine: Engine, view: View, row: int, moment: datetime | None) -> tuple[float, float, int]:
    """Return mean and deviation of what is believed of a memory, and of how many outcomes that is made."""
    projection, at = engine.projection, None if moment is None else to_micros(moment)
    learned = projection.teacher.learned((engine.namespace,), view, projection.adjacency, at)
    means, deviations = learned.values(np.array([row]), {}, view, projection.adjacency, at)
    used = sum(any(use.row == row for use in lesson.uses) for lesson in view.lessons.of((engine.namespace,), as_of=at))
    return float(means[0]), float(deviations[0]), used


def _chain(engine: Engine, view: View, row: int, at: int, *, newer: bool) -> tuple[tuple[str, str], ...]:
    """Return what took a memory's place, or what it took the place of, and so on."""
    rows = [*_walk(view, row, at, newer=newer)]
    return tuple((memory.id, memory.text) for memory in engine.journal.memories(rows))


def _walk(view: View, row: int, at: int, *, newer: bool) -> Iterator[int]:
    edges, memories, seen, wave = view.edges, view.memories, {row}, [row]
    held = edges.rows("SUPERSEDES")
    held = held[(edges.recorded_at[held] <= at) & (edges.retracted_at[held] > at)]
    near, far = (edges.target[held], edges.source[held]) if newer else (edges.source[held], edges.target[held])
    while wave:
        found: list[int] = sorted({*far[np.isin(near, wave)].tolist()} - seen)
        wave = [other for other in found if memories.retracted_at[other] == NEVER and memories.recorded_at[other] <= at]
        seen.update(found)
        yield from wave
