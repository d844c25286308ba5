"""Lay out a recall: filters become a scan's condition, the need becomes arms, the strategy gives the defaults.

What the strategy gives is written into the plan as if it had been asked for, so EXPLAIN shows it and nothing is
decided where it cannot be seen.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from .. import ast, trees
from ..binding.names import Index
from ..binding.recall import COLUMNS, has_need, is_met, objectives_in
from ..catalog import StrategyDef
from ..marks import NAMES, OVERLAP
from ..plan import (
    Admit,
    Anchors,
    Cut,
    Emit,
    Front,
    GraphScan,
    Lexical,
    Mentioning,
    Rank,
    Score,
    Select,
    Similar,
    Spread,
    Stage,
    Tagged,
    View,
)
from ..rewrite.scans import Stages
from .queries import projected
from .scans import Known, memory_node, scan

MANY_OBJECTIVES = 4
"""Above this a front says little: 200 random rows put 64 on front 1 of five objectives, and 105 of six."""


def lay_out_recall(recall: ast.Recall, index: Index) -> Stages:
    """Return the stages of a bound recall, its scan unfinished."""
    name = recall.variable or "m"
    strategy = index.strategies[strategy_name(recall)]
    ranked = _ranked(recall, strategy, index)
    selected: Stages = (ranked, _select(recall, strategy), Emit(name))
    known: Known = {name: memory_node(name), **dict.fromkeys(COLUMNS)}
    view = View(namespaces=recall.namespaces)
    returned = projected(recall.returning, None, known, index, view) if recall.returning is not None else ()
    return (
        _anchors(recall),
        _filtered(recall, name),
        *_arms(recall),
        *_cut(recall, strategy),
        Score(_objectives(recall, ranked, index), strategy.half_life_days),
        *_admitted(recall, strategy),
        *selected,
        *returned,
    )


def strategy_name(recall: ast.Recall) -> str:
    return str(recall.using.value) if isinstance(recall.using, ast.Literal) else "default"


def front_warnings(stages: Iterable[Stage]) -> tuple[str, ...]:
    """Return a sentence for each front that trades so many objectives that nearly every row is on it."""
    return tuple(
        f"A front of {len(level)} objectives holds nearly every row: trade {MANY_OBJECTIVES} at most, or use PRIOR TO."
        for stage in stages
        if isinstance(stage, Front)
        for level in stage.pareto.levels
        if len(level) > MANY_OBJECTIVES
    )


# ---- which memories ------------------------------------------------------------------------------


def _anchors(recall: ast.Recall) -> Anchors:
    near = recall.near or ast.Near()
    return Anchors(near.ids, near.active, recall.tasks, recall.namespaces)


def _filtered(recall: ast.Recall, name: str) -> GraphScan:
    where = trees.conjunction((*_filters(recall, ast.Name(name)), recall.where))
    view = View(valid_at=recall.valid_at, namespaces=recall.namespaces)
    return scan(recall.patterns, where, {}, view=view, memory=name)


def _filters(recall: ast.Recall, m: ast.Name) -> Iterable[ast.Expr]:
    """Yield the filtering clauses as conditions on the memory: from here on they are like any other."""
    if recall.types:
        names = ast.Call(NAMES, recall.types, span=recall.types[0].span)
        yield ast.Call(OVERLAP, (ast.Property(m, "types"), names))
    for key, wanted in (("action_type", recall.doing), ("task", recall.tasks)):
        if wanted:
            yield ast.Binary("IN", ast.Property(m, key), ast.Call(NAMES, wanted, span=wanted[0].span))
    low, high = recall.steps or (None, None)
    since, until = recall.between or (recall.since, recall.until)
    yield from _bounds(ast.Property(m, "step"), low, high)
    yield from _bounds(ast.Property(m, "at"), since, until)
    yield from _bounds(ast.Property(m, "trust"), recall.min_trust, None)
    if not recall.with_archived:
        yield ast.Comparison(ast.Property(m, "tier"), (("<>", ast.Literal("archived")),))


def _bounds(of: ast.Property, low: ast.Expr | None, high: ast.Expr | None) -> Iterable[ast.Expr]:
    """Yield that a property is in `[low, high]`, both ends included."""
    if low is not None:
        yield ast.Comparison(of, ((">=", low),), span=low.span)
    if high is not None:
        yield ast.Comparison(of, (("<=", high),), span=high.span)


# ---- how relevant --------------------------------------------------------------------------------


def _arms(recall: ast.Recall) -> Iterable[Stage]:
    if recall.need is not None:
        yield Similar(recall.need)
        yield Lexical(recall.need)
    if recall.intents:
        yield Tagged(recall.intents)
    if recall.about:
        yield Mentioning(recall.about)
    if has_need(recall):
        yield Spread()


def _cut(recall: ast.Recall, strategy: StrategyDef) -> Stages:
    """Return the cut by relevance; without a need nothing is more relevant than anything else, and all go on."""
    if not has_need(recall):
        return ()
    return (Cut(recall.candidates if recall.candidates is not None else ast.Literal(strategy.candidates)),)


def _admitted(recall: ast.Recall, strategy: StrategyDef) -> Stages:
    """Return the floors: those that are written, and the strategy's for relevance where none is written for it."""
    floors = {floor.objective: floor.least for floor in recall.floors}
    if has_need(recall) and strategy.floor > 0:
        floors.setdefault("relevance", ast.Literal(strategy.floor))
    return (Admit(tuple(floors.items())),) if floors else ()


# ---- in what order, and how many -----------------------------------------------------------------


def _ranked(recall: ast.Recall, strategy: StrategyDef, index: Index) -> Front | Rank:
    if recall.rank is not None:
        return Rank(recall.rank)
    pareto = recall.pareto or ast.ParetoBy(_default_levels(recall, strategy, index))
    tolerance = dict(strategy.tolerance)
    levels = tuple(tuple(_tolerant(term, tolerance) for term in level) for level in pareto.levels)
    return Front(replace(pareto, levels=levels, order=pareto.order or _default_order(strategy, levels)))


def _default_levels(recall: ast.Recall, strategy: StrategyDef, index: Index) -> tuple[tuple[ast.ParetoTerm, ...], ...]:
    """Return the strategy's objectives that have a meaning in this recall; the catalog's first where none has."""
    levels = [_met(names, recall, index) for names in (strategy.objectives, strategy.then)]
    return tuple(level for level in levels if level) or (_met(index.objectives, recall, index)[:1],)


def _met(names: Iterable[str], recall: ast.Recall, index: Index) -> tuple[ast.ParetoTerm, ...]:
    met = (index.objectives[name] for name in names if is_met(index.objectives[name], recall))
    return tuple(ast.ParetoTerm(ast.Name(objective.name), objective.sense) for objective in met)


def _tolerant(term: ast.ParetoTerm, tolerance: dict[str, float]) -> ast.ParetoTerm:
    name = term.expression.name if isinstance(term.expression, ast.Name) else ""
    if term.tolerance is not None or name not in tolerance:
        return term
    return replace(term, tolerance=ast.Literal(tolerance[name]))


def _default_order(strategy: StrategyDef, levels: tuple[tuple[ast.ParetoTerm, ...], ...]) -> str:
    """Return the strategy's order, or `knee` where that is an objective which this front does not trade."""
    traded = {term.expression.name for level in levels for term in level if isinstance(term.expression, ast.Name)}
    return strategy.order if strategy.order in ("knee", "crowding", "sum") or strategy.order in traded else "knee"


def _select(recall: ast.Recall, strategy: StrategyDef) -> Select:
    asked = recall.count if recall.count is not None else recall.limit
    first_only = recall.pareto is not None and recall.pareto.first_front_only
    return Select(asked if asked is not None else ast.Literal(strategy.k), first_only)


def _objectives(recall: ast.Recall, ranked: Front | Rank, index: Index) -> tuple[str, ...]:
    """Return the objectives to compute, each once: those that are traded, floored, ordered by or returned."""
    of_need = ("relevance",) if has_need(recall) and "relevance" in index.objectives else ()
    traded = objectives_in(ranked.pareto if isinstance(ranked, Front) else ranked.expression, index)
    order = (ranked.pareto.order,) if isinstance(ranked, Front) and ranked.pareto.order in index.objectives else ()
    floored = tuple(floor.objective for floor in recall.floors)
    return tuple(o for o in dict.fromkeys((*of_need, *traded, *order, *floored, *_returned(recall, index))) if o)


def _returned(recall: ast.Recall, index: Index) -> Iterable[str]:
    for node in trees.walk(recall.returning):
        match node:
            case ast.Property(subject=ast.Name(name="scores"), key=key) if key in index.objectives:
                yield key
            case _:
                pass
