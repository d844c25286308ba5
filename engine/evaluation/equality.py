"""What `=`, `<` and their kin mean: equality and comparability, with null for "unknown".

Values of different kinds are unequal, and have no order (null). Lists are compared item by item, maps only for
equality. A NaN equals nothing and is neither less nor greater than any number.
"""

from __future__ import annotations

from itertools import zip_longest

from .logic import all_of
from .values import KINDS, Kind, Value, instant_of

NAN = float("nan")
_END = object()
_UNORDERED = frozenset({Kind.MAP, Kind.NODE, Kind.EDGE, Kind.PATH, Kind.DURATION})


def equals(left: Value, right: Value) -> bool | None:
    """Return whether the two are equal; null where a null inside leaves it open."""
    if left is None or right is None:
        return None
    kind = KINDS[type(left)]
    if kind is not KINDS[type(right)]:
        return False
    if kind is Kind.LIST:
        return _lists_equal(left, right)
    if kind is Kind.MAP:
        return _maps_equal(left, right)
    if kind is Kind.DATETIME:
        return instant_of(left) == instant_of(right)
    return left == right


def _lists_equal(left: list[Value], right: list[Value]) -> bool | None:
    if len(left) != len(right):
        return False
    return all_of(equals(a, b) for a, b in zip(left, right, strict=True))


def _maps_equal(left: dict[str, Value], right: dict[str, Value]) -> bool | None:
    if left.keys() != right.keys():
        return False
    return all_of(equals(value, right[key]) for key, value in left.items())


def differs(left: Value, right: Value) -> bool | None:
    """`<>`."""
    same = equals(left, right)
    return None if same is None else not same


def compare(left: Value, right: Value) -> float | None:
    """Return a number below, at or above 0 as `left` is less than, equal to or greater than `right`.

    null where either is null, where the two cannot be compared, or where a null inside leaves it open; NaN (for which
    every comparison with 0 is false) where one of two numbers is NaN.
    """
    if left is None or right is None:
        return None
    kind = KINDS[type(left)]
    if kind is not KINDS[type(right)] or kind in _UNORDERED:
        return None
    if kind is Kind.LIST:
        return _compare_lists(left, right)
    return _compare_scalars(kind, left, right)


def _compare_lists(left: list[Value], right: list[Value]) -> float | None:
    """Lexicographic: the first pair that is not equal decides, and a list that ends first is the lesser."""
    for a, b in zip_longest(left, right, fillvalue=_END):
        if a is _END or b is _END:
            return -1 if a is _END else 1
        same = equals(a, b)
        if same is not True:
            return None if same is None else compare(a, b)
    return 0


def _compare_scalars(kind: Kind, left: Value, right: Value) -> float:
    if kind is Kind.DATETIME:
        left, right = instant_of(left), instant_of(right)
    elif kind is Kind.LOCALDATETIME:
        left, right = (left.day, left.nanos), (right.day, right.nanos)
    elif kind is Kind.DATE:
        left, right = left.day, right.day
    elif kind is Kind.TIME:
        left, right = left.instant, right.instant
    elif kind is Kind.LOCALTIME:
        left, right = left.nanos, right.nanos
    if left == right:
        return 0
    if left < right:
        return -1
    return 1 if left > right else NAN


def less(left: Value, right: Value) -> bool | None:
    order = compare(left, right)
    return None if order is None else order < 0


def less_or_equal(left: Value, right: Value) -> bool | None:
    order = compare(left, right)
    return None if order is None else order <= 0


def greater(left: Value, right: Value) -> bool | None:
    order = compare(left, right)
    return None if order is None else order > 0


def greater_or_equal(left: Value, right: Value) -> bool | None:
    order = compare(left, right)
    return None if order is None else order >= 0


def contains(item: Value, items: list[Value]) -> bool | None:
    """`item IN items`: true if one equals it, else null if one might, else false."""
    unknown = False
    for other in items:
        same = equals(item, other)
        if same is True:
            return True
        unknown = unknown or same is None
    return None if unknown else False
