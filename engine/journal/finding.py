"""One damage of a journal, as `verify` tells it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

Kind: TypeAlias = Literal["end", "file", "gap", "payload", "chain", "index", "words", "vectors", "settings"]

DERIVED: frozenset[Kind] = frozenset({"index", "words", "vectors", "settings"})
"""What is made of the events, and can be made again, or chosen."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One damage. `seq` is that of the event, where there is one.

    end: events that were acknowledged are missing at the end.
    file: SQLite's own check failed.
    gap, payload, chain: an event is missing or changed.
    index, words, vectors: what is derived from the events does not agree with them.
    settings: a setting is not what was written; it is no part of what is remembered.
    """

    kind: Kind
    message: str
    seq: int | None = None
