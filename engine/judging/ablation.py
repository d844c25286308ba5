"""Ablation: the default strategy with one thing taken away, as a change of its plan.

A plan is data, so that nothing in the engine has to know that it is being taken apart. What a recall of the suite does
not have (no anchors, no diversity) cannot be taken from it: such a row is left out of the table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from ...dsl import ast
from ...dsl.plan import (
    Admit,
    Cut,
    Exclude,
    Front,
    Infer,
    Lexical,
    Mentioning,
    Rank,
    Score,
    Select,
    Similar,
    Spread,
    Stage,
    Tagged,
)
from ..asking.strategies import DEFAULT, OBJECTIVES
from .judged import Change, Judged, edited
from .rankers import Strategy, Tuned
from .suite import Need
from .weights import Weights

S = TypeVar("S", bound=Stage)

DROPPED: Mapping[str, type[Stage]] = {
    "the vector arm": Similar,
    "the words arm": Lexical,
    "the intent arm": Tagged,
    "the entity arm": Mentioning,
    "exclusions": Exclude,
    "inference": Infer,
    "the floor": Admit,
    "the cut to candidates": Cut,
}
"""Stages that a recall can do without, by what they give."""


def ablations(needs: Sequence[Need], stores: Mapping[str, Judged], headline: str) -> list[Strategy | Tuned]:
    """Return the default strategy, whole and with each thing taken away that it has in these recalls."""
    plans = [stores[need.store].plan(need) for need in needs]
    taken = [Strategy(f"without {name}", change=change, how="its plan, changed") for name, change in _changes()]
    return [
        Strategy(DEFAULT.name, how="whole"),
        *(ranker for ranker in taken if any(ranker.change(plan) != plan for plan in plans)),
        *fronts_away(headline),
    ]


def fronts_away(headline: str) -> list[Tuned]:
    """Return the two that have no front, and choose what to rank by on other folds."""
    return [
        Weights("no front: best single objective", headline, most=1),
        Weights("no front: tuned weights", headline),
    ]


def _changes() -> Iterator[tuple[str, Change]]:
    for name, kind in DROPPED.items():
        yield name, _without(kind)
    yield "spread", _by(Spread, lambda stage: replace(stage, reach=False))
    yield "hearing who is named", _by(Spread, lambda stage: replace(stage, hears=False))
    yield "succession", _by(Spread, lambda stage: replace(stage, succeeds=False))
    for objective in OBJECTIVES:
        yield f"{objective.name} as an axis", _by(Front, _without_axis(objective.name))
    yield "tolerance", _in_front(_exact)
    yield "the order of a front (knee instead)", _in_front(lambda pareto: replace(pareto, order="knee"))
    yield "the front (relevance alone)", _by(Front, lambda stage: Rank(ast.Name("relevance")))
    yield "diversity", _by(Select, lambda stage: replace(stage, diversify=None))
    yield "half-lives of types", _by(Score, lambda stage: replace(stage, half_lives=()))


def _without(kind: type[Stage]) -> Change:
    return lambda plan: edited(plan, kind, lambda stage: None)


def _by(kind: type[S], edit: Callable[[S], Stage]) -> Change:
    return lambda plan: edited(plan, kind, edit)


def _in_front(edit: Callable[[ast.ParetoBy], ast.ParetoBy]) -> Change:
    return _by(Front, lambda stage: replace(stage, pareto=edit(stage.pareto)))


def _without_axis(name: str) -> Callable[[Front], Stage]:
    """Return what takes an objective out of a front; where it is the only one, the front stays."""

    def edit(stage: Front) -> Stage:
        levels = [tuple(term for term in level if term.expression != ast.Name(name)) for level in stage.pareto.levels]
        kept = tuple(level for level in levels if level)
        order = "knee" if stage.pareto.order == name else stage.pareto.order
        return replace(stage, pareto=replace(stage.pareto, levels=kept, order=order)) if kept else stage

    return edit


def _exact(pareto: ast.ParetoBy) -> ast.ParetoBy:
    """Return a front without tolerance: what PRIOR TO decides among equals is hardly ever asked then."""
    levels = tuple(tuple(replace(term, tolerance=None) for term in level) for level in pareto.levels)
    return replace(pareto, levels=levels)
