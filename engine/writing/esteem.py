"""What is thought of a memory, and how reinforcing, pinning and feedback change that. Pure.

The one place that says so. The journal keeps the newest esteem beside its index, the projection keeps it in columns,
and AS OF folds it again from what was said first; all three by `after`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeAlias

ChangeKind: TypeAlias = Literal["reinforce", "pin", "unpin", "feedback"]

AMOUNTS: Mapping[ChangeKind, str | None] = {"reinforce": "by", "pin": None, "unpin": None, "feedback": "outcome"}
"""The kinds of event that change what is thought of a memory, each with the field of its payload that says how far."""


@dataclass(frozen=True, slots=True)
class Esteem:
    """importance: base, in [0, 1]. pinned: never ages, always important.

    access_count, last_access: how often its use was recorded, and when last, in microseconds. successes, failures: what
    those uses came to; each outcome in [0, 1] adds itself to the one and its rest to the other.
    """

    importance: float
    pinned: bool
    access_count: int = 0
    last_access: int | None = None
    successes: float = 0.0
    failures: float = 0.0


@dataclass(frozen=True, slots=True)
class Change:
    """One change of what is thought of the memory in `row`. at: microseconds. amount: in [0, 1], 0 for pins."""

    row: int
    at: int
    kind: ChangeKind
    amount: float = 0.0


def first_esteem(payload: Mapping[str, Any]) -> Esteem:
    """Return what a `remember` event says; one that was purged says nothing any more."""
    return Esteem(payload.get("importance", 0.5), payload.get("pinned", False))


def amount_of(kind: ChangeKind, payload: Mapping[str, Any]) -> float:
    """Return how far an event changes what is thought of its memories."""
    field = AMOUNTS[kind]
    return 0.0 if field is None else payload[field]


def after(esteem: Esteem, kind: ChangeKind, amount: float, at: int) -> Esteem:
    """Return the esteem after a change at a time.

    Reinforcing by `b` takes the share `b` off what importance lacks to 1: new = old + b (1 - old). So it never passes
    1, each step does less than the one before, and the order of several does not matter.
    """
    match kind:
        case "reinforce":
            return replace(esteem, importance=min(1.0, esteem.importance + amount * (1.0 - esteem.importance)))
        case "pin":
            return replace(esteem, pinned=True)
        case "unpin":
            return replace(esteem, pinned=False)
        case "feedback":
            return replace(
                esteem,
                access_count=esteem.access_count + 1,
                last_access=at if esteem.last_access is None else max(at, esteem.last_access),
                successes=esteem.successes + amount,
                failures=esteem.failures + (1.0 - amount),
            )
