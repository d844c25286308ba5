"""Recalls that went badly, as their feedback events keep them: what was needed, what was answered, what came of it."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from ...dsl import ast
from ...dsl.parsing.parser import parse
from ...errors import QueryError
from ..values.model import Event
from ..values.times import from_micros

BAD = 0.5
"""Outcomes below this are misses: worse than half a success."""


@dataclass(frozen=True, slots=True)
class Miss:
    """One outcome of a recall. at: when it was told. recall: its name, None where only memories were named.

    need: what FOR said. text: the recall as a statement. strategy: the one that was used. answered: ids, best first.
    used: those of them that the outcome is about. All that an event of an earlier release does not say is empty.
    """

    at: dt.datetime
    outcome: float
    recall: str | None
    need: str | None
    text: str
    strategy: str
    answered: tuple[str, ...]
    used: tuple[str, ...]

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)


def outcome_of(event: Event) -> Miss:
    """Return what a feedback event says of the recall that it is about."""
    payload = event.payload
    record: Mapping[str, Any] = payload.get("record", {})
    text = record.get("text") or ""
    return Miss(
        at=from_micros(event.recorded_at),
        outcome=payload["outcome"],
        recall=payload["recall"],
        need=_need(text),
        text=text,
        strategy=record.get("strategy") or "",
        answered=tuple(hit["id"] for hit in record.get("hits", ())),
        used=tuple(payload["ids"]),
    )


def misses(events: Iterable[Event], below: float = BAD) -> list[Miss]:
    """Return the outcomes below a bound, the newest first."""
    return [outcome_of(event) for event in events if event.payload["outcome"] < below][::-1]


def suite_lines(found: Iterable[Miss], events: Iterable[Event]) -> Iterator[dict[str, Any]]:
    """Yield each need that was missed once, as a line of a suite: `{need, expected, outdated?}`.

    expected: what was used for the same need with a better outcome, at any time; empty where nobody has found it yet:
    whoever knows the answer writes it in.
    """
    good: dict[str, list[str]] = {}
    for told in map(outcome_of, events):
        if told.need is not None and told.outcome > BAD:
            good.setdefault(told.need, []).extend(told.used)
    for need, miss in {miss.need: miss for miss in found if miss.need is not None}.items():
        expected = list(dict.fromkeys(good.get(need, ())))
        yield {
            "need": need,
            "expected": expected,
            "category": f"miss {miss.strategy}".strip(),
            "answered": miss.answered,
        }


def _need(text: str) -> str | None:
    try:
        statement = parse(text) if text else None
    except QueryError:  # another release wrote it
        return None
    need = statement.need if isinstance(statement, ast.Recall) else None
    return need.value if isinstance(need, ast.Literal) and isinstance(need.value, str) else None
