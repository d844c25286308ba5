"""Values for emitted Cypher: each argument is evaluated, then cast to the type that the graph compares it with.

A value that does not fit is a ParameterError that names it. Letting the graph convert was refused: it would compare 3.5
with a step by rounding, read `'2026'` as it likes, and drop the zone of a time.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeAlias

from ...dsl import ast, trees
from ...dsl.plan import Argument
from ...errors import EvaluationError, MemoryInvalid, ParameterError, QueryError
from ..evaluation.context import Context
from ..evaluation.expressions.compile import evaluate_closed
from ..evaluation.functions.of_the_compiler import names
from ..evaluation.temporal.parse import parse_datetime
from ..evaluation.temporal.values import DateTime
from ..evaluation.values import Value, instant_of, is_list, is_number, name_of
from ..values.times import to_micros

Cast: TypeAlias = Callable[[Value], Any]

_EPOCH = dt.datetime(1970, 1, 1)
_UNFIT: Any = object()
"""What a cast answers for a value that is not of its type."""


def argument_values(arguments: Sequence[Argument], context: Context) -> dict[str, Any]:
    """Return each argument by name, as the graph takes it: times are naive datetimes in UTC.

    Raises ParameterError for a value of another type than declared, EvaluationError for one that cannot be computed.
    """
    return {argument.name: _value(argument, context) for argument in arguments}


def moment(expression: ast.Expr, clause: str, context: Context) -> int:
    """Return a time in microseconds. Raises ParameterError or EvaluationError where it is none."""
    time = argument_values([Argument("time", expression, "TIMESTAMP")], context)["time"]
    if time is None:
        raise unfit(clause, "a time", expression, None)
    try:
        return to_micros(time)
    except MemoryInvalid as error:
        value = evaluate_closed(expression, context)
        raise unfit(clause, "a time in the years 1 to 9999", expression, value) from error


def unfit(clause: str, due: str, expression: ast.Expr, value: Value, *, verb: str = "is") -> QueryError:
    """Return the error for a value that a clause cannot take: about the parameter, where one is in its expression."""
    name = parameter_in(expression)
    if name is None:
        return EvaluationError(f"{clause} takes {due}, and this {verb} {shown(value)}.", span=expression.span)
    message = f"{clause} takes {due}, and ${name} {verb} {shown(value)}."
    return ParameterError(message, span=expression.span, name=name)


def shown(value: Value) -> str:
    """Return a value for a message: numbers and short strings as they are, anything else by its kind."""
    short = is_number(value) or (isinstance(value, str) and len(value) <= 40)
    return repr(value) if short else name_of(value)


def _value(argument: Argument, context: Context) -> Any:
    value = _evaluated(argument.value, context)
    if argument.splice and is_list(value):
        value = names(*value)
    result = cast_to(argument.type, value)
    if result is _UNFIT:
        raise _unfit(argument, value)
    return result


def _evaluated(expression: ast.Expr, context: Context) -> Value:
    """Return a closed expression's value; where a parameter in it made it fail, the error is about the parameter."""
    try:
        return evaluate_closed(expression, context)
    except EvaluationError as error:
        name = parameter_in(expression)
        if name is None:
            raise
        message = f"The parameter ${name} does not fit here: {error.message}"
        raise ParameterError(message, span=error.span, hint=error.hint, name=name) from None


def parameter_in(expression: ast.Expr) -> str | None:
    return next((node.name for node in trees.walk(expression) if isinstance(node, ast.Parameter)), None)


def cast_to(type_: str, value: Value) -> Any:
    """Return `value` as `type_`, or `_UNFIT`. null is of every type, but no item of a list may be null."""
    if value is None:
        return None
    if type_.startswith("LIST<"):
        return _list(CASTS[type_[5:-1]], value)
    return CASTS[type_](value) if type_ in CASTS else value


def _list(item: Cast, value: Value) -> Any:
    if not is_list(value):
        return _UNFIT
    items = [_UNFIT if one is None else item(one) for one in value]
    return _UNFIT if any(one is _UNFIT for one in items) else items


# ---- casts -----------------------------------------------------------------------------------------


def _string(value: Value) -> Any:
    return value if isinstance(value, str) else _UNFIT


def _integer(value: Value) -> Any:
    """An integer, or a float that is whole."""
    if type(value) is int:
        return value
    return int(value) if isinstance(value, float) and value.is_integer() and abs(value) < 2**63 else _UNFIT


def _float(value: Value) -> Any:
    """A number that is not NaN: the graph orders NaN, and openCypher does not."""
    return float(value) if is_number(value) and value == value else _UNFIT


def _boolean(value: Value) -> Any:
    return value if isinstance(value, bool) else _UNFIT


def _timestamp(value: Value) -> Any:
    """A datetime in whole microseconds, or its ISO 8601 text."""
    if isinstance(value, str):
        try:
            value = parse_datetime(value)
        except EvaluationError:
            return _UNFIT
    if not isinstance(value, DateTime | dt.datetime):
        return _UNFIT
    microseconds, rest = divmod(instant_of(value), 1_000)
    try:
        return _UNFIT if rest else _EPOCH + dt.timedelta(microseconds=microseconds)
    except OverflowError:  # with its offset it lies before the year 1 of UTC, or behind 9999
        return _UNFIT


CASTS: Final[Mapping[str, Cast]] = {
    "STRING": _string,
    "INTEGER": _integer,
    "FLOAT": _float,
    "BOOLEAN": _boolean,
    "TIMESTAMP": _timestamp,
}

_DUE: Final[Mapping[str, str]] = {
    "STRING": "a string",
    "INTEGER": "an integer",
    "FLOAT": "a number",
    "BOOLEAN": "a boolean",
    "TIMESTAMP": "a datetime with a zone, in whole microseconds, or its ISO 8601 text",
    "LIST<STRING>": "a list of strings",
    "LIST<INTEGER>": "a list of integers",
    "LIST<FLOAT>": "a list of numbers",
    "LIST<BOOLEAN>": "a list of booleans",
    "LIST<TIMESTAMP>": "a list of datetimes",
}


def _unfit(argument: Argument, value: Value) -> ParameterError:
    name = parameter_in(argument.value)
    what = "This value" if name is None else f"The parameter ${name}"
    message = f"{what} has to be {_DUE[argument.type]}, and {_fault(argument.type, value)}."
    hint = "As in `'2024-05-01T09:00Z'`, or a span before now: `7 DAYS`." if argument.type == "TIMESTAMP" else None
    return ParameterError(message, span=argument.value.span, hint=hint, name=name)


def _fault(type_: str, value: Value) -> str:
    """Return what is wrong with a value, for a message: of a list, the first item that does not fit."""
    if not type_.startswith("LIST<") or not is_list(value):
        return f"is {shown(value)}"
    item_type = type_[5:-1]
    return f"holds {shown(next(item for item in value if item is None or cast_to(item_type, item) is _UNFIT))}"
