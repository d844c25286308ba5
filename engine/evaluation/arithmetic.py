"""`+ - * / % ^` and the signs: 64-bit integers, IEEE floats, strings, lists, times and durations.

Integers do not wrap and do not grow: a result over 64 bits is an error. Integer division and `%` cut towards zero, and
by zero are errors; with a float on either side they follow IEEE 754 (infinities and NaN). null in gives null out.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from ...errors import EvaluationError
from .functions.text import to_text
from .limits import check_list, check_string
from .temporal import arithmetic as temporal_arithmetic
from .temporal import durations
from .temporal.durations import Duration
from .values import KINDS, Kind, Value, checked_integer, is_integer, is_list, is_number, name_of

Operation = Callable[[Any, Any], Value]

_TIMES = frozenset({Kind.DATETIME, Kind.LOCALDATETIME, Kind.DATE, Kind.TIME, Kind.LOCALTIME})


def add(left: Value, right: Value) -> Value:
    if left is None or right is None:
        return None
    if is_number(left) and is_number(right):
        return _number(left + right)
    if is_list(left) or is_list(right):
        return _join(left, right)
    if isinstance(left, str) or isinstance(right, str):
        return _concatenate(left, right)
    return _add_times(left, right)


def subtract(left: Value, right: Value) -> Value:
    if left is None or right is None:
        return None
    if is_number(left) and is_number(right):
        return _number(left - right)
    if isinstance(right, Duration):
        back = durations.negate(right)
        return durations.add(left, back) if isinstance(left, Duration) else _shift(left, back)
    refused = _refuse("subtract", right, "from", left)
    if _are_times(left, right):
        refused.hint = "The span between two times is `duration.between(earlier, later)`."
    raise refused


def multiply(left: Value, right: Value) -> Value:
    if left is None or right is None:
        return None
    if is_number(left) and is_number(right):
        return _number(left * right)
    if isinstance(right, Duration):
        left, right = right, left
    if isinstance(left, Duration) and is_number(right):
        return durations.scale(left, exact(right))
    raise _refuse("multiply", left, "by", right)


def divide(left: Value, right: Value) -> Value:
    if left is None or right is None:
        return None
    if is_integer(left) and is_integer(right):
        return _integer_quotient(left, right)
    if is_number(left) and is_number(right):
        return _float_quotient(left, right)
    if isinstance(left, Duration) and is_number(right):
        return durations.scale(left, 1 / _nonzero(exact(right)))
    raise _refuse("divide", left, "by", right)


def modulo(left: Value, right: Value) -> Value:
    if left is None or right is None:
        return None
    if is_integer(left) and is_integer(right):
        return left - right * _integer_quotient(left, right)
    if not is_number(left) or not is_number(right):
        raise _refuse("take the rest of", left, "by", right)
    if right == 0 or math.isinf(left):
        return math.nan
    return math.fmod(left, right)


def power(left: Value, right: Value) -> Value:
    """Always a float; NaN where there is no real answer."""
    if left is None or right is None:
        return None
    if not is_number(left) or not is_number(right):
        raise _refuse("raise", left, "to the power of", right)
    base, exponent = float(left), float(right)
    try:
        return math.pow(base, exponent)
    except OverflowError:
        return -math.inf if base < 0 and exponent % 2 == 1 else math.inf
    except ValueError:
        return math.inf if base == 0 else math.nan


def negate(value: Value) -> Value:
    if value is None:
        return None
    if is_number(value):
        return _number(-value)
    if isinstance(value, Duration):
        return durations.negate(value)
    raise EvaluationError(f"A minus sign cannot stand before {name_of(value)}.")


def plus(value: Value) -> Value:
    if value is None or is_number(value):
        return value
    raise EvaluationError(f"A plus sign cannot stand before {name_of(value)}.")


OPERATIONS: dict[str, Operation] = {
    "+": add,
    "-": subtract,
    "*": multiply,
    "/": divide,
    "%": modulo,
    "^": power,
}


def exact(number: float) -> Fraction:
    """Return the number that the decimal text of `number` stands for; EvaluationError where it is not finite."""
    if not math.isfinite(number):
        raise EvaluationError("A duration needs a finite number.")
    return Fraction(repr(number))


def _number(result: float) -> float:
    return checked_integer(result) if type(result) is int else result


def _integer_quotient(left: int, right: int) -> int:
    if right == 0:
        raise EvaluationError(
            "An integer was divided by zero.", hint="Write one side as a float to get infinity or NaN."
        )
    quotient = abs(left) // abs(right)
    return checked_integer(quotient if (left < 0) == (right < 0) else -quotient)


def _float_quotient(left: float, right: float) -> float:
    if right != 0:
        return left / right
    if left == 0 or math.isnan(left):
        return math.nan
    return math.copysign(math.inf, left) * math.copysign(1, right)


def _nonzero(number: Fraction) -> Fraction:
    if number == 0:
        raise EvaluationError("A duration was divided by zero.")
    return number


def _join(left: Value, right: Value) -> list[Value]:
    first = left if is_list(left) else [left]
    second = right if is_list(right) else [right]
    check_list(len(first) + len(second))
    return first + second


def _concatenate(left: Value, right: Value) -> str:
    """Strings, or a string and a number, which is written as `toString` writes it."""
    if not all(isinstance(part, str) or is_number(part) for part in (left, right)):
        raise _refuse("add", left, "and", right)
    first, second = to_text(left), to_text(right)
    check_string(len(first) + len(second))
    return first + second


def _add_times(left: Value, right: Value) -> Value:
    if isinstance(right, Duration):
        return durations.add(left, right) if isinstance(left, Duration) else _shift(left, right)
    if isinstance(left, Duration):
        return _shift(right, left)
    raise _refuse("add", left, "and", right)


def _shift(point: Value, duration: Duration) -> Value:
    if KINDS[type(point)] in _TIMES:
        return temporal_arithmetic.shift(point, duration)
    raise EvaluationError(f"Only a time can be moved by a duration, and this is {name_of(point)}.")


def _are_times(*values: Value) -> bool:
    kinds: list[type] = [type(value) for value in values]
    return all(KINDS.get(kind) in _TIMES for kind in kinds)


def _refuse(verb: str, left: Value, preposition: str, right: Value) -> EvaluationError:
    return EvaluationError(f"There is no way to {verb} {name_of(left)} {preposition} {name_of(right)}.")
