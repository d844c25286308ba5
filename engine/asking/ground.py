"""What the spaces of one recall stand on: its candidates scored on every axis, and each axis in the language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ...dsl import ast
from ...dsl.binding.binder import bind_statement
from ...dsl.binding.names import Index
from ...dsl.binding.needs import is_met
from ...dsl.plan import Front, Plan, Rank, Select
from ...dsl.planning.ranking import objectives_of
from ...dsl.planning.recall import front_warnings
from ..answers.space import Axis, Choice
from ..executor.held import Held
from ..executor.holding import hold, stage_of
from ..executor.session import Session
from .choices import Terms, ranked_in, term_of

UNITS = {"cost": "tokens"}


@dataclass(frozen=True, slots=True, eq=False)
class Ground:
    """A recall that can be chosen in again.

    recall: as asked, after whose pattern other choices are written. bound: as its plan lays it out.
    parameters: what was given. front: of its plan; None where it ranks.
    terms: what each of `axes` is, by name. own: the objectives that the recall itself computes.
    ids, texts, types: of all that is held. warnings: of its plan, whatever is chosen. text: of its statement, for
    errors.
    """

    recall: ast.Recall
    bound: ast.Recall
    index: Index
    parameters: Mapping[str, Any]
    front: ast.ParetoBy | None
    terms: Terms
    axes: tuple[Axis, ...]
    own: tuple[str, ...]
    held: Held
    ids: tuple[str, ...]
    texts: tuple[str, ...]
    types: tuple[str, ...]
    warnings: tuple[str, ...]
    text: str


def ground_of(
    recall: ast.Recall, plan: Plan, session: Session, index: Index, parameters: Mapping[str, Any]
) -> tuple[Ground, Choice]:
    """Return the ground of a recall that was compiled to a plan, and what it chooses itself. Raises what running it
    raises.
    """
    bound = bind_statement(recall, index).statement
    stage = stage_of(plan, Front) or stage_of(plan, Rank)
    assert isinstance(bound, ast.Recall) and stage is not None
    met = tuple(objective for objective in index.objectives.values() if is_met(objective, bound))
    ranked = ranked_in(stage, index.objectives, session)
    terms = {**ranked.terms, **{one.name: term_of(one) for one in met if one.name not in ranked.terms}}
    free = {name: term.expression for name, term in terms.items() if name not in index.objectives}
    held, session = hold(plan, session, bound, [one.name for one in met], free)
    memories = session.journal.memories(held.scored.rows.tolist())
    ground = Ground(
        recall=recall,
        bound=bound,
        index=index,
        parameters=parameters,
        front=stage.pareto if isinstance(stage, Front) else None,
        terms=terms,
        axes=tuple([_axis(name, term, index) for name, term in terms.items()]),
        own=objectives_of(bound, stage, index),
        held=held,
        ids=tuple([memory.id for memory in memories]),
        texts=tuple([memory.text for memory in memories]),
        types=tuple([memory.type or "" for memory in memories]),
        warnings=tuple([warning for warning in plan.warnings if warning not in front_warnings(plan.stages)]),
        text=plan.text,
    )
    return ground, ranked.choice(_count(plan, session, len(held.scored)))


def _count(plan: Plan, session: Session, size: int) -> int:
    """Return how many a recall answers at most; all that there are, where only a budget bounds it."""
    select = stage_of(plan, Select)
    return size if select is None or select.count is None else session.count(select.count, "RECALL", least=0)


def _axis(name: str, term: ast.ParetoTerm, index: Index) -> Axis:
    return Axis(name, _unit(name, term.expression, index), term.sense == "MIN")


def _unit(name: str, expression: ast.Expr, index: Index) -> str:
    match expression:
        case ast.Property(ast.Name(), key):
            known = index.property(("Memory",), key)
            return "time" if known is not None and known.type == "TIMESTAMP" else ""
        case _:
            return UNITS.get(name, "")
