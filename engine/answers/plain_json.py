"""JSON as everything of ours writes it: times in UTC with a Z, and nothing in it that JSON or a terminal does not bear.

NaN and the infinities become null, for JSON has none of them; whoever writes says how many. Characters that would act
on a terminal are written as escapes: any reader gets back what is stored, and a person sees it.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from typing import Any, cast

from .display import UNSAFE


def json_text(value: Any, *, indent: int | None = None, ascii_only: bool = False) -> str:
    """Return a value as JSON, on one line unless `indent` is given."""
    text = json.dumps(_kept(value), ensure_ascii=ascii_only, indent=indent, allow_nan=False)
    return UNSAFE.sub(_escaped, text)


def json_array(values: Iterable[Any], *, ascii_only: bool = False) -> Iterator[str]:
    """Yield a JSON array piece by piece, as `json_text` with an indent of 2 would write it whole."""
    opening = "[\n  "
    for value in values:
        yield opening + json_text(value, indent=2, ascii_only=ascii_only).replace("\n", "\n  ")
        opening = ",\n  "
    yield "[]\n" if opening.startswith("[") else "\n]\n"


def not_in_json(value: Any) -> int:
    """Return how many numbers in a value JSON cannot hold."""
    match value:
        case float():
            return not math.isfinite(value)
        case dict():
            return sum(map(not_in_json, cast("dict[str, Any]", value).values()))
        case list() | tuple():
            return sum(map(not_in_json, cast("list[Any]", value)))
        case _:
            return 0


def iso(value: datetime) -> str:
    """Return a time as `2024-05-01T09:30:00Z`; one without a zone is taken as UTC."""
    aware = value.astimezone(UTC) if value.tzinfo is not None else value
    return aware.replace(tzinfo=None).isoformat() + "Z"


def _kept(value: Any) -> Any:
    """Return a value of what JSON has."""
    match value:
        case None | bool() | int() | str():
            return value
        case float():
            return value if math.isfinite(value) else None
        case datetime():
            return iso(value)
        case dict():
            return {str(key): _kept(item) for key, item in cast("dict[Any, Any]", value).items()}
        case list() | tuple():
            return [_kept(item) for item in cast("list[Any]", value)]
        case _:
            return str(value)


def _escaped(match: re.Match[str]) -> str:
    """Return an unsafe character as escapes. It stands inside a string: outside of strings JSON has none."""
    units = match[0].encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[at]:02x}{units[at + 1]:02x}" for at in range(0, len(units), 2))
