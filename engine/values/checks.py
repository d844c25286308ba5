"""Checks of what a caller gives: each takes a field's name and a value, and returns the value in its one form.

They take `object`: what a caller passes is unknown until it was looked at, whatever the annotations say. Each raises
MemoryInvalid, whose sentence names the field and says what would work.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from itertools import islice
from typing import Any, TypeVar, cast

from ...errors import MemoryInvalid, MemoryTooLarge
from ..evaluation.limits import MAX_DEPTH
from ..running.limits import current, hold_memory
from .times import to_micros

MAX_META_DEPTH = MAX_DEPTH - 1
"""Objects and lists in each other; `meta` itself is one more. A query could not return what is deeper."""

T = TypeVar("T")


KEEP = "Keep it as a file, and remember its path."
"""What to do with a text of a memory that is too long."""


def text(field: str, value: object, hint: str = KEEP) -> str | None:
    """Return a string, kept exactly as it is, or None. hint: what would work for one that is too long."""
    if value is None:
        return None
    if not isinstance(value, str):
        raise _wrong_type(field, "a string", value)
    hold_memory("memory_chars", len(value), field, hint)
    return value


def name(field: str, value: object) -> str:
    """Return a string that is not empty, kept exactly as it is."""
    if not isinstance(value, str):
        raise _wrong_type(field, "a string", value)
    if not value:
        raise MemoryInvalid(f"`{field}` is empty.", hint="Leave it out, or give it a name.", field=field)
    hold_memory("name_chars", len(value), field, "It is a name: keep a long text in `text` or `meta`.")
    return value


def optional_name(field: str, value: object) -> str | None:
    return None if value is None else name(field, value)


def elements(field: str, values: object) -> list[object]:
    """Return the elements of a list. A string by itself is refused: its characters are not what was meant."""
    if isinstance(values, str):
        raise MemoryInvalid(f"`{field}` is a list.", hint=f"As in {field}=[{values[:40]!r}].", field=field)
    if not isinstance(values, Iterable) or isinstance(values, bytes | Mapping):
        raise _wrong_type(field, "a list", cast(object, values))
    found = list(islice(cast("Iterable[object]", values), current().names + 1))  # it may never end
    hold_memory("names", len(found), field, "Give them in several calls.")
    return found


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
        hint = f"{low:g} is the least and {high:g} the most; {(low + high) / 2:g} lies between."
        raise MemoryInvalid(f"`{field}` lies outside {low:g} to {high:g}.", hint=hint, field=field)
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
        written = json.dumps(dict(given), ensure_ascii=False, allow_nan=False)
        kept = json.loads(written)
    except (TypeError, ValueError, RecursionError) as error:
        hint = "Use strings, finite numbers, booleans, lists and objects with string keys."
        raise MemoryInvalid(f"`{field}` cannot be written as JSON: {error}.", hint=hint, field=field) from None
    hold_memory("meta_chars", len(written), field, KEEP)
    _not_deeper(field, kept)
    return kept


def _not_deeper(field: str, value: object) -> None:
    level = [value]
    for _ in range(MAX_META_DEPTH + 1):
        level = [part for whole in level for part in _parts(whole)]
        if not level:
            return
    raise MemoryTooLarge(
        f"`{field}` is nested more than {MAX_META_DEPTH} levels deep.",
        hint="Keep it as text.",
        field=field,
        limit="value_nesting",
        bound=MAX_META_DEPTH,
        found=MAX_META_DEPTH + 1,
    )


def _parts(whole: object) -> Iterable[object]:
    if isinstance(whole, dict):
        return cast("dict[str, object]", whole).values()
    return cast("list[object]", whole) if isinstance(whole, list) else ()


def _wrong_type(field: str, wanted: str, value: object) -> MemoryInvalid:
    return MemoryInvalid(f"`{field}` has to be {wanted}, and not {type(value).__name__}.", field=field)
