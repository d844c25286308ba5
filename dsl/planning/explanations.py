"""Lay out WHY and COMPARE: the recall's own stages, and for WHY its conditions one by one.

Each condition becomes a scan of its own for that one memory: the same matching, and no second kind of it. One that
speaks of more than the memory (a pattern, the names that it binds) is asked for with all such conditions before it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, cast

from .. import ast, trees
from ..binding.names import Index
from ..binding.recall import MEMORY
from ..frozen import replace
from ..plan import Compare, Condition, GraphScan, Why
from ..printing.expressions import print_expression
from ..printing.patterns import print_patterns
from ..printing.recall import recall_clauses
from ..rewrite.guard import validity
from ..rewrite.scans import Stages, subqueries
from .conditions import scanned
from .filters import filters
from .recall import lay_out_recall, view_of
from .scans import memory_node


def lay_out_why(why: ast.Why, index: Index) -> Stages:
    """Return the one stage of a bound WHY; its scans are unfinished."""
    if not isinstance(why.within, ast.Recall):
        return (Why(why.memory, why.within, why.negated),)
    recall = why.within
    conditions = tuple(_conditions(recall, why.memory, index))
    return (Why(why.memory, lay_out_recall(recall, index), why.negated, recall.variable or "m", conditions),)


def lay_out_compare(compare: ast.Compare, index: Index) -> Stages:
    """Return the one stage of a bound COMPARE."""
    then, now = (replace(compare.recall, as_of=moment) for moment in (compare.before, compare.after))
    return (Compare(lay_out_recall(then, index), lay_out_recall(now, index)),)


def _conditions(recall: ast.Recall, memory: ast.Expr, index: Index) -> Iterable[Condition]:
    """Yield the conditions in the order in which they are told: the memory's own first, then what it takes part in."""
    name = recall.variable or "m"
    clauses = tuple(recall_clauses(recall))
    parts = trees.conjuncts(recall.where)
    own = tuple(part for part in parts if trees.free_names(part) <= {name} and not subqueries(part))
    valid = (Condition("VALID AT", test) for test in validity(ast.Name(name), (MEMORY,), view_of(recall), index))
    where = (Condition("WHERE", part, _where(part)) for part in own)
    alone = replace(recall, patterns=(ast.PathPattern((memory_node(name),), ()),), valid_at=None)
    for condition in (*valid, *filters(recall, ast.Name(name)), *where):
        asked = next((text for text in clauses if text.startswith(condition.clause)), f"no {condition.clause}")
        asked = condition.asked or asked
        yield replace(condition, asked=asked, scan=_scan(alone, index, memory, condition.test))
    yield from _wider(recall, memory, tuple(part for part in parts if part not in own), index)


def _wider(recall: ast.Recall, memory: ast.Expr, parts: tuple[ast.Expr, ...], index: Index) -> Iterable[Condition]:
    """Yield the pattern, and the conditions on what it binds, each with a scan that asks for all up to it."""
    if any(pattern.edges for pattern in recall.patterns) or len(recall.patterns) > 1:
        drawn = print_patterns(_as_drawn(recall.patterns), print_expression)
        yield Condition("MATCH", None, f"MATCH {drawn}", _scan(recall, index, memory))
    for number, part in enumerate(parts, 1):
        yield Condition("WHERE", part, _where(part), _scan(recall, index, memory, *parts[:number]))


def _scan(recall: ast.Recall, index: Index, memory: ast.Expr, *tests: ast.Expr | None) -> GraphScan:
    """Return what finds the memory, if it takes part in the patterns of the recall so that the tests hold."""
    name = recall.variable or "m"
    identity = ast.Comparison(ast.Property(ast.Name(name), "id"), (("=", memory),))
    where = trees.conjunction((identity, *tests))
    (made,) = scanned(recall.patterns, where, {}, view_of(recall), index, memory=name)
    return cast(GraphScan, made)


def _where(part: ast.Expr) -> str:
    return f"WHERE {print_expression(_as_drawn(part))}"


def _as_drawn(tree: Any) -> Any:
    """Return a tree without the names that the binder gave to what was drawn without one."""

    def change(node: Any) -> Any:
        name = getattr(node, "variable", None)
        made_up = isinstance(name, str) and name.startswith("@")
        return trees.rebuild(replace(node, variable=None) if made_up else node, change)

    return tuple(map(change, cast(tuple[Any, ...], tree))) if isinstance(tree, tuple) else change(tree)
