"""Lay out how candidates are scored: the objectives, and how what ages and what is only believed is taken."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from .. import ast
from ..binding.names import Index
from ..catalog import StrategyDef
from ..plan import Score, Stage

AGEING = frozenset(("recency", "importance"))
"""Objectives that fall with age."""

BELIEVED = frozenset(("value",))
"""Objectives that are believed and not known."""

ABOUT_THE_NEED = frozenset(("information", "provenance"))


DAYS: Mapping[ast.Unit, float] = {
    "SECONDS": 1 / 86_400,
    "MINUTES": 1 / 1_440,
    "HOURS": 1 / 24,
    "DAYS": 1.0,
    "WEEKS": 7.0,
    "MONTHS": 365.2425 / 12,
    "YEARS": 365.2425,
}
"""Of a half-life, which is no span between two dates: months and years as long as they are on average."""


def scored(recall: ast.Recall, strategy: StrategyDef, objectives: tuple[str, ...], index: Index) -> Score:
    """Return the stage that computes the objectives; what no clause says is the strategy's."""
    days, waiting = _half_life(recall, strategy)
    return Score(
        objectives,
        days,
        recall.need if ABOUT_THE_NEED & {*objectives} else None,
        half_lives(index),
        _said(recall.explore, strategy.explore),
        _said(recall.decay, strategy.decay),
        waiting,
    )


def _half_life(recall: ast.Recall, strategy: StrategyDef) -> tuple[float, ast.Ago | None]:
    """Return the half-life in days, and the span that a parameter still has to fill."""
    match recall.half_life:
        case ast.Ago(amount=ast.Literal(value=int() | float() as amount), unit=unit):
            return amount * DAYS[unit], None
        case span:
            return strategy.half_life_days, span


def half_lives(index: Index) -> tuple[tuple[str, float], ...]:
    """Return the types that were given a half-life of their own, in days."""
    return tuple((one.name, one.half_life_days) for one in index.catalog.types if one.half_life_days is not None)


def idle_warnings(statement: ast.Node, stages: Iterable[Stage]) -> Iterator[str]:
    """Yield a sentence for each clause about objectives that this recall does not score."""
    score = next((stage for stage in stages if isinstance(stage, Score)), None)
    if score is None or not isinstance(statement, ast.Recall):
        return
    clauses = {
        "HALF LIFE": (statement.half_life, AGEING),
        "DECAY": (statement.decay, AGEING),
        "EXPLORE": (statement.explore, BELIEVED),
    }
    for words, (said, objectives) in clauses.items():
        if said is not None and not objectives & {*score.objectives}:
            yield f"{words} changes nothing here: this recall does not go by {' or '.join(sorted(objectives))}."


def _said(name: ast.Expr | None, otherwise: Any) -> Any:
    return name.value if isinstance(name, ast.Literal) else otherwise
