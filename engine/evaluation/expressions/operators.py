"""Operators, comparisons, IS NULL and CASE.

AND and OR look at their right side only when the left leaves the answer open, so that `x <> 0 AND 1 / x > y` is safe to
write; an operand that can never be a condition is refused before any row is read.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from ....dsl import ast
from ....errors import BindError, EvaluationError
from .. import arithmetic, equality, logic
from ..context import Context
from ..functions import text
from ..limits import CHECK_EVERY
from ..values import INT_MIN, Row, Value, is_list, name_of
from .scope import Closure, Scope

Dyadic: TypeAlias = Callable[[Value, Value], Value]

COMPARISONS: dict[ast.ComparisonOperator, Dyadic] = {
    "=": equality.equals,
    "<>": equality.differs,
    "<": equality.less,
    "<=": equality.less_or_equal,
    ">": equality.greater,
    ">=": equality.greater_or_equal,
}
BINARY: dict[str, Dyadic] = {
    **arithmetic.OPERATIONS,
    "STARTS WITH": text.starts_with,
    "ENDS WITH": text.ends_with,
    "CONTAINS": text.has_part,
    "=~": text.matches,
    "XOR": logic.xor,
}


def build_unary(node: ast.Unary, scope: Scope) -> Closure:
    if node.operator == "-" and node.operand == ast.Literal(-INT_MIN):
        return lambda row, context: INT_MIN
    if node.operator == "NOT":
        _refuse_constant(node.operand)
    operand = scope.build(node.operand)
    apply = {"NOT": logic.not_, "-": arithmetic.negate, "+": arithmetic.plus}[node.operator]
    return lambda row, context: apply(operand(row, context))


def build_binary(node: ast.Binary, scope: Scope) -> Closure:
    if node.operator in ("AND", "OR", "XOR"):
        _refuse_constant(node.left)
        _refuse_constant(node.right)
    left, right = scope.build(node.left), scope.build(node.right)
    if node.operator == "AND":
        return _short_circuit(left, right, False, logic.and_)
    if node.operator == "OR":
        return _short_circuit(left, right, True, logic.or_)
    if node.operator == "IN":
        return _build_in(left, right)
    apply = BINARY[node.operator]
    if node.operator == "+":
        return _charged(left, right, apply)
    return lambda row, context: apply(left(row, context), right(row, context))


def _short_circuit(left: Closure, right: Closure, decisive: bool, combine: Dyadic) -> Closure:
    def run(row: Row, context: Context) -> Value:
        first = logic.truth(left(row, context))
        return decisive if first is decisive else combine(first, right(row, context))

    return run


def _charged(left: Closure, right: Closure, apply: Dyadic) -> Closure:
    """Count a list or a string that `+` makes."""

    def run(row: Row, context: Context) -> Value:
        result = apply(left(row, context), right(row, context))
        if is_list(result):
            context.charge(len(result))
        elif isinstance(result, str):
            context.charge_text(result)
        return result

    return run


def _build_in(left: Closure, right: Closure) -> Closure:
    def run(row: Row, context: Context) -> Value:
        item, items = left(row, context), right(row, context)
        if items is None:
            return None
        if not is_list(items):
            raise EvaluationError(f"IN takes a list on its right, and this is {name_of(items)}.")
        if len(items) > CHECK_EVERY:
            context.check()
        return equality.contains(item, items)

    return run


def build_comparison(node: ast.Comparison, scope: Scope) -> Closure:
    first = scope.build(node.first)
    rest = tuple((COMPARISONS[operator], scope.build(operand)) for operator, operand in node.rest)
    if len(rest) == 1:
        apply, second = rest[0]
        return lambda row, context: apply(first(row, context), second(row, context))

    def chain(row: Row, context: Context) -> Value:
        """The conjunction of the pairs; each operand is evaluated once, and none after a pair that is false."""
        left, answer = first(row, context), True
        for compare, operand in rest:
            right = operand(row, context)
            answer = logic.and_(answer, compare(left, right))
            if answer is False:
                return False
            left = right
        return answer

    return chain


def build_is_null(node: ast.IsNull, scope: Scope) -> Closure:
    operand = scope.build(node.operand)
    if node.negated:
        return lambda row, context: operand(row, context) is not None
    return lambda row, context: operand(row, context) is None


def build_case(node: ast.Case, scope: Scope) -> Closure:
    branches = tuple((scope.build(when), scope.build(then)) for when, then in node.branches)
    default = scope.build(node.default if node.default is not None else ast.Literal(None))
    if node.subject is None:
        return _searched_case(branches, default)
    return _simple_case(scope.build(node.subject), branches, default)


def _searched_case(branches: tuple[tuple[Closure, Closure], ...], default: Closure) -> Closure:
    def run(row: Row, context: Context) -> Value:
        for when, then in branches:
            if logic.truth(when(row, context)):
                return then(row, context)
        return default(row, context)

    return run


def _simple_case(subject: Closure, branches: tuple[tuple[Closure, Closure], ...], default: Closure) -> Closure:
    def run(row: Row, context: Context) -> Value:
        value = subject(row, context)
        for when, then in branches:
            if equality.equals(value, when(row, context)):
                return then(row, context)
        return default(row, context)

    return run


def _refuse_constant(node: ast.Expr) -> None:
    """Refuse a number, string, list or map where a condition is due, even where it would never be looked at."""
    constant = isinstance(node, ast.Literal) and not isinstance(node.value, bool | None)
    if constant or isinstance(node, ast.ListLiteral | ast.MapLiteral):
        raise BindError("A condition is due here: something that is true, false or null.", span=node.span)
