"""What a store holds that a text may name: for completion what to offer, for checks what is there.

Read from the columns, and no more of them than help.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...dsl.checking.held import Held
from ...dsl.completion.items import Known
from ...dsl.diagnosis.suggest import nearest
from ..executor.named import MOST_IDS
from ..projection.hubs import HubTable

if TYPE_CHECKING:
    from ..handle.engine import Engine

MOST = 2_000
"""Names of each kind that are offered, the newest: a menu is searched by typing, and each key goes through them."""


def known_in(engine: Engine) -> Known:
    """Return what the handle's namespace holds, and what was defined in it."""
    engine.projection.drain()  # a store that was just opened has read nothing yet
    hubs = engine.projection.hubs
    return Known(
        tasks=_names(hubs, "Task", engine.namespace),
        tags=_names(hubs, "Tag", engine.namespace),
        entities=_names(hubs, "Entity", engine.namespace),
        namespaces=tuple(hubs.namespaces.names.values[-MOST:]),
        intents=tuple(intent.name for intent in engine.catalog.intents),
    )


def _names(hubs: HubTable, label: str, namespace: str) -> tuple[str, ...]:
    space = hubs.namespaces.names.find(namespace)
    rows = [int(row) for row in hubs.rows(label) if hubs.namespace[row] == space]
    return tuple(hubs.names[row] for row in reversed(rows[-MOST:]))


def held_in(engine: Engine) -> Held:
    """Return what the memories of a handle's namespace have, for checks of texts that name it."""
    engine.store.fresh()
    newest = [memory.id for memory in engine.list(limit=MOST_IDS)]
    named = {what: {row["name"] for row in engine.query(f"SHOW {what}")} for what in ("TASKS", "TYPES")}
    actions = engine.query("MATCH (m:Memory) WHERE m.action_type IS NOT NULL RETURN DISTINCT m.action_type AS name")
    return Held(
        tasks=named["TASKS"],
        types=named["TYPES"],
        actions={row["name"] for row in actions},
        holds=lambda id: engine.journal.row_of(engine.namespace, id) is not None,
        like=lambda id: nearest(id, newest),
    )
