"""A `Choice` and the clauses that say it: read off the plan of a recall, and written into the recall again.

Both ways go over the terms of a space: what each of its axes is in the language, by name.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import reduce

from ...dsl import ast
from ...dsl.catalog import ObjectiveDef
from ...dsl.plan import Front, Rank
from ...dsl.printing.expressions import print_expression
from ...errors import QueryError
from ..answers.space import Axis, Choice, no_axis
from ..executor.pareto_terms import name_of_term, tolerance
from ..executor.session import Session
from ..retrieval.order import FrontOrder

Terms = Mapping[str, ast.ParetoTerm]
"""The axes of a space by name, those that its statement ranks by first."""

ORDERS = tuple(order.value for order in FrontOrder)


@dataclass(frozen=True, slots=True)
class Ranked:
    """What a plan ranks by. terms: its axes. The other fields are those of a Choice."""

    terms: dict[str, ast.ParetoTerm]
    levels: tuple[tuple[str, ...], ...]
    steps: Mapping[str, float]
    order: str = FrontOrder.KNEE.value
    weights: Mapping[str, float] | None = None

    def choice(self, k: int) -> Choice:
        least = min(self.steps.values(), default=0.0)
        coarser = {name: step for name, step in self.steps.items() if step > least}
        return Choice(self.levels[0], least, k, self.order, self.weights, self.levels[1:], coarser)


# ---- read ----------------------------------------------------------------------------------------


def ranked_in(stage: Front | Rank, objectives: Mapping[str, ObjectiveDef], session: Session) -> Ranked:
    """Return what a stage ranks by."""
    if isinstance(stage, Rank):
        return _weighed(stage.expression, objectives, session)
    terms: dict[str, ast.ParetoTerm] = {}
    levels = tuple(tuple([_added(term, terms) for term in level]) for level in stage.pareto.levels)
    steps = {name: tolerance(term, session.context) for name, term in terms.items()}
    return Ranked(terms, levels, steps, stage.pareto.order or FrontOrder.KNEE.value)


def _added(term: ast.ParetoTerm, terms: dict[str, ast.ParetoTerm]) -> str:
    """Add a term, and return its name: what it says, with a number where a term before it says the same."""
    said, times = print_expression(term.expression), 1
    name = said
    while name in terms:
        times += 1
        name = f"{said} ({times})"
    terms[name] = term
    return name


def _weighed(expression: ast.Expr, objectives: Mapping[str, ObjectiveDef], session: Session) -> Ranked:
    """Return a RANK BY as weights of its objectives; as one axis of weight 1 where it is no weighted sum of them."""
    weights = _weights(expression, objectives, session)
    if weights is None:
        term = ast.ParetoTerm(expression, "MAX")
        weights, terms = {print_expression(expression): 1.0}, {print_expression(expression): term}
    else:
        terms = {name: term_of(objectives[name]) for name in weights}
    return Ranked(terms, (tuple(weights),), dict.fromkeys(weights, 0.0), weights=weights)


def _weights(expression: ast.Expr, objectives: Mapping[str, ObjectiveDef], session: Session) -> dict[str, float] | None:
    """Return the weights of a sum, in its order, so that adding up in that order rounds as the expression does."""
    match expression:
        case ast.Binary("+" | "-" as sign, left, right):
            before, last = _weights(left, objectives, session), _weighted(right, objectives, session)
            if before is None or last is None or last[0] in before:
                return None
            return {**before, last[0]: -last[1] if sign == "-" else last[1]}
        case _:
            only = _weighted(expression, objectives, session)
            return None if only is None else dict([only])


def _weighted(
    expression: ast.Expr, objectives: Mapping[str, ObjectiveDef], session: Session
) -> tuple[str, float] | None:
    """Return (objective, weight) of one summand."""
    match expression:
        case ast.Name(name) if name in objectives:
            return name, 1.0
        case ast.Binary("*", ast.Literal() | ast.Parameter() as weight, ast.Name(name)) | ast.Binary(
            "*", ast.Name(name), ast.Literal() | ast.Parameter() as weight
        ) if name in objectives:
            return name, session.number(weight, "RANK BY")
        case _:
            return None


def term_of(objective: ObjectiveDef) -> ast.ParetoTerm:
    return ast.ParetoTerm(ast.Name(objective.name), objective.sense)


# ---- checked -------------------------------------------------------------------------------------


def check(choice: Choice, axes: tuple[Axis, ...], terms: Terms) -> None:
    """Raise QueryError for a choice that no recall could make."""
    for name in (*(name for level in choice.levels for name in level), *(choice.weights or ())):
        if name not in terms:
            raise no_axis(name, axes)
    if not choice.objectives or (choice.weights is not None and not choice.weights):
        raise QueryError("Nothing is chosen by.", hint="Trade at least one axis, or give one a weight.")
    numbers = (choice.tolerance, *choice.tolerances.values())
    if not all(math.isfinite(number) and number >= 0 for number in numbers):
        raise QueryError("A tolerance is a number from 0.", hint="As in 0.05; 0 for none.")
    if not all(map(math.isfinite, (choice.weights or {}).values())):
        raise QueryError("A weight is a number.", hint="As in 0.5.")
    if choice.k < 0:
        raise QueryError("k is a whole number from 0.", hint="As in 10.")
    orders = (*ORDERS, *_orders(choice, terms))
    if choice.order not in orders:
        raise QueryError(f"There is no order `{choice.order}` of a front.", hint=f"There are {', '.join(orders)}.")


def _orders(choice: Choice, terms: Terms) -> dict[str, None]:
    """Return the axes that can order a front: any objective, and of the others those that are traded."""
    traded = {name for level in choice.levels for name in level}
    able = (t.expression for name, t in terms.items() if name in traded or isinstance(t.expression, ast.Name))
    return dict.fromkeys(map(name_of_term, able))


# ---- written -------------------------------------------------------------------------------------


def pareto_of(choice: Choice, terms: Terms, like: ast.ParetoBy | None) -> ast.ParetoBy:
    """Return the front of a choice. like: that of the recall, whose groups and whose first front alone stay."""
    levels = tuple(
        tuple(replace(terms[name], tolerance=ast.Literal(float(choice.step(name)))) for name in level)
        for level in choice.levels
    )
    return replace(like or ast.ParetoBy(()), levels=levels, order=choice.order, spans=())


def weighted_sum(weights: Mapping[str, float], terms: Terms) -> ast.Expr:
    """Return the expression of a RANK BY."""
    return reduce(
        lambda left, right: ast.Binary("+", left, right),
        (_times(float(weight), terms[name].expression) for name, weight in weights.items()),
    )


def _times(weight: float, expression: ast.Expr) -> ast.Expr:
    return expression if weight == 1.0 else ast.Binary("*", ast.Literal(weight), expression)
