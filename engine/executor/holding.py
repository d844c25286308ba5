"""Run a recall up to its floors, and read all that choosing among its candidates can ask for. What stands is `Held`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from ...dsl import ast
from ...dsl.plan import Admit, Front, Plan, Rank, Score, Select
from ..running.cancel import running
from .candidates import Candidates
from .diversity import comparing
from .free_terms import free_term
from .held import Held
from .run import located, standing_before
from .scores import floors_of, reaching, score
from .session import Session
from .valuing import VALUE, believing

S = TypeVar("S")


def stage_of(plan: Plan, kind: type[S]) -> S | None:
    """Return the first stage of a kind; None where the plan has none."""
    return next((stage for stage in plan.stages if isinstance(stage, kind)), None)


def hold(
    plan: Plan, session: Session, recall: ast.Recall, objectives: Sequence[str], free: Mapping[str, ast.Expr]
) -> tuple[Held, Session]:
    """Return a recall as it stands before its floors, and the session by then.

    recall: bound, as the plan lays it out. objectives: all that have a meaning in it. free: expressions by name.
    Raises what running the recall raises.
    """
    candidates, session = standing_before((Admit, Front, Rank), plan, session)
    with located(plan.text), running(session.context.cancel):
        return _read(plan, session, _scored(plan, session, recall, objectives, candidates), free), session


def _scored(
    plan: Plan, session: Session, recall: ast.Recall, objectives: Sequence[str], candidates: Candidates
) -> Candidates:
    """Return the candidates with the other objectives too; those of the statement stay as it computed them."""
    own = stage_of(plan, Score)
    assert own is not None
    others = tuple(name for name in objectives if name not in candidates.scores and name != VALUE)
    return score(replace(own, objectives=others, need=recall.need), candidates, session)


def _read(plan: Plan, session: Session, scored: Candidates, free: Mapping[str, ast.Expr]) -> Held:
    admit, front, scoring, select = (stage_of(plan, kind) for kind in (Admit, Front, Score, Select))
    assert isinstance(scoring, Score) and isinstance(select, Select)
    floors = floors_of(admit, scored, session) if isinstance(admit, Admit) else ()
    # Below a floor that stands whatever is chosen, nobody asks what an expression comes to.
    kept = reaching([floor for floor in floors if floor[0] != VALUE], scored)
    partition = front.pareto.partition if isinstance(front, Front) else ()
    compare = None if select.diversify is None else comparing(select.diversify, scored.rows, session)
    return Held(
        scored=scored,
        believe=believing(scoring, session),
        free={name: free_term(expression, scored, kept, session) for name, expression in free.items()},
        floors=floors,
        partition=tuple([free_term(expression, scored, kept, session) for expression in partition]),
        budget=None if select.budget is None else session.count(select.budget, "BUDGET", least=0),
        first_front_only=select.first_front_only,
        diversify=None if select.diversify is None else select.diversify.by,
        compare=compare,
    )
