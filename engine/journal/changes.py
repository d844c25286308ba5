"""Events other than `remember`: links drawn and removed, memories forgotten and restored, inside one write transaction.

They are checked and written out in full before they are kept, because what the journal holds every projection must be
able to follow, for ever. Links may name memories that have not come yet; forgetting may not. What changes nothing (to
forget what is forgotten) is left out of the event, so that the time at which it was first said stands.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, get_args

from ...errors import MemoryInvalid, MemoryNotFound
from .. import checks
from ..model import EdgeType, Event, EventKind, Link
from .ledger import Ledger
from .numbers import Namespace, Numbers
from .payloads import Payload, decode, encode, link_fields, unlink_fields
from .schema import to_key
from .sqlite_border import Connection

EDGE_TYPES: tuple[str, ...] = get_args(EdgeType)
CONTENT = {"link": "links", "unlink": "unlinks", "forget": "ids", "restore": "ids"}
"""The one field of a payload, by kind."""

RETRACTED = "SELECT retracted_at IS NOT NULL FROM memories WHERE namespace = ? AND id = ?"
RETRACT = "UPDATE memories SET retracted_at = ? WHERE namespace = ? AND id = ?"
BY_OPERATION = "SELECT seq, recorded_at, kind, payload FROM events WHERE namespace = ? AND operation = ?"


def record(
    connection: Connection, kind: EventKind, namespace: str, payload: Mapping[str, Any], operation: str | None, now: int
) -> Event:
    """Keep one event and return it; for an operation that was kept before, return that event.

    Raises MemoryInvalid for a payload that does not fit its kind, MemoryNotFound for an id that is not there.
    """
    where = Numbers(connection).namespace(namespace)
    first = None if operation is None else _first(connection, kind, where, operation)
    return first or _record(connection, kind, where, _checked(connection, kind, where, payload), operation, now)


def checked(link: Link) -> Link:
    """Return a link that can be kept. Raises MemoryInvalid for an end, a type, a reason or a weight that cannot.

    By type too, and not only by range: a number where an id belongs is good JSON, would be durable, and no projection
    could ever follow the journal again.
    """
    if link.type not in EDGE_TYPES:
        raise MemoryInvalid(f"There is no edge type {link.type!r:.60}.", hint=f"There are {', '.join(EDGE_TYPES)}.")
    if not (link.source and link.target):
        raise MemoryInvalid(f"A {link.type} link needs the ids of both its ends.")
    checks.name("source", link.source)
    checks.name("target", link.target)
    checks.text("reason", link.reason)
    checks.number("weight", link.weight, 0.0, 1.0)
    checks.flag("inferred", link.inferred)
    return link


def _record(
    connection: Connection, kind: EventKind, where: Namespace, payload: Payload, operation: str | None, now: int
) -> Event:
    ledger = Ledger(connection, now)
    time = ledger.next_time()
    operation = ledger.add(kind, where, encode(payload), time, operation)
    ledger.write()
    if kind in ("forget", "restore"):
        until = time if kind == "forget" else None
        connection.run_many(RETRACT, [(until, where.number, to_key(id)) for id in payload["ids"]])
    return Event(ledger.seq, operation, time, where.name, kind, payload)


def _first(connection: Connection, kind: EventKind, where: Namespace, operation: str) -> Event | None:
    found = connection.row(BY_OPERATION, (where.number, to_key(operation)))
    if found is None:
        return None
    seq, recorded_at, was, payload = found
    if was != kind:
        raise MemoryInvalid(f"Operation `{operation}` was a {was}.", hint="Take a new one for each write.")
    return Event(seq, operation, recorded_at, where.name, kind, decode(payload))


def _checked(connection: Connection, kind: EventKind, where: Namespace, payload: Mapping[str, Any]) -> Payload:
    """Return the payload, written out in full."""
    field = CONTENT.get(kind)
    if field is None or set(payload) != {field}:
        forms = ", ".join(f"{kind} {{{field}}}" for kind, field in CONTENT.items())
        raise MemoryInvalid(f"A `{kind}` event with {sorted(payload)} is not known.", hint=f"There are: {forms}.")
    if field == "ids":
        return {"ids": _changing(connection, where, payload["ids"], retracted=kind == "restore")}
    fields = link_fields if field == "links" else unlink_fields
    return {field: [fields(_link(given)) for given in payload[field]]}


def _changing(connection: Connection, where: Namespace, ids: Iterable[str], *, retracted: bool) -> list[str]:
    """Return the ids whose memories are (not) retracted now, each once. Raises MemoryNotFound for one unknown."""
    states = {id: connection.value(RETRACTED, (where.number, to_key(id))) for id in ids}
    missing = [id for id, state in states.items() if state is None]
    if missing:
        raise MemoryNotFound(f"There is no memory `{missing[0]}`.", hint="Nothing was changed.", ids=missing)
    return [id for id, state in states.items() if state == retracted]


def _link(given: Mapping[str, Any]) -> Link:
    try:
        link = Link(**given)
    except TypeError:
        fields = "type, source, target, and may have reason, weight, inferred"
        raise MemoryInvalid(f"{dict(given)!r:.200} is not a link.", hint=f"A link has {fields}.") from None
    return checked(link)
