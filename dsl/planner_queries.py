"""Lay out a pattern query: a scan for each MATCH, and the stages that carry its rows to the answer."""

from __future__ import annotations

from . import ast, trees
from .binder_functions import is_aggregated
from .binder_names import Index
from .binder_projections import column_names
from .plan import (
    Aggregate,
    Column,
    Drop,
    Filter,
    Limit,
    ParetoSort,
    Project,
    Skip,
    Sort,
    Stage,
    Start,
    UnionAll,
    Unwind,
    View,
)
from .planner_scans import Known, nodes_drawn, scan
from .rewrite.push import refuse_patterns
from .rewrite.scans import Stages, subqueries


def lay_out_union(union: ast.Union, index: Index) -> Stages:
    return (UnionAll(tuple(lay_out_query(branch, index) for branch in union.branches), not union.all),)


def lay_out_query(query: ast.Query, index: Index) -> Stages:
    """Return the stages of a bound query, its scans unfinished."""
    stages: list[Stage] = [Start()]
    known: Known = {}
    for clause in query.clauses:
        match clause:
            case ast.Match():
                view = View(clause.as_of, clause.valid_at)
                stages.append(scan(clause.patterns, clause.where, known, optional=clause.optional, view=view))
                known = {**known, **nodes_drawn(clause.patterns)}
            case ast.Unwind():
                refuse_patterns(clause.source)
                stages.append(Unwind(clause.source, clause.variable))
                known = {**known, clause.variable: None}
            case ast.With():
                stages += projected(clause.projection, clause.where, known, index)
                known = _after(clause.projection, known)
            case ast.Return():
                stages += projected(clause.projection, None, known, index)
    return tuple(stages)


def _after(projection: ast.Projection, known: Known) -> Known:
    """Return what a projection leaves: a node that is only renamed is still the node that was drawn."""
    return {
        item.alias or "": known.get(item.expression.name) if isinstance(item.expression, ast.Name) else None
        for item in projection.items
    }


def projected(projection: ast.Projection, where: ast.Expr | None, known: Known, index: Index) -> Stages:
    """Return the stages of a bound RETURN or WITH, in the order in which they take effect."""
    _refuse_patterns(projection)
    names = column_names(projection)
    behind = tuple(key.expression for key in projection.order), projection.pareto, where
    earlier = tuple(sorted((trees.free_names(behind) - set(names)) & known.keys()))
    shaped = _shaped(projection, earlier, index)
    sorted_by: Stages = (Sort(projection.order),) if projection.order else ()
    fronts: Stages = (ParetoSort(projection.pareto),) if projection.pareto else ()
    skipped: Stages = (Skip(projection.skip),) if projection.skip is not None else ()
    cut: Stages = (Limit(projection.limit),) if projection.limit is not None else ()
    tested: Stages = _tested(where, {**known, **_after(projection, known)}) if where is not None else ()
    dropped: Stages = (Drop(names),) if earlier or names != _names(shaped) else ()
    return (shaped, *sorted_by, *fronts, *skipped, *cut, *tested, *dropped)


def _shaped(projection: ast.Projection, earlier: tuple[str, ...], index: Index) -> Project | Aggregate:
    keys = tuple(_column(item) for item in projection.items if not is_aggregated(item.expression, index))
    folds = tuple(_column(item) for item in projection.items if is_aggregated(item.expression, index))
    return Aggregate(keys, folds) if folds else Project(keys, projection.distinct, earlier)


def _names(shaped: Project | Aggregate) -> tuple[str, ...]:
    columns = (*shaped.keys, *shaped.folds) if isinstance(shaped, Aggregate) else shaped.columns
    return tuple(column.name for column in columns)


def _column(item: ast.Item) -> Column:
    return Column(item.alias or "", item.expression)


def _tested(where: ast.Expr, known: Known) -> Stages:
    """Return the filter of a WITH: through the graph where a pattern is to be looked for, else row by row."""
    through = scan((), where, known) if subqueries(where) else None
    if through is not None and through.patterns:
        return (through,)
    refuse_patterns(where)
    return (Filter(where),)


def _refuse_patterns(projection: ast.Projection) -> None:
    for item in projection.items:
        refuse_patterns(item.expression)
    for key in projection.order:
        refuse_patterns(key.expression)
    for level in projection.pareto.levels if projection.pareto else ():
        for term in level:
            refuse_patterns(term.expression)
