"""A tool call, and the text that any value becomes: what every dialect of chat ends in.

Equal calls are to be equal texts, so arguments are written in one form: sorted, spaced one way, readable.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ..errors import MemoryInvalid
from .reading import text_of


@dataclass(frozen=True, slots=True)
class Call:
    """A tool call. `id` is None where the log gives none; `action` is `name({"argument": value, ...})`."""

    id: str | None
    name: str
    action: str


def call_of(name: Any, arguments: Any, id: Any) -> Call:
    """Return a call in its one form. Raises MemoryInvalid where it has no name."""
    if not isinstance(name, str) or not name:
        raise MemoryInvalid("A tool call has no name.")
    return Call(string(id), name, f"{name}({_canonical(arguments)})")


def first_set(values: Mapping[str, Any], keys: tuple[str, ...], otherwise: Any = None) -> Any:
    """Return the first value under one of the keys that is neither null nor empty text."""
    return next((values[key] for key in keys if values.get(key) not in (None, "")), otherwise)


def string(value: Any) -> str | None:
    return None if value is None or value == "" else as_text(value)


def as_text(value: Any) -> str:
    """Return a value as text: a string as it is, anything else as JSON. Raises MemoryInvalid where it is too deep."""
    try:
        return text_of(value)
    except RecursionError:
        raise MemoryInvalid("It is nested too deeply.") from None


def _canonical(arguments: Any) -> str:
    """Return arguments in one form where they are JSON; else as they came."""
    try:
        value = json.loads(arguments) if isinstance(arguments, str) else arguments
        return json.dumps(value, ensure_ascii=False, sort_keys=True)
    except (ValueError, RecursionError):
        return str(arguments) if isinstance(arguments, str) else as_text(arguments)
