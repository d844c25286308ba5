"""Walk a Plan: each stage is one function, found in a table, and every stage reports rows in, rows out and time.

PROFILE, WHY and the notes of an answer all read this one record. There is no second way to run a plan.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

import numpy as np

from ...dsl import plan as p
from ...dsl.explaining.explain import explain
from ...errors import QueryError
from ..evaluation.context import Context
from ..evaluation.values import NodeValue
from ..results import StageReport
from .anchors import anchor
from .arms import lexical, mentioning, similar, spread, tagged
from .candidates import Candidates
from .column_scan import scan_columns
from .emit import emit
from .fronts import front, rank, select
from .lineage import walk
from .memory_functions import memory_function
from .misses import misses
from .rows import ROW_STAGES, Table
from .scan import scan, scan_memories
from .scores import admit, cut, score
from .session import Session

State: TypeAlias = Table | Candidates

RECALL_STAGES: Mapping[type, Callable[[Any, Candidates, Session], State]] = {
    p.Similar: similar,
    p.Lexical: lexical,
    p.Tagged: tagged,
    p.Mentioning: mentioning,
    p.Spread: spread,
    p.Cut: cut,
    p.Score: score,
    p.Admit: admit,
    p.Front: front,
    p.Rank: rank,
    p.Select: select,
    p.Emit: emit,
}


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a run gives: the answer's table, the stages' reports, and what a person should know about it.

    pending: memories whose vectors were not there yet. explanation: the plan as a tree, for EXPLAIN and PROFILE.
    """

    plan: p.Plan
    table: Table
    context: Context
    reports: tuple[StageReport, ...] = ()
    notes: tuple[str, ...] = ()
    pending: int = 0
    explanation: str | None = None


def explained(plan: p.Plan) -> Outcome:
    """Return the outcome of EXPLAIN: the plan as a tree, and no rows; nothing is read."""
    return Outcome(plan, Table(plan.columns, []), Context(), notes=plan.warnings, explanation=explain(plan))


def run(plan: p.Plan, session: Session, pending: int = 0) -> Outcome:
    """Run a plan's stages in order. Raises what they raise: a QueryError with its text and span, or a LimitError."""
    session.context.memory_function = memory_function(session)
    try:
        table, reports, notes = run_stages(plan.stages, session)
    except QueryError as error:
        if plan.text:
            error.locate(plan.text)
        raise
    explanation = explain(plan, reports) if plan.mode == "profile" else None
    return Outcome(plan, table, session.context, reports, (*plan.warnings, *notes), pending, explanation)


def run_stages(stages: Sequence[p.Stage], session: Session) -> tuple[Table, tuple[StageReport, ...], tuple[str, ...]]:
    """Run stages in order; return the last table, a report a stage, and the notes."""
    state: State = Table((), [()])
    reports: list[StageReport] = []
    notes: tuple[str, ...] = ()
    for stage in stages:
        start, size = time.perf_counter(), len(state)
        state, session = _step(stage, state, session)
        notes = state.notes if isinstance(state, Candidates) else notes
        reports.append(StageReport(type(stage).__name__, size, len(state), time.perf_counter() - start))
        session.context.check()
    assert isinstance(state, Table)
    return state, tuple(reports), notes


def _step(stage: p.Stage, state: State, session: Session) -> tuple[State, Session]:
    match stage, state:
        case p.Anchors(), _:
            return anchor(stage, session)
        case p.GraphScan(memory=str() as memory), Candidates():
            return _scan_candidates(stage, state, session), replace(session, variable=memory)
        case p.GraphScan(), Table():
            return scan(stage, state, session.context), session
        case p.Walk(), _:
            return walk(stage, session, lambda of: _first(of, session)), session
        case _, Candidates():
            return RECALL_STAGES[type(stage)](stage, state, session), session
        case _:
            return ROW_STAGES[type(stage)](stage, state, session.context), session


def _scan_candidates(stage: p.GraphScan, candidates: Candidates, session: Session) -> Candidates:
    """Return the rows that match, without the anchors: those are at hand already."""
    rows = scan_columns(stage, session)
    if rows is None:
        rows = scan_memories(stage, session.context)
    left = np.setdiff1d(rows, candidates.anchors)
    return replace(candidates, rows=left).noting(*misses(stage, rows, candidates.anchors, session))


def _first(stages: Sequence[p.Stage], session: Session) -> int | None:
    """Return the row of the first memory that some stages answer with. Their reference time is theirs alone."""
    now = session.context.now
    table, _, _ = run_stages(stages, session)
    session.context.now = now
    return next((value.row for row in table.rows for value in row if isinstance(value, NodeValue)), None)
