"""Lay out how a recall chooses: how many, within which budget, by which diversity, and what comes along with a hit."""

from __future__ import annotations

from typing import Any

from .. import ast, trees
from ..binding.needs import is_comparable
from ..catalog import StrategyDef
from ..plan import Diversify, Expand, Select
from ..plan.recalls import Direction
from ..rewrite.guard import held_at
from ..rewrite.scans import Stages


def selected(recall: ast.Recall, strategy: StrategyDef) -> Select:
    """Return the choice. A budget alone is filled by as many as fit, unless something is to be brought along too."""
    asked = recall.count if recall.count is not None else recall.limit
    if asked is None and (recall.budget is None or recall.expand):
        asked = ast.Literal(strategy.k)
    first_only = recall.pareto is not None and recall.pareto.first_front_only
    return Select(asked, first_only, _diversity(recall, strategy), recall.budget)


def _diversity(recall: ast.Recall, strategy: StrategyDef) -> Diversify | None:
    """Return what is written, else the strategy's, unless it compares with a need and there is none."""
    if recall.diversify is not None:
        by: Any = recall.diversify.by
        return Diversify(by, recall.diversify.trade, recall.need if by == "information" else None)
    if strategy.diversify is None or not is_comparable(strategy.diversify, recall):
        return None
    return Diversify(strategy.diversify, None, recall.need if strategy.diversify == "information" else None)


def expanded(recall: ast.Recall, name: str, scope: ast.Expr | None) -> Stages:
    """Return the stage that brings what surrounds the hits. scope: what must hold of anything that is brought.

    The filters that say which memories are meant (types, tasks, times, words) do not hold for it: the step before an
    error is seldom an error. Those that say what may be seen at all do.
    """
    if not recall.expand:
        return ()
    held = () if recall.valid_at is None else held_at(ast.Name(name), _as_time(recall.valid_at))
    around: tuple[tuple[Direction, ast.Expr], ...] = tuple((one.direction, one.depth) for one in recall.expand)
    without = tuple(exclusion for exclusion in recall.excluding if exclusion.hard)
    return (Expand(around, name, trees.conjunction((scope, *held)), without),)


def _as_time(time: ast.Expr) -> ast.Expr:
    return time if isinstance(time, ast.Ago) else ast.Call("datetime", (time,), span=time.span)
