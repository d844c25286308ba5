"""The journal as JSONL: every event a line, in order, lossless. `clew import` makes the same store of it (`replay`).

Vectors are not in it: they are made again, by whatever model the other store has.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TextIO

from ..journal.journal import Journal
from ..values.model import Event
from ..values.times import to_iso


def write_events(journal: Journal, file: TextIO, *, skipped: Callable[[str], object] | None = None) -> int:
    """Write `{seq, operation, recorded_at, namespace, kind, payload}` a line; return how many.

    skipped: told, in a sentence, of each event that is damaged or missing, which is left out then. Without it such a
    one raises StoreDamaged.
    """
    count = 0
    for event in journal.events(0) if skipped is None else journal.salvage(skipped):
        file.write(_line(event))
        count += 1
    return count


def _line(event: Event) -> str:
    fields = {
        "seq": event.seq,
        "operation": event.operation,
        "recorded_at": to_iso(event.recorded_at),
        "namespace": event.namespace,
        "kind": event.kind,
        "payload": event.payload,
    }
    return json.dumps(fields, ensure_ascii=True) + "\n"
