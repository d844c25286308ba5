"""Traces as OpenTelemetry writes them in JSON (OTLP): typed values made plain, and spans found in their batches.

    {"resourceSpans": [{"resource": ..., "scopeSpans": [{"scope": ..., "spans": [span, ...]}]}]}

Whole numbers and times come as texts of digits, times in nanoseconds. Older exporters call the middle list
`instrumentationLibrarySpans`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from ..engine.values.times import FIRST, LAST

SCOPES = ("scopeSpans", "instrumentationLibrarySpans")

PLAIN = ("stringValue", "boolValue", "doubleValue", "bytesValue")

FAILED = (2, "2", "STATUS_CODE_ERROR")
"""How a status says that something went wrong."""

Attributes = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened during a span."""

    name: str
    attributes: Attributes


@dataclass(frozen=True, slots=True)
class Span:
    """One span.

    trace, id: hexadecimal. parent: the id of the span that it is part of, "" for none.
    start, end: microseconds since 1970, or None where the log has no such time.
    failed: whether its status is an error; complaint: what its status says.
    number: its record's.
    """

    trace: str
    id: str
    parent: str
    name: str
    start: int | None
    end: int | None
    attributes: Attributes
    events: tuple[Event, ...]
    failed: bool
    complaint: str
    number: int


def is_traces(value: Any) -> bool:
    """Say whether a value is a batch of traces."""
    return isinstance(value, dict) and isinstance(value.get("resourceSpans"), list)


def spans_of(batch: Mapping[str, Any], number: int) -> Iterator[Span | str]:
    """Yield the spans of a batch, and a sentence for what should be one and is none."""
    for resource in _objects(batch.get("resourceSpans")):
        for key in SCOPES:
            for scope in _objects(resource.get(key)):
                given = scope.get("spans")
                for span in given if isinstance(given, list) else ():
                    yield _span(span, number)


def value_of(value: Any) -> Any:
    """Return a typed value as JSON has it. What has no known type is nothing."""
    if not isinstance(value, dict):
        return None
    if "intValue" in value:
        return _whole(value["intValue"])
    if "arrayValue" in value:
        return [value_of(one) for one in _list(value["arrayValue"], "values")]
    if "kvlistValue" in value:
        return attributes_of(_list(value["kvlistValue"], "values"))
    return next((value[kind] for kind in PLAIN if kind in value), None)


def attributes_of(pairs: Any) -> dict[str, Any]:
    """Return a list of `{"key": ..., "value": typed}` as an object; of two equal keys the last stands."""
    return {pair["key"]: value_of(pair.get("value")) for pair in _objects(pairs) if isinstance(pair.get("key"), str)}


def _span(given: Any, number: int) -> Span | str:
    span = given if isinstance(given, dict) else {}
    trace, id = span.get("traceId"), span.get("spanId")
    if not (isinstance(trace, str) and trace and isinstance(id, str) and id):
        return "A span has no `traceId` or no `spanId`."
    parent, status = span.get("parentSpanId"), span.get("status")
    status = status if isinstance(status, dict) else {}
    return Span(
        trace=trace,
        id=id,
        parent=parent if isinstance(parent, str) and parent.strip("0") else "",
        name=_text(span.get("name")),
        start=_micros(span.get("startTimeUnixNano")),
        end=_micros(span.get("endTimeUnixNano")),
        attributes=attributes_of(span.get("attributes")),
        events=tuple(
            Event(_text(event.get("name")), attributes_of(event.get("attributes")))
            for event in _objects(span.get("events"))
        ),
        failed=status.get("code") in FAILED,
        complaint=_text(status.get("message")),
        number=number,
    )


def _micros(nanoseconds: Any) -> int | None:
    """Return a time in microseconds; 0 is what exporters write for none."""
    whole = _whole(nanoseconds)
    return whole // 1000 if whole and FIRST <= whole // 1000 <= LAST else None


def _whole(value: Any) -> int | None:
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    digits = value if isinstance(value, str) and len(value) < 40 else ""
    return int(digits) if digits.removeprefix("-").isdecimal() and digits.isascii() else None


def _objects(values: Any) -> Iterator[Mapping[str, Any]]:
    yield from (one for one in values if isinstance(one, dict)) if isinstance(values, list) else ()


def _list(value: Any, key: str) -> list[Any]:
    inner = value.get(key) if isinstance(value, dict) else None
    return inner if isinstance(inner, list) else []


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""
