"""Bind RECALL: the memory's name, its filters, and the slots that take a literal or a parameter.

How candidates are ranked and what is returned of them is `ranking`'s; which of them are chosen, `choosing`'s.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ...errors import BindError, Span, UnsupportedError
from .. import ast, trees
from ..frozen import replace
from .ageing import bind_ageing
from .bounds import check_bounds
from .choosing import bind_diversity, bind_exclusions, bind_expansions
from .expressions import closed, count_of
from .names import Index, unknown
from .needs import has_need
from .patterns import Place, bind_patterns
from .projections import column_names, predicate
from .ranking import ALL_COLUMNS, answer_columns, bind_ranking, bind_returning
from .rivals import refuse_rival
from .scope import Scope, Symbol
from .strategies import with_strategy

MEMORY = "Memory"


def bind_recall(recall: ast.Recall, index: Index) -> tuple[ast.Recall, tuple[str, ...]]:
    """Return the recall bound, and the names of its columns. `returning` stays None where nothing was written."""
    refuse_rival(recall)
    recall = with_strategy(recall, index)
    name = _variable(recall, index)
    place = Place(Scope().add(Symbol(name, "NODE", (MEMORY,))), index, "WHERE")
    bound = replace(
        _bind_slots(recall, place),
        variable=name,
        **_bind_match(recall, name, place),
        **bind_ageing(recall, place),
        **bind_ranking(recall, name, place),
        excluding=bind_exclusions(recall, place),
        diversify=bind_diversity(recall, place),
        expand=bind_expansions(recall.expand, place),
    )
    if recall.returning is None:
        return bound, (name, *answer_columns(recall))
    returning = bind_returning(recall.returning, name, recall, place)
    return replace(bound, returning=returning), column_names(returning)


def _variable(recall: ast.Recall, index: Index) -> str:
    name = recall.variable or "m"
    if name in ALL_COLUMNS or name in index.objectives:
        raise BindError(
            f"The memory cannot be called `{name}`: a recall has that name already.",
            span=recall.spans[0] if recall.spans else recall.span,
            hint="Call it `m`, or anything else.",
        )
    return name


def _bind_slots(recall: ast.Recall, place: Place) -> ast.Recall:
    """Return the recall with every slot checked that takes a literal or a parameter."""
    if recall.count is not None and recall.limit is not None:
        raise BindError(
            "This recall says twice how many memories it wants.",
            span=recall.limit.span,
            hint="Write `RECALL 5` or `LIMIT 5`, not both.",
        )
    for what, expr in _slots(recall):
        if expr is not None:
            closed(expr, place, what)
    counts = {
        "RECALL": recall.count,
        "LIMIT": recall.limit,
        "CANDIDATES": recall.candidates,
        "BUDGET": recall.budget,
    }
    for what, count in counts.items():
        if count is not None:
            count_of(count, place, what)
    if recall.candidates is not None and not has_need(recall):
        raise BindError(
            "CANDIDATES keeps the most relevant, and this recall has no need to be relevant to.",
            span=recall.candidates.span,
            hint="Give one with FOR, INTENT or ABOUT.",
        )
    check_bounds(recall, place.index)
    _strategy_name(recall, place.index)
    return recall


def _slots(recall: ast.Recall) -> Iterable[tuple[str, ast.Expr | None]]:
    near = recall.near or ast.Near()
    yield from (("FOR", recall.need), ("SINCE", recall.since), ("UNTIL", recall.until))
    yield from (("AS OF", recall.as_of), ("VALID AT", recall.valid_at))
    yield from (("MIN TRUST", recall.min_trust), ("NEAR ACTIVE", near.active))
    yield from (("BETWEEN", time) for time in recall.between or ())
    yield from (("STEPS", step) for step in recall.steps or ())
    yield from (("AT LEAST", floor.least) for floor in recall.floors)
    lists = {
        "INTENT": recall.intents,
        "ABOUT": recall.about,
        "REQUIRING": recall.requiring,
        "DOING": recall.doing,
        "TYPE": recall.types,
        "IN NAMESPACE": recall.namespaces,
        "TASK": recall.tasks,
        "NEAR": near.ids,
    }
    yield from ((what, item) for what, items in lists.items() for item in items)


def _strategy_name(recall: ast.Recall, index: Index) -> None:
    if isinstance(recall.using, ast.Parameter):
        raise UnsupportedError(
            "USING takes no parameter: the strategy decides the plan.",
            span=recall.using.span,
            hint=f"Name it: {', '.join(f'`USING {name}`' for name in index.strategies)}.",
        )
    name = recall.using.value if isinstance(recall.using, ast.Literal) else "default"
    if name not in index.strategies:
        raise unknown("strategy", str(name), index.strategies, recall.using.span if recall.using else recall.span)


def _bind_match(recall: ast.Recall, name: str, place: Place) -> dict[str, Any]:
    """Return the pattern and the condition bound. A recall that draws nothing is about the memory alone."""
    if not recall.patterns:
        conditions = (predicate(part, place) for part in trees.conjuncts(recall.where))
        return {"patterns": (_alone(name, recall.span),), "where": trees.conjunction(conditions)}
    if name not in trees.pattern_names(recall.patterns):
        raise BindError(
            f"The pattern of this recall does not speak of `{name}`.",
            span=recall.patterns[0].span,
            hint=f"Let it begin at the memory: `MATCH ({name})-[...]->(...)`.",
        )
    bound, where, _ = bind_patterns(recall.patterns, recall.where, place, predicate)
    return {"patterns": bound, "where": where}


def _alone(name: str, span: Span) -> ast.PathPattern:
    return ast.PathPattern((ast.NodePattern(name, ast.Label(MEMORY), span=span),), (), span=span)
