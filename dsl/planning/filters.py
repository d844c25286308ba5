"""The filtering clauses of a recall as conditions on the memory: from here on they are like any other.

Each keeps the name of its clause, so that WHY NOT can say which of them a memory did not pass.
"""

from __future__ import annotations

from collections.abc import Iterable

from .. import ast, trees
from ..marks import NAMES, OVERLAP
from ..plan import Condition


def filters(recall: ast.Recall, m: ast.Name) -> Iterable[Condition]:
    """Yield what the clauses before WHERE ask of the memory `m`, in their order."""
    if recall.types:
        names = ast.Call(NAMES, recall.types, span=recall.types[0].span)
        yield Condition("TYPE", ast.Call(OVERLAP, (ast.Property(m, "types"), names)))
    for clause, key, wanted in (("DOING", "action_type", recall.doing), ("TASK", "task", recall.tasks)):
        if wanted:
            names = ast.Call(NAMES, wanted, span=wanted[0].span)
            yield Condition(clause, ast.Binary("IN", ast.Property(m, key), names))
    yield from _bounds("STEPS", "STEPS", ast.Property(m, "step"), recall.steps)
    since, until = ("BETWEEN", "BETWEEN") if recall.between is not None else ("SINCE", "UNTIL")
    yield from _bounds(since, until, ast.Property(m, "at"), recall.between or (recall.since, recall.until))
    yield from scope(recall, m)


def scope(recall: ast.Recall, m: ast.Name) -> Iterable[Condition]:
    """Yield the conditions that hold of whatever the recall brings, also of what only surrounds a hit."""
    yield from _bounds("MIN TRUST", "", ast.Property(m, "trust"), (recall.min_trust, None))
    if not recall.with_archived:
        yield Condition("WITH ARCHIVED", not_archived(m))


def not_archived(m: ast.Name) -> ast.Expr:
    """Return what is asked of a memory where WITH ARCHIVED is not said."""
    return ast.Comparison(ast.Property(m, "tier"), (("<>", ast.Literal("archived")),))


def together(conditions: Iterable[Condition], *others: ast.Expr | None) -> ast.Expr | None:
    """Return all of them as one condition."""
    return trees.conjunction((*(condition.test for condition in conditions), *others))


def _bounds(
    least: str, most: str, of: ast.Property, ends: tuple[ast.Expr | None, ast.Expr | None] | None
) -> Iterable[Condition]:
    """Yield that a property is in `[low, high]`, both ends included. least, most: the clauses that give the ends."""
    low, high = ends or (None, None)
    if low is not None:
        yield Condition(least, ast.Comparison(of, ((">=", low),), span=low.span))
    if high is not None:
        yield Condition(most, ast.Comparison(of, (("<=", high),), span=high.span))
