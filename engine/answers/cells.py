"""What an answer is, and how one value of it looks on a line: for whoever draws rows, in a terminal or in a file.

Everything stored is drawn as plain text with control characters made visible: a memory cannot colour, move or ring
anything.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Any, cast

from .display import one_line
from .plain import to_plain
from .plain_json import json_text

if TYPE_CHECKING:
    from .results import Rows

RECALL_COLUMNS = ("front", "rank", "scores", "why")
EXPANDED = "expanded_from"
"""A column of recalls with EXPAND: the hit that a row surrounds, null for a hit."""

CELL_WIDTH = 60
BAR = "▏▎▍▌▋▊▉█"
BAR_CELLS = 6


def memory_column(rows: Rows) -> str | None:
    """Return the column of memories of an answer that is hits: one beside what a recall says of each; None for any
    other.
    """
    names = [column for column in rows.columns if column not in (*RECALL_COLUMNS, EXPANDED)]
    if len(names) != 1 or not set(RECALL_COLUMNS) <= set(rows.columns):
        return None
    place = rows.columns.index(names[0])
    return names[0] if all(_is_memory(row[place]) for row in rows.values) else None


def _is_memory(value: Any) -> bool:
    plain = to_plain(value)
    return isinstance(plain, dict) and cast("dict[str, Any]", plain).get("label") == "Memory"


def said(memory: Mapping[str, Any]) -> str:
    """Return what a memory says, without its action where the line above has that as its action type."""
    action, observation = memory.get("action"), memory.get("observation")
    named = action and observation and action.replace(" ", "_") == memory.get("action_type")
    return str(observation if named else memory.get("text", ""))


def bar(score: float) -> str:
    """Return a score in [0, 1] as a bar of BAR_CELLS cells."""
    eighths = round(score * BAR_CELLS * 8)
    full, rest = divmod(eighths, 8)
    return ("█" * full + (BAR[rest - 1] if rest else "")).ljust(BAR_CELLS)


def cell(value: Any) -> str:
    """Return a value as one line: a memory by its id and text, a time to the second, anything else as JSON."""
    match value:
        case None:
            return ""
        case str():
            return one_line(value, 4 * CELL_WIDTH)
        case datetime():
            return when(value)
        case float():
            return f"{value:.4g}"
        case {"id": identity, "text": text}:
            return one_line(f"{identity}  {text}", 2 * CELL_WIDTH)
        case _:
            return one_line(json_text(value), 4 * CELL_WIDTH)


def when(value: Any) -> str:
    """Return a time to the second; anything else as it is, nothing as nothing."""
    if isinstance(value, datetime):
        return value.strftime("%Y-%m-%d %H:%M:%S")
    return "" if value is None else str(cast("object", value))
