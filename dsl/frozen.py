"""Changing what is frozen: a copy with some fields replaced.

`dataclasses.replace` calls the constructor, which sets each field by name; a pass changes one field of a stage that
has sixteen, and compiling a recall does so some twenty times. Here the slots are copied as they are, in half the time.
It asks for what all nodes, stages and scopes of this package are: dataclasses with slots, all of whose fields their
constructor takes as they are.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from functools import cache
from operator import attrgetter
from typing import Any, TypeVar

T = TypeVar("T")

Setter = Callable[[Any, Any], None]


def replace(thing: T, **changes: Any) -> T:
    """Return a copy of a frozen dataclass with slots in which these fields are changed.

    Raises TypeError for a name that is no field of it.
    """
    kind = type(thing)
    values, setters, by_name = _slots(kind)
    new = object.__new__(kind)
    for setter, value in zip(setters, values(thing), strict=True):
        setter(new, value)
    for name, value in changes.items():
        if name not in by_name:
            raise TypeError(f"{kind.__name__} has no field `{name}`")
        by_name[name](new, value)
    return new


@cache
def _slots(kind: type) -> tuple[Callable[[Any], tuple[Any, ...]], tuple[Setter, ...], dict[str, Setter]]:
    """Return what gives all fields of a class at once, what sets each, and the same by its name."""
    by_name: dict[str, Setter] = {field.name: getattr(kind, field.name).__set__ for field in fields(kind)}
    return _values(tuple(by_name)), tuple(by_name.values()), by_name


def _values(names: tuple[str, ...]) -> Callable[[Any], tuple[Any, ...]]:
    if len(names) > 1:
        return attrgetter(*names)

    def few(thing: Any) -> tuple[Any, ...]:
        return tuple(getattr(thing, name) for name in names)

    return few
