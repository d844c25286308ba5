"""Functions that the compiler makes and no text can write: their names hold an `@`. They are in no catalog."""

from __future__ import annotations

from collections.abc import Iterator

from ....dsl.marks import NAMES, OVERLAP
from ..equality import contains
from ..logic import any_of
from ..values import Value, is_list
from .function import Function, define, refuse


def names(*values: Value) -> list[Value]:
    """The arguments as one list, in which a list stands for its items."""
    return list(_spliced(values))


def overlap(left: Value, right: Value) -> bool | None:
    """Whether two lists share an item; null where a null leaves it open."""
    for value in (left, right):
        if not is_list(value):
            raise refuse(OVERLAP, "lists", value)
    return any_of(contains(item, right) for item in left)


def _spliced(values: tuple[Value, ...]) -> Iterator[Value]:
    for value in values:
        if is_list(value):
            yield from value
        else:
            yield value


FUNCTIONS: tuple[Function, ...] = (
    define(NAMES, names, (0, None), "a list of names", "LIST<STRING>", strict=False),
    define(OVERLAP, overlap, 2, "whether two lists share an item", "BOOLEAN"),
)
