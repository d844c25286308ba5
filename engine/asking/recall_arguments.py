"""From the arguments of `Engine.recall` to the same tree that the parser builds.

There is no second way to run a recall: what Python asks and what the text asks meet in the AST, and a congruence test
holds them to the same rows. Arguments are checked as those of `remember` are, for they have no place in a text that an
error could point at.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, cast, get_args

from ...dsl import ast
from ...dsl.building import fragments, values
from ...dsl.plan.recalls import Direction
from ...errors import MemoryInvalid
from ..values import checks
from ..values.times import to_iso

Names = str | Iterable[str] | None
Moment = datetime | timedelta | str
Steps = tuple[int | None, int | None]
Diversity = str | tuple[str, float]

LARGEST = 2**63 - 1

SHORTER = "What is sought is asked for in fewer words; the beginning of a long text says what it is about."


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
    steps: Steps | None = None,
    since: Moment | None = None,
    until: Moment | None = None,
    namespace: Names = (),
    excluding: Names = (),
    excluding_hard: Names = (),
    requiring: Names = (),
    as_of: Moment | None = None,
    valid_at: Moment | None = None,
    min_trust: float | None = None,
    with_archived: bool = False,
    infer: bool = True,
    where: str | None = None,
    given: Mapping[str, object] | None = None,
    candidates: int | None = None,
    floor: float | None = None,
    objectives: Sequence[str] | None = None,
    order: str | None = None,
    diversify: Diversity | None = None,
    budget: int | None = None,
    expand: Mapping[str, int] | None = None,
    using: str | tuple[str, str] | None = None,
    half_life: timedelta | None = None,
    decay: str | None = None,
    explore: str | None = None,
) -> ast.Recall:
    """Return the recall that the arguments describe. Raises MemoryInvalid for one of a wrong type or out of range.

    Each is the clause of its name. floor: the least relevance, in [0, 1]. since, until, as_of, valid_at: a timedelta is
    time before the reference time. steps: the first and the last, None for an open end. order: inside the front of
    `objectives`. infer: False for WITHOUT INFERENCE. excluding_hard: EXCLUDING HARD. where: a condition on `m` in the
    language, and `given` the values of its parameters. diversify: what it goes by, or `("MMR", 0.3)`. expand: how far,
    by direction: `{"steps": 1}`. using: a strategy, or two of which one is drawn. half_life, decay: of recency.
    explore: how `value` is taken.
    """
    strategy, rival = _strategies(using)
    return ast.Recall(
        count=_whole("k", k),
        need=_literal(checks.text("need", need, SHORTER)),
        excluding=(
            *(ast.Exclusion(text) for text in _texts("excluding", excluding)),
            *(ast.Exclusion(text, hard=True) for text in _texts("excluding_hard", excluding_hard)),
        ),
        intents=_literals("intent", intent),
        about=_literals("about", about),
        requiring=_literals("requiring", requiring),
        doing=_literals("doing", doing),
        types=_literals("type", type),
        namespaces=_literals("namespace", namespace),
        tasks=_literals("task", task),
        steps=_steps(steps),
        since=_moment("since", since),
        until=_moment("until", until),
        as_of=_moment("as_of", as_of),
        valid_at=_moment("valid_at", valid_at),
        min_trust=None if min_trust is None else ast.Literal(checks.number("min_trust", min_trust, 0.0, 1.0)),
        with_archived=checks.flag("with_archived", with_archived),
        without_inference=not checks.flag("infer", infer),
        near=_near(near, active),
        where=_where(where, given or {}),
        candidates=_whole("candidates", candidates),
        using=strategy,
        rival=rival,
        half_life=_half_life(half_life),
        decay=_literal(checks.optional_name("decay", decay)),
        explore=_literal(checks.optional_name("explore", explore)),
        floors=() if floor is None else (_floor(floor),),
        pareto=_pareto(objectives, checks.optional_name("order", order)),
        diversify=_diversify(diversify),
        budget=_whole("budget", budget),
        expand=_expand(expand or {}),
    )


def _strategies(using: str | tuple[str, str] | None) -> tuple[ast.Literal | None, ast.Literal | None]:
    """Return the strategy, and the one that it is tried against."""
    names = checks.names("using", (using,) if isinstance(using, str) else using or ())
    if len(names) > 2 or (len(names) == 1 and not isinstance(using, str)):
        raise MemoryInvalid("`using` is a strategy, or two of which one is drawn.", hint='As in ("default", "recent").')
    first, second = (*map(_literal, names), None, None)[:2]
    return first, second


def _half_life(span: object) -> ast.Ago | None:
    if span is None:
        return None
    if not isinstance(span, timedelta) or span <= timedelta(0):
        raise MemoryInvalid("`half_life` is a timedelta above 0.", hint="As in timedelta(days=7).", field="half_life")
    return values.span(span, "half_life")


def _where(condition: str | None, given: Mapping[str, object]) -> ast.Expr | None:
    """Return a condition with its parameters filled. Raises ParseError, ParameterError, which speak of its text."""
    if condition is None:
        if given:
            raise MemoryInvalid("`given` holds values, and there is no condition.", hint="Give it as `where`.")
        return None
    return values.filled(fragments.condition(condition), given, "condition")


def _diversify(diversify: Diversity | None) -> ast.Diversify | None:
    if diversify is None:
        return None
    by, *trade = [diversify] if isinstance(diversify, str) else checks.elements("diversify", diversify) or [""]
    if len(trade) > 1:
        raise MemoryInvalid("`diversify` is a name, and for MMR a number.", hint='As in ("MMR", 0.3).')
    share = ast.Literal(checks.number("diversify", trade[0], 0.0, 1.0)) if trade else None
    return ast.Diversify(checks.name("diversify", by), share)


def _expand(expand: object) -> tuple[ast.Expand, ...]:
    expansions: list[ast.Expand] = []
    if not isinstance(expand, Mapping):
        raise MemoryInvalid("`expand` says how far, by direction.", hint='As in expand={"steps": 1}.', field="expand")
    for name, depth in cast("Mapping[object, object]", expand).items():
        direction: Any = str(name).upper()
        if direction not in get_args(Direction):
            known = ", ".join(f"`{known.lower()}`" for known in get_args(Direction))
            raise MemoryInvalid(f"`expand` knows no {name!r:.60}.", hint=f"It goes by {known}.", field="expand")
        expansions.append(ast.Expand(direction, ast.Literal(checks.whole("expand", depth, LARGEST))))
    return tuple(expansions)


def _near(near: Names, active: int | None) -> ast.Near | None:
    ids = _literals("near", near)
    if ids and active is not None:
        raise MemoryInvalid("`near` and `active` both say what is at hand.", hint="Give one of them.")
    return ast.Near(ids=ids, active=_whole("active", active)) if ids or active is not None else None


def _floor(least: float) -> ast.Floor:
    return ast.Floor("relevance", ast.Literal(checks.number("floor", least, 0.0, 1.0)))


def _pareto(objectives: Sequence[str] | None, order: str | None) -> ast.ParetoBy | None:
    if objectives is None and order is None:
        return None
    names = checks.names("objectives", objectives or ())
    if not names:
        raise MemoryInvalid("A front trades one objective at least.", hint='As in objectives=["relevance", "recency"].')
    return ast.ParetoBy(levels=(tuple(ast.ParetoTerm(ast.Name(name)) for name in names),), order=order)


def _steps(steps: Steps | None) -> tuple[ast.Expr | None, ast.Expr | None] | None:
    if steps is None:
        return None
    bounds = checks.elements("steps", steps)
    if len(bounds) != 2:
        raise MemoryInvalid("`steps` has two ends.", hint="As in steps=(3, 9) or steps=(3, None).", field="steps")
    return _whole("steps", bounds[0]), _whole("steps", bounds[1])


def _whole(field: str, value: object) -> ast.Literal | None:
    return None if value is None else ast.Literal(checks.whole(field, value, LARGEST))


def _literal(value: str | None) -> ast.Literal | None:
    return None if value is None else ast.Literal(value)


def _literals(field: str, names: Names) -> tuple[ast.Expr, ...]:
    given = () if names is None else (names,) if isinstance(names, str) else names
    return tuple(ast.Literal(name) for name in checks.names(field, given))


def _texts(field: str, texts: Names) -> tuple[ast.Expr, ...]:
    """Return texts, which may be as long as a need, each once. An empty one is no text."""
    given = checks.elements(field, () if texts is None else (texts,) if isinstance(texts, str) else texts)
    for one in given:
        if one == "" or not isinstance(one, str):
            checks.name(field, one)  # which refuses it, with the reason
        checks.text(field, one, SHORTER)
    return tuple(ast.Literal(str(one)) for one in checks.distinct(given))


def _moment(field: str, value: Moment | None) -> ast.Expr | None:
    """Return a time as its ISO text, and a span as time before the reference time."""
    if isinstance(value, timedelta):
        return ast.Ago(ast.Literal(value.total_seconds()), "SECONDS")
    try:
        micros = checks.moment(field, value)
    except MemoryInvalid as error:
        if isinstance(value, str):
            error.hint = f"{error.hint} In Python a span back from the newest is `timedelta(days=3)`."
        raise
    return None if micros is None else ast.Literal(to_iso(micros))
