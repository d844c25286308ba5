"""Run a plan that writes, in two steps: read what it is about, then write.

The first happens where the projection stands still, as every query does. The second must not: a memory's tags are
guessed from the newest state, which a thread that reads cannot bring about. Nothing else is written in between by this
handle; what another writes meanwhile is as if it had come before or after.
"""

from __future__ import annotations

import datetime as dt
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from ....dsl import ast
from ....dsl import plan as p
from ....dsl.explaining.explain import explain
from ....errors import MemoryNotFound
from ...answers.results import StageReport
from ...evaluation.values import NodeValue
from ...running.cancel import running
from ...writing.scribe import Scribe
from ..memory_functions import memory_function
from ..run import Outcome, located, run_stages
from ..session import Session
from ..table import Table
from . import definitions, esteem, lives, memories
from .hands import Hands

WRITES: Mapping[type, Callable[[Any, Hands], Table]] = {
    ast.Remember: memories.remember,
    ast.Link: memories.link,
    ast.Reinforce: esteem.reinforce,
    ast.Pin: esteem.pin,
    ast.Feedback: esteem.feedback,
    ast.Retire: lives.retire,
    ast.Drop: definitions.drop,
}


@dataclass(frozen=True, slots=True)
class Found:
    """What the first step gives. ids: of the memories that the condition held for; None where there was none."""

    ids: tuple[str, ...] | None
    reports: tuple[StageReport, ...]
    notes: tuple[str, ...]


def find(plan: p.Plan, session: Session) -> Found:
    """Read what a plan is about, inside the projection's `reading()`. Raises what the stages do."""
    last = plan.stages[-1]
    session.context.memory_function = memory_function(session)
    with located(plan.text), running(session.context.cancel):
        table, reports, notes = run_stages(plan.stages[:-1], session)
    if not isinstance(last, p.Write) or last.memory is None:
        return Found(None, reports, notes)
    place = table.names.index(last.memory)
    nodes = (row[place] for row in table.rows)
    return Found(tuple(session.memories.ids[n.row] for n in nodes if isinstance(n, NodeValue)), reports, notes)


def perform(
    plan: p.Plan, found: Found, session: Session, scribe: Scribe, operation: str | None, pending: int = 0
) -> Outcome:
    """Write, outside of `reading()`. Raises a QueryError with its place, and what the journal raises."""
    # What is written now happens now: `datetime()` in it is the clock's time, not the newest memory's.
    session.context.now = dt.datetime.now(dt.UTC)
    hands = Hands(session, scribe, operation, found.ids)
    start = time.perf_counter()
    with located(plan.text):
        table = _written(plan.stages[-1], hands)
    report = StageReport(type(plan.stages[-1]).__name__, len(found.ids or ()), len(table), time.perf_counter() - start)
    reports = (*found.reports, report)
    explanation = explain(plan, reports) if plan.mode == "profile" else None
    notes = (*plan.warnings, *found.notes, *hands.notes)
    return Outcome(plan, table, session.context, reports, notes, pending, explanation)


def _written(stage: p.Stage, hands: Hands) -> Table:
    match stage:
        case p.Define():
            return definitions.define(stage, hands)
        case p.Write(statement=statement):
            try:
                return WRITES[type(statement)](statement, hands)
            except MemoryNotFound as error:
                raise hands.not_found(error, statement) from None
        case _:
            raise AssertionError(f"{type(stage).__name__} does not write")
