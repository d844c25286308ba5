"""How deep a value may be, and how much it may hold in all, parts that are shared counted as often as they are met.

`reduce(x = [1], i IN range(1, 60) | [x, x])` takes sixty small lists of memory, and 2**60 steps to compare or to print.
So whatever can grow from one round to the next is checked: what reduce carries, what a projection hands on, parameters.
"""

from __future__ import annotations

from ...errors import LimitError
from .limits import MAX_DEPTH, check_list
from .values import Value, is_list, is_map

_NESTS = frozenset({list, dict})


def check_nesting(value: Value) -> None:
    """Raise LimitError for a value deeper than MAX_DEPTH, or with more items in it in all than one list may have."""
    level: list[Value] = [value] if type(value) in _NESTS else []
    held = depth = 0
    while level:
        depth += 1
        held += sum(map(len, level))
        check_list(held)
        if depth > MAX_DEPTH:
            raise too_deep()
        level = [inner for outer in level for inner in _inside(outer) if type(inner) in _NESTS]


def too_deep() -> LimitError:
    message = f"A value is nested more than {MAX_DEPTH} levels deep."
    return LimitError(message, code="limit.value_nesting", limit="value_nesting", bound=MAX_DEPTH, found=MAX_DEPTH + 1)


def _inside(value: Value) -> list[Value]:
    if is_list(value):
        return value
    return list(value.values()) if is_map(value) else []
