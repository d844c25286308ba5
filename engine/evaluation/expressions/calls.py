"""Calls of functions, and patterns inside expressions, which only the store can answer."""

from __future__ import annotations

from ....dsl import ast
from ....errors import BindError, EvaluationError, UnsupportedError
from ..context import Context, Pattern
from ..functions.folds import FOLDS
from ..functions.function import Function
from ..functions.registry import REGISTRY
from ..values import NodeValue, Row, Value, is_list, name_of
from .scope import Closure, Scope


def build_call(node: ast.Call, scope: Scope) -> Closure:
    function = REGISTRY.get(node.name.lower())
    arguments = tuple(scope.build(argument) for argument in node.arguments)
    if function is None:
        return _memory_call(node, arguments)
    _check_arity(function, node)
    if function.strict and not function.contextual and len(arguments) == 1:
        return _unary_call(function, arguments[0])
    return _general_call(function, arguments)


def _unary_call(function: Function, argument: Closure) -> Closure:
    """The common case, without a list of arguments."""
    call = function.call

    def run(row: Row, context: Context) -> Value:
        value = argument(row, context)
        return None if value is None else _charged(call(value), context)

    return run


def _general_call(function: Function, arguments: tuple[Closure, ...]) -> Closure:
    call = function.call

    def run(row: Row, context: Context) -> Value:
        values = [argument(row, context) for argument in arguments]
        if function.strict and any(value is None for value in values):
            return None
        return _charged(call(context, *values) if function.contextual else call(*values), context)

    return run


def _memory_call(node: ast.Call, arguments: tuple[Closure, ...]) -> Closure:
    """An objective, `similarity`, `matches`: the store answers for a memory; null of null."""
    if node.name.lower() in FOLDS:
        raise BindError(f"`{node.name}` folds rows, and cannot stand here.", span=node.span, hint="Move it to a WITH.")
    if not arguments:
        raise BindError(f"There is no function `{node.name}`.", span=node.span)

    def run(row: Row, context: Context) -> Value:
        memory, *rest = [argument(row, context) for argument in arguments]
        if memory is None:
            return None
        if context.memory_function is None:
            raise EvaluationError(f"`{node.name}` is a function of a memory, and there is no store to ask.")
        if not isinstance(memory, NodeValue):
            raise EvaluationError(f"`{node.name}` takes a memory, and this is {name_of(memory)}.")
        return context.memory_function(node.name, memory, tuple(rest))

    return run


def build_pattern(node: Pattern, scope: Scope) -> Closure:
    """EXISTS, COUNT and pattern comprehensions: handed to the resolver with the names that are bound around them."""
    names = scope.names

    def run(row: Row, context: Context) -> Value:
        if context.pattern_resolver is None:
            raise UnsupportedError(
                "A pattern cannot be matched inside this expression.", hint="Match it in a clause before, with MATCH."
            )
        return context.pattern_resolver(node, dict(zip(names, row, strict=True)))

    return run


def _check_arity(function: Function, node: ast.Call) -> None:
    definition, count = function.definition, len(node.arguments)
    if node.distinct or node.star:
        raise BindError(f"`{definition.name}` is no aggregate, so takes neither DISTINCT nor `*`.", span=node.span)
    if count < definition.least or (definition.most is not None and count > definition.most):
        raise BindError(f"`{definition.name}` does not take {count} arguments.", span=node.span)


def _charged(result: Value, context: Context) -> Value:
    """Count a list or a string that a function made."""
    if is_list(result):
        context.charge(len(result))
    elif isinstance(result, str):
        context.charge_text(result)
    return result
