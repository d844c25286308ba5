"""What is said of one stage, and the small texts that several sayings share."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from .. import ast, plan
from ..printing.expressions import print_expression

Detail = tuple[str, str]
"""A label and a text of one or more lines."""


@dataclass(frozen=True, slots=True)
class Said:
    """found: the label of what PROFILE found."""

    title: str
    details: tuple[Detail, ...] = ()
    inside: tuple[tuple[str, tuple[plan.Stage, ...]], ...] = ()
    found: str = "fronts"


def listed(items: Iterable[ast.Expr]) -> str:
    return ", ".join(map(print_expression, items))


def pareto_details(pareto: ast.ParetoBy) -> tuple[Detail, ...]:
    levels = tuple(("by" if i == 0 else "then", ", ".join(map(_term, level))) for i, level in enumerate(pareto.levels))
    partition = (("within", listed(pareto.partition)),) if pareto.partition else ()
    return (*levels, *partition, ("order", f"{pareto.order}{', first front only' if pareto.first_front_only else ''}"))


def _term(term: ast.ParetoTerm) -> str:
    tolerance = "" if term.tolerance is None else f" tolerance {print_expression(term.tolerance)}"
    return f"{print_expression(term.expression)} {term.sense or 'MAX'}{tolerance}"
