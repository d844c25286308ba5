"""When completions are shown: at a key always, and while one types where they help and are not in the way."""

from __future__ import annotations

from dataclasses import replace

from ...dsl.catalog import Catalog
from ...dsl.completion.complete import complete
from ...dsl.completion.items import Completions, Kind, Known

TRIGGERS = frozenset(".:$'\"`{[(,")
"""Signs behind which a name is due."""

NAMES: frozenset[Kind] = frozenset(("value", "memory", "intent", "strategy", "order", "label", "edge"))
"""What is shown behind a blank too: where a name of the store is due, nothing else can come."""

MOST = 200
"""Completions that are listed: who needs the next one types another letter."""


def completions(text: str, cursor: int, catalog: Catalog, known: Known, *, asked: bool) -> Completions | None:
    """Return what is shown at a cursor; None for nothing. asked: by a key, and not because of what was typed."""
    behind_blank = text[cursor - 1 : cursor].isspace()
    if not asked and not behind_blank and not _is_due(text, cursor):
        return None
    found = complete(text, cursor, catalog, known)
    items = found.items[:MOST]
    if not asked and behind_blank and not (items and items[0].kind in NAMES):
        return None
    typed = text[found.span.start : cursor]
    done = any(item.text.casefold() == typed.casefold() for item in items[:1])
    if not items or (done and not asked):
        return None
    return replace(found, items=items)


def _is_due(text: str, cursor: int) -> bool:
    """Whether a word is begun, or a sign stands before the cursor behind which a name is due; at the end of a word."""
    before, behind = text[cursor - 1 : cursor], text[cursor : cursor + 1]
    return bool(before) and (before.isalnum() or before == "_" or before in TRIGGERS) and not behind.isalnum()
