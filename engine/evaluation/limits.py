"""The bounds that keep one query from taking the machine: named, with their reasons, in one place.

A bound on time alone was refused: `range(1, 1000000000)` fills the memory long before any clock runs out, and a
string that doubles itself needs thirty steps.
"""

from __future__ import annotations

from ...errors import LimitError

MAX_LIST_ITEMS = 2_000_000
"""Items in one list: about 80 MB of integers, and twenty times what a store of 100,000 memories can answer with."""

MAX_STRING_CHARS = 16_000_000
"""Characters in one string."""

MAX_DEPTH = 100
"""Lists and maps inside each other: what compares or prints them calls itself, and Python allows a thousand calls."""

MAX_ROWS = 2_000_000
"""Rows between two stages: about 200 MB of narrow tuples."""

MAX_PRODUCED_ITEMS = 20_000_000
"""List items that one query may make in all, kept or not: 800 MB of integers if all are kept, in lists of lists."""

MAX_PATTERN_CHARS = 1_000
"""Characters in a regular expression. The engine behind `=~` is linear in the text; the pattern has to be short too."""

CHECK_EVERY = 512
"""Rows or items between two looks at the clock: a look costs 50 ns, a row at least ten times that."""


def too_many_rows() -> LimitError:
    return LimitError(
        f"The query makes more than {MAX_ROWS:,} rows.",
        hint="Add a LIMIT, or filter before UNWIND and before patterns that multiply rows.",
        code="limit.rows",
    )


def check_string(length: int) -> None:
    """Raise LimitError for a string of more than `MAX_STRING_CHARS` characters, before it is made."""
    if length > MAX_STRING_CHARS:
        raise LimitError(
            f"A string of {length:,} characters is over the limit of {MAX_STRING_CHARS:,}.", code="limit.string"
        )


def check_list(length: int) -> None:
    """Raise LimitError for a list of more than `MAX_LIST_ITEMS` items, before it is made."""
    if length > MAX_LIST_ITEMS:
        raise LimitError(f"A list of {length:,} items is over the limit of {MAX_LIST_ITEMS:,}.", code="limit.list")
