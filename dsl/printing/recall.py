"""A recall as text: one clause for each field that is set, in the only order there is."""

from __future__ import annotations

from collections.abc import Iterator

from .. import ast
from ..parsing.strings import back_quote, print_name
from .expressions import print_expression
from .parts import print_columns, print_names, print_pareto, print_range, print_slot_name, print_values
from .patterns import print_patterns


def recall_clauses(recall: ast.Recall) -> Iterator[str]:
    """Yield the clauses, the first with RECALL and what belongs to it."""
    count = "" if recall.count is None else f" {print_expression(recall.count)}"
    variable = "" if recall.variable is None else f" AS {_variable(recall.variable)}"
    yield f"RECALL{count}{variable}"
    yield from _need(recall)
    yield from _scope(recall)
    yield from _time(recall)
    yield from _candidates(recall)
    yield from ranking_clauses(recall)


def _variable(name: str) -> str:
    """`RECALL AS of` would begin AS OF."""
    return back_quote(name) if name.upper() == "OF" else print_name(name)


def _need(recall: ast.Recall) -> Iterator[str]:
    yield from _one("FOR", recall.need)
    if recall.excluding:
        yield "EXCLUDING " + ", ".join(_exclusion(exclusion) for exclusion in recall.excluding)
    yield from _list("INTENT", print_names(recall.intents))
    yield from _list("ABOUT", print_names(recall.about))
    yield from _list("REQUIRING", print_values(recall.requiring))


def _scope(recall: ast.Recall) -> Iterator[str]:
    yield from _list("DOING", print_names(recall.doing))
    yield from _list("TYPE", print_names(recall.types))
    yield from _list("IN NAMESPACE", print_names(recall.namespaces))
    yield from _list("TASK", print_values(recall.tasks))
    if recall.steps is not None:
        low, high = recall.steps
        exact = low is not None and low == high
        yield f"STEPS {print_expression(low) if exact and low else print_range(low, high)}"


def _time(recall: ast.Recall) -> Iterator[str]:
    yield from _one("SINCE", recall.since)
    yield from _one("UNTIL", recall.until)
    if recall.between is not None:
        yield f"BETWEEN {' AND '.join(map(print_expression, recall.between))}"
    yield from _one("AS OF", recall.as_of)
    yield from _one("VALID AT", recall.valid_at)


def _candidates(recall: ast.Recall) -> Iterator[str]:
    yield from _one("MIN TRUST", recall.min_trust)
    if recall.with_archived:
        yield "WITH ARCHIVED"
    if recall.without_inference:
        yield "WITHOUT INFERENCE"
    if recall.near is not None:
        active = recall.near.active
        yield f"NEAR {print_values(recall.near.ids) if active is None else 'ACTIVE ' + print_expression(active)}"
    yield from _list("MATCH", print_patterns(recall.patterns, print_expression))
    yield from _one("WHERE", recall.where)


def ranking_clauses(recall: ast.Recall) -> Iterator[str]:
    """Yield the clauses that say how to choose and what to answer."""
    yield from _one("CANDIDATES", recall.candidates)
    if recall.using is not None:
        rival = "" if recall.rival is None else f" OR {print_slot_name(recall.rival)}"
        yield f"USING {print_slot_name(recall.using)}{rival}"
    yield from _one("HALF LIFE", recall.half_life)
    yield from (f"{words} {print_slot_name(name)}" for words, name in _taken(recall) if name is not None)
    floors = (f"{print_name(floor.objective)} {print_expression(floor.least)}" for floor in recall.floors)
    yield from _list("AT LEAST", ", ".join(floors))
    if recall.pareto is not None:
        yield print_pareto(recall.pareto)
    yield from _one("RANK BY", recall.rank)
    if recall.diversify is not None:
        trade = recall.diversify.trade
        yield f"DIVERSIFY BY {print_name(recall.diversify.by)}{'' if trade is None else f' {print_expression(trade)}'}"
    yield from _answer(recall)


def _taken(recall: ast.Recall) -> Iterator[tuple[str, ast.Expr | None]]:
    yield "DECAY", recall.decay
    yield "EXPLORE", recall.explore


def _answer(recall: ast.Recall) -> Iterator[str]:
    if recall.budget is not None:
        yield f"BUDGET {print_expression(recall.budget)} TOKENS"
    expansions = (f"{expansion.direction} {print_expression(expansion.depth)}" for expansion in recall.expand)
    yield from _list("EXPAND", ", ".join(expansions))
    if recall.returning is not None:
        yield f"RETURN {print_columns(recall.returning)}"
    yield from _one("LIMIT", recall.limit)


def _one(words: str, value: ast.Expr | None) -> Iterator[str]:
    if value is not None:
        yield f"{words} {print_expression(value)}"


def _list(words: str, listed: str) -> Iterator[str]:
    if listed:
        yield f"{words} {listed}"


def _exclusion(exclusion: ast.Exclusion) -> str:
    return f"{'HARD ' if exclusion.hard else ''}{print_expression(exclusion.text)}"
