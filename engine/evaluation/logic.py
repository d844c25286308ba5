"""Three-valued logic: true, false and null for "unknown" (Kleene's strong logic, as openCypher has it).

Each function takes values, refuses what is no boolean, and is total on {True, False, None}.
"""

from __future__ import annotations

from collections.abc import Iterable

from ...errors import EvaluationError, Span
from .values import Value, name_of


def truth(value: Value, span: Span | None = None) -> bool | None:
    """Return `value` as a truth; EvaluationError, at `span`, for anything but true, false and null."""
    if value is True or value is False or value is None:
        return value
    raise EvaluationError(f"A condition has to be true, false or null, and this is {name_of(value)}.", span=span)


def not_(value: Value) -> bool | None:
    known = truth(value)
    return None if known is None else not known


def and_(left: Value, right: Value) -> bool | None:
    first, second = truth(left), truth(right)
    if first is False or second is False:
        return False
    return None if first is None or second is None else True


def or_(left: Value, right: Value) -> bool | None:
    first, second = truth(left), truth(right)
    if first is True or second is True:
        return True
    return None if first is None or second is None else False


def xor(left: Value, right: Value) -> bool | None:
    first, second = truth(left), truth(right)
    return None if first is None or second is None else first is not second


def all_of(truths: Iterable[bool | None]) -> bool | None:
    """False as soon as one is false; else null if one is null; else true."""
    unknown = False
    for known in truths:
        if known is False:
            return False
        unknown = unknown or known is None
    return None if unknown else True


def any_of(truths: Iterable[bool | None]) -> bool | None:
    """True as soon as one is true; else null if one is null; else false."""
    unknown = False
    for known in truths:
        if known is True:
            return True
        unknown = unknown or known is None
    return None if unknown else False


def none_of(truths: Iterable[bool | None]) -> bool | None:
    found = any_of(truths)
    return None if found is None else not found


def single_of(truths: Iterable[bool | None]) -> bool | None:
    """Whether exactly one is true: false from the second on, null where an unknown could decide."""
    count, unknown = 0, False
    for known in truths:
        if known is True:
            count += 1
            if count > 1:
                return False
        unknown = unknown or known is None
    return None if unknown else count == 1
