"""What a feedback event keeps of the recall that it is about: enough to learn from it, to count it, and to show it.

    record: {text, parameters, namespaces, recent, seq, reference, hits, strategy, trial}

A `RecallRecord` without what only a profile needs. The text of the need and the ids of the answer are in it, and no
memory's text. Events of earlier releases have none: then only what was used and the outcome are known. What is checked
here is what a projection reads; the rest is kept as it was written.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ...errors import MemoryInvalid
from ..values import checks

if TYPE_CHECKING:
    from ..asking.recall_record import RecallRecord

LEFT_OUT = ("id", "stages")
"""The name of the recall is a field of the event, and how many rows each stage took helps nobody later."""

LARGEST = 1e12
"""Above any score; costs are in tokens."""


def account_of(record: RecallRecord) -> dict[str, Any]:
    """Return what is kept of a recall's record."""
    return {name: value for name, value in record.to_dict().items() if name not in LEFT_OUT}


def checked(record: object) -> dict[str, Any]:
    """Return an account as JSON gives it back. Raises MemoryInvalid for one that could not be followed."""
    kept = checks.json_object("record", record)
    checks.text("record.text", kept.get("text"))
    checks.text("record.strategy", kept.get("strategy"))
    if len(checks.names("record.trial", kept.get("trial", ()))) not in (0, 2):
        raise MemoryInvalid("`record.trial` names two strategies, or none.", field="record")
    for hit in checks.elements("record.hits", kept.get("hits", ())):
        fields = checks.json_object("record.hits", hit)
        checks.name("record.hits.id", fields.get("id"))
        for name, value in checks.json_object("record.hits.scores", fields.get("scores", {})).items():
            checks.number(f"record.hits.scores.{name}", value, -LARGEST, LARGEST)
    return kept


def strategy_in(payload: Mapping[str, Any]) -> str:
    """Return the strategy of the recall that an event is about; empty where it does not say."""
    return payload.get("record", {}).get("strategy") or ""


def trial_in(payload: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the two strategies that the recall's was drawn from; none where there was no choice."""
    return tuple(payload.get("record", {}).get("trial", ()))


def used_scores(payload: Mapping[str, Any]) -> dict[str, Mapping[str, float]]:
    """Return the objectives that each memory of the answer had, by id."""
    return {hit["id"]: hit.get("scores", {}) for hit in payload.get("record", {}).get("hits", ())}
