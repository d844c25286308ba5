"""Candidates without the graph: where a recall's conditions all speak of the memory's own columns, arrays do.

Most recalls are such: a task, a type, a time. Opening the graph for them would cost a short-lived process half a
second. Anything that is not in the small table of forms here goes to the graph; a property test holds both routes to
the same rows.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

import numpy as np

from ...dsl import ast, trees
from ...dsl.marks import LAPSED, NAMES, OVERLAP
from ...dsl.plan import GraphScan
from ..evaluation.values import instant_of
from ..projection.kinds import WordLists, Words
from ..projection.memories import MemoryColumns
from ..retrieval.adjacency import Bools, Ints
from .arguments import argument_values
from .session import Session

Values: TypeAlias = Mapping[ast.Expr, Any]
"""What each closed part of the conditions is worth, cast as the graph would have it."""

COMPARE: Mapping[str, Callable[[Any, Any], Any]] = {
    "=": np.equal,
    "<>": np.not_equal,
    "<": np.less,
    "<=": np.less_equal,
    ">": np.greater,
    ">=": np.greater_equal,
}


def scan_columns(stage: GraphScan, session: Session) -> Ints | None:
    """Return the rows that match, ascending; None where the scan needs the graph.

    Raises ParameterError as the graph would.
    """
    passed = each_condition(stage, session)
    if passed is None:
        return None
    mask = np.ones(session.memories.count, np.bool_)
    for _, passes in passed:
        mask &= passes
    return np.flatnonzero(mask)


def each_condition(stage: GraphScan, session: Session) -> list[tuple[ast.Expr, Bools]] | None:
    """Return each condition with the memories that pass it, (n,) bool; None and errors as in `scan_columns`."""
    if not _alone(stage):
        return None
    conditions = trees.conjuncts(stage.pushed)
    if not all(_known(condition, session.memories) for condition in conditions):
        return None
    given = argument_values(stage.cypher.arguments, session.context)
    values = {argument.value: given[argument.name] for argument in stage.cypher.arguments}
    if len(values) != len(given):  # one expression compared as two types: the graph tells them apart, by name
        return None
    return [(condition, _true(condition, session.memories, values)) for condition in conditions]


def _alone(stage: GraphScan) -> bool:
    """Whether the scan draws one node and no edge, and leaves nothing to be tested afterwards."""
    drawn = stage.patterns
    tests = stage.residual is not None or stage.tested is not None
    return len(drawn) == 1 and not drawn[0].edges and not tests and not stage.inputs


def _known(condition: ast.Expr, memories: MemoryColumns) -> bool:
    """Whether a condition is one of the forms that `_true` answers."""
    match condition:
        case ast.Comparison(first=ast.Property(key="id"), rest=(("=", _),)):
            return True
        case ast.Comparison(first=ast.Property(key=key), rest=((operator, _),)):
            return key in memories.kinds and (operator in ("=", "<>") or not _coded(key, memories))
        case ast.Binary(operator="IN", left=ast.Property(key=key)):
            return key in memories.kinds and isinstance(memories.kinds[key], Words)
        case ast.IsNull(operand=ast.Property(key=key)):
            return key in memories.kinds and not isinstance(memories.kinds[key], WordLists)
        case ast.Call(name=name, arguments=(ast.Property(key=key), _)) if name == OVERLAP:
            return key in memories.kinds and isinstance(memories.kinds[key], WordLists)
        case ast.Binary(operator="OR", left=left, right=right):
            return _known(left, memories) and _known(right, memories)
        case ast.Unary(operator="NOT", operand=ast.Call(name=name)):
            return name == LAPSED
        case _:
            return False


def _coded(key: str, memories: MemoryColumns) -> bool:
    return isinstance(memories.kinds[key], Words | WordLists)


def _true(condition: ast.Expr, memories: MemoryColumns, values: Values) -> Bools:
    """Return (n,) bool: where a condition is true; false and null are the same here."""
    match condition:
        case ast.Comparison(first=ast.Property(key="id"), rest=(("=", value),)):
            return _called(values[value], memories)
        case ast.Comparison(first=ast.Property(key=key), rest=((operator, value),)):
            return _compared(key, operator, values[value], memories)
        case ast.Binary(operator="IN", left=ast.Property(key=key), right=value):
            return np.isin(memories.column(key), _codes(key, values[_spliced(value)] or (), memories))
        case ast.IsNull(operand=ast.Property(key=key), negated=negated):
            return _present(key, memories) == negated
        case ast.Call(arguments=(ast.Property(key=key), value)):
            wanted = set(values[_spliced(value)] or ())
            hits = [code for code, words in enumerate(_lists(key, memories)) if not wanted.isdisjoint(words)]
            return np.isin(memories.column(key), hits)
        case ast.Binary(operator="OR", left=left, right=right):
            return _true(left, memories, values) | _true(right, memories, values)
        case ast.Unary(operand=ast.Call(arguments=(_, rows))):
            return ~np.isin(np.arange(memories.count), list(values[rows]))
        case _:
            raise AssertionError(f"{condition!r} is not a form that `_known` lets through")


def _spliced(value: ast.Expr) -> ast.Expr:
    """Return a list of names as its argument holds it."""
    return ast.ListLiteral(value.arguments) if isinstance(value, ast.Call) and value.name == NAMES else value


def _called(identity: str | None, memories: MemoryColumns) -> Bools:
    """Return (n,) bool: the memories of an id, one at most in each namespace."""
    mask = np.zeros(memories.count, np.bool_)
    rows = (memories.row_of(namespace, identity) for namespace in memories.index if identity is not None)
    mask[[row for row in rows if row is not None]] = True
    return mask


def _compared(key: str, operator: str, value: Any, memories: MemoryColumns) -> Bools:
    if value is None:
        return np.zeros(memories.count, np.bool_)
    if _coded(key, memories):
        value = memories.code(key, value)
    elif isinstance(value, dt.datetime):
        value = instant_of(value.replace(tzinfo=dt.UTC)) // 1000
    return COMPARE[operator](memories.column(key), value) & _present(key, memories)


def _codes(key: str, names: Any, memories: MemoryColumns) -> list[int]:
    return [code for name in names if (code := memories.code(key, name)) >= 0]


def _present(key: str, memories: MemoryColumns) -> Bools:
    """Return (n,) bool: where a column is not null."""
    null = getattr(memories.kinds[key], "null", -1)
    column = memories.column(key)
    return np.ones(len(column), np.bool_) if null is None else column != null


def _lists(key: str, memories: MemoryColumns) -> Any:
    kind = memories.kinds[key]
    assert isinstance(kind, WordLists)
    return kind.names.values
