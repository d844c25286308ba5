"""A memory as JSON and back. What is written here is written for ever, so every field is there, defaults too.

The bytes are UTF-8 that lets halves of surrogate pairs pass: what goes in comes back unchanged. Keys keep the order
they were given in; the digest covers the bytes as they are, so no canonical form is needed.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, TypeAlias, cast

from ...errors import MemoryInvalid, StoreDamaged
from ..values.model import Draft, Link, Memory
from ..values.times import from_micros
from ..writing.esteem import Esteem, first_esteem

Payload: TypeAlias = dict[str, Any]

_encoder = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":"))

SAID = (
    *("text", "action", "observation", "action_type", "task", "agent", "source", "valid_from", "valid_to"),
    *("types", "importance", "confidence", "trust", "valence", "pinned", "meta"),
)
"""Fields that must be equal for two drafts to say the same."""


def encode(payload: Mapping[str, Any]) -> bytes:
    """Return the JSON of a payload. Raises MemoryInvalid where a value has no JSON form."""
    try:
        return _encoder.encode(payload).encode("utf-8", "surrogatepass")
    except (TypeError, ValueError, RecursionError) as error:
        raise MemoryInvalid(
            f"A memory cannot be written as JSON: {error}.",
            hint="Use strings, finite numbers, booleans, lists and objects with string keys.",
        ) from None


def decode(payload: bytes) -> Payload:
    """Return what `encode` wrote. Raises StoreDamaged for anything else."""
    try:
        found: object = json.loads(payload.decode("utf-8", "surrogatepass"))
    except (ValueError, RecursionError) as error:
        raise StoreDamaged(f"The content of an event is not JSON: {error}.", hint="Run `clew verify`.") from None
    if not isinstance(found, dict):
        raise StoreDamaged("The content of an event is no object of JSON.", hint="Run `clew verify`.")
    return cast("Payload", found)


def payload_of(
    draft: Draft, *, row: int, recorded_at: int, step: int | None, links: tuple[Link, ...], unlinks: tuple[Link, ...]
) -> Payload:
    """Return the payload of a `remember` event: the draft, completed. See `Event` for its form."""
    payload: Payload = {
        "id": draft.id,
        "namespace": draft.namespace,
        "row": row,
        "text": draft.text,
        "action": draft.action,
        "observation": draft.observation,
        "types": draft.types,
        "action_type": draft.action_type,
        "task": draft.task,
        "step": step,
        "agent": draft.agent,
        "at": recorded_at if draft.at is None else draft.at,
        "recorded_at": recorded_at,
        "valid_from": draft.valid_from,
        "valid_to": draft.valid_to,
        "importance": draft.importance,
        "confidence": draft.confidence,
        "trust": draft.trust,
        "valence": draft.valence,
        "pinned": draft.pinned,
        "tier": draft.tier,
        "source": draft.source,
        "tags": [{"name": tag.name, "inferred": tag.inferred} for tag in draft.tags],
        "entities": draft.entities,
        "links": [link_fields(link) for link in links],
        "unlinks": [unlink_fields(link) for link in unlinks],
        "meta": draft.meta,
    }
    if draft.recorded_at is not None:
        payload["backdated"] = True
    return payload


def link_fields(link: Link) -> Payload:
    return {
        "type": link.type,
        "source": link.source,
        "target": link.target,
        "reason": link.reason,
        "weight": link.weight,
        "inferred": link.inferred,
    }


def unlink_fields(link: Link) -> Payload:
    return {"type": link.type, "source": link.source, "target": link.target, "inferred": link.inferred}


def memory_of(payload: Payload, retracted_at: int | None, esteem: Esteem | None = None) -> Memory:
    """Return the memory that a `remember` event brought, as it stands after what was said of it later.

    esteem: what is thought of it now; None for what it said itself.
    """
    thought = esteem or first_esteem(payload)
    return Memory(
        id=payload["id"],
        namespace=payload["namespace"],
        row=payload["row"],
        text=payload["text"],
        action=payload["action"],
        observation=payload["observation"],
        types=tuple(payload["types"]),
        action_type=payload["action_type"],
        task=payload["task"],
        step=payload["step"],
        agent=payload["agent"],
        at=from_micros(payload["at"]),
        recorded_at=from_micros(payload["recorded_at"]),
        retracted_at=None if retracted_at is None else from_micros(retracted_at),
        valid_from=None if payload["valid_from"] is None else from_micros(payload["valid_from"]),
        valid_to=None if payload["valid_to"] is None else from_micros(payload["valid_to"]),
        importance=thought.importance,
        confidence=payload["confidence"],
        trust=payload["trust"],
        valence=payload["valence"],
        pinned=thought.pinned,
        tier=payload["tier"],
        access_count=thought.access_count,
        last_access=None if thought.last_access is None else from_micros(thought.last_access),
        successes=thought.successes,
        failures=thought.failures,
        source=payload["source"],
        tags=tuple([tag["name"] for tag in payload["tags"]]),
        entities=tuple(payload["entities"]),
        meta=payload["meta"],
    )


def additions(draft: Draft, stored: Payload) -> list[str]:
    """Return the names of the fields in which a draft says anything that the stored memory does not say already.

    What the store fills in (`at`, `step`) need not be given again; and tags, entities and links may be fewer, since the
    rest came from rules, or came later. So a memory that was exported comes in again as the same.
    """
    given = decode(encode(payload_of(draft, row=0, recorded_at=0, step=draft.step, links=draft.links, unlinks=())))
    differ = [name for name in SAID if given[name] != stored.get(name)]
    differ += [name for name in ("at", "step") if getattr(draft, name) not in (None, stored.get(name))]
    differ += [name for name in ("tags", "entities", "links") if not _members(given, name) <= _members(stored, name)]
    return differ


def _members(payload: Payload, field: str) -> set[str | tuple[str, ...]]:
    """Return the elements of a list field by what identifies them."""
    elements: list[Any] = payload.get(field, [])
    if field == "tags":
        return {tag["name"] for tag in elements}
    if field == "links":
        return {(link["type"], link["source"], link["target"]) for link in elements}
    return set(elements)
