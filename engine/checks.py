"""Checks of what a caller gives: each takes a field's name and a value, and returns the value in its one form.

They take `object`: what a caller passes is unknown until it was looked at, whatever the annotations say. Each raises
MemoryInvalid, whose sentence names the field and says what would work.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any, TypeVar, cast

from ..errors import MemoryInvalid
from .times import to_micros

MAX_TEXT = 64 * 1024 * 1024
"""Characters in one field. A larger one is a file, and belongs beside the store with its path as the memory."""

MAX_NAME = 4096
"""Characters in a name: an id, a task, a tag. As many as the longest path has; a longer one is a text."""

T = TypeVar("T")


def text(field: str, value: object) -> str | None:
    """Return a string, kept exactly as it is, or None."""
    if value is None:
        return None
    if not isinstance(value, str):
        raise _wrong_type(field, "a string", value)
    return _not_longer(field, value, MAX_TEXT, hint="Keep it as a file, and remember its path.")


def name(field: str, value: object) -> str:
    """Return a string that is not empty, kept exactly as it is."""
    if not isinstance(value, str):
        raise _wrong_type(field, "a string", value)
    if not value:
        raise MemoryInvalid(f"`{field}` is empty.", hint="Leave it out, or give it a name.", field=field)
    return _not_longer(field, value, MAX_NAME, hint="It is a name: keep a long text in `text` or `meta`.")


def optional_name(field: str, value: object) -> str | None:
    return None if value is None else name(field, value)


def elements(field: str, values: object) -> list[object]:
    """Return the elements of a list. A string by itself is refused: its characters are not what was meant."""
    if isinstance(values, str):
        raise MemoryInvalid(f"`{field}` is a list.", hint=f"As in {field}=[{values[:40]!r}].", field=field)
    if not isinstance(values, Iterable) or isinstance(values, bytes | Mapping):
        raise _wrong_type(field, "a list", cast(object, values))
    return list(cast("Iterable[object]", values))


def names(field: str, values: object) -> tuple[str, ...]:
    """Return the distinct names of a list, in order."""
    return distinct(name(field, value) for value in elements(field, values))


def distinct(values: Iterable[T]) -> tuple[T, ...]:
    return tuple(dict.fromkeys(values))


def whole(field: str, value: object, most: int) -> int:
    """Return a whole number in [0, most]."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise _wrong_type(field, "a whole number", value)
    if not 0 <= value <= most:
        raise MemoryInvalid(f"`{field}` lies outside 0 to {most}.", field=field)
    return value


def number(field: str, value: object, low: float, high: float) -> float:
    """Return a number in [low, high]."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise _wrong_type(field, "a number", value)
    if not low <= value <= high:
        raise MemoryInvalid(f"`{field}` lies outside {low:g} to {high:g}.", field=field)
    return float(value)


def flag(field: str, value: object) -> bool:
    if not isinstance(value, bool):
        raise _wrong_type(field, "true or false", value)
    return value


def moment(field: str, value: Any) -> int | None:
    """Return a time in microseconds since 1970, or None."""
    try:
        return None if value is None else to_micros(value)
    except MemoryInvalid as error:
        raise MemoryInvalid(f"`{field}`: {error.message}", hint=error.hint, field=field) from None


def json_object(field: str, value: object) -> dict[str, Any]:
    """Return a copy as JSON will give it back: later changes of the caller's object do not reach it."""
    given = cast("Mapping[object, object]", value) if isinstance(value, Mapping) else None
    if given is None or not all(isinstance(key, str) for key in given):
        raise _wrong_type(field, "an object with string keys", cast(object, value))
    try:
        return json.loads(json.dumps(dict(given), ensure_ascii=False, allow_nan=False))
    except (TypeError, ValueError, RecursionError) as error:
        hint = "Use strings, finite numbers, booleans, lists and objects with string keys."
        raise MemoryInvalid(f"`{field}` cannot be written as JSON: {error}.", hint=hint, field=field) from None


def _not_longer(field: str, value: str, most: int, hint: str) -> str:
    if len(value) <= most:
        return value
    raise MemoryInvalid(f"`{field}` has {len(value):,} characters; {most:,} is the most.", hint=hint, field=field)


def _wrong_type(field: str, wanted: str, value: object) -> MemoryInvalid:
    return MemoryInvalid(f"`{field}` has to be {wanted}, and not {type(value).__name__}.", field=field)
