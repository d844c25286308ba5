"""Rows as a Polars frame: the only room that knows how mixed values become columns."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime
from typing import Any, cast

import polars as pl

EXACT = 2**53
"""The largest integer below which a float holds every one."""


def frame_of(columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> pl.DataFrame:
    """Return one column for each name; a column whose values do not share a type holds JSON text.

    Guessing from a sample was refused: a late value of another type would then fail, or be silently null.
    """
    return pl.DataFrame([_series(name, [row[i] for row in rows]) for i, name in enumerate(columns)])


def _series(name: str, values: list[Any]) -> pl.Series:
    if any(isinstance(value, dict | list) for value in values) and not _flat_lists(values):
        return pl.Series(name, [None if value is None else _json(value) for value in values])
    if {type(value) for value in values} - {type(None)} == {str}:
        return pl.Series(name, [None if value is None else _whole(value) for value in values], pl.String)
    try:
        return pl.Series(name, _as_floats(values) if _mixed_numbers(values) else values, strict=True)
    except (TypeError, ValueError, OverflowError, pl.exceptions.PolarsError):
        return pl.Series(name, [None if value is None else _json(value) for value in values])


def _mixed_numbers(values: list[Any]) -> bool:
    """True for integers among floats where a float holds each of the integers."""
    kinds: set[type[Any]] = {type(value) for value in values if value is not None}
    return kinds == {int, float} and all(type(value) is not int or abs(value) <= EXACT for value in values)


def _as_floats(values: list[Any]) -> list[float | None]:
    return [None if value is None else float(value) for value in values]


def _json(value: Any) -> str:
    return _whole(json.dumps(value, ensure_ascii=False, default=_iso))


def _iso(value: Any) -> str:
    return value.isoformat() if isinstance(value, datetime) else str(value)


def _whole(text: str) -> str:
    """Return a text that Polars can hold: half of a surrogate pair, which has no UTF-8 form, becomes U+FFFD."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _flat_lists(values: list[Any]) -> bool:
    """True where every value is null or a list of strings: those stay lists."""
    lists = [cast("list[Any]", value) for value in values if isinstance(value, list)]
    plain = all(value is None or isinstance(value, list) for value in values)
    return plain and all(isinstance(item, str) for items in lists for item in items)
