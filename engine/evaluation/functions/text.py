"""Strings: `STARTS WITH`, `ENDS WITH`, `CONTAINS`, `=~`, and how a value is written."""

from __future__ import annotations

import math

from ..values import Value
from .regex import full_match


def starts_with(left: Value, right: Value) -> bool | None:
    """null unless both are strings, as for the other two."""
    return left.startswith(right) if isinstance(left, str) and isinstance(right, str) else None


def ends_with(left: Value, right: Value) -> bool | None:
    return left.endswith(right) if isinstance(left, str) and isinstance(right, str) else None


def has_part(left: Value, right: Value) -> bool | None:
    """`left CONTAINS right`."""
    return right in left if isinstance(left, str) and isinstance(right, str) else None


def matches(left: Value, right: Value) -> bool | None:
    """`left =~ right`: whether the whole of `left` matches; null unless both are strings."""
    if not isinstance(left, str) or not isinstance(right, str):
        return None
    return full_match(right, left)


def to_text(value: Value) -> str:
    """Return `value` as `toString` writes it: numbers, strings, booleans, times and durations."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float) and not math.isfinite(value):
        return "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"
    return _digits(value) if isinstance(value, float) else str(value)


def _digits(value: float) -> str:
    """Return the fewest digits that read back as the same float.

    Exponents look as those of Neo4j, `1.0E-5`. They begin below 0.0001 and at 10^16, and not at 10^7: what counts money
    stays readable.
    """
    mantissa, sign, exponent = repr(value).partition("e")
    point = "" if "." in mantissa else ".0"
    return f"{mantissa}{point}E{int(exponent)}" if sign else mantissa
