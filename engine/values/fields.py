"""The keyword arguments of `remember` and `recall`, by name and type: what an editor completes and a checker checks.

They are the parameters of `remember.make_draft` and `recall_arguments.recall_of`, where each is explained; a test holds
them equal.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, TypedDict

from ...errors import MemoryInvalid, ParameterError
from .model import Link, Tag


class RememberFields(TypedDict, total=False):
    """Fields of a memory. Ratios are in [0, 1], `valence` in [-1, 1]; times are datetimes, ISO texts or
    microseconds.
    """

    action: str | None
    observation: str | None
    id: str | None
    type: str | Sequence[str] | None
    action_type: str | None
    task: str | None
    step: int | None
    agent: str | None
    at: datetime | str | int | None
    valid_from: datetime | str | int | None
    valid_to: datetime | str | int | None
    recorded_at: datetime | str | int | None
    importance: float
    confidence: float
    trust: float
    valence: float
    pinned: bool
    source: str | None
    tags: Iterable[str | Tag]
    entities: Iterable[str] | None
    causes: Iterable[str | Link]
    supersedes: Iterable[str]
    meta: Mapping[str, Any] | None
    operation: str | None


class RecallFields(TypedDict, total=False):
    """Clauses of a recall. Names may be one or several; a timedelta is time before the reference time."""

    k: int | None
    intent: str | Iterable[str] | None
    about: str | Iterable[str] | None
    doing: str | Iterable[str] | None
    type: str | Iterable[str] | None
    task: str | Iterable[str] | None
    near: str | Iterable[str] | None
    active: int | None
    steps: tuple[int | None, int | None] | None
    since: datetime | timedelta | str | None
    until: datetime | timedelta | str | None
    namespace: str | Iterable[str] | None
    excluding: str | Iterable[str] | None
    excluding_hard: str | Iterable[str] | None
    requiring: str | Iterable[str] | None
    as_of: datetime | timedelta | str | None
    valid_at: datetime | timedelta | str | None
    min_trust: float | None
    with_archived: bool
    infer: bool
    where: str | None
    given: Mapping[str, object] | None
    candidates: int | None
    floor: float | None
    objectives: Sequence[str] | None
    order: str | None
    diversify: str | tuple[str, float] | None
    budget: int | None
    expand: Mapping[str, int] | None
    using: str | tuple[str, str] | None
    half_life: timedelta | None
    decay: str | None
    explore: str | None


def refuse_loose(loose: Mapping[str, object]) -> None:
    """Raise ParameterError for parameters that are given as arguments of the call."""
    for name in loose:
        hint = f'As in `query(text, {{"{name}": ...}})`.'
        raise ParameterError(f"Parameters are given as one mapping, and not as `{name}=...`.", hint=hint, name=name)


MEANT = {
    **dict.fromkeys(("limit", "n", "top_k", "count"), "k"),
    **dict.fromkeys(("pareto", "objective"), "objectives"),
    **dict.fromkeys(("tokens", "max_tokens", "token_budget"), "budget"),
    **dict.fromkeys(("tag", "tags", "intents"), "intent"),
    **dict.fromkeys(("entity", "entities"), "about"),
}
"""What other libraries call the clauses of a recall."""


def check_known(given: Mapping[str, object], fields: type, what: str) -> None:
    """Raise MemoryInvalid for a field that does not exist, with the nearest one that does."""
    known = fields.__annotations__
    for name in given:
        if name not in known:
            from ...dsl.diagnosis.suggest import nearest

            near = nearest(name, known)
            meant = MEANT.get(name)
            listed = f"`{meant}` is it." if meant in known else f"There are: {', '.join(known)}."
            hint = f"`{near}` is similar." if near else listed
            raise MemoryInvalid(f"{what} takes no `{name}`.", hint=hint, field=name)
