"""USING a strategy that was defined: its clauses are filled in where the recall is silent.

What comes in stands at the place of `USING name`, so that an error points at what was written. An objective without a
meaning in this recall (closeness without NEAR) is left out here, as it is of the built-in strategies' own defaults; it
is an error only where the recall itself asks for it.

USING auto leaves the strategy to the need. A plan depends on no parameter, so it is named only where the index knows
the need (`Index.by_need`); until then it is `auto`, which is laid out as `default` is.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeVar

from ...errors import Span
from .. import ast, trees
from ..frozen import replace
from .names import Index
from .needs import has_need, is_met
from .saved import check_way, saved_strategy

T = TypeVar("T")
AUTO = "auto"
MEMORY_NAME = "m"
"""What a strategy calls the memory, whatever a recall that uses it does."""


def with_strategy(recall: ast.Recall, index: Index, way: tuple[str, ...] = ()) -> ast.Recall:
    """Return the recall with the strategies that it uses filled in, down to a built-in one.

    Raises BindError for a strategy that uses itself.
    """
    using = recall.using
    name = str(using.value) if isinstance(using, ast.Literal) else ""
    strategy = index.strategies.get(name)
    if using is None or strategy is None or not strategy.text:
        return by_need(recall, index)
    check_way("strategy", name, way, using.span)
    clauses = _placed(saved_strategy(name, strategy.text).clauses, recall, using.span)
    return with_strategy(_filled_in(recall, clauses, index), index, (*way, name))


def by_need(recall: ast.Recall, index: Index) -> ast.Recall:
    """Return the recall by the strategy that its need calls for, where it is USING auto and the need is known."""
    if index.by_need is None or recall.using is None or not _is_auto(recall):
        return recall
    return replace(recall, using=ast.Literal(index.by_need(recall), span=recall.using.span))


def is_by_need(bound: ast.Readable | ast.Writing) -> bool:
    """Whether a recall of a bound statement is left to its need, so that another need may have another plan."""
    match bound:
        case ast.Recall():
            return _is_auto(bound)
        case ast.Why(within=ast.Recall() as recall) | ast.Compare(recall=recall):
            return _is_auto(recall)
        case ast.Trace(of=of, to=to):
            return any(isinstance(end, ast.Recall) and _is_auto(end) for end in (of, to))
        case _:
            return False


def _is_auto(recall: ast.Recall) -> bool:
    return isinstance(recall.using, ast.Literal) and recall.using.value == AUTO


def _placed(clauses: ast.Recall, recall: ast.Recall, span: Span) -> ast.Recall:
    """Return a strategy's clauses as if they stood at a place in the recall."""
    named = clauses
    if recall.variable not in (None, MEMORY_NAME):
        named = trees.replace(clauses, {ast.Name(MEMORY_NAME): ast.Name(str(recall.variable))})
    return _respanned(named, span)


def _respanned(node: T, span: Span) -> T:
    rebuilt: Any = trees.rebuild(node, lambda child: _respanned(child, span))
    return replace(rebuilt, span=span)


def _filled_in(recall: ast.Recall, clauses: ast.Recall, index: Index) -> ast.Recall:
    """Return the recall with what it does not say itself."""
    said = {floor.objective for floor in recall.floors}
    floors = tuple(f for f in clauses.floors if f.objective not in said and _has_meaning(f.objective, recall, index))
    ordered = recall.pareto is not None or recall.rank is not None
    return replace(
        recall,
        using=clauses.using,
        candidates=recall.candidates or (clauses.candidates if has_need(recall) else None),
        half_life=recall.half_life or clauses.half_life,
        decay=recall.decay or clauses.decay,
        explore=recall.explore or clauses.explore,
        floors=recall.floors + floors,
        pareto=recall.pareto if ordered else _front(clauses.pareto, recall, index),
        rank=recall.rank if ordered else _rank(clauses.rank, recall, index),
        diversify=recall.diversify or clauses.diversify,
        budget=recall.budget or clauses.budget,
        expand=recall.expand or clauses.expand,
        limit=recall.limit or (clauses.limit if recall.count is None else None),
    )


def _front(front: ast.ParetoBy | None, recall: ast.Recall, index: Index) -> ast.ParetoBy | None:
    """Return the front with the terms that have a meaning; None where none has."""
    if front is None:
        return None
    levels = [tuple(term for term in level if _all_have_meaning(term, recall, index)) for level in front.levels]
    kept = tuple(level for level in levels if level)
    order = front.order if front.order is None or _has_meaning(front.order, recall, index) else None
    return replace(front, levels=kept, order=order, spans=()) if kept else None


def _rank(rank: ast.Expr | None, recall: ast.Recall, index: Index) -> ast.Expr | None:
    return rank if _all_have_meaning(rank, recall, index) else None


def _all_have_meaning(tree: Any, recall: ast.Recall, index: Index) -> bool:
    return all(_has_meaning(name, recall, index) for name in _names(tree))


def _names(tree: Any) -> Iterable[str]:
    return (node.name for node in trees.walk(tree) if isinstance(node, ast.Name | ast.Call))


def _has_meaning(name: str, recall: ast.Recall, index: Index) -> bool:
    objective = index.objectives.get(name)
    return objective is None or is_met(objective, recall)
