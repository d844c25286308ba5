"""Whether two views say the same: by the values of every property, and not only by counts.

Rows are compared by number, which is the same in every projection of one journal. Codes are not: they depend on who
came first, so their values are compared.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .edges import EdgeTable
from .hubs import HubTable
from .kinds import Kind, Numbers
from .memories import MemoryColumns
from .state import View

MOST = 20
"""Differences reported before the rest is left out: one cause shows in many rows."""

_PLAIN = Numbers(np.int64)


def differences(ours: View, theirs: View, most: int = MOST) -> list[str]:
    """Return up to `most` sentences, one for each property value that differs; none where the two views are equal."""
    found = (
        *_memories(ours.memories, theirs.memories),
        *_hubs(ours.hubs, theirs.hubs),
        *_edges(ours.edges, theirs.edges),
    )
    waiting = [tuple(dataclasses.replace(link, order=0) for link in view.waiting) for view in (ours, theirs)]
    if waiting[0] != waiting[1]:
        found = (*found, f"{len(waiting[0])} links wait here and {len(waiting[1])} there, or other ones.")
    histories = [(view.history.changes[: view.history.count], dict(view.history.said)) for view in (ours, theirs)]
    if histories[0] != histories[1]:
        found = (*found, f"{len(histories[0][0])} changes of esteem are known here and {len(histories[1][0])} there.")
    lapses = [view.history.lapses for view in (ours, theirs)]
    if lapses[0] != lapses[1]:
        found = (*found, f"{len(lapses[0])} lapses of memories are known here and {len(lapses[1])} there.")
    lessons = [list(view.lessons.every[: view.lessons.count]) for view in (ours, theirs)]
    if lessons[0] != lessons[1]:
        found = (*found, f"{len(lessons[0])} lessons are known here and {len(lessons[1])} there, or other ones.")
    return list(islice(found, most))


def _memories(ours: MemoryColumns, theirs: MemoryColumns) -> Iterator[str]:
    yield from _counts("memories", ours.count, theirs.count)
    yield from _lists("memory", "id", ours.ids[: ours.count], theirs.ids[: theirs.count])
    for name, kind in ours.kinds.items():
        yield from _column("memory", name, kind, ours.column(name), theirs.kinds[name], theirs.column(name))


def _hubs(ours: HubTable, theirs: HubTable) -> Iterator[str]:
    yield from _counts("hubs", ours.count, theirs.count)
    yield from _lists("hub", "name", ours.names[: ours.count], theirs.names[: theirs.count])
    yield from _column("hub", "label", _PLAIN, ours.label, _PLAIN, theirs.label)
    yield from _column("hub", "namespace", ours.namespaces, ours.namespace, theirs.namespaces, theirs.namespace)
    kinds = ours.descriptions, theirs.descriptions
    yield from _column("hub", "description", kinds[0], ours.description, kinds[1], theirs.description)


def _edges(ours: EdgeTable, theirs: EdgeTable) -> Iterator[str]:
    yield from _counts("edges", ours.count, theirs.count)
    for name in ("type", "source", "target"):
        yield from _column("edge", name, _PLAIN, ours.column(name), _PLAIN, theirs.column(name))
    for name, kind in ours.kinds.items():
        yield from _column("edge", name, kind, ours.column(name), theirs.kinds[name], theirs.column(name))


def _counts(what: str, ours: int, theirs: int) -> Iterator[str]:
    if ours != theirs:
        yield f"There are {ours} {what} here and {theirs} there."


def _lists(what: str, name: str, ours: Mapping[int, str] | Any, theirs: Any) -> Iterator[str]:
    for row, (a, b) in enumerate(zip(ours, theirs, strict=False)):
        if a != b:
            yield _sentence(what, row, name, a, b)


def _column(what: str, name: str, kind: Kind, ours: NDArray[Any], other: Kind, theirs: NDArray[Any]) -> Iterator[str]:
    both = min(len(ours), len(theirs))
    for row in np.flatnonzero(kind.differ(ours[:both], other, theirs[:both])).tolist():
        a, b = kind.to_python(ours[row : row + 1])[0], other.to_python(theirs[row : row + 1])[0]
        yield _sentence(what, row, name, a, b)


def _sentence(what: str, row: int, name: str, ours: Any, theirs: Any) -> str:
    return f"The {name} of {what} {row} is {ours!r} here and {theirs!r} there."
