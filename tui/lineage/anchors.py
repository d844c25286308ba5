"""What the last recall was near: the memories that its NEAR names, or the newest of its task where it says ACTIVE."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from ...dsl import ast
from ...dsl.parsing.parser import parse
from ...engine.asking.outline import step_rows, steps
from ...errors import ClewError
from ..desk import Answer

if TYPE_CHECKING:
    from ...engine.handle.engine import Engine


def anchors_of(engine: Engine, answer: Answer | None) -> tuple[str, ...]:
    """Return the ids of a recall's anchors; none where it had none, or where the answer is of something else.

    Of an ACTIVE without a task only what the session itself had written is known, and an app has written little.
    """
    if answer is None or answer.rows is None or answer.rows.recorder is None:
        return ()
    try:
        record = answer.rows.record
        recall = parse(record.text)
        if not isinstance(recall, ast.Recall) or recall.near is None:
            return ()
        named = _values(recall.near.ids, record.parameters)
        active = _active(engine, recall, record.parameters) if recall.near.active is not None else ()
    except ClewError:
        return ()
    return tuple(dict.fromkeys((*named, *active, *(record.recent if recall.near.active is not None else ()))))


def _active(engine: Engine, recall: ast.Recall, parameters: Mapping[str, Any]) -> Iterable[str]:
    """Return the newest memories of the tasks that a recall names, as many as it says."""
    assert recall.near is not None and recall.near.active is not None
    count = _value(recall.near.active, parameters)
    tasks = _values(recall.tasks, parameters)
    rows = [row for task in tasks for row in step_rows(engine, task)]
    newest = sorted(steps(engine, rows), key=lambda memory: (memory.at, memory.row), reverse=True)
    return [memory.id for memory in newest[: count if isinstance(count, int) else 0]]


def _values(expressions: Iterable[ast.Expr], parameters: Mapping[str, Any]) -> list[str]:
    """Return the texts that expressions stand for; a parameter may hold several."""
    found: list[str] = []
    for value in (_value(expression, parameters) for expression in expressions):
        found += [value] if isinstance(value, str) else [text for text in value or () if isinstance(text, str)]
    return found


def _value(expression: ast.Expr, parameters: Mapping[str, Any]) -> Any:
    match expression:
        case ast.Literal(value):
            return value
        case ast.Parameter(name):
            return parameters.get(name)
        case _:
            return None
