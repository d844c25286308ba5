"""Which names a store holds that completion can offer: read from its columns, and no more of them than help."""

from __future__ import annotations

from ...dsl.completion.items import Known
from ...engine.engine import Engine
from ...engine.projection.hubs import HubTable

MOST = 2_000
"""Names of each kind that are offered, the newest: a menu is searched by typing, and each key goes through them."""


def known_in(engine: Engine) -> Known:
    """Return the tasks, tags and entities of the handle's namespace."""
    engine.projection.drain()  # a store that was just opened has read nothing yet
    hubs = engine.projection.hubs
    return Known(
        tasks=_names(hubs, "Task", engine.namespace),
        tags=_names(hubs, "Tag", engine.namespace),
        entities=_names(hubs, "Entity", engine.namespace),
        namespaces=tuple(hubs.namespaces.names.values[-MOST:]),
    )


def _names(hubs: HubTable, label: str, namespace: str) -> tuple[str, ...]:
    space = hubs.namespaces.names.find(namespace)
    rows = [int(row) for row in hubs.rows(label) if hubs.namespace[row] == space]
    return tuple(hubs.names[row] for row in reversed(rows[-MOST:]))
