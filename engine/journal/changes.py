"""Events other than `remember`: edges, forgetting, what is thought of memories, definitions; in one write transaction.

They are checked and written out in full before they are kept, because what the journal holds every projection must be
able to follow, for ever. Links may name memories that have not come yet; forgetting may not. What changes nothing (to
forget what is forgotten) is left out of the event, so that the time at which it was first said stands.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, cast, get_args

from ...errors import MemoryInvalid, MemoryNotFound
from ..learning import account
from ..values import checks
from ..values.model import EdgeType, Event, EventKind, Link
from . import definitions, esteems
from .effects import take_effect
from .ledger import Ledger
from .numbers import Namespace, Numbers
from .payloads import Payload, decode, encode, link_fields, unlink_fields
from .schema import to_key
from .sqlite_border import Connection

EDGE_TYPES: tuple[str, ...] = get_args(EdgeType)
CONTENT: Mapping[str, tuple[str, ...]] = {
    "link": ("links",),
    "unlink": ("unlinks",),
    "forget": ("ids",),
    "restore": ("ids",),
    "reinforce": ("ids", "by"),
    "pin": ("ids",),
    "unpin": ("ids",),
    "feedback": ("ids", "outcome", "recall"),
    "define": ("definitions",),
    "drop": ("drops",),
}
"""What is said in a payload, by kind. The edges that follow from a definition are added to it here."""

OPTIONAL: Mapping[str, frozenset[str]] = {"feedback": frozenset({"record"})}
"""What may be said too: earlier releases did not."""

RETRACTED = "SELECT retracted_at IS NOT NULL FROM memories WHERE namespace = ? AND id = ?"
BY_OPERATION = "SELECT seq, recorded_at, kind, payload FROM events WHERE namespace = ? AND operation = ?"


def record(
    connection: Connection,
    kind: EventKind,
    namespace: str,
    payload: Mapping[str, Any],
    operation: str | None,
    now: int,
    recorded_at: int | None = None,
) -> Event:
    """Keep one event and return it; for an operation that was kept before, return that event.

    recorded_at: the time that it had in another journal; None for now. Raises MemoryInvalid for a payload that does
    not fit its kind, MemoryNotFound for an id that is not there.
    """
    where = Numbers(connection).namespace(namespace)
    first = None if operation is None else _first(connection, kind, where, operation)
    if first is not None:
        return first
    ledger = Ledger(connection, now)
    time = ledger.next_time() if recorded_at is None else ledger.same_time(recorded_at)
    full = _checked(connection, kind, where, payload, again=recorded_at is not None)
    return _record(connection, kind, where, full, operation, ledger, time)


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
    connection: Connection,
    kind: EventKind,
    where: Namespace,
    payload: Payload,
    operation: str | None,
    ledger: Ledger,
    time: int,
) -> Event:
    operation = ledger.add(kind, where, encode(payload), time, operation)
    ledger.write()
    take_effect(connection, where.number, kind, payload, time)
    return Event(ledger.seq, operation, time, where.name, kind, payload)


def _first(connection: Connection, kind: EventKind, where: Namespace, operation: str) -> Event | None:
    found = connection.row(BY_OPERATION, (where.number, to_key(operation)))
    if found is None:
        return None
    seq, recorded_at, was, payload = found
    if was != kind:
        raise MemoryInvalid(f"Operation `{operation}` was a {was}.", hint="Take a new one for each write.")
    return Event(seq, operation, recorded_at, where.name, kind, decode(payload))


def _checked(
    connection: Connection, kind: EventKind, where: Namespace, payload: Mapping[str, Any], *, again: bool
) -> Payload:
    """Return the payload, written out in full. again: it was written before, in another journal."""
    if kind not in CONTENT or set(payload) - OPTIONAL.get(kind, frozenset()) != set(CONTENT[kind]):
        forms = ", ".join(f"{kind} {{{', '.join(fields)}}}" for kind, fields in CONTENT.items())
        raise MemoryInvalid(f"A `{kind}` event with {sorted(payload)} is not known.", hint=f"There are: {forms}.")
    match kind:
        case "link":
            return {"links": [link_fields(_link(given)) for given in payload["links"]]}
        case "unlink":
            return {"unlinks": [unlink_fields(_link(given)) for given in payload["unlinks"]]}
        case "define":
            return definitions.defined(connection, where, payload["definitions"])
        case "drop":
            return definitions.dropped(connection, where, payload["drops"], missing=again)
        case _:
            return _of_memories(connection, kind, where, payload, again=again)


def _of_memories(
    connection: Connection, kind: EventKind, where: Namespace, payload: Mapping[str, Any], *, again: bool
) -> Payload:
    """Return the payload of an event about memories: each once, and only those for which it changes something."""
    states = _states(connection, where, payload["ids"])
    if kind in ("forget", "restore"):
        return {"ids": [id for id, forgotten in states.items() if forgotten == (kind == "restore")]}
    if not again:
        _refuse_forgotten(states)
    if kind in ("pin", "unpin"):
        return {"ids": [id for id in states if esteems.is_pinned(connection, where.number, id) == (kind == "unpin")]}
    return {"ids": list(states), **said(kind, payload)}


def said(kind: str, payload: Mapping[str, Any]) -> Payload:
    """Return what a `reinforce` or `feedback` event says beside its ids. Raises MemoryInvalid."""
    if kind == "reinforce":
        return {"by": checks.number("by", payload["by"], 0.0, 1.0)}
    outcome = checks.number("outcome", payload["outcome"], 0.0, 1.0)
    record = {"record": account.checked(payload["record"])} if "record" in payload else {}
    return {"outcome": outcome, "recall": checks.optional_name("recall", payload["recall"]), **record}


def _states(connection: Connection, where: Namespace, ids: Iterable[str]) -> dict[str, bool]:
    """Return whether each memory is forgotten now, each once. Raises MemoryNotFound for one unknown."""
    states = {id: connection.value(RETRACTED, (where.number, to_key(id))) for id in ids}
    missing = [id for id, state in states.items() if state is None]
    if missing:
        raise MemoryNotFound(f"There is no memory `{missing[0]}`.", hint="Nothing was changed.", ids=missing)
    return cast("dict[str, bool]", states)


def _refuse_forgotten(states: Mapping[str, bool]) -> None:
    forgotten = [id for id, state in states.items() if state]
    if forgotten:
        hint = "Nothing was changed; `restore` brings it back."
        raise MemoryNotFound(f"The memory `{forgotten[0]}` was forgotten.", hint=hint, ids=forgotten)


def _link(given: Mapping[str, Any]) -> Link:
    try:
        link = Link(**given)
    except TypeError:
        fields = "type, source, target, and may have reason, weight, inferred"
        raise MemoryInvalid(f"{dict(given)!r:.200} is not a link.", hint=f"A link has {fields}.") from None
    return checked(link)
