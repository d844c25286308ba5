"""The journal as JSONL: every event a line, in order, lossless. `clew import` makes the same store of it (`replay`).

Vectors are not in it: they are made again, by whatever model the other store has.
"""

from __future__ import annotations

import json
from typing import TextIO

from .journal.journal import Journal
from .times import to_iso


def write_events(journal: Journal, file: TextIO) -> int:
    """Write `{seq, operation, recorded_at, namespace, kind, payload}` a line; return how many."""
    count = 0
    for event in journal.events(0):
        line = {
            "seq": event.seq,
            "operation": event.operation,
            "recorded_at": to_iso(event.recorded_at),
            "namespace": event.namespace,
            "kind": event.kind,
            "payload": event.payload,
        }
        file.write(json.dumps(line, ensure_ascii=True) + "\n")
        count += 1
    return count
