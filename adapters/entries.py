"""From what an importer yields to what a journal takes, checked: the step between reading and writing.

The operation of each memory is named by its id and a hash of its words, that of an edge by a hash of all it says: so a
run that was killed half-way and run again is a run once, whatever has happened to the file's name and time.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from math import isfinite
from typing import Any, cast

from ..engine.journal.replay import Told, told
from ..engine.values.fields import RememberFields
from ..engine.values.model import Draft, Link
from ..engine.writing.remember import make_draft
from ..errors import MemoryInvalid
from .protocol import Change, Edge, Unit

KNOWN = frozenset(("text", *RememberFields.__annotations__))
"""What an importer may say of a memory."""


@dataclass(frozen=True, slots=True)
class Terms:
    """How a log is to be imported.

    namespace: of what is no event. renamed: whether events, too, are to be of it, wherever they were before.
    backdate: whether the store is to have learned each memory when it happened.
    """

    namespace: str
    renamed: bool = False
    backdate: bool = False


@dataclass(frozen=True, slots=True)
class Entry:
    """What can be written, with the place in the log that it came from."""

    what: Draft | Told
    number: int
    position: int


def entry_of(item: Unit | Edge | Change, terms: Terms) -> Entry:
    """Return an item as it can be written. Raises MemoryInvalid, in whose sentence stands which one cannot."""
    match item:
        case Unit():
            what = _draft(item.fields, terms)
        case Edge():
            what = _edge(item, terms.namespace)
        case Change():
            what = told(_renamed(item, terms.namespace) if terms.renamed else item)
    return Entry(what, item.number, item.position)


def _draft(fields: Mapping[str, Any], terms: Terms) -> Draft:
    if unknown := fields.keys() - KNOWN:
        raise MemoryInvalid(f"A memory has no field `{min(unknown)}`.", field=min(unknown))
    if fields.get("id") is None:
        raise MemoryInvalid("A memory of a log needs an id, by which a second run knows it.", field="id")
    try:
        draft = make_draft(**{"text": None, **fields}, namespace=terms.namespace)
    except MemoryInvalid as error:
        if error.data.get("field") != "meta":
            raise
        draft = make_draft(
            **{"text": None, **fields, "meta": _finite(fields["meta"], error)}, namespace=terms.namespace
        )
    return replace(draft, operation=_operation(draft), recorded_at=draft.at if terms.backdate else None)


def _finite(meta: Any, error: MemoryInvalid) -> Any:
    """Return `meta` with null for the numbers that JSON has not: NaN and the infinities. Raises `error`, too deep."""
    try:
        return _without_infinity(meta)
    except RecursionError:
        raise error from None


def _without_infinity(value: Any) -> Any:
    if isinstance(value, float):
        return value if isfinite(value) else None
    if isinstance(value, Mapping):
        return {key: _without_infinity(inner) for key, inner in cast("Mapping[str, Any]", value).items()}
    return [_without_infinity(inner) for inner in cast("list[Any]", value)] if isinstance(value, list) else value


def _operation(draft: Draft) -> str:
    """Return a name for the write of these words under this id: not of the file, its time, or what rules made of it."""
    words = "\0".join((draft.text, draft.action or "", draft.observation or ""))
    return f"import:{draft.id}:{_hash(words)}"


def _edge(edge: Edge, namespace: str) -> Told:
    if edge.source == edge.target:
        raise MemoryInvalid(f"`{edge.source[:60]}` cannot be joined to itself.")
    fields = asdict(Link(edge.type, edge.source, edge.target, edge.reason, edge.weight))
    operation = f"import:edge:{_hash(json.dumps(fields))}"
    return told(Change("link", namespace, {"links": [fields]}, operation, None, edge.number, edge.position))


def _renamed(change: Change, namespace: str) -> Change:
    payload = change.payload
    if isinstance(payload, Mapping) and "namespace" in payload:
        payload = {**payload, "namespace": namespace}
    return replace(change, namespace=namespace, payload=payload)


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]
