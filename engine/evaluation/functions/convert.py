"""Conversions: `toString`, `toInteger`, `toFloat`, `toBoolean`, their OrNull forms, and `coalesce`.

A text that does not read as the type gives null; a value of a kind that could never be converted is an error, and null
in the OrNull form.
"""

from __future__ import annotations

import datetime as dt
import math
import re
from collections.abc import Callable

from ....errors import EvaluationError
from ..temporal.durations import Duration
from ..temporal.values import TEMPORALS, from_datetime
from ..values import INT_MAX, INT_MIN, Value, is_list
from .function import Function, define, refuse
from .text import to_text

_NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?", re.ASCII)
_INTEGER = re.compile(r"[+-]?\d{1,19}", re.ASCII)


def to_string(value: Value) -> str:
    if isinstance(value, dt.datetime):
        return str(from_datetime(value))
    if isinstance(value, (str, bool, int, float, Duration, *TEMPORALS)):
        return to_text(value)
    raise _refuse("toString", "a number, a string, a boolean, a time or a duration", value)


def to_integer(value: Value) -> int | None:
    """Floats and texts of floats are cut towards zero; null where the result does not fit 64 bits."""
    if isinstance(value, str):
        return _integer_of_text(value.strip())
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise _refuse("toInteger", "a number or a string", value)
    return _fitting(value)


def to_float(value: Value) -> float | None:
    if isinstance(value, str):
        text = value.strip()
        return float(text) if _NUMBER.fullmatch(text) else None
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise _refuse("toFloat", "a number or a string", value)
    return float(value)


def to_boolean(value: Value) -> bool | None:
    if isinstance(value, str):
        return {"true": True, "false": False}.get(value.strip().lower())
    if isinstance(value, bool):
        return value
    raise _refuse("toBoolean", "a boolean or a string", value)


def coalesce(*values: Value) -> Value:
    return next((value for value in values if value is not None), None)


def _refuse(function: str, due: str, value: Value) -> EvaluationError:
    items = f"Convert its items: `[x IN ... | {function}(x)]`."
    return refuse(function, due, value, items if is_list(value) else f"`{function}OrNull` gives null for it.")


def _integer_of_text(text: str) -> int | None:
    if _INTEGER.fullmatch(text):
        return _fitting(int(text))
    return _fitting(float(text)) if _NUMBER.fullmatch(text) else None


def _fitting(value: float) -> int | None:
    if not math.isfinite(value):
        return None
    whole = int(value)
    return whole if INT_MIN <= whole <= INT_MAX else None


def _or_null(convert: Callable[[Value], Value]) -> Callable[[Value], Value]:
    def run(value: Value) -> Value:
        try:
            return convert(value)
        except EvaluationError:
            return None

    return run


FUNCTIONS: tuple[Function, ...] = (
    define("toString", to_string, 1, "the value as text", "STRING"),
    define("toStringOrNull", _or_null(to_string), 1, "the value as text, null if it has none", "STRING"),
    define("toInteger", to_integer, 1, "the value as an integer, cut towards zero", "INTEGER"),
    define("toIntegerOrNull", _or_null(to_integer), 1, "the value as an integer, null if it is none", "INTEGER"),
    define("toFloat", to_float, 1, "the value as a float", "FLOAT"),
    define("toFloatOrNull", _or_null(to_float), 1, "the value as a float, null if it is none", "FLOAT"),
    define("toBoolean", to_boolean, 1, "the value as a boolean", "BOOLEAN"),
    define("toBooleanOrNull", _or_null(to_boolean), 1, "the value as a boolean, null if it is none", "BOOLEAN"),
    define("coalesce", coalesce, (1, None), "the first value that is not null", strict=False),
)
