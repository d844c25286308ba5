"""The leaves: literals, parameters, names, and spans of time before now."""

from __future__ import annotations

from ....dsl import ast
from ....errors import EvaluationError
from ..arithmetic import exact
from ..context import Context
from ..temporal.arithmetic import shift
from ..temporal.durations import duration_of
from ..temporal.values import at_instant
from ..values import Row, Value, checked_integer, instant_of, is_number, name_of
from .scope import Closure, Scope


def build_literal(node: ast.Literal, scope: Scope) -> Closure:
    value = checked_integer(node.value) if type(node.value) is int else node.value
    return lambda row, context: value


def build_parameter(node: ast.Parameter, scope: Scope) -> Closure:
    name = node.name
    return lambda row, context: context.parameter(name)


def build_name(node: ast.Name, scope: Scope) -> Closure:
    position = scope.position(node.name, node.span)
    return lambda row, context: row[position]


def build_ago(node: ast.Ago, scope: Scope) -> Closure:
    """`7 DAYS`: that long before the reference time, as a datetime in UTC. Months and years go by the calendar."""
    amount = scope.build(node.amount)
    unit = node.unit.lower()

    def ago(row: Row, context: Context) -> Value:
        count = amount(row, context)
        if not is_number(count):
            raise EvaluationError(f"A number of {unit} is due, and this is {name_of(count)}.")
        span = duration_of({unit: -exact(count)})
        return shift(at_instant(instant_of(context.now), 0), span)

    return ago
