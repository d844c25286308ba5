"""How the findings speak: values, places and ids as a person reads them."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from typing import Any, cast

from ...answers.plain import to_plain
from ...evaluation.values import Value
from ...values.times import to_iso

LONGEST = 60
"""Letters of a text that are shown."""


def shown(value: Value) -> str:
    """Return a value: short, but a number whole, for it may be what decided."""
    return _shown(to_plain(value))


def _shown(value: Any) -> str:
    match value:
        case None:
            return "null"
        case bool():
            return str(value).lower()
        case str():
            return f"`{value if len(value) <= LONGEST else value[:LONGEST] + '...'}`"
        case dt.datetime():
            return value.isoformat()
        case list():
            return ", ".join(map(_shown, cast("list[Any]", value))) or "an empty list"
        case _:
            return str(value)


def when(micros: int) -> str:
    return to_iso(micros)


def ids(names: Iterable[str]) -> str:
    """Return ids for a sentence: `a`, `b`, `c`."""
    return ", ".join(f"`{name}`" for name in names)


def place(number: int, size: int) -> str:
    return f"{number:,} of {size:,}"
