"""What a store holds that a text may name: for completion what to offer, for checks what is there.

Read from the columns, and no more of them than help.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ...dsl.catalog import Catalog
from ...dsl.checking.held import Held, Names
from ...dsl.completion.items import Known
from ...dsl.diagnosis.suggest import nearest
from ..answers.display import one_line
from ..projection.hubs import HubTable
from ..projection.kinds import WordLists
from ..projection.memories import MemoryColumns
from ..values.times import NEVER
from ..writing.near import MOST_IDS
from .finding import find_memories

if TYPE_CHECKING:
    from ..handle.engine import Engine

MOST = 2_000
"""Names of each kind that are offered, the newest: a menu is searched by typing, and each key goes through them."""
MOST_MEMORIES = 20
SAID = 60
"""Characters of what a memory says beside its id."""


class StoreVocabulary:
    """What an open store lends to whoever checks and completes texts: read anew only where the store has grown.

    Each property raises ClewError where the store is gone.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._known: tuple[int, Known] | None = None
        self._held: tuple[int, Held] | None = None

    @property
    def catalog(self) -> Catalog:
        return self._engine.catalog

    @property
    def known(self) -> Known:
        """What completion offers: memories too, by what is typed of them."""
        head = self._engine.journal.head()
        if self._known is None or self._known[0] != head:
            known = replace(known_in(self._engine), memories=partial(memories_like, self._engine))
            self._known = head, known
        return self._known[1]

    @property
    def held(self) -> Held:
        """What a check warns by."""
        head = self._engine.journal.head()
        if self._held is None or self._held[0] != head:
            self._held = head, held_in(self._engine)
        return self._held[1]


def known_in(engine: Engine) -> Known:
    """Return what the handle's namespace holds, and what was defined in it."""
    engine.projection.drain()  # a store that was just opened has read nothing yet
    hubs, memories = engine.projection.hubs, engine.projection.view.memories
    mine = memories.namespace == memories.code("namespace", engine.namespace)
    return Known(
        tasks=_names(hubs, "Task", engine.namespace),
        tags=_names(hubs, "Tag", engine.namespace),
        entities=_names(hubs, "Entity", engine.namespace),
        types=_distinct(memories, "type", mine)[:MOST],
        actions=_distinct(memories, "action_type", mine)[:MOST],
        namespaces=tuple(hubs.namespaces.names.values[-MOST:]),
        intents=tuple(intent.name for intent in engine.catalog.intents),
    )


def _names(hubs: HubTable, label: str, namespace: str) -> tuple[str, ...]:
    space = hubs.namespaces.names.find(namespace)
    rows = [int(row) for row in hubs.rows(label) if hubs.namespace[row] == space]
    return tuple(hubs.names[row] for row in reversed(rows[-MOST:]))


def _distinct(memories: MemoryColumns, name: str, rows: NDArray[np.bool_]) -> tuple[str, ...]:
    """Return the distinct strings of a column in these rows, in the order in which they were first met."""
    codes = np.unique(memories.column(name)[rows])
    values = memories.values(name)
    kept: list[int] = codes[codes >= 0].tolist()
    return tuple([values[code] for code in kept])


def memories_like(engine: Engine, typed: str) -> list[tuple[str, str]]:
    """Return the ids that are meant by what is typed, each with the beginning of what it says."""
    return [(memory.id, one_line(memory.text, SAID)) for memory in find_memories(engine, typed, MOST_MEMORIES)]


def held_in(engine: Engine) -> Held:
    """Return what the memories of a handle's namespace have, for checks of texts that name it."""
    engine.projection.drain()
    memories, hubs = engine.projection.view.memories, engine.projection.hubs
    seen = (memories.namespace == memories.code("namespace", engine.namespace)) & (memories.retracted_at == NEVER)
    newest: list[int] = np.flatnonzero(seen)[::-1][:MOST_IDS].tolist()
    return Held(
        names={
            "task": _all_of(_distinct(memories, "task", seen)),
            "type": _all_of(_types(memories, seen)),
            "action type": _all_of(_distinct(memories, "action_type", seen)),
            "tag": Names(partial(_has_hub, engine, "Tag"), _names(hubs, "Tag", engine.namespace)),
            "entity": Names(partial(_has_hub, engine, "Entity"), _names(hubs, "Entity", engine.namespace)),
        },
        holds=lambda id: engine.journal.row_of(engine.namespace, id) is not None,
        like=lambda id: nearest(id, [memories.ids[row] for row in newest]),
    )


def _all_of(names: Iterable[str]) -> Names:
    known = frozenset(names)
    return Names(known.__contains__, known)


def _has_hub(engine: Engine, label: str, name: str) -> bool:
    return engine.projection.hubs.row_of(label, engine.namespace, name) is not None


def _types(memories: MemoryColumns, rows: NDArray[np.bool_]) -> Iterator[str]:
    """Yield the types of these rows; a memory may have several."""
    lists = memories.kinds["types"]
    assert isinstance(lists, WordLists)
    codes: list[int] = np.unique(memories.types[rows]).tolist()
    yield from (name for code in codes if code >= 0 for name in lists.names.values[code])
