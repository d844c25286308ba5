"""One key for sorting, grouping and DISTINCT: two values are equivalent exactly when their keys are equal.

ORDER BY needs a total order over all values, grouping needs an equivalence where null is null and NaN is NaN. Both come
from the same key, so they cannot disagree: across kinds maps < nodes < edges < lists < paths < times < durations <
strings < booleans < numbers < NaN < null, as openCypher's orderability has it; inside a kind, its own order.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from .temporal.durations import Duration
from .values import KINDS, EdgeValue, Kind, NodeValue, PathValue, Value, instant_of

OrderKey: TypeAlias = tuple[Any, ...]
"""Hashable, and comparable with every other key by Python's own tuple order."""

_NUMBER, _STRING, _NULL_KEY = int(Kind.NUMBER), int(Kind.STRING), (int(Kind.NULL),)


def order_key(value: Value) -> OrderKey:
    """Return the key that sorts, groups and distinguishes `value`."""
    kind = KINDS[type(value)]
    if kind is Kind.STRING:
        return (_STRING, value)
    if kind is Kind.NUMBER:
        # NaN sorts after every other number; a key may not hold it, for NaN is not equal to itself.
        return (_NUMBER, 0, value) if value == value else (_NUMBER, 1)
    if kind is Kind.NULL:
        return _NULL_KEY
    return (int(kind), *_INSIDE[kind](value))


def _map(value: dict[str, Value]) -> OrderKey:
    names = sorted(value)
    return (len(names), tuple(names), tuple(order_key(value[name]) for name in names))


def _list(value: list[Value]) -> OrderKey:
    return (tuple(order_key(item) for item in value),)


def _node(value: NodeValue) -> OrderKey:
    return (value.label, value.row)


def _edge(value: EdgeValue) -> OrderKey:
    return (value.row,)


def _path(value: PathValue) -> OrderKey:
    return (tuple(_node(node) for node in value.nodes), tuple(edge.row for edge in value.edges))


def _duration(value: Duration) -> OrderKey:
    return (value.mean_nanos, value.months, value.days)


_INSIDE: dict[Kind, Callable[[Any], OrderKey]] = {
    Kind.MAP: _map,
    Kind.NODE: _node,
    Kind.EDGE: _edge,
    Kind.LIST: _list,
    Kind.PATH: _path,
    Kind.DATETIME: lambda value: (instant_of(value),),
    Kind.LOCALDATETIME: lambda value: (value.day, value.nanos),
    Kind.DATE: lambda value: (value.day,),
    Kind.TIME: lambda value: (value.instant,),
    Kind.LOCALTIME: lambda value: (value.nanos,),
    Kind.DURATION: _duration,
    Kind.BOOLEAN: lambda value: (value,),
}
