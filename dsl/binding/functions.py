"""What a function call must fulfil beside its arguments being bound: its name, arity, place, and kinds of argument."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...errors import BindError
from .. import ast, trees
from ..catalog import FunctionDef, Type
from ..frozen import replace
from . import types
from .names import Index, unknown
from .patterns import Place

FRONT = "front"
TAKES: Mapping[str, tuple[Type, ...]] = {
    "length": ("PATH",),
    "size": ("STRING", "LIST", *types.LIST_OF.values()),
    "type": ("EDGE",),
    "labels": ("NODE",),
    "properties": ("NODE", "EDGE", "MAP"),
    "nodes": ("PATH",),
    "relationships": ("PATH",),
}
"""Functions that make sense of few types alone: any other is a slip, and named before anything runs."""

FOREIGN: Mapping[str, str] = {
    **dict.fromkeys(
        ("len", "char_length", "cardinality"), "`size` counts the characters of a text and the items of a list."
    ),
    **dict.fromkeys(("now", "current_timestamp", "today"), "`datetime()` and `date()` are the reference time."),
    **dict.fromkeys(("concat", "concat_ws"), "Texts are joined by `+`: `m.id + ': ' + m.text`."),
    **dict.fromkeys(("ifnull", "nvl", "isnull"), "`coalesce(a, b)` is the first that is not null."),
    **dict.fromkeys(("mean", "average"), "`avg` is the mean."),
    **dict.fromkeys(("string_agg", "group_concat", "array_agg"), "`collect` gathers values into a list."),
    **dict.fromkeys(("int", "integer", "cast"), "`toInteger`, `toFloat` and `toString` make one type of another."),
    **dict.fromkeys(("contains", "startswith", "endswith"), "It is an operator: `m.text CONTAINS 'x'`."),
}
"""Functions of other languages, by what does the same here."""
_LENGTH = "`size` counts the characters of a text and the items of a list; `length` the edges of a path."


def find_function(call: ast.Call, place: Place) -> FunctionDef:
    """Return the function that is called. Raises BindError where there is none, or its arity differs."""
    function = place.index.functions.get(call.name.lower())
    if function is None:
        error = unknown("function", call.name, (f.name for f in place.index.functions.values()), call.span)
        error.hint = FOREIGN.get(call.name.lower(), error.hint)
        raise error
    _check_arity(call, function)
    if function.name == FRONT:
        raise BindError(
            "`front()` is a column of its own, beside PARETO BY.",
            span=call.span,
            hint="As in `RETURN m.id, front() AS front PARETO BY m.importance MAX`; a recall has the column `front`.",
        )
    return function


def is_front(expr: ast.Expr) -> bool:
    """Return whether a column is `front()`: where PARETO BY sorted a row to, known only once the columns are there."""
    return isinstance(expr, ast.Call) and expr.name.lower() == FRONT and not (expr.arguments or expr.star)


def is_aggregated(expr: Any, index: Index) -> bool:
    """Return whether an aggregate stands anywhere in the expression."""
    if isinstance(expr, ast.Subquery):  # what it aggregates are rows of its own
        return False
    if isinstance(expr, ast.Call) and is_aggregate(expr, index):
        return True
    return any(is_aggregated(child, index) for child in trees.children(expr))


def is_aggregate(call: ast.Call, index: Index) -> bool:
    function = index.functions.get(call.name.lower())
    return function is not None and function.aggregate


def inside(call: ast.Call, function: FunctionDef, place: Place) -> Place:
    """Return the place of a function's arguments. Raises BindError for an aggregate where none may stand."""
    if not function.aggregate:
        return place
    if not place.aggregates:
        raise BindError(
            f"The aggregate `{function.name}` cannot stand in {place.clause}.",
            span=call.span,
            hint="Aggregate in WITH or RETURN, give it a name, and use the name.",
        )
    return replace(place, aggregates=False, clause="another aggregate")


def check_arguments(call: ast.Call, function: FunctionDef, place: Place) -> None:
    """Raise BindError where a bound call is given what its function can make nothing of."""
    if function.of_memory:
        _check_memory(call, function, place)
    if function.name in TAKES:
        kind = types.type_of(call.arguments[0], place.scope, place.index)
        if kind != "ANY" and kind not in TAKES[function.name]:
            due = " or ".join(types.in_words(t) for t in TAKES[function.name][:2])
            hint = _LENGTH if function.name == "length" else None
            message = f"`{function.name}` takes {due}, and this is {types.in_words(kind)}."
            raise BindError(message, span=call.span, hint=hint)
    if function.aggregate and any(isinstance(n, ast.Call) and n.name == "rand" for n in trees.walk(call.arguments)):
        raise BindError(f"`{function.name}` of a random number has no one answer.", span=call.span)


def _check_arity(call: ast.Call, function: FunctionDef) -> None:
    given, least, most = len(call.arguments), function.least, function.most
    if call.star:
        if function.name.lower() != "count":
            raise BindError(f"Only `count` takes a star, and `{function.name}` does not.", span=call.span)
        return
    if not given and function.name == "count":
        raise BindError("`count` is given nothing to count.", span=call.span, hint="`count(*)` counts the rows.")
    if given < least or (most is not None and given > most):
        due = str(least) if least == most else f"{least} or more" if most is None else f"{least} to {most}"
        arguments = "argument" if due == "1" else "arguments"
        message = f"`{function.name}` takes {due} {arguments}, and this gives {given}."
        hint = f"As in `{USE[function.name]}`." if function.name in USE else None
        raise BindError(message, span=call.span, hint=hint)
    if call.distinct and not function.aggregate:
        raise BindError(f"DISTINCT stands in aggregates only, and `{function.name}` is none.", span=call.span)


USE = {"similarity": "similarity(m, 'what is needed')", "matches": "matches(m, 'invoice')"}
"""How what this language alone has is called."""


def _memory_meant(argument: ast.Expr, function: FunctionDef) -> str | None:
    """Return what to write where a property stands for its memory: `matches(m.text, 'x')`."""
    if not isinstance(argument, ast.Property) or not isinstance(argument.subject, ast.Name):
        return None
    name = argument.subject.name
    use = USE.get(function.name, f"{function.name}(m)")
    return f"It takes the memory, and not a property: `{use.replace('(m', f'({name}')}`."


def _check_memory(call: ast.Call, function: FunctionDef, place: Place) -> None:
    objective = place.index.objectives.get(function.name)
    if objective is not None and objective.needs:
        raise BindError(
            f"`{function.name}` has a meaning only in PARETO BY, RANK BY, AT LEAST and RETURN of a recall.",
            span=call.span,
        )
    argument = call.arguments[0]
    symbol = place.scope.find(argument.name) if isinstance(argument, ast.Name) else None
    kind = types.type_of(argument, place.scope, place.index)
    if kind not in ("NODE", "ANY") or (symbol is not None and kind == "NODE" and "Memory" not in symbol.labels):
        raise BindError(
            f"`{function.name}` is a function of a memory, and this is none.",
            span=argument.span,
            hint=_memory_meant(argument, function) or "Bind one in a pattern: `(m:Memory)`.",
        )
