"""Walk a Plan: each stage is one function, found in a table, and every stage reports rows in, rows out and time.

PROFILE, WHY and the notes of an answer all read this one record. There is no second way to run a plan.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from copy import copy
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Any, TypeAlias

import numpy as np

from ...dsl import plan as p
from ...dsl.explaining.explain import explain
from ...errors import QueryError
from ..answers.results import StageReport
from ..asking.reasons import Reasons
from ..evaluation.context import Context
from ..evaluation.values import NodeValue
from ..need.inferred import Inferred
from ..running.cancel import running
from .anchors import anchor
from .arms import lexical, mentioning, similar, spread, tagged
from .candidates import Candidates
from .emit import emit
from .exclude import exclude, require
from .expand import expand
from .explaining.compare import compare
from .explaining.told import Told
from .explaining.why import why
from .fronts import front, rank, select
from .inferring import inferring
from .lineage import walk
from .matching import matching
from .memory_functions import memory_function
from .misses import misses
from .observing import Emitted, Step
from .profiling import Profile, with_figures
from .rows import ROW_STAGES, Table
from .scan import scan
from .scores import admit, cut, score
from .session import Session
from .shortest import finder
from .show import show

State: TypeAlias = Table | Candidates

RECALL_STAGES: Mapping[type, Callable[[Any, Candidates, Session], State]] = {
    p.Require: require,
    p.Similar: similar,
    p.Lexical: lexical,
    p.Infer: inferring,
    p.Tagged: tagged,
    p.Mentioning: mentioning,
    p.Exclude: exclude,
    p.Spread: spread,
    p.Cut: cut,
    p.Score: score,
    p.Admit: admit,
    p.Front: front,
    p.Rank: rank,
    p.Select: select,
    p.Expand: expand,
    p.Emit: emit,
}


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a run gives: the answer's table, the stages' reports, and what a person should know about it.

    pending: memories whose vectors were not there yet. explanation: the plan as a tree, for EXPLAIN and PROFILE.
    reasons: what WHY found. session: that of the run, None where nothing ran. emitted: what a recall answered, whatever
    its RETURN made of it.
    """

    plan: p.Plan
    table: Table
    context: Context
    reports: tuple[StageReport, ...] = ()
    notes: tuple[str, ...] = ()
    pending: int = 0
    explanation: str | None = None
    reasons: Reasons | None = None
    session: Session | None = None
    emitted: Table | None = None


def explained(plan: p.Plan, need: Inferred | None = None) -> Outcome:
    """Return the outcome of EXPLAIN: the plan as a tree with what was inferred from the need, and no rows."""
    told = () if need is None else (f"inferred  {part}: {text}" for part, text in need.said())
    explanation = "\n".join((explain(plan), *told))
    return Outcome(plan, Table(plan.columns, []), Context(), notes=plan.warnings, explanation=explanation)


def run(plan: p.Plan, session: Session, pending: int = 0) -> Outcome:
    """Run a plan's stages in order. Raises what they raise: a QueryError with its text and span, or a LimitError."""
    session.context.memory_function, session.context.finder = memory_function(session), finder(session)
    profile = Profile() if plan.mode == "profile" else None
    emitted = Emitted(profile)
    with located(plan.text), running(session.context.cancel):
        table, reports, notes = run_stages(plan.stages, replace(session, observer=emitted))
    if profile is not None:
        reports = with_figures(reports, profile.found)
    explanation = None if profile is None else explain(plan, reports)
    reasons = table.reasons if isinstance(table, Told) else None
    notes = (*plan.warnings, *notes)
    return Outcome(plan, table, session.context, reports, notes, pending, explanation, reasons, session, emitted.table)


@contextmanager
def located(text: str) -> Generator[None]:
    """Give an error of the block the text that its place is in; a statement that was built without one has none."""
    try:
        yield
    except QueryError as error:
        if text:
            error.locate(text)
        raise


def run_stages(stages: Sequence[p.Stage], session: Session) -> tuple[Table, tuple[StageReport, ...], tuple[str, ...]]:
    """Run stages in order; return the last table, a report a stage, and the notes."""
    state: State = Table((), [()])
    reports: list[StageReport] = []
    notes: tuple[str, ...] = ()
    for stage in stages:
        start, size, before = time.perf_counter(), len(state), state
        state, session = _step(stage, state, session)
        notes = state.notes if isinstance(state, Candidates | Told) else notes
        inside = state.inside if isinstance(state, Told) else ()
        took = time.perf_counter() - start
        reports.append(StageReport(type(stage).__name__, size, len(state), took, inside))
        if session.observer is not None:
            session.observer(Step(stage, before, state, session))
        session.context.check()
    assert isinstance(state, Table)
    return state, tuple(reports), notes


def selected(plan: p.Plan, session: Session) -> tuple[Candidates, Session]:
    """Run a recall's stages up to where rows are made of them; return what stands then, and the session by then.

    For whoever wants to know which memories come, in what order and with what scores, and not why: a reason takes
    milliseconds a row. A plan that ends before its selection gives its candidates as they stand.
    """
    return standing_before(p.Emit, plan, session)


def standing_before(
    kinds: type[p.Stage] | tuple[type[p.Stage], ...], plan: p.Plan, session: Session
) -> tuple[Candidates, Session]:
    """Run a recall's stages up to the first of some kinds; return the candidates then, and the session by then."""
    session.context.memory_function, session.context.finder = memory_function(session), finder(session)
    state: State = Table((), [()])
    with located(plan.text), running(session.context.cancel):
        for stage in takewhile(lambda stage: not isinstance(stage, kinds), plan.stages):
            state, session = _step(stage, state, session)
            session.context.check()
    assert isinstance(state, Candidates)
    return state, session


def _step(stage: p.Stage, state: State, session: Session) -> tuple[State, Session]:
    match stage, state:
        case p.Anchors(), _:
            return anchor(stage, session)
        case p.GraphScan(memory=str() as memory), Candidates():
            return _scan_candidates(stage, state, session), replace(session, variable=memory)
        case p.GraphScan(), Table():
            return scan(stage, state, session.context), session
        case p.Show(), _:
            return show(stage, session), session
        case p.Why(), _:
            return why(stage, session, run_stages), session
        case p.Compare(), _:
            return compare(stage, session, run_stages), session
        case p.Walk(), _:
            return walk(stage, session, lambda of: _first(of, session)), session
        case _, Candidates():
            return RECALL_STAGES[type(stage)](stage, state, session), session
        case _:
            return ROW_STAGES[type(stage)](stage, state, session.context), session


def _scan_candidates(stage: p.GraphScan, candidates: Candidates, session: Session) -> Candidates:
    """Return the rows that match, without the anchors: those are at hand already."""
    rows = matching(stage, session)
    left = rows[~np.isin(rows, candidates.anchors, assume_unique=True)]
    return replace(candidates, rows=left).noting(*misses(stage, rows, left, session))


def _first(stages: Sequence[p.Stage], session: Session) -> int | None:
    """Return the row of the first memory that some stages answer with. Their times and scope are theirs alone."""
    table, _, _ = run_stages(stages, replace(session, context=copy(session.context)))
    return next((value.row for row in table.rows for value in row if isinstance(value, NodeValue)), None)
