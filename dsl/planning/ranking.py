"""Lay out how a recall ranks: the front or the expression, and the objectives that have to be computed for it."""

from __future__ import annotations

from collections.abc import Iterable

from .. import ast, trees
from ..binding.names import Index
from ..binding.needs import has_need, is_met, objectives_in
from ..catalog import StrategyDef
from ..frozen import replace
from ..plan import Front, Rank
from ..rewrite.scans import refuse_patterns

IN_A_QUERY = (
    "Candidates are ranked by what is known of each. A pattern query goes by it: "
    "`MATCH (m:Memory) RETURN m, similarity(m, '...') AS s PARETO BY s MAX, COUNT { (m)-[:CAUSED]->() } MAX`."
)
"""What works where a recall is to be ranked by what stands around each memory."""


def ranked_by(recall: ast.Recall, strategy: StrategyDef, index: Index) -> Front | Rank:
    """Return the stage that puts candidates in order: what is written, else the strategy's front."""
    for written in (recall.rank, recall.pareto):
        if written is not None:
            refuse_patterns(written, IN_A_QUERY)
    if recall.rank is not None:
        return Rank(recall.rank)
    pareto = recall.pareto or ast.ParetoBy(_default_levels(recall, strategy, index))
    tolerance = dict(strategy.tolerance)
    levels = tuple(tuple(_tolerant(term, tolerance) for term in level) for level in pareto.levels)
    return Front(replace(pareto, levels=levels, order=pareto.order or _default_order(strategy, levels, index)))


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


def _default_order(strategy: StrategyDef, levels: tuple[tuple[ast.ParetoTerm, ...], ...], index: Index) -> str:
    """Return the strategy's order, or `knee` where that is an objective which this front does not trade."""
    traded = {term.expression.name for level in levels for term in level if isinstance(term.expression, ast.Name)}
    return strategy.order if strategy.order in traded.union(index.catalog.orders) else "knee"


def objectives_of(recall: ast.Recall, ranked: Front | Rank, index: Index) -> tuple[str, ...]:
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
