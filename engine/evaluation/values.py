"""What an expression can be worth, and how Python values enter.

null, booleans, integers, floats, strings, lists and maps are Python's None, bool, int, float, str, list and dict;
nodes, edges, paths and points in time are the frozen classes here and in `temporal.py`. An aware Python `datetime`
counts as a DateTime everywhere, so that the times of 10,000 memories need not be wrapped to be compared.

Wrapping every value in a class of its own was refused: it costs more than the evaluation.
"""

from __future__ import annotations

import datetime as dt
import numbers
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any, TypeAlias, TypeGuard, cast

from ...errors import EvaluationError, ParameterError
from .temporal.durations import Duration
from .temporal.values import SECOND, Date, DateTime, LocalDateTime, LocalTime, Time

Value: TypeAlias = Any
Row: TypeAlias = tuple[Any, ...]
Properties: TypeAlias = Mapping[str, Any]

INT_MIN, INT_MAX = -(2**63), 2**63 - 1
NO_PROPERTIES: Properties = {}


@dataclass(frozen=True, slots=True)
class NodeValue:
    """A node, known by its label and row. `properties` are those already at hand; the rest are fetched on demand.

    as_of: the moment that its properties are of, in microseconds; None for the present.
    """

    label: str
    row: int
    properties: Properties = field(default_factory=lambda: NO_PROPERTIES, compare=False, repr=False)
    as_of: int | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class EdgeValue:
    """An edge, known by its row: edges are numbered across all types. All of its properties are at hand."""

    type: str = field(compare=False)
    row: int
    source: NodeValue = field(compare=False)
    target: NodeValue = field(compare=False)
    properties: Properties = field(default_factory=lambda: NO_PROPERTIES, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class PathValue:
    """Nodes and edges in turn: `edges[i]` joins `nodes[i]` and `nodes[i + 1]`, in either direction."""

    nodes: tuple[NodeValue, ...]
    edges: tuple[EdgeValue, ...]


class Kind(IntEnum):
    """The kinds of value, in openCypher's order across kinds: maps sort first, null last."""

    MAP = 0
    NODE = 1
    EDGE = 2
    LIST = 3
    PATH = 4
    DATETIME = 5
    LOCALDATETIME = 6
    DATE = 7
    TIME = 8
    LOCALTIME = 9
    DURATION = 10
    STRING = 11
    BOOLEAN = 12
    NUMBER = 13
    NULL = 14


KINDS: dict[type, Kind] = {
    dict: Kind.MAP,
    NodeValue: Kind.NODE,
    EdgeValue: Kind.EDGE,
    list: Kind.LIST,
    PathValue: Kind.PATH,
    DateTime: Kind.DATETIME,
    dt.datetime: Kind.DATETIME,
    LocalDateTime: Kind.LOCALDATETIME,
    Date: Kind.DATE,
    Time: Kind.TIME,
    LocalTime: Kind.LOCALTIME,
    Duration: Kind.DURATION,
    str: Kind.STRING,
    bool: Kind.BOOLEAN,
    int: Kind.NUMBER,
    float: Kind.NUMBER,
    type(None): Kind.NULL,
}

_NAMES: dict[type, str] = {
    dict: "a map",
    NodeValue: "a node",
    EdgeValue: "an edge",
    list: "a list",
    PathValue: "a path",
    DateTime: "a datetime",
    dt.datetime: "a datetime",
    LocalDateTime: "a local datetime",
    Date: "a date",
    Time: "a time",
    LocalTime: "a local time",
    Duration: "a duration",
    str: "a string",
    bool: "a boolean",
    int: "an integer",
    float: "a float",
    type(None): "null",
}

_TAKEN_AS_IT_IS = frozenset(KINDS) - {int, list, dict, dt.datetime}
_EPOCH = dt.datetime(1970, 1, 1, tzinfo=dt.UTC)
_MICROSECOND = dt.timedelta(microseconds=1)


def name_of(value: Value) -> str:
    """Return the kind of `value` with its article, for messages: `an integer`."""
    kind = cast("type[Any]", type(value))
    return _NAMES.get(kind, kind.__name__)


def is_list(value: Value) -> TypeGuard[list[Value]]:
    return isinstance(value, list)


def is_map(value: Value) -> TypeGuard[dict[str, Value]]:
    return isinstance(value, dict)


def is_integer(value: Value) -> TypeGuard[int]:
    """Whether `value` is an integer; Python holds that booleans are, and Cypher does not."""
    return type(value) is int


def is_number(value: Value) -> TypeGuard[float]:
    """Whether `value` is an integer or a float, and no boolean."""
    return type(value) is int or type(value) is float


def instant_of(value: DateTime | dt.datetime) -> int:
    """Nanoseconds since 1970 in UTC."""
    if isinstance(value, DateTime):
        return value.instant
    return (value - _EPOCH) // _MICROSECOND * 1000


def utc_datetime(microseconds: int) -> dt.datetime:
    """Return microseconds since 1970 as an aware datetime in UTC."""
    return _EPOCH + dt.timedelta(microseconds=microseconds)


def checked_integer(value: int) -> int:
    """Return `value`, or raise EvaluationError where it does not fit 64 bits."""
    if INT_MIN <= value <= INT_MAX:
        return value
    raise EvaluationError("The result does not fit a 64-bit integer.", hint="Use floats for numbers of that size.")


# ---- the way in ------------------------------------------------------------------------------------


def from_python(value: Any) -> Value:
    """Return `value` as a value of the language.

    Tuples become lists, mappings maps, numpy scalars numbers, dates and times their own classes. Raises ParameterError
    for what has no counterpart, for an integer over 64 bits, and for a datetime without a zone.
    """
    if type(value) in _TAKEN_AS_IT_IS:
        return value
    if isinstance(value, str):
        # An Enum of strings writes itself as its name; what it is equal to is meant.
        return str.__str__(value)
    if isinstance(value, numbers.Integral):
        return _bounded(int(value))
    if isinstance(value, numbers.Real):
        return float(value)
    if isinstance(value, Mapping):
        return {_key(key): from_python(item) for key, item in cast("Mapping[Any, Any]", value).items()}
    if isinstance(value, Sequence) and not isinstance(value, bytes | bytearray | memoryview):
        return [from_python(item) for item in cast("Sequence[Any]", value)]
    return _time_from_python(value)


def _time_from_python(value: Any) -> Value:
    if isinstance(value, dt.datetime):
        return _aware(value)
    if isinstance(value, dt.date):
        return Date(value)
    if isinstance(value, dt.timedelta):
        return Duration(0, value.days, (value - dt.timedelta(days=value.days)) // _MICROSECOND * 1000)
    if isinstance(value, dt.time) and value.tzinfo is None:
        clock = (value.hour * 60 + value.minute) * 60 + value.second
        return LocalTime(clock * SECOND + value.microsecond * 1000)
    raise ParameterError(f"A value of the type {type(value).__name__} is none that a query can hold.")


def _aware(value: dt.datetime) -> dt.datetime:
    if value.tzinfo is None:
        raise ParameterError(
            "A datetime without a zone could be any of 24 moments.", hint="Give it one: `datetime.now(timezone.utc)`."
        )
    try:
        return _EPOCH + (value - _EPOCH)
    except OverflowError:  # its offset leads out of what UTC can hold
        raise ParameterError("A datetime lies outside the years 1 to 9999 in UTC.") from None


def _bounded(value: int) -> int:
    if INT_MIN <= value <= INT_MAX:
        return value
    raise ParameterError("An integer is larger than 64 bits.")


def _key(key: Any) -> str:
    if isinstance(key, str):
        return str.__str__(key)
    raise ParameterError(f"A map has a key that is no string: {key!r}.")
