"""The terms of a PARETO BY as numbers: what a recall and a pattern query share.

A front trades numbers, truths and moments. A value that is none of them has no better and no worse, so it is an error;
filling it in, as the best or as the worst, was refused: it would decide the front in silence.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ...dsl import ast
from ...errors import EvaluationError
from ..evaluation.context import Context
from ..evaluation.expressions.compile import evaluate_closed
from ..evaluation.ordering import order_key
from ..evaluation.temporal.values import DateTime
from ..evaluation.values import Value, instant_of, is_number, name_of
from ..retrieval.adjacency import Floats, Ints
from ..retrieval.layers import SWEEP_COLUMNS
from ..retrieval.order import FrontOrder
from ..retrieval.pareto import Sense, dominance_counts, dominators, fronts, in_steps
from ..running.limits import hold
from .arguments import unfit

MICROSECOND = 1_000
"""In nanoseconds. Moments are traded in whole microseconds: those of the next 200 years are exact as floats."""

TURNED = {Sense.MAX: Sense.MIN, Sense.MIN: Sense.MAX}


@dataclass(frozen=True, slots=True)
class Traded:
    """What a front is made of.

    matrix: (n, m), finite. senses, steps, levels: one entry for each column; steps are tolerances, 0 for none.
    partition: (n,) codes of groups, or None.
    """

    matrix: Floats
    senses: tuple[Sense, ...]
    steps: Sequence[float]
    levels: Sequence[int]
    partition: Ints | None

    def fronts(self) -> NDArray[np.int32]:
        return fronts(self.matrix, self.senses, tolerance=self.steps, levels=self.levels, partition=self.partition)

    def counts(self, rows: Ints) -> tuple[Ints, Ints]:
        """Return (dominates, dominated_by) of `rows` among all."""
        return dominance_counts(
            self.matrix, self.senses, rows=rows, tolerance=self.steps, levels=self.levels, partition=self.partition
        )

    def dominators(self, row: int) -> Ints:
        """Return the rows that dominate `row`, lowest first."""
        return self._dominating(row, self.senses)

    def dominated(self, row: int) -> Ints:
        """Return the rows that `row` dominates, lowest first."""
        return self._dominating(row, [TURNED[sense] for sense in self.senses])

    def _dominating(self, row: int, senses: Sequence[Sense]) -> Ints:
        # Counted in steps once, and turned round: the steps of a turned column would begin at its other end.
        return dominators(self.in_steps(), senses, row, levels=self.levels, partition=self.partition)

    def in_steps(self) -> Floats:
        return in_steps(self.matrix, self.senses, self.steps)

    def ordering(self, by: FrontOrder | int) -> tuple[Floats, tuple[Sense, ...]]:
        """Return the columns that order a front inside, and their senses.

        In steps: what the tolerance calls equal must not decide. A chance that it is good in either way is no rank but
        a probability, so it takes what is traded as it is: the tolerance says how coarse a front is, and the chance
        orders what it holds. And it asks the first level alone: what decides among equals is no way of being good.
        """
        if by is not FrontOrder.EITHER:
            return self.in_steps(), self.senses
        first = [place for place, level in enumerate(self.levels) if level == min(self.levels)]
        return self.matrix[:, first], tuple(self.senses[place] for place in first)


def check_size(rows: int, objectives: int) -> None:
    """Raise LimitError for a front that could not be sorted within the time of a query."""
    if objectives > SWEEP_COLUMNS:
        what = f"A front of {objectives} objectives has {rows:,} rows"
        hold("front_rows", rows, what, "Filter them, or trade three objectives.", code="limit.rows")


def axis(values: Iterable[Value], expression: ast.Expr) -> Floats:
    """Return an expression's values as (n,) float64, finite. Raises EvaluationError for one that cannot be traded."""
    return np.array([_merit(value, expression) for value in values], np.float64)


def tolerance(term: ast.ParetoTerm, context: Context) -> float:
    """Return the step to which a term is floored, 0 for none."""
    if term.tolerance is None:
        return 0.0
    value = evaluate_closed(term.tolerance, context)
    if not is_number(value) or not 0 <= value < float("inf"):
        raise unfit("TOLERANCE", "a number from 0", term.tolerance, value)
    return float(value)


def groups(columns: Sequence[Sequence[Value]]) -> Ints | None:
    """Return a code for each row, equal where the values of all columns are equivalent; None for no column."""
    if not columns:
        return None
    codes: dict[Hashable, int] = {}
    keys = (tuple([order_key(value) for value in values]) for values in zip(*columns, strict=True))
    return np.array([codes.setdefault(key, len(codes)) for key in keys], np.int64)


def front_order(wanted: str | None, terms: Sequence[ast.ParetoTerm]) -> FrontOrder | int:
    """Return a named order, or the place of the term that is called so: a name, or a property by its key.

    A term that is not among `terms` cannot order (it may have been left out for want of spread): the knee does.
    """
    named = (wanted or FrontOrder.KNEE.value).lower()
    if named in {order.value for order in FrontOrder}:
        return FrontOrder(named)
    return next((place for place, term in enumerate(terms) if name_of_term(term.expression) == wanted), FrontOrder.KNEE)


def name_of_term(expression: ast.Expr) -> str:
    """Return what an axis is called: an objective by its name, a property by its key, anything else by its place."""
    match expression:
        case ast.Name(name=name) | ast.Property(key=name) | ast.Call(name=name):
            return name
        case _:
            return f"the expression at {expression.span.start}"


def _merit(value: Value, expression: ast.Expr) -> float:
    if isinstance(value, DateTime | dt.datetime):
        return float(instant_of(value) // MICROSECOND)
    if (is_number(value) or isinstance(value, bool)) and np.isfinite(value):
        return float(value)
    what = "infinite or NaN" if is_number(value) else name_of(value)
    raise EvaluationError(
        f"Rows are put in order by numbers and times, and this is {what} in some row.",
        span=expression.span,
        hint="Filter such rows out, or give coalesce() a value.",
    )
