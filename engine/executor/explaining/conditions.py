"""Which condition of a recall a memory does not fulfil: the first, in the order in which they are told, and its value.

Each is matched again, by a scan for this one memory: the first that does not find it names the condition. Evaluating
the condition instead was refused: where a scan is given a time as text it reads a time, and an expression sees a text.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import numpy as np

from ....dsl import ast, trees
from ....dsl.plan import Condition
from ....dsl.printing.expressions import print_expression
from ...asking.reasons import Cause, Finding
from ...evaluation.values import Value
from ..candidates import Candidates
from ..matching import matching
from ..session import Session
from .words import shown

STAGE = "GraphScan"

CALLED = {
    "types": "its type is",
    "action_type": "its action type is",
    "at": "it happened at",
    "valid_from": "it holds from",
    "valid_to": "it holds until",
}
"""How a person says what a memory's properties are, where `its step is` is not how."""


def unfulfilled(conditions: Iterable[Condition], row: int, session: Session) -> tuple[Cause, Finding]:
    """Return the first condition that a memory does not fulfil."""
    for condition in conditions:
        if condition.scan is not None and row not in matching(condition.scan, session):
            return _failed(condition, row, session)
    return "filter", Finding(STAGE, "It does not match.")


def _failed(condition: Condition, row: int, session: Session) -> tuple[Cause, Finding]:
    """Return the sentence for a condition that is false or null, with what the memory has instead."""
    if condition.test is None:
        return "pattern", Finding(STAGE, f"Nothing around it matches `{condition.asked}`.", condition.asked)
    one = Candidates(rows=np.array([row], np.int64))
    parts = list(dict.fromkeys(_parts(condition.test, session.variable)))
    known = {print_expression(part): session.values(part, one)[0] for part in parts}
    return "filter", Finding(STAGE, _sentence(condition, known), known)


def _sentence(condition: Condition, known: Mapping[str, Value]) -> str:
    match condition.clause:
        case "WITH ARCHIVED":
            return "It is archived, and the recall does not say `WITH ARCHIVED`."
        case "WHERE" if not known:
            return f"None of its matches passes `{condition.asked}`."
        case "WHERE":
            has = ", ".join(f"`{part}` is {shown(value)}" for part, value in known.items())
        case _:
            has = ", ".join(f"{_called(part)} {shown(value)}" for part, value in known.items())
    return f"It does not pass `{condition.asked}`: {has}."


def _called(part: str) -> str:
    key = part.rpartition(".")[2]
    return CALLED.get(key, f"its {key} is")


def _parts(test: ast.Expr, variable: str) -> Iterator[ast.Expr]:
    """Yield what a condition reads of the memory alone: its properties, and functions of it."""
    for node in trees.walk(test):
        match node:
            case ast.Property(subject=ast.Name(name=name)) | ast.Call(arguments=(ast.Name(name=name), *_)) if (
                name == variable and trees.free_names(node) <= {variable}
            ):
                yield node
            case _:
                pass
