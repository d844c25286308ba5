"""Aggregates: each folds the values of one group into one. They get the values that are not null, after DISTINCT.

Sums of floats are exactly rounded (`math.fsum`), so they do not depend on the order of the rows.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, TypeAlias, cast

from ....dsl.catalog import FunctionDef, Type
from ....errors import EvaluationError
from ..ordering import order_key
from ..temporal import durations
from ..temporal.durations import Duration
from ..values import Value, checked_integer, is_integer, is_number, name_of

Values: TypeAlias = list[Value]


@dataclass(frozen=True, slots=True)
class Fold:
    """call: takes the values of a group, and whatever arguments follow the first."""

    definition: FunctionDef
    call: Callable[..., Value]


def count(values: Values) -> int:
    return len(values)


def collect(values: Values) -> Values:
    return values


def total(values: Values) -> Value:
    """Zero of nothing. Integers stay integers; one float makes the sum a float."""
    if values and all(isinstance(value, Duration) for value in values):
        return _sum_durations(cast("list[Duration]", values))
    _check_numbers("sum", values)
    if all(is_integer(value) for value in values):
        return checked_integer(sum(values))
    return _sum_floats(values)


def mean(values: Values) -> Value:
    if not values:
        return None
    if all(isinstance(value, Duration) for value in values):
        return durations.scale(_sum_durations(cast("list[Duration]", values)), Fraction(1, len(values)))
    _check_numbers("avg", values)
    return _sum_floats(values) / len(values)


def least(values: Values) -> Value:
    """By the order across all kinds of values, as for `greatest`; null of nothing."""
    return min(values, key=order_key, default=None)


def greatest(values: Values) -> Value:
    return max(values, key=order_key, default=None)


def deviation_of_sample(values: Values) -> float:
    return _deviation("stDev", values, len(values) - 1)


def deviation_of_population(values: Values) -> float:
    return _deviation("stDevP", values, len(values))


def percentile_of_values(values: Values, percentile: Value) -> Value:
    """`percentileDisc`: the least value that at least that share of the values does not exceed (nearest rank)."""
    share = _share(percentile)
    _check_numbers("percentileDisc", values)
    if not values:
        return None
    ordered = sorted(values, key=order_key)
    return ordered[max(0, math.ceil(share * len(ordered)) - 1)]


def percentile_between_values(values: Values, percentile: Value) -> Value:
    """`percentileCont`: linear between the two values around the place `share * (n - 1)`."""
    share = _share(percentile)
    _check_numbers("percentileCont", values)
    if not values:
        return None
    ordered = sorted(values, key=order_key)
    place = share * (len(ordered) - 1)
    below, above = math.floor(place), math.ceil(place)
    if below == above:
        return float(ordered[below])
    return ordered[below] * (above - place) + ordered[above] * (place - below)


def _deviation(name: str, values: Values, divisor: int) -> float:
    """Zero of fewer than two values."""
    _check_numbers(name, values)
    if len(values) < 2:
        return 0.0
    centre = _sum_floats(values) / len(values)
    return math.sqrt(_sum_floats([(value - centre) ** 2 for value in values]) / divisor)


def _sum_durations(values: list[Duration]) -> Duration:
    result = Duration(0, 0, 0)
    for value in values:
        result = durations.add(result, value)
    return result


def _sum_floats(values: Values) -> float:
    try:
        return math.fsum(values)
    except (OverflowError, ValueError):
        # fsum refuses infinities of both signs and intermediate overflow; IEEE addition has an answer for both.
        return float(sum(values))


def _check_numbers(name: str, values: Values) -> None:
    for value in values:
        if not is_number(value):
            raise EvaluationError(f"`{name}` folds numbers, and this is {name_of(value)}.")


def _share(percentile: Value) -> float:
    if not is_number(percentile) or not 0 <= percentile <= 1:
        raise EvaluationError("A percentile is a number between 0 and 1.")
    return float(percentile)


def _fold(name: str, call: Callable[..., Value], doc: str, returns: Type = "ANY", arguments: int = 1) -> Fold:
    return Fold(FunctionDef(name, arguments, arguments, doc, aggregate=True, returns=returns), call)


_ALL: Final = (
    Fold(
        FunctionDef("count", 0, 1, "how many rows, or values that are not null", aggregate=True, returns="INTEGER"),
        count,
    ),
    _fold("collect", collect, "the values as a list", "LIST"),
    _fold("sum", total, "the sum, 0 of nothing"),
    _fold("avg", mean, "the mean, null of nothing"),
    _fold("min", least, "the least value, null of nothing"),
    _fold("max", greatest, "the greatest value, null of nothing"),
    _fold("stDev", deviation_of_sample, "the standard deviation of a sample", "FLOAT"),
    _fold("stDevP", deviation_of_population, "the standard deviation of a population", "FLOAT"),
    _fold("percentileDisc", percentile_of_values, "the value at a percentile, in [0, 1]", "ANY", 2),
    _fold("percentileCont", percentile_between_values, "the value at a percentile, interpolated", "FLOAT", 2),
)

FOLDS: Final[dict[str, Fold]] = {fold.definition.name.lower(): fold for fold in _ALL}
"""By name in lower case."""
