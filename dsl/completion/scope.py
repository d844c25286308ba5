"""The names that can be seen at a cursor, with what they are: read off what the parser has built so far.

The binder's own room for patterns says which labels a node can have, edges considered; where a half-written pattern
does not fit the catalog, its names are there all the same, and can be anything.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Any, cast

from lark import Token

from ...errors import QueryError
from .. import ast, trees
from ..binding.names import Index
from ..binding.patterns import Place, bind_patterns
from ..binding.ranking import ALL_COLUMNS
from ..binding.recall import MEMORY
from ..binding.scope import Scope, Symbol
from ..binding.trace import COLUMNS as TRACED
from ..parsing.build_recall import Part
from .situation import Situation

_OF_MEMORIES = ("FORGET", "PURGE", "CONSOLIDATE")


def scope_at(here: Situation, index: Index) -> Scope:
    """Return the names that an expression at the cursor can use."""
    held = list(here.cursor.held())
    scope = _of_statement(here, held)
    for thing in held:
        scope = _after(thing, scope, index)
    pattern = _half_written(here)
    scope = _drawn(pattern, scope, index) if pattern else scope
    return scope.add(*_items(here))


def _of_statement(here: Situation, held: list[Any]) -> Scope:
    """Return the names that a statement has of itself."""
    memory = Symbol("m", "NODE", (MEMORY,))
    if here.statement == "RECALL":
        name = next((thing.value.name for thing in held if isinstance(thing, Part) and thing.words == "AS"), "m")
        columns = ALL_COLUMNS if "RETURN" in here.begun else ()
        return Scope().add(Symbol(name, "NODE", (MEMORY,)), *(Symbol(column, "ANY") for column in columns))
    if here.statement == "TRACE":
        return Scope().add(memory, *(Symbol(name, "ANY") for name in TRACED[1:]))
    return Scope().add(memory) if here.statement in _OF_MEMORIES else Scope()


def _after(thing: Any, scope: Scope, index: Index) -> Scope:
    """Return the scope behind something that was built."""
    match thing:
        case ast.Query():
            return Scope()
        case ast.Match(patterns=patterns) | Part(words="MATCH", value=patterns):
            return _drawn(cast("tuple[ast.PathPattern, ...]", patterns), scope, index)
        case ast.Unwind(variable=name):
            return scope.add(Symbol(name, "ANY"))
        case ast.With(projection=projection):
            kept = scope if projection.star else Scope()
            return kept.add(*(_column(item, scope) for item in projection.items))
        case ast.Projection(items=items):
            return scope.add(*(_column(item, scope) for item in items if item.alias))
        case _ if isinstance(thing, tuple):
            paths = tuple(item for item in cast("tuple[Any, ...]", thing) if isinstance(item, ast.PathPattern))
            return _drawn(paths, scope, index) if paths else scope
        case _:
            return scope


def _column(item: ast.Item, scope: Scope) -> Symbol:
    known = scope.find(item.expression.name) if isinstance(item.expression, ast.Name) else None
    name = item.alias or (item.expression.name if isinstance(item.expression, ast.Name) else item.text)
    return Symbol(name, known.type if known else "ANY", known.labels if known else ())


def _half_written(here: Situation) -> tuple[ast.PathPattern, ...]:
    """Return the pattern that is being drawn, as far as its nodes and edges are finished."""
    parts = [thing for thing in here.waiting if isinstance(thing, ast.NodePattern | ast.EdgePattern | ast.PathPattern)]
    whole = tuple(part for part in parts if isinstance(part, ast.PathPattern))
    nodes = tuple(ast.PathPattern((part,), ()) for part in _nodes(here, parts))
    return (*whole, *nodes)


def _nodes(here: Situation, parts: Iterable[Any]) -> Iterator[ast.NodePattern]:
    yield from (part for part in parts if isinstance(part, ast.NodePattern))
    for opened, name in pairwise(
        here.waiting
    ):  # the node whose bracket is open: its name, and its labels if it has any
        if isinstance(opened, Token) and opened.type == "LPAR" and isinstance(name, Token) and name.type == "NAME":
            labels = next((thing for thing in here.waiting if isinstance(thing, _LABELS)), None)
            yield ast.NodePattern(str(name), labels)


_LABELS = (ast.Label, ast.LabelAnd, ast.LabelNot, ast.LabelOr, ast.AnyLabel)


def _first(thing: Any) -> Any:
    return cast("tuple[Any, ...]", thing)[0] if isinstance(thing, tuple) and thing else cast(Any, thing)


def _drawn(patterns: tuple[ast.PathPattern, ...], scope: Scope, index: Index) -> Scope:
    try:
        return bind_patterns(patterns, None, Place(scope, index, "WHERE"), lambda expr, place: expr)[2]
    except QueryError:
        every = tuple(index.labels)
        return scope.add(*(Symbol(name, "NODE", every) for name in trees.pattern_names(patterns)))


def _items(here: Situation) -> Iterator[Symbol]:
    """Yield the names of comprehensions and quantifiers that are begun: `x` of `[x IN xs WHERE `."""
    for opened, source in pairwise(here.waiting):
        if isinstance(opened, Token) and opened.type in ("LSQB", "LPAR"):
            inside = _first(source)
            if isinstance(inside, ast.Binary) and inside.operator == "IN" and isinstance(inside.left, ast.Name):
                yield Symbol(inside.left.name, "ANY")
