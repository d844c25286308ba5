"""Clew's own export: every event of a journal a line, kept again as it was.

A store that was exported and imported into an empty one is the same store: the same memories, edges and times, also
those of what was forgotten; a second export is the first, byte for byte. Vectors are not in an export: they are made
again. Into a store that holds something already the numbers `seq` and `row` go on from there, and all else is kept.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, TypeGuard

from ..engine.values.times import to_micros
from ..errors import MemoryInvalid
from .protocol import Bad, Change, Head, Item, Source
from .reading import Record, records

FIELDS = frozenset({"seq", "operation", "recorded_at", "namespace", "kind", "payload"})


class ClewExport:
    """Importer `clew`."""

    name = "clew"
    doc = "what `clew export` writes"
    appended = True

    def recognises(self, head: Head) -> bool:
        return _is_event(head.first)

    def read(self, source: Source) -> Iterator[Item]:
        for record in records(source):
            if isinstance(record, Bad):
                yield record
            else:
                yield _change(record)


def _change(record: Record) -> Item:
    event = record.value
    if not _is_event(event):
        return Bad(record.number, "This is no event: it has other fields than an export of Clew.", record.position)
    try:
        time = to_micros(event["recorded_at"])
    except MemoryInvalid as error:
        return Bad(record.number, f"`recorded_at`: {error.message}", record.position)
    fields = event["kind"], event["namespace"], event["payload"], event["operation"]
    return Change(*fields, time, record.number, record.position)


def _is_event(value: Any) -> TypeGuard[Mapping[str, Any]]:
    return isinstance(value, dict) and value.keys() >= FIELDS
