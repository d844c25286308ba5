"""The bounds that keep one query from taking the machine, where an expression meets them. All are in `running.limits`.

A bound on time alone was refused: `range(1, 1000000000)` fills the memory long before any clock runs out, and a string
that doubles itself needs thirty steps.
"""

from __future__ import annotations

from ..running.limits import hold

MAX_DEPTH = 100
"""Lists and maps inside each other: what compares or prints them calls itself, and Python allows a thousand calls."""

ITEM_BYTES = 40
"""A list's pointer to an item, and a small number there; an item that was there before costs a fifth of it."""

LONG_TEXT = 256
"""Characters of a string above which it is counted as made; a row's table is weighed with its short ones."""

CHECK_EVERY = 512
"""Rows or items between two looks at the clock: a look costs 50 ns, a row at least ten times that."""


def check_rows(count: int) -> None:
    """Raise LimitError for more rows than may stand between two stages."""
    hint = "Add a LIMIT, or filter before UNWIND and before patterns that multiply rows."
    hold("rows", count, "The query makes too many rows", hint)


def check_string(length: int) -> None:
    """Raise LimitError for a string that is too long, before it is made."""
    hold("string_chars", length, f"A string of {length:,} characters is too long", code="limit.string")


def check_list(length: int) -> None:
    """Raise LimitError for a list that is too long, before it is made."""
    hold("list_items", length, f"A list of {length:,} items is too long", code="limit.list")
