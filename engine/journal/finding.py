"""One damage of a journal, as `verify` tells it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

Kind: TypeAlias = Literal["end", "file", "gap", "payload", "chain", "index", "words", "vectors"]

DERIVED: frozenset[Kind] = frozenset({"index", "words", "vectors"})
"""What is made of the events, and can be made again."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One damage. `seq` is that of the event, where there is one.

    end: events that were acknowledged are missing at the end.
    file: SQLite's own check failed.
    gap, payload, chain: an event is missing or changed.
    index, words, vectors: what is derived from the events does not agree with them.
    """

    kind: Kind
    message: str
    seq: int | None = None
