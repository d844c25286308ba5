"""From the arguments of `Engine.recall` to the same tree that the parser builds.

There is no second way to run a recall: what Python asks and what the text asks meet in the AST, and a congruence test
holds them to the same rows.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

from ..dsl import ast
from ..errors import MemoryInvalid
from .times import to_iso, to_micros

Names = str | Iterable[str]
Moment = datetime | timedelta | str


def recall_of(
    need: str | None,
    *,
    k: int | None = None,
    intent: Names = (),
    about: Names = (),
    doing: Names = (),
    type: Names = (),
    task: Names = (),
    near: Names = (),
    active: int | None = None,
    steps: tuple[int | None, int | None] | None = None,
    since: Moment | None = None,
    until: Moment | None = None,
    namespace: Names = (),
    candidates: int | None = None,
    floor: float | None = None,
    objectives: Sequence[str] | None = None,
    order: str | None = None,
    using: str | None = None,
) -> ast.Recall:
    """Return the recall that the arguments describe. Raises MemoryInvalid for a time that cannot be read."""
    return ast.Recall(
        count=None if k is None else ast.Literal(k),
        need=None if need is None else ast.Literal(need),
        intents=_literals(intent),
        about=_literals(about),
        doing=_literals(doing),
        types=_literals(type),
        namespaces=_literals(namespace),
        tasks=_literals(task),
        steps=None if steps is None else (_literal(steps[0]), _literal(steps[1])),
        since=_moment(since),
        until=_moment(until),
        near=_near(near, active),
        candidates=_literal(candidates),
        using=_literal(using),
        floors=() if floor is None else (ast.Floor("relevance", ast.Literal(floor)),),
        pareto=_pareto(objectives, order),
    )


def _near(near: Names, active: int | None) -> ast.Near | None:
    ids = _literals(near)
    if ids and active is not None:
        raise MemoryInvalid("`near` and `active` both say what is at hand.", hint="Give one of them.")
    return ast.Near(ids=ids, active=_literal(active)) if ids or active is not None else None


def _pareto(objectives: Sequence[str] | None, order: str | None) -> ast.ParetoBy | None:
    if objectives is None:
        return None
    return ast.ParetoBy(levels=(tuple(ast.ParetoTerm(ast.Name(name)) for name in objectives),), order=order)


def _literal(value: str | float | None) -> ast.Literal | None:
    return None if value is None else ast.Literal(value)


def _literals(names: Names) -> tuple[ast.Expr, ...]:
    return tuple(ast.Literal(name) for name in ([names] if isinstance(names, str) else names))


def _moment(value: Moment | None) -> ast.Expr | None:
    """Return a time as its ISO text, and a span as time before the reference time."""
    if value is None:
        return None
    if isinstance(value, timedelta):
        return ast.Ago(ast.Literal(value.total_seconds()), "SECONDS")
    return ast.Literal(to_iso(to_micros(value)))
