"""Functions that the compiler makes and no text can write: their names hold an `@`. They are in no catalog."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator

from ....dsl.marks import FORGOTTEN, NAMES, OVERLAP
from ..context import Context
from ..equality import contains
from ..logic import any_of
from ..temporal.parse import parse_datetime
from ..temporal.values import DateTime
from ..values import Value, instant_of, is_list
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


def forgotten(context: Context, time: Value) -> list[Value]:
    """The rows of the memories that were forgotten at a time, and restored since."""
    moment = parse_datetime(time) if isinstance(time, str) else time
    if context.reader is None or not isinstance(moment, DateTime | dt.datetime):
        return []
    return [*context.reader.forgotten_at(instant_of(moment) // 1_000)]


def _spliced(values: tuple[Value, ...]) -> Iterator[Value]:
    for value in values:
        if is_list(value):
            yield from value
        else:
            yield value


FUNCTIONS: tuple[Function, ...] = (
    define(NAMES, names, (0, None), "a list of names", "LIST<STRING>", strict=False),
    define(OVERLAP, overlap, 2, "whether two lists share an item", "BOOLEAN"),
    define(FORGOTTEN, forgotten, 1, "memories that were forgotten for a while", "LIST<INTEGER>", contextual=True),
)
