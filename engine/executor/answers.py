"""From an outcome to what a caller gets: rows with whole memories in them, or the hits of a recall."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, cast

from ..evaluation.context import Context
from ..evaluation.values import EdgeValue, NodeValue, PathValue, Value
from ..model import Memory
from ..results import Front, Hit, Rows
from .run import Outcome

Fetch = Callable[[Sequence[int]], Sequence[Memory]]


def rows_of(outcome: Outcome) -> Rows:
    """Return the answer's columns, each node with all its properties."""
    table, context = outcome.table, outcome.context
    places = [table.names.index(column) for column in outcome.plan.columns]
    context.properties.expect(table.rows)
    values = tuple(tuple(_whole(row[place], context) for place in places) for row in table.rows)
    return Rows(outcome.plan.columns, values, outcome.reports, outcome.notes, outcome.pending, outcome.explanation)


def front_of(outcome: Outcome, fetch: Fetch) -> Front:
    """Return the hits of a recall, in the order of their rank."""
    table = outcome.table
    memory = next(place for place, name in enumerate(table.names) if name == outcome.plan.columns[0])
    memories = fetch([row[memory].row for row in table.rows])
    hits = tuple(
        _hit(found, dict(zip(table.names, row, strict=True))) for found, row in zip(memories, table.rows, strict=True)
    )
    objectives = tuple(hits[0].scores) if hits else ()
    return Front(hits, outcome.reports, outcome.notes, outcome.pending, objectives)


def _hit(memory: Memory, answer: dict[str, Any]) -> Hit:
    named = ("front", "rank", "scores", "arms", "dominates", "dominated_by", "why")
    return Hit(memory=memory, **{name: answer[name] for name in named})


def _whole(value: Value, context: Context) -> Value:
    """Return a value with every node and edge in it carrying all of its properties, and an edge its whole ends."""
    match value:
        case NodeValue():
            return replace(value, properties=context.properties.all_of(value))
        case EdgeValue():
            source, target = _whole(value.source, context), _whole(value.target, context)
            return replace(value, source=source, target=target, properties=context.properties.all_of(value))
        case PathValue():
            nodes, edges = ([_whole(part, context) for part in parts] for parts in (value.nodes, value.edges))
            return PathValue(tuple(nodes), tuple(edges))
        case list():
            return [_whole(item, context) for item in cast("list[Value]", value)]
        case dict():
            return {key: _whole(item, context) for key, item in cast("dict[str, Value]", value).items()}
        case _:
            return value
