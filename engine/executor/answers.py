"""From an outcome to what a caller gets: rows with whole memories in them, or the hits of a recall."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, cast

from ...dsl import ast
from ..answers.results import Front, Hit, Question, Rows
from ..asking.reasons import Reasons
from ..asking.recall_record import RecallRecord, Recorded
from ..evaluation.context import Context
from ..evaluation.values import EdgeValue, NodeValue, PathValue, Value
from ..projection.memories import ESTEEMED
from ..values.model import Memory
from .emit import ANSWER
from .inferring import NEED
from .run import Outcome
from .valuing import DEVIATION

Fetch = Callable[[Sequence[int]], Sequence[Memory]]


def rows_of(outcome: Outcome) -> Rows:
    """Return the answer's columns, each node with all its properties."""
    table, context = outcome.table, outcome.context
    places = [table.names.index(column) for column in outcome.plan.columns]
    context.properties.expect(table.rows)
    whole = _Whole(context)
    values = tuple(tuple([whole.of(row[place]) for place in places]) for row in context.watched(table.rows))
    return Rows(
        columns=outcome.plan.columns,
        values=values,
        stages=outcome.reports,
        notes=outcome.notes,
        pending=outcome.pending,
        explanation=outcome.explanation,
        reasons=outcome.reasons,
    )


def recorded_of(outcome: Outcome) -> tuple[Recorded, ...]:
    """Return the hits of a recall as its record keeps them, whatever RETURN made of them."""
    if outcome.emitted is None or outcome.session is None:
        return ()
    ids, names = outcome.session.memories.ids, outcome.emitted.names
    rank, front, scores = (names.index(name) for name in ("rank", "front", "scores"))
    rows: list[Any] = outcome.emitted.rows
    return tuple(Recorded(str(ids[row[0].row]), row[rank], row[front], dict(row[scores])) for row in rows)


def front_of(outcome: Outcome, fetch: Fetch) -> Front:
    """Return the hits of a recall, in the order of their rank."""
    table = outcome.table
    memory = next(place for place, name in enumerate(table.names) if name == outcome.plan.columns[0])
    memories = _as_then(fetch([row[memory].row for row in table.rows]), outcome.context)
    hits = tuple(
        _hit(found, dict(zip(table.names, row, strict=True))) for found, row in zip(memories, table.rows, strict=True)
    )
    objectives = tuple(name for name in hits[0].scores if name != DEVIATION) if hits else ()
    need = None if outcome.session is None else outcome.session.memo.kept.get(NEED)
    return Front(hits, outcome.reports, outcome.notes, outcome.pending, objectives, need=need)


def question_of(
    outcome: Outcome, statement: ast.Recall, why: Callable[[str, RecallRecord], Reasons], trial: tuple[str, ...] = ()
) -> Question:
    """Return what a recall was asked. recent: only where it is near what the session wrote last."""
    session = outcome.session
    assert session is not None
    near = statement.near
    ids = session.memories.ids
    by_session = near is not None and near.active is not None and not statement.tasks
    return Question(
        statement=statement,
        namespaces=session.namespaces,
        recent=tuple(ids[row] for row in session.recent) if by_session else (),
        seq=session.seq,
        reference=outcome.context.now,
        why=why,
        trial=trial,
    )


def _hit(memory: Memory, answer: dict[str, Any]) -> Hit:
    return Hit(memory=memory, **{name: answer[name] for name in ANSWER})


def _as_then(memories: Sequence[Memory], context: Context) -> Sequence[Memory]:
    """Return memories with what changes in one as it was then: the journal reads them as they are now."""
    if context.as_of is None or context.reader is None:
        return memories
    then = context.reader.node_properties("Memory", [memory.row for memory in memories])
    changing = ("retracted_at", *ESTEEMED)
    return [
        replace(memory, **{name: was[name] for name in changing}) for memory, was in zip(memories, then, strict=True)
    ]


class _Whole:
    """Gives every node and edge in a value all of its properties, and an edge its whole ends.

    What occurs again is the same object: a million paths over a few thousand memories are a few thousand memories.
    """

    def __init__(self, context: Context) -> None:
        self._properties = context.properties
        self._made: dict[tuple[str, int, int | None], Any] = {}

    def of(self, value: Value) -> Value:
        match value:
            case NodeValue():
                return self._once(("node " + value.label, value.row, value.as_of), value, self._node)
            case EdgeValue():
                return self._once(("edge " + value.type, value.row, value.source.as_of), value, self._edge)
            case PathValue():
                return PathValue(tuple(map(self.of, value.nodes)), tuple(map(self.of, value.edges)))
            case list():
                return [self.of(item) for item in cast("list[Value]", value)]
            case dict():
                return {key: self.of(item) for key, item in cast("dict[str, Value]", value).items()}
            case _:
                return value

    def _once(self, identity: tuple[str, int, int | None], value: Any, make: Callable[[Any], Value]) -> Value:
        if identity not in self._made:
            self._made[identity] = make(value)
        return self._made[identity]

    def _node(self, node: NodeValue) -> Value:
        return replace(node, properties=self._properties.all_of(node))

    def _edge(self, edge: EdgeValue) -> Value:
        source, target = self.of(edge.source), self.of(edge.target)
        return replace(edge, source=source, target=target, properties=self._properties.all_of(edge))
