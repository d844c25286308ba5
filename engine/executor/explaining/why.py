"""WHY and WHY NOT: run the recall with an observer, find the memory in what it saw, and tell.

The verdict comes first. In the order in which a recall decides: whether there is such a memory in scope, whether it was
known then, whether it is at hand already, whether it passes the filters, and what each stage behind them made of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from copy import copy
from dataclasses import replace
from typing import TypeAlias, cast

from ....dsl import plan as p
from ...answers.results import StageReport
from ...asking.reasons import Cause, Finding, Reasons
from ...evaluation.values import NodeValue
from ...values.times import NEVER
from ..candidates import Around, Candidates
from ..named import nearest_id
from ..observing import Step, Trail
from ..profiling import figures, with_figures
from ..session import Session
from ..table import Table
from .conditions import unfulfilled
from .loss import Lost
from .losses import lost, lost_at
from .standing import standing
from .told import Told
from .ways import replaced, ways
from .words import when

Ran: TypeAlias = tuple[Table, tuple[StageReport, ...], tuple[str, ...]]
Run: TypeAlias = Callable[[Sequence[p.Stage], Session], Ran]
"""Runs stages, as every plan's are run; gives the table, the reports and the notes."""

COLUMNS = ("stage", "finding", "value")

DECIDING = ("Front", "Rank")
"""Stages whose findings WHY NOT tells beside its verdict: they say who stands before the memory."""


def why(stage: p.Why, session: Session, run: Run) -> Told:
    """Return what is known of a memory in a recall. WHY NOT tells the verdict, and WHY everything else too."""
    trail = Trail()
    within = cast("tuple[p.Stage, ...]", stage.within)
    table, reports, notes = run(within, replace(session, context=copy(session.context), observer=trail))
    if session.observer is not None:
        reports = with_figures(reports, map(figures, trail.steps))
    reasons = _reasons(stage, session.text(stage.memory, "WHY"), trail.steps)
    reasons = replace(reasons, answer=_answered(table, session))
    rows = [(finding.stage, finding.finding, finding.value) for finding in reasons.findings]
    return Told(COLUMNS, [*rows], notes, (reports,), reasons)


def _answered(table: Table, session: Session) -> tuple[str, ...]:
    nodes = (row[0] for row in table.rows)
    return tuple(session.memories.ids[node.row] for node in nodes if isinstance(node, NodeValue))


def _reasons(stage: p.Why, identity: str, steps: Sequence[Step]) -> Reasons:
    scope = steps[0].session
    row = scope.row_of(identity)
    if row is None:
        return Reasons(identity, "unknown", None, (_unknown(identity, scope),))
    chosen = _chosen(row, steps)
    if chosen is not None:
        rank, cause, verdict = chosen
    else:
        rank, (cause, verdict) = None, _lost(stage, row, steps)
    story = _story(row, steps)
    kept = story if not stage.negated else (finding for finding in story if finding.stage in DECIDING)
    return Reasons(identity, cause, rank, (verdict, *kept, *replaced(row, scope)))


# ---- the verdict ---------------------------------------------------------------------------------


def _unknown(identity: str, session: Session) -> Finding:
    """Say that there is none, also of a memory in another namespace: nobody outside may learn that it is there."""
    near = nearest_id(identity, session)
    hint = f"; the nearest id is `{near}`" if near else ""
    return Finding("Anchors", f"There is no memory `{identity}` in scope{hint}.", near)


def _chosen(row: int, steps: Sequence[Step]) -> tuple[int, Cause, Finding] | None:
    """Return rank, cause and verdict of a memory that is in the answer."""
    last = [step.after for step in steps if isinstance(step.after, Candidates)][-1]
    ranked = last.rows.tolist()
    if row in ranked:
        rank, front = ranked.index(row) + 1, 1 if last.front is None else int(last.front[ranked.index(row)])
        value = {"rank": rank, "of": len(ranked), "front": front}
        return (
            rank,
            "chosen",
            Finding("Select", f"It is in the answer: {rank} of {len(ranked)}, on front {front}.", value),
        )
    beside = next((one for one in last.around if one.row == row), None)
    return None if beside is None else _beside(beside, ranked, steps[0].session)


def _beside(one: Around, ranked: list[int], session: Session) -> tuple[int, Cause, Finding]:
    rank, hit = ranked.index(one.hit) + 1, session.memories.ids[one.hit]
    sentence = f"It is in the answer, for EXPAND brought it with `{hit}`: {one.way}."
    return rank, "expanded", Finding("Expand", sentence, {"rank": rank, "hit": hit, "way": one.way})


def _lost(stage: p.Why, row: int, steps: Sequence[Step]) -> Lost:
    scope = steps[0].session
    gone = _gone(row, scope)
    if gone is not None:
        return gone
    if row in cast(Candidates, steps[0].after).anchors:
        return "anchor", Finding("Anchors", "It is an anchor: what is at hand already is no answer.")
    step = lost_at(steps, row)
    assert step is not None, "what no stage loses is in the answer"
    if isinstance(step.stage, p.GraphScan):
        return unfulfilled(stage.conditions, row, step.session)
    return lost(step, row)


def _gone(row: int, session: Session) -> Lost | None:
    """Return that a memory was not known yet, or not any more."""
    memories = session.memories
    recorded, retracted = int(memories.recorded_at[row]), int(memories.retracted_at[row])
    then = "" if session.as_of is None else f"As of {when(session.as_of)} "
    if session.as_of is not None and recorded > session.as_of:
        sentence = f"{then}it was not known: it was recorded at {when(recorded)}."
        return "not known then", Finding("Anchors", sentence, when(recorded))
    if retracted != NEVER:
        sentence = f"{then or 'It '}{'it had been' if then else 'was'} forgotten, at {when(retracted)}."
        if not then:
            sentence += f" `RESTORE '{memories.ids[row]}'` brings it back."
        return "forgotten", Finding("Anchors", sentence, when(retracted))
    return None


# ---- the rest ------------------------------------------------------------------------------------


def _story(row: int, steps: Sequence[Step]) -> Iterator[Finding]:
    """Yield what each stage that gave the memory on found of it, and its ways to the anchors."""
    for step in steps:
        yield from standing(step, row)
    yield from ways(row, cast(Candidates, steps[0].after).anchors, steps[0].session)
