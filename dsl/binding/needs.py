"""What gives an objective its meaning in a recall: something needed, something at hand, or nothing at all."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...errors import BindError, Span
from .. import ast, trees
from ..catalog import ObjectiveDef
from .names import Index

DUE: Mapping[str, str] = {"need": "FOR, INTENT or ABOUT", "near": "NEAR", "text": "FOR"}
"""The clauses that give what an objective needs."""


def has_need(recall: ast.Recall) -> bool:
    """Return whether the recall says what is needed, so that relevance has a meaning."""
    return bool(recall.need or recall.intents or recall.about)


def is_met(objective: ObjectiveDef, recall: ast.Recall) -> bool:
    """Return whether what the objective needs was given."""
    match objective.needs:
        case "need":
            return has_need(recall)
        case "near":
            return recall.near is not None
        case "text":
            return recall.need is not None
        case _:
            return True


def is_comparable(way: str, recall: ast.Recall) -> bool:
    """Return whether DIVERSIFY BY a way has what it compares rows with."""
    match way:
        case "information":
            return recall.need is not None
        case "MMR":
            return has_need(recall)
        case _:
            return True


def check_met(name: str, span: Span, recall: ast.Recall, index: Index) -> None:
    """Raise BindError where an objective that is asked for has no meaning in this recall."""
    objective = index.objectives[name]
    if not is_met(objective, recall):
        due = DUE[objective.needs]
        raise BindError(
            f"`{name}` has no meaning in a recall without {due}.", span=span, hint=f"Add {due}, or leave `{name}` out."
        )


def check_all_met(value: Any, recall: ast.Recall, index: Index) -> None:
    """Raise BindError for the first objective in `value` that has no meaning."""
    for node in trees.walk(value):
        if isinstance(node, ast.Name) and node.name in index.objectives:
            check_met(node.name, node.span, recall, index)


def objectives_in(value: Any, index: Index) -> tuple[str, ...]:
    """Return the objectives that bound ranking clauses name, each once, in order."""
    names = (node.name for node in trees.walk(value) if isinstance(node, ast.Name))
    return tuple(dict.fromkeys(name for name in names if name in index.objectives))
