"""Queries inside expressions: EXISTS, COUNT and COLLECT, asked for every row of a table.

What goes from row to row runs once for all the rows that ask, so that a pattern is one question to the graph however
many they are. From the first stage on that regards several rows at once, each asking row has a run of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ...dsl import plan
from ..evaluation.context import Context
from ..evaluation.ordering import OrderKey, order_key
from ..evaluation.values import Row, Value
from .table import Table, compiled

Answers = list[list[Value]]
"""For each row that asks, a value for each row of the query: null where only their number matters."""


def apply(stage: plan.Apply, table: Table, context: Context) -> Table:
    """Return the rows, each with what the query comes to for it."""
    asking = Table((*table.names, stage.number), [(*row, place) for place, row in enumerate(table.rows)])
    answers: Answers = [[] for _ in table.rows]
    for branch in stage.branches:
        for mine, found in zip(answers, _answers(branch, stage, asking, context), strict=True):
            mine += found
    if stage.distinct:
        answers = [_each_once(values) for values in context.watched(answers)]
    rows = [(*row, _come_to(stage, values)) for row, values in zip(table.rows, answers, strict=True)]
    return Table((*table.names, stage.name), rows)


def bring(stage: plan.Bring, table: Table, context: Context) -> Table:
    """Give each row again what the row binds that asks."""
    lost = [name for name in stage.names if name not in table.names]
    again = tuple([context.asker[name] for name in lost])
    return Table((*table.names, *lost), [(*row, *again) for row in table.rows])


def _answers(branch: plan.Branch, stage: plan.Apply, asking: Table, context: Context) -> Iterator[list[Value]]:
    # Imported here: a query is stages, and this is one of them.
    from .rows import run_pattern_stages

    found = run_pattern_stages(branch.each, context, asking)
    groups: list[list[Row]] = [[] for _ in asking.rows]
    place = found.names.index(stage.number)
    for row in context.watched(found.rows):
        groups[_whole(row[place])].append(row)
    if not branch.then:
        return _values(branch, found.names, groups, context)
    return _each_alone(branch, stage, asking, Table(found.names, []), groups, context)


def _each_alone(
    branch: plan.Branch, stage: plan.Apply, asking: Table, found: Table, groups: Sequence[list[Row]], context: Context
) -> Iterator[list[Value]]:
    from .rows import run_pattern_stages

    places = [(name, asking.names.index(name)) for name in stage.given]
    before = context.asker
    for row, group in zip(asking.rows, groups, strict=True):
        context.asker = {name: row[place] for name, place in places}
        try:
            table = run_pattern_stages(branch.then, context, Table(found.names, group))
        finally:
            context.asker = before
        yield from _values(branch, table.names, [table.rows], context)


def _values(
    branch: plan.Branch, names: tuple[str, ...], groups: Iterable[list[Row]], context: Context
) -> Iterator[list[Value]]:
    if branch.value is None:
        return ([None] * len(rows) for rows in groups)
    groups = list(groups)
    value = compiled(branch.value, Table(names, [row for rows in groups for row in rows]), context)
    return ([value(row, context) for row in context.watched(rows)] for rows in groups)


def _whole(number: Value) -> int:
    assert isinstance(number, int)
    return number


def _each_once(values: list[Value]) -> list[Value]:
    seen: dict[OrderKey, Value] = {}
    for value in values:
        seen.setdefault(order_key(value), value)
    return list(seen.values())


def _come_to(stage: plan.Apply, values: list[Value]) -> Value:
    match stage.kind:
        case "EXISTS":
            return bool(values)
        case "COUNT":
            return len(values)
        case "COLLECT":
            return values
