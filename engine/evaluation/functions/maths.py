"""Numbers: IEEE 754 where a float is the result, 64-bit integers where an integer goes in and comes out.

Outside its domain a function gives NaN or an infinity, as `java.lang.Math` does and openCypher follows, never an error.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from decimal import ROUND_HALF_UP, Decimal

from ....errors import EvaluationError
from ..values import Value, checked_integer, is_integer, is_number
from .function import Function, define, refuse

MAX_PRECISION = 308


def absolute(value: Value) -> float:
    number = abs(_number("abs", value))
    return checked_integer(int(number)) if is_integer(value) else number


def sign(value: Value) -> int:
    number = _number("sign", value)
    return (number > 0) - (number < 0)


def is_nan(value: Value) -> bool:
    return math.isnan(_number("isNaN", value))


def round_(value: Value, precision: Value = 0) -> float:
    """To a whole number, halves upwards; with a precision, to that many decimals, halves away from zero."""
    number = float(_number("round", value))
    if not is_integer(precision) or not 0 <= precision <= MAX_PRECISION:
        raise EvaluationError(f"`round` takes a precision between 0 and {MAX_PRECISION}.")
    if not math.isfinite(number):
        return number
    if precision == 0:
        whole = math.floor(number)
        return float(whole + 1 if number - whole >= 0.5 else whole)
    exact = Decimal(repr(number))
    if -int(exact.as_tuple().exponent) <= precision:
        return number
    return float(exact.quantize(Decimal(1).scaleb(-precision), ROUND_HALF_UP))


def floor(number: float) -> float:
    return float(math.floor(number)) if math.isfinite(number) else number


def ceil(number: float) -> float:
    return float(math.ceil(number)) if math.isfinite(number) else number


def exponential(number: float) -> float:
    try:
        return math.exp(number)
    except OverflowError:
        return math.inf


def cotangent(number: float) -> float:
    tangent = math.tan(number)
    return math.inf if tangent == 0 else 1 / tangent


def haversine(number: float) -> float:
    return (1 - math.cos(number)) / 2


def atan2(y: Value, x: Value) -> float:
    return math.atan2(_number("atan2", y), _number("atan2", x))


def _number(function: str, value: Value) -> float:
    if is_number(value):
        return value
    raise refuse(function, "a number", value)


def _real(name: str, apply: Callable[[float], float], doc: str) -> Function:
    """A function from float to float, NaN where there is no real answer."""

    def run(value: Value) -> float:
        try:
            return apply(float(_number(name, value)))
        except ValueError:
            return math.nan

    return define(name, run, 1, doc, "FLOAT")


def _logarithm(name: str, apply: Callable[[float], float], doc: str) -> Function:
    return _real(name, lambda number: -math.inf if number == 0 else apply(number), doc)


FUNCTIONS: tuple[Function, ...] = (
    define("abs", absolute, 1, "the absolute value"),
    define("sign", sign, 1, "-1, 0 or 1", "INTEGER"),
    define("isNaN", is_nan, 1, "whether a number is NaN", "BOOLEAN"),
    define("round", round_, (1, 2), "the nearest whole number, or number of so many decimals, as a float", "FLOAT"),
    _real("floor", floor, "the largest whole number not above, as a float"),
    _real("ceil", ceil, "the smallest whole number not below, as a float"),
    _real("sqrt", math.sqrt, "the square root"),
    _real("exp", exponential, "e to that power"),
    _logarithm("log", math.log, "the natural logarithm"),
    _logarithm("log10", math.log10, "the logarithm to base 10"),
    _real("sin", math.sin, "the sine of an angle in radians"),
    _real("cos", math.cos, "the cosine of an angle in radians"),
    _real("tan", math.tan, "the tangent of an angle in radians"),
    _real("cot", cotangent, "the cotangent of an angle in radians"),
    _real("asin", math.asin, "the arc sine, in radians"),
    _real("acos", math.acos, "the arc cosine, in radians"),
    _real("atan", math.atan, "the arc tangent, in radians"),
    define("atan2", atan2, 2, "the angle of the point (x, y) given as y, x, in radians", "FLOAT"),
    _real("degrees", math.degrees, "radians as degrees"),
    _real("radians", math.radians, "degrees as radians"),
    _real("haversin", haversine, "half the versine of an angle in radians"),
    define("pi", lambda: math.pi, 0, "the number pi", "FLOAT"),
    define("e", lambda: math.e, 0, "Euler's number", "FLOAT"),
    define("rand", random.random, 0, "a random number in [0, 1)", "FLOAT"),
)
