"""SHOW: what there is, counted over the columns: in the session's namespaces, and nothing of what was forgotten.

A tag or a task that only forgotten memories carry is not there; a tag that was defined is, though none carries it yet.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, TypeAlias

import numpy as np

from ...dsl.ast import Shown
from ...dsl.binding.show import COLUMNS
from ...dsl.plan import Show
from ..evaluation.values import utc_datetime
from ..projection.edges import TYPE_CODES
from ..projection.kinds import WordLists
from ..retrieval.adjacency import Ints
from ..values.times import NEVER
from .saved_statements import intents, objectives, strategies
from .session import Session
from .table import Table

Row: TypeAlias = tuple[Any, ...]
Seen: TypeAlias = tuple[int, Any, Any]
"""How many memories, and when the first and the last of them happened."""

NOBODY: Seen = (0, None, None)


def show(stage: Show, session: Session) -> Table:
    """Return the table that was asked for; what memories meet in, with the most of them first."""
    rows = list(_TABLES[stage.what](session))
    if COLUMNS[stage.what][1] == "memories":
        rows.sort(key=lambda row: (-row[1], row[0]))
    return Table(COLUMNS[stage.what], rows)


# ---- counting ------------------------------------------------------------------------------------


def _seen(rows: Ints, session: Session) -> Seen:
    """Return how many memories these rows are, and when they happened."""
    at = session.memories.at[rows]
    return (len(rows), utc_datetime(int(at.min())), utc_datetime(int(at.max()))) if len(rows) else NOBODY


def _grouped(keys: Ints, rows: Ints) -> Iterator[tuple[int, Ints]]:
    """Yield each key with its rows."""
    if not len(keys):
        return
    order = np.argsort(keys, kind="stable")
    found, starts = np.unique(keys[order], return_index=True)
    yield from zip(found.tolist(), np.split(rows[order], starts[1:]), strict=True)


def _met(type: str, session: Session) -> dict[int, Ints]:
    """Return the visible memories of each hub that an edge of this type joins them to."""
    edges = session.projection.edges
    of_type = edges.rows(type)
    live = of_type[edges.retracted_at[of_type] == NEVER]
    live = live[session.visible[edges.source[live]]]
    return dict(_grouped(edges.target[live].astype(np.int64), edges.source[live].astype(np.int64)))


def _hubs(type: str, session: Session) -> Iterator[tuple[str, Ints]]:
    """Yield the name of each hub with its memories. One name in several namespaces is several hubs."""
    names = session.projection.hubs.names
    yield from ((names[hub], rows) for hub, rows in _met(type, session).items())


# ---- the tables ----------------------------------------------------------------------------------


def _named(type: str) -> Callable[[Session], Iterable[Row]]:
    return lambda session: ((name, *_seen(rows, session)) for name, rows in _hubs(type, session))


def _tasks(session: Session) -> Iterable[Row]:
    for name, rows in _hubs("IN_TASK", session):
        last = int(session.memories.step[rows].max())
        yield name, *_seen(rows, session), None if last < 0 else last


def _tags(session: Session) -> Iterable[Row]:
    hubs, met = session.projection.hubs, _met("TAGGED", session)
    known = set(met)
    for tag in session.catalog.tags:
        known |= {row for space in session.namespaces if (row := hubs.row_of("Tag", space, tag.name)) is not None}
    broader = _broader(session)
    for hub in known | {above for below in known for above in broader.get(below, ())}:
        code = int(hubs.description[hub])
        description = None if code < 0 else hubs.descriptions.names.values[code]
        seen = _seen(met[hub], session) if hub in met else NOBODY
        yield hubs.names[hub], *seen, [hubs.names[above] for above in broader.get(hub, ())], description


def _broader(session: Session) -> Mapping[int, list[int]]:
    """Return the broader tags of each tag."""
    edges = session.projection.edges
    live = np.flatnonzero((edges.type == TYPE_CODES["BROADER"]) & (edges.retracted_at == NEVER))
    found: dict[int, list[int]] = {}
    for source, target in zip(edges.source[live].tolist(), edges.target[live].tolist(), strict=True):
        found.setdefault(source, []).append(target)
    return found


def _types(session: Session) -> Iterable[Row]:
    """Yield each type, of memories of several under each; those that were defined too, though no memory has one yet."""
    defined = {one.name: one for one in session.catalog.types}
    rows = np.flatnonzero(session.visible)
    lists = session.memories.kinds["types"]
    assert isinstance(lists, WordLists)
    found: dict[str, list[Ints]] = {name: [] for name in defined}
    for code, some in _grouped(session.memories.types[rows].astype(np.int64), rows):
        for name in lists.names.values[code]:
            found.setdefault(name, []).append(some)
    for name, parts in found.items():
        one = defined.get(name)
        seen = _seen(np.concatenate(parts), session) if parts else NOBODY
        yield name, *seen, None if one is None else one.half_life_days, (one.doc or None) if one is not None else None


def _stats(session: Session) -> Iterable[Row]:
    memories, visible = session.memories, session.visible
    codes = [memories.code("namespace", name) for name in session.namespaces]
    mine = np.isin(memories.namespace, codes)
    edges = session.projection.edges
    between = np.isin(edges.type, [TYPE_CODES[type] for type in BETWEEN]) & (edges.retracted_at == NEVER)
    joined = np.flatnonzero(between)
    joined = joined[visible[edges.source[joined]] & visible[edges.target[joined]]]
    count, first, last = _seen(np.flatnonzero(visible), session)
    yield from (("memories", count), ("first", first), ("last", last))
    yield "forgotten", int((mine & ~visible).sum())
    yield "pinned", int((memories.pinned & visible).sum())
    yield "edges", len(joined)
    for what in ("TASKS", "TAGS", "ENTITIES", "TYPES", "AGENTS", "INTENTS"):
        yield what.lower(), sum(1 for _ in _TABLES[what](session))


BETWEEN = ("CAUSED", "FOLLOWS", "SUPERSEDES", "CONTRADICTS", "SUMMARISES")
"""The edges that join two memories."""

_TABLES: Mapping[Shown, Callable[[Session], Iterable[Row]]] = {
    "TASKS": _tasks,
    "TAGS": _tags,
    "ENTITIES": _named("MENTIONS"),
    "TYPES": _types,
    "AGENTS": _named("BY"),
    "INTENTS": lambda session: intents(session.catalog),
    "STRATEGIES": lambda session: strategies(session.catalog),
    "OBJECTIVES": lambda session: objectives(session.catalog),
    "STATS": _stats,
}
