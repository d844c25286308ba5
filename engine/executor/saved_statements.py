"""What SHOW says of intents, strategies and objectives: all of it is in the catalog, and nothing of it in the store."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ...dsl import ast
from ...dsl.binding.saved import saved_intent, saved_strategy
from ...dsl.catalog import Catalog, IntentDef, StrategyDef
from ...dsl.printing.expressions import print_expression
from ...dsl.printing.printer import print_statement
from ...dsl.printing.recall import ranking_clauses
from ...errors import QueryError


def intents(catalog: Catalog) -> Iterable[tuple[Any, ...]]:
    """Yield name, parameters with their defaults, description, and the saved statement, of each intent."""
    for intent in catalog.intents:
        yield intent.name, *_read(intent)


def _read(intent: IntentDef) -> tuple[list[str] | None, str | None, str]:
    try:
        saved = saved_intent(intent.name, intent.text)
    except QueryError:  # another release wrote it: it is there all the same
        return None, intent.doc or None, intent.text
    return [_slot(p) for p in saved.parameters], intent.doc or None, print_statement(saved.statement)


def _slot(parameter: ast.IntentParameter) -> str:
    default = "" if parameter.default is None else f" = {print_expression(parameter.default)}"
    return f"${parameter.name}{default}"


def strategies(catalog: Catalog) -> Iterable[tuple[Any, ...]]:
    """Yield name, description and clauses of each strategy, those of the built-in ones as if they had been written."""
    for strategy in catalog.strategies:
        yield strategy.name, strategy.doc or None, _clauses(strategy)


def _clauses(strategy: StrategyDef) -> str:
    if not strategy.text:
        return " ".join(ranking_clauses(_as_written(strategy)))
    try:
        return " ".join(ranking_clauses(saved_strategy(strategy.name, strategy.text).clauses))
    except QueryError:
        return strategy.text


def _as_written(strategy: StrategyDef) -> ast.Recall:
    tolerance = dict(strategy.tolerance)
    levels = tuple(
        tuple(ast.ParetoTerm(ast.Name(name), None, _literal(tolerance.get(name))) for name in names)
        for names in (strategy.objectives, strategy.then)
        if names
    )
    return ast.Recall(
        candidates=ast.Literal(strategy.candidates),
        half_life=ast.Ago(ast.Literal(_shortest(strategy.half_life_days)), "DAYS"),
        decay=None if strategy.decay == "exponential" else ast.Literal(strategy.decay),
        explore=None if strategy.explore == "mean" else ast.Literal(strategy.explore),
        floors=(ast.Floor("relevance", ast.Literal(strategy.floor)),) if strategy.floor else (),
        pareto=ast.ParetoBy(levels, order=strategy.order),
        diversify=None if strategy.diversify is None else ast.Diversify(strategy.diversify),
        limit=ast.Literal(strategy.k),
    )


def _shortest(number: float) -> float:
    """Return a number as it would be written: without a point where it is whole."""
    return int(number) if number == int(number) else number


def _literal(value: float | None) -> ast.Expr | None:
    return None if value is None else ast.Literal(value)


def objectives(catalog: Catalog) -> Iterable[tuple[Any, ...]]:
    """Yield name, sense, what it needs of a recall, and description, of each objective."""
    for objective in catalog.objectives:
        yield objective.name, objective.sense, objective.needs or None, objective.doc
