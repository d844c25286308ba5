"""From a cell of a table to the value of a field: what a text can only have meant, since CSV knows nothing but texts.

An empty cell is no value. Lists stand in a cell as JSON, or between semicolons. Times are ISO 8601, or numbers since
1970 in seconds, milliseconds, microseconds or nanoseconds, told apart by their size. In `meta` a text stays a text: a
postcode that looks like a number is none.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Mapping
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from typing import Any, cast

from ..errors import MemoryInvalid
from .mapping import META
from .messages import time_of
from .reading import text_of

TRUE, FALSE = frozenset({"true", "yes", "1", "t", "y"}), frozenset({"false", "no", "0", "f", "n"})


def field_of(field: str, value: Any) -> Any:
    """Return the value of a field, None for an empty cell. Raises MemoryInvalid where a cell cannot be that."""
    if value is None or value == "":
        return None
    if field.startswith(META):
        return plain(value)
    try:
        return READERS.get(field, _string)(value)
    except (ValueError, OverflowError) as error:
        reason = error.message if isinstance(error, MemoryInvalid) else "it cannot be read as that field."
        raise MemoryInvalid(f"`{field}` is {str(value)[:60]!r}: {reason}") from None


def plain(value: Any) -> Any:
    """Return a value as JSON knows it: times as ISO 8601, decimals as texts, bytes as base64."""
    match value:
        case None | bool() | int() | float() | str():
            return value
        case datetime() | date() | time():
            return value.isoformat()
        case bytes():
            return base64.b64encode(value).decode("ascii")
        case Mapping():
            return {str(key): plain(inner) for key, inner in cast("Mapping[Any, Any]", value).items()}
        case list() | tuple():
            return [plain(inner) for inner in cast("list[Any]", value)]
        case timedelta() | Decimal():
            return str(value)
        case _:
            return str(value)


def _string(value: Any) -> str:
    return text_of(plain(value))


def _time(value: Any) -> Any:
    if isinstance(value, datetime | date):
        return value
    return time_of({"at": _numeric(value)})


def _numeric(value: Any) -> Any:
    """Return a text that is nothing but a number as that number: `1714550400`, and not `2024`, which is a year."""
    text = value.strip() if isinstance(value, str) else ""
    return float(text) if len(text) > 8 and text.replace(".", "", 1).removeprefix("-").isdigit() else value


def _number(value: Any) -> float:
    return float(value)


def _whole(value: Any) -> int:
    whole = int(value) if not isinstance(value, float) or value.is_integer() else None
    if whole is None:
        raise ValueError
    return whole


def _flag(value: Any) -> bool:
    text = str(value).strip().casefold()
    if text not in TRUE | FALSE:
        raise ValueError
    return text in TRUE


def _list(value: Any) -> list[str]:
    if isinstance(value, str):
        value = json.loads(value) if value.lstrip().startswith("[") else value.split(";")
    elements = cast("list[Any]", value) if isinstance(value, list) else [value]
    return [text for element in elements if (text := _string(element).strip())]


def _object(value: Any) -> Any:
    given = json.loads(value) if isinstance(value, str) else plain(value)
    if not isinstance(given, dict):
        raise ValueError
    return cast(Any, given)


READERS: dict[str, Callable[[Any], Any]] = {
    **dict.fromkeys(("at", "valid_from", "valid_to"), _time),
    **dict.fromkeys(("importance", "confidence", "trust", "valence"), _number),
    **dict.fromkeys(("type", "tags", "entities", "causes", "supersedes"), _list),
    "step": _whole,
    "pinned": _flag,
    "meta": _object,
}
