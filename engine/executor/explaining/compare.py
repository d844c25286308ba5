"""COMPARE: the same recall as of two moments, and what entered, left, moved and stayed between them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import replace
from typing import Any, TypeAlias

from ....dsl import plan as p
from ...evaluation.values import NodeValue
from ..profiling import Profile, with_figures
from ..session import Session
from ..table import Table
from .told import Told
from .why import Ran, Run

Places: TypeAlias = Mapping[int, tuple[int, int]]
"""(rank, front) by the row of a memory, in the order of the answer."""

COLUMNS = ("m", "change", "rank_before", "rank_after", "front_before", "front_after")


def compare(stage: p.Compare, session: Session, run: Run) -> Told:
    """Return a row for each memory that either answer has: those of the later in its order, then those that left."""
    runs = [_run(stages, session, run) for stages in (stage.before, stage.after)]
    before, after = (_places(table) for table, _, _ in runs)
    left = [row for row in before if row not in after]
    rows = [_compared(row, before.get(row), after.get(row)) for row in (*after, *left)]
    notes = tuple(dict.fromkeys(note for _, _, notes in runs for note in notes))
    return Told(COLUMNS, rows, notes, tuple(reports for _, reports, _ in runs))


def _run(stages: Sequence[p.Stage], session: Session, run: Run) -> Ran:
    """Run one of the two. Its moment is its own: the session's context is left alone."""
    profile = None if session.observer is None else Profile()
    table, reports, notes = run(stages, replace(session, context=copy(session.context), observer=profile))
    return table, reports if profile is None else with_figures(reports, profile.found), notes


def _places(table: Table) -> Places:
    """Return where each memory of an answer stands."""
    rank, front = table.names.index("rank"), table.names.index("front")
    nodes = ((value.row, row) for row in table.rows if isinstance(value := row[0], NodeValue))
    return {memory: (row[rank], row[front]) for memory, row in nodes}


def _compared(row: int, before: tuple[int, int] | None, after: tuple[int, int] | None) -> tuple[Any, ...]:
    (rank_before, front_before), (rank_after, front_after) = before or (None, None), after or (None, None)
    if before is None:
        change = "entered"
    elif after is None:
        change = "left"
    else:
        change = "stayed" if rank_before == rank_after else "moved"
    return (NodeValue("Memory", row), change, rank_before, rank_after, front_before, front_after)
