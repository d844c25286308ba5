"""Bind the clauses of a recall that say what to stay away from, how to choose among equals, and what to bring along."""

from __future__ import annotations

from collections.abc import Iterable

from ...errors import BindError
from .. import ast
from ..frozen import replace
from .expressions import closed, count_of
from .needs import has_need, is_comparable
from .patterns import Place

WAYS = ("information", "type", "task", "entity", "cluster", "MMR")
"""What DIVERSIFY BY can go by."""


def bind_exclusions(recall: ast.Recall, place: Place) -> tuple[ast.Exclusion, ...]:
    """Return what is excluded, bound. Raises BindError where there is no relevance for it to lower."""
    for exclusion in recall.excluding:
        closed(exclusion.text, place, "EXCLUDING")
        if not exclusion.hard and not has_need(recall):
            raise BindError(
                "EXCLUDING lowers the relevance of what it names, and this recall has no need to be relevant to.",
                span=exclusion.span,
                hint="Give one with FOR, INTENT or ABOUT; or drop what it names: `EXCLUDING HARD '...'`.",
            )
    return recall.excluding


def bind_diversity(recall: ast.Recall, place: Place) -> ast.Diversify | None:
    """Return the way to choose, by its own spelling. Raises BindError for one unknown, or that lacks what it needs."""
    diversify = recall.diversify
    if diversify is None:
        return None
    by = next((way for way in WAYS if way.lower() == diversify.by.lower()), None)
    if by is None:
        listed = ", ".join(f"`{way}`" for way in WAYS)
        raise BindError(f"A choice cannot go by `{diversify.by}`.", span=diversify.span, hint=f"It goes by {listed}.")
    _check_need(by, diversify, recall)
    _check_trade(by, diversify, place)
    return replace(diversify, by=by)


def _check_need(by: str, diversify: ast.Diversify, recall: ast.Recall) -> None:
    if not is_comparable(by, recall):
        due = "FOR" if by == "information" else "FOR, INTENT or ABOUT"
        raise BindError(
            f"`DIVERSIFY BY {by}` needs to know what is needed.",
            span=diversify.span,
            hint=f"Say it with {due}; or go by `type`, `task`, `entity` or `cluster`.",
        )


def _check_trade(by: str, diversify: ast.Diversify, place: Place) -> None:
    if diversify.trade is None:
        return
    if by != "MMR":
        raise BindError(
            f"`DIVERSIFY BY {by}` takes no number.", span=diversify.trade.span, hint="Only MMR does: `MMR 0.5`."
        )
    closed(diversify.trade, place, "MMR")
    value = diversify.trade.value if isinstance(diversify.trade, ast.Literal) else 0
    if not isinstance(value, int | float) or not 0 <= value <= 1:
        raise BindError("MMR takes a number in [0, 1]; 1 is relevance alone.", span=diversify.trade.span)


def bind_expansions(expand: Iterable[ast.Expand], place: Place) -> tuple[ast.Expand, ...]:
    """Return what is brought along, bound. Raises BindError for a direction that is written twice."""
    bound: dict[str, ast.Expand] = {}
    for one in expand:
        if one.direction in bound:
            raise BindError(f"`EXPAND {one.direction}` is written twice.", span=one.span, hint="Keep the larger one.")
        bound[one.direction] = replace(one, depth=count_of(one.depth, place, f"EXPAND {one.direction}"))
    return tuple(bound.values())
