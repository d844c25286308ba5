"""Lists and maps, and the expressions that run over a list: comprehensions, quantifiers, reduce.

A loop looks at the clock as it goes, and what it makes is counted, so that loops inside loops end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ....dsl import ast
from ....errors import EvaluationError
from ..context import Context
from ..logic import all_of, any_of, none_of, single_of, truth
from ..nesting import check_nesting
from ..values import Row, Value, is_list, is_map, name_of
from .scope import Closure, Scope

QUICK = 64
"""Items that can be looked through in a microsecond or two."""

QUANTIFIERS: dict[str, Callable[[Iterable[bool | None]], bool | None]] = {
    "all": all_of,
    "any": any_of,
    "none": none_of,
    "single": single_of,
}


def build_list(node: ast.ListLiteral, scope: Scope) -> Closure:
    items = tuple(scope.build(item) for item in node.items)

    def make(row: Row, context: Context) -> Value:
        context.charge(len(items))
        return [item(row, context) for item in items]

    return make


def build_map(node: ast.MapLiteral, scope: Scope) -> Closure:
    entries = tuple((key, scope.build(value)) for key, value in node.entries)
    return lambda row, context: {key: value(row, context) for key, value in entries}


def build_list_comprehension(node: ast.ListComprehension, scope: Scope) -> Closure:
    """`[x IN list WHERE condition | projection]`; null of a null list."""
    source = scope.build(node.source)
    inner = scope.extended(node.variable)
    where = None if node.where is None else inner.build(node.where)
    projection = inner.build(node.projection if node.projection is not None else ast.Name(node.variable))

    def run(row: Row, context: Context) -> Value:
        items = items_of(source(row, context))
        if items is None:
            return None
        extended = ((*row, item) for item in context.watched(items))
        kept = (it for it in extended if where is None or truth(where(it, context)))
        result = [projection(it, context) for it in kept]
        context.charge(len(result))
        return result

    return run


def build_quantifier(node: ast.Quantifier, scope: Scope) -> Closure:
    """`all(x IN list WHERE condition)`; without a condition the items are the conditions."""
    source = scope.build(node.source)
    condition = scope.extended(node.variable).build(node.where if node.where is not None else ast.Name(node.variable))
    fold = QUANTIFIERS[node.kind]

    def run(row: Row, context: Context) -> Value:
        items = items_of(source(row, context))
        if items is None:
            return None
        return fold(truth(condition((*row, item), context)) for item in context.watched(items))

    return run


def build_reduce(node: ast.Reduce, scope: Scope) -> Closure:
    """`reduce(total = 0, x IN list | total + x)`; null of a null list."""
    initial, source = scope.build(node.initial), scope.build(node.source)
    body = scope.extended(node.accumulator, node.variable).build(node.body)

    def run(row: Row, context: Context) -> Value:
        total, items = initial(row, context), items_of(source(row, context))
        if items is None:
            return None
        for turn, item in enumerate(context.watched(items)):
            total = body((*row, total, item), context)
            if _may_grow(total, turn):
                check_nesting(total)
        return total

    return run


def _may_grow(total: Value, turn: int) -> bool:
    """Whether to look into what `reduce` carries: always while that is quick, now and then when it is long."""
    return (is_list(total) or is_map(total)) and (len(total) <= QUICK or turn % QUICK == 0)


def items_of(value: Value) -> list[Value] | None:
    """Return a list, or null; EvaluationError for anything else."""
    if value is None or is_list(value):
        return value
    raise EvaluationError(f"A list is due here, and this is {name_of(value)}.")
