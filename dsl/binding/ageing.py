"""Bind HALF LIFE, DECAY and EXPLORE: how recency falls with age, and how an objective is taken that is believed."""

from __future__ import annotations

from typing import Any, get_args

from ...errors import BindError, UnsupportedError
from .. import ast
from ..catalog import Decay, Explore
from ..frozen import replace
from .expressions import closed
from .names import unknown
from .patterns import Place

DECAYS: tuple[str, ...] = get_args(Decay)
EXPLORATIONS: tuple[str, ...] = get_args(Explore)


def bind_ageing(recall: ast.Recall, place: Place) -> dict[str, Any]:
    """Return the three clauses bound, by their fields. Raises BindError for a name or a span that is none."""
    return {
        "half_life": None if recall.half_life is None else _span(recall.half_life, place),
        "decay": _name("DECAY", recall.decay, DECAYS),
        "explore": _name("EXPLORE", recall.explore, EXPLORATIONS),
    }


def _span(span: ast.Ago, place: Place) -> ast.Ago:
    closed(span.amount, place, "HALF LIFE")
    value = span.amount.value if isinstance(span.amount, ast.Literal) else 1
    if isinstance(value, bool) or not isinstance(value, int | float) or value <= 0:
        raise BindError("HALF LIFE takes a span of time above 0.", span=span.span, hint="As in `HALF LIFE 7 DAYS`.")
    return span


def _name(clause: str, given: ast.Expr | None, known: tuple[str, ...]) -> ast.Expr | None:
    """Return a name in its own spelling."""
    if given is None:
        return None
    if not isinstance(given, ast.Literal):
        hint = f"Name it: {', '.join(f'`{clause} {name}`' for name in known)}."
        raise UnsupportedError(f"{clause} takes no parameter: it decides the plan.", span=given.span, hint=hint)
    written = str(given.value)
    if written.lower() not in known:
        raise unknown(f"way to {clause.lower()}", written, known, given.span)
    return replace(given, value=written.lower())
