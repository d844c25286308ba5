"""Rows as a Polars frame: the only room that knows how mixed values become columns."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, cast

import polars as pl


def frame_of(columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> pl.DataFrame:
    """Return one column for each name; a column whose values do not share a type holds JSON text.

    Guessing from a sample was refused: a late value of another type would then fail, or be silently null.
    """
    return pl.DataFrame([_series(name, [row[i] for row in rows]) for i, name in enumerate(columns)])


def _series(name: str, values: list[Any]) -> pl.Series:
    if any(isinstance(value, dict | list) for value in values) and not _flat_lists(values):
        return pl.Series(name, [None if v is None else json.dumps(v, ensure_ascii=False, default=str) for v in values])
    try:
        return pl.Series(name, values, strict=True)
    except (TypeError, ValueError, OverflowError, pl.exceptions.PolarsError):
        return pl.Series(
            name, [None if v is None else v if isinstance(v, str) else json.dumps(v, default=str) for v in values]
        )


def _flat_lists(values: list[Any]) -> bool:
    """True where every value is null or a list of strings: those stay lists."""
    lists = [cast("list[Any]", value) for value in values if isinstance(value, list)]
    plain = all(value is None or isinstance(value, list) for value in values)
    return plain and all(isinstance(item, str) for items in lists for item in items)
