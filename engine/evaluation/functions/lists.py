"""Lists: their size, ends and order, and `range`."""

from __future__ import annotations

from ....errors import EvaluationError
from ..limits import check_list
from ..values import Value, is_integer, is_list
from .function import Function, define, refuse


def size(value: Value) -> int:
    """Items of a list, characters of a string."""
    if isinstance(value, str) or is_list(value):
        return len(value)
    raise refuse("size", "a list or a string", value)


def is_empty(value: Value) -> bool:
    if isinstance(value, list | str | dict):
        return not value
    raise refuse("isEmpty", "a list, a string or a map", value)


def head(value: Value) -> Value:
    items = _items("head", value)
    return items[0] if items else None


def last(value: Value) -> Value:
    items = _items("last", value)
    return items[-1] if items else None


def tail(value: Value) -> list[Value]:
    return _items("tail", value)[1:]


def reverse(value: Value) -> Value:
    if isinstance(value, str):
        return value[::-1]
    return _items("reverse", value)[::-1]


def range_(start: Value, stop: Value, step: Value = 1) -> list[Value]:
    """Both ends included. LimitError for a list that is too long, before it is made."""
    for value in (start, stop, step):
        if not is_integer(value):
            raise refuse("range", "integers", value)
    if step == 0:
        raise EvaluationError("`range` takes a step that is not zero.")
    numbers = range(start, stop + (1 if step > 0 else -1), step)
    # Counted by hand: `len` of a range of more than 2**63 items overflows.
    check_list(max(0, (stop - start) // step + 1))
    return list(numbers)


def _items(function: str, value: Value) -> list[Value]:
    if is_list(value):
        return value
    raise refuse(function, "a list", value)


FUNCTIONS: tuple[Function, ...] = (
    define("size", size, 1, "how many items a list has, or characters a string", "INTEGER"),
    define("isEmpty", is_empty, 1, "whether a list, string or map has nothing in it", "BOOLEAN"),
    define("head", head, 1, "the first item, null of an empty list"),
    define("last", last, 1, "the last item, null of an empty list"),
    define("tail", tail, 1, "all items but the first", "LIST"),
    define("reverse", reverse, 1, "the list or string backwards"),
    define("range", range_, (2, 3), "the integers from the first to the second, both included, by a step", "LIST"),
)
