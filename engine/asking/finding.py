"""Finding a memory by a few letters: its id, the beginning of one, or words that it holds.

For whoever types into a field and wants the list at once. No model is asked and no graph: that is what a RECALL is for.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import numpy as np

from ..handle.engine import Engine
from ..running.operation import operation
from ..values.model import Memory

LONGEST = 500
"""Characters of what is looked for; a longer text is no name, and its head has words enough."""


def find_memories(engine: Engine, text: str, limit: int = 20, *, forgotten: bool = False) -> list[Memory]:
    """Return up to `limit` memories: the one of that id, those whose ids begin so, then those that hold all words, or
    any of them; the newest for an empty text. forgotten: those too.
    """
    sought = text.strip()[:LONGEST]
    with operation(engine.limits):
        rows = dict.fromkeys(_rows(engine, sought, forgotten) if sought else _newest(engine, limit, forgotten))
        found: list[Memory] = []
        waiting = iter(rows)
        while len(found) < limit and (some := list(islice(waiting, limit))):
            found += [one for one in engine.journal.memories(some) if forgotten or one.retracted_at is None]
        return found[:limit]


def _newest(engine: Engine, limit: int, forgotten: bool) -> list[int]:
    return engine.journal.find(engine.namespace, forgotten=forgotten, limit=limit)


def _rows(engine: Engine, sought: str, forgotten: bool) -> Iterator[int]:
    journal, space = engine.journal, engine.namespace
    exact = journal.row_of(space, sought)
    if exact is not None:
        yield exact
    engine.store.fresh()
    ids = [*engine.projection.memories.index.get(space, {}).items()]  # at once: somebody may be folding
    yield from (row for id, row in reversed(ids) if id.startswith(sought))
    for every in (True, False):
        found = journal.words([space], sought, every=every)
        yield from found.rows[np.argsort(-found.scores, kind="stable")].tolist()
