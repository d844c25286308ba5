"""Which names a store holds that completion can offer: read from its columns, and no more of them than help."""

from __future__ import annotations

from ...dsl.completion.items import Known
from ...engine.handle.engine import Engine
from ...engine.projection.hubs import HubTable

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
