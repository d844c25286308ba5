"""Expressions of one's own over a recall that is held: what they read is read once, what it comes to is told anew.

Which rows a choice admits is not known when a recall is held: `value` is believed from the objectives that a choice has
computed, and a floor may stand on it. So of an expression only what it reads is taken down, which has a value in every
row. The rest is computed for the rows that a choice admits, as a run computes it; a row in which it comes to nothing is
an error there, and nowhere else.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ...dsl import ast, trees
from ...errors import EvaluationError
from ..evaluation.context import Context
from ..evaluation.expressions.compile import compile_expression
from ..evaluation.expressions.scope import Closure
from ..evaluation.values import NodeValue, Value
from ..retrieval.adjacency import Bools, Floats, Ints
from .candidates import Candidates
from .pareto_terms import axis
from .session import Session
from .valuing import VALUE


@dataclass(frozen=True, slots=True, eq=False)
class FreeTerm:
    """An expression over the candidates of a recall that is held, n of them.

    left: what is to be computed of it, over what was read and `value`, in this order. read: (n,) what each row gave,
    empty where no choice admits it. context: of the run that read it.
    """

    expression: ast.Expr
    left: Closure
    read: Sequence[tuple[Value, ...]]
    context: Context

    def values(self, places: Ints, value: Floats) -> list[Value]:
        """Return what it comes to in the rows at `places`, (m,), where these have a `value`, (m,).

        Raises EvaluationError for a row in which it cannot be computed.
        """
        context = replace(self.context, _made=0)  # many choices together may make more than one query may
        rows = ((*self.read[place], each) for place, each in zip(places.tolist(), value.tolist(), strict=True))
        return [self.left(row, context) for row in rows]

    def column(self, places: Ints, value: Floats) -> Floats:
        """Return the same as numbers, (m,) float64, finite. Raises EvaluationError for what is no number or time."""
        return axis(self.values(places, value), self.expression)

    def shown(self, places: Ints, value: Floats) -> Floats:
        """Return the same as numbers, (m,) float64, NaN where it has none: of what is shown, and not gone by."""
        try:
            return self.column(places, value)
        except EvaluationError:
            return np.array([self._alone(places[i : i + 1], value[i : i + 1]) for i in range(len(places))], np.float64)

    def _alone(self, place: Ints, value: Floats) -> float:
        try:
            return float(self.column(place, value)[0])
        except EvaluationError:
            return np.nan


def free_term(expression: ast.Expr, scored: Candidates, kept: Bools, session: Session) -> FreeTerm:
    """Read what an expression takes from the candidates that a mask keeps, (n,)."""
    parts: list[ast.Expr] = []
    left = _cut(expression, frozenset((session.variable, *scored.scores)), session.variable, parts)
    some = scored.take(kept)
    names, columns = _whole(some, session)
    columns += [session.values(part, some) for part in parts]
    names = (*names, *(_name(place) for place in range(len(parts))), VALUE)
    read: list[tuple[Value, ...]] = [()] * len(scored)
    for place, row in zip(np.flatnonzero(kept).tolist(), zip(*columns, strict=True), strict=True):
        read[place] = row
    return FreeTerm(expression, compile_expression(left, names), read, session.context)


def _whole(some: Candidates, session: Session) -> tuple[tuple[str, ...], list[Sequence[Value]]]:
    """Return what an expression may name, and each row's: for a part that could not be read apart from the rest."""
    memories = [NodeValue("Memory", row) for row in some.rows.tolist()]
    return (session.variable, *some.scores), [memories, *(column.tolist() for column in some.scores.values())]


def _cut(node: Any, known: frozenset[str], variable: str, parts: list[ast.Expr]) -> Any:
    """Return an expression with names for the smallest parts that take something from a row, but its `value`:
    `m.step`, `similarity(m, 'x')`, `recency`. The parts are added to `parts`.

    No more than that is read: what is computed under a condition may have no value where the condition does not hold.
    """
    if _takes(node, variable) and trees.free_names(node) <= known - {VALUE}:
        parts.append(node)
        return ast.Name(_name(len(parts) - 1), span=node.span)
    return trees.rebuild(node, lambda child: _cut(child, known - trees.bound_names(node), variable, parts))


def _takes(node: ast.Node, variable: str) -> bool:
    """Return whether a node is a name, or does something with the memory itself."""
    if isinstance(node, ast.Name):
        return node.name != variable
    return any(isinstance(child, ast.Name) and child.name == variable for child in trees.children(node))


def _name(place: int) -> str:
    """Return a name that nobody can write."""
    return f"what was read ({place})"
