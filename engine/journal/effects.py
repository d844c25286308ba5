"""What an event changes in the tables that are derived from events: who is forgotten, what is thought of whom, what
names stand for. Used when an event is written, and when `reindex` makes those tables again.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from . import definitions, esteems
from .schema import to_key
from .sqlite_border import Connection

RETRACT = "UPDATE memories SET retracted_at = ? WHERE namespace = ? AND id = ?"


def take_effect(connection: Connection, namespace: int, kind: str, payload: Mapping[str, Any], at: int) -> None:
    """Change the tables by an event that is no `remember`. namespace: its number. at: microseconds."""
    match kind:
        case "forget" | "restore":
            until = at if kind == "forget" else None
            connection.run_many(RETRACT, [(until, namespace, to_key(id)) for id in payload["ids"]])
        case "reinforce" | "pin" | "unpin" | "feedback":
            esteems.change(connection, namespace, kind, payload, at)
        case "define":
            definitions.define(connection, namespace, payload)
        case "drop":
            definitions.drop(connection, namespace, payload)
        case _:
            pass
