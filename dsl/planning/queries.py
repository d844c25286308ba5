"""Lay out a pattern query: a scan for each MATCH, and the stages that carry its rows to the answer."""

from __future__ import annotations

from dataclasses import replace

from .. import ast, trees
from ..binding.functions import is_aggregated
from ..binding.names import Index
from ..binding.projections import column_names
from ..plan import Aggregate, Column, Drop, Limit, ParetoSort, Project, Skip, Sort, Stage, Start, UnionAll, Unwind, View
from ..rewrite.pushable import Reach, pushable
from ..rewrite.scans import Stages, refuse_patterns, scope_of, subqueries
from .lookups import filtered, look_up, replaced
from .scans import Known, nodes_drawn, scan


def lay_out_union(union: ast.Union, index: Index) -> Stages:
    return (UnionAll(tuple(lay_out_query(branch, index) for branch in union.branches), not union.all),)


def lay_out_query(query: ast.Query, index: Index) -> Stages:
    """Return the stages of a bound query, its scans unfinished."""
    stages: list[Stage] = [Start()]
    known: Known = {}
    for clause in query.clauses:
        match clause:
            case ast.Match():
                stages += _matched(clause, known, index)
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


def _matched(match: ast.Match, known: Known, index: Index) -> Stages:
    """Return the scan of a MATCH, and after it the tests for which other patterns must be looked up first."""
    parts = trees.conjuncts(match.where)
    past = match.as_of is not None
    later = tuple(part for part in parts if not _is_for_the_scan(part, match.patterns, known, index, past=past))
    if match.optional and later:
        refuse_patterns(later[0])
    now = trees.conjunction(part for part in parts if part not in later)
    view = View(match.as_of, match.valid_at)
    made = scan(match.patterns, now, known, optional=match.optional, view=view)
    return (made, *filtered(later, {**known, **nodes_drawn(match.patterns)}, view))


def _is_for_the_scan(
    part: ast.Expr, patterns: tuple[ast.PathPattern, ...], known: Known, index: Index, *, past: bool
) -> bool:
    """Return whether a condition holds no pattern, or one that the graph engine can look for itself.

    What such a pattern takes of earlier rows must be drawn by the MATCH too.
    """
    if not subqueries(part):
        return True
    drawn = set(trees.pattern_names(patterns))
    taken = trees.free_names(part) & known.keys()
    return taken <= drawn and pushable(part, Reach(scope_of(patterns, index), index, past=past))


def _after(projection: ast.Projection, known: Known) -> Known:
    """Return what a projection leaves: a node that is only renamed is still the node that was drawn."""
    return {
        item.alias or "": known.get(item.expression.name) if isinstance(item.expression, ast.Name) else None
        for item in projection.items
    }


def projected(
    projection: ast.Projection, where: ast.Expr | None, known: Known, index: Index, view: View | None = None
) -> Stages:
    """Return the stages of a bound RETURN or WITH, in the order in which they take effect.

    view: where patterns in its expressions are looked for; the present, unless said.
    """
    view = view or View()
    found, table = look_up((item.expression for item in projection.items), known, view)
    items = tuple(replace(item, expression=replaced(item.expression, table)) for item in projection.items)
    projection = replace(projection, items=items)
    _refuse_patterns(projection)
    names = column_names(projection)
    behind = tuple(key.expression for key in projection.order), projection.pareto, where
    earlier = tuple(sorted((trees.free_names(behind) - set(names)) & known.keys()))
    shaped = _shaped(projection, earlier, index)
    sorted_by: Stages = (Sort(projection.order),) if projection.order else ()
    fronts: Stages = (ParetoSort(projection.pareto),) if projection.pareto else ()
    skipped: Stages = (Skip(projection.skip),) if projection.skip is not None else ()
    cut: Stages = (Limit(projection.limit),) if projection.limit is not None else ()
    left = {name: known[name] for name in earlier} | _after(projection, known)
    tested = filtered(trees.conjuncts(where), left, view)
    dropped: Stages = (Drop(names),) if earlier or names != _names(shaped) else ()
    return (*found, shaped, *sorted_by, *fronts, *skipped, *cut, *tested, *dropped)


def _shaped(projection: ast.Projection, earlier: tuple[str, ...], index: Index) -> Project | Aggregate:
    keys = tuple(_column(item) for item in projection.items if not is_aggregated(item.expression, index))
    folds = tuple(_column(item) for item in projection.items if is_aggregated(item.expression, index))
    return Aggregate(keys, folds) if folds else Project(keys, projection.distinct, earlier)


def _names(shaped: Project | Aggregate) -> tuple[str, ...]:
    columns = (*shaped.keys, *shaped.folds) if isinstance(shaped, Aggregate) else shaped.columns
    return tuple(column.name for column in columns)


def _column(item: ast.Item) -> Column:
    return Column(item.alias or "", item.expression)


def _refuse_patterns(projection: ast.Projection) -> None:
    """Raise UnsupportedError for a pattern in what sorts the rows, unless it is a column's own."""
    for key in projection.order:
        refuse_patterns(key.expression)
    for level in projection.pareto.levels if projection.pareto else ():
        for term in level:
            refuse_patterns(term.expression)
