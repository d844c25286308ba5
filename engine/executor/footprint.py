"""How large a table is, by estimate: what `table_bytes` is held against.

The real size of a Python object graph takes longer to find than the rows took to make. So rows are counted, their
tuples are known, and the values of a few rows stand for those of all; what a sampled row shares with the others, a node
or a text of the store, is counted once a row all the same. An estimate that is too high refuses a table that would have
fitted, and says how to allow it; one that is too low would be found out by the operating system.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from itertools import islice

from ..evaluation.values import Row, Value, is_list, is_map
from ..graph.arrow import Table as Answer
from ..graph.arrow import item_count
from ..running.limits import hold

ROW_BYTES = 64
"""A tuple without its values, and its place in the list of rows."""

VALUE_BYTES = 8
"""A pointer. Numbers, nodes and edges behind it are shared or small, and not counted."""

ANSWER_VALUE_BYTES = 48
"""A value of the graph's answer once it is a Python number in a list."""

SAMPLE = 32
"""Rows that are weighed in earnest."""

FIRST = 8
LEVELS = 3
"""Items of a list that are weighed, and lists in lists: parts may be shared, and looking at all of them never end."""

FEW = 1_024
"""Rows that are not weighed at all: long texts in them were counted when they were made."""

HINT = "Return less of each row, or filter earlier."


def check_table(rows: Sequence[Row]) -> None:
    """Raise LimitError for a table that is too large."""
    if len(rows) > FEW:
        hold("table_bytes", table_bytes(rows), "The rows between two stages take too many bytes", HINT)


def check_answer(answer: Answer) -> None:
    """Raise LimitError for an answer of the graph that would be too large as Python values, before it is made so."""
    if answer.num_rows > FEW:
        size = answer.num_rows * ROW_BYTES + item_count(answer) * ANSWER_VALUE_BYTES
        hold("table_bytes", max(size, answer.nbytes), "What the patterns match takes too many bytes", HINT)


def table_bytes(rows: Sequence[Row]) -> int:
    """Return about how many bytes some rows take: exact in their number, by a sample in their values."""
    if not rows:
        return 0
    sample = rows[:: max(1, len(rows) // SAMPLE)]
    weight = sum(ROW_BYTES + sum(map(_value_bytes, row)) for row in sample)
    return weight * len(rows) // len(sample)


def _value_bytes(value: Value, levels: int = LEVELS) -> int:
    if isinstance(value, str):
        return VALUE_BYTES + sys.getsizeof(value)
    if is_list(value):
        return VALUE_BYTES + sys.getsizeof(value) + _inside(value, len(value), levels - 1)
    if is_map(value):
        return VALUE_BYTES + sys.getsizeof(value) + _inside(value.values(), len(value), levels - 1)
    return VALUE_BYTES


def _inside(items: Iterable[Value], count: int, levels: int) -> int:
    """Return the bytes behind the items of a list or map, by its first few; their pointers are its own."""
    some = list(islice(items, FIRST)) if levels else []
    return sum(_value_bytes(item, levels) - VALUE_BYTES for item in some) * count // len(some) if some else 0
