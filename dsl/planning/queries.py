"""Lay out a pattern query: a scan for each MATCH, and the stages that carry its rows to the answer."""

from __future__ import annotations

from .. import ast, trees
from ..binding.functions import is_aggregated, is_front
from ..binding.names import Index
from ..binding.projections import column_names
from ..binding.subqueries import a_row_for_each
from ..frozen import replace
from ..plan import (
    Aggregate,
    Apply,
    Branch,
    Bring,
    Column,
    Drop,
    Filter,
    GraphScan,
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
from ..rewrite.empty_walks import draws_maybe_nothing
from ..rewrite.scans import Stages
from .conditions import scanned
from .held_walks import follow_held
from .lookups import filtered, forgotten, look_up, replaced
from .optional import by_query
from .scans import Known, nodes_drawn

ROW_BY_ROW = (GraphScan, Filter, Unwind, Apply, Drop)
"""Stages that ask nothing of a row but the row itself."""


def lay_out_union(union: ast.Union, index: Index) -> Stages:
    return (UnionAll(tuple(lay_out_query(branch, index) for branch in union.branches), not union.all),)


def lay_out_query(query: ast.Query, index: Index) -> Stages:
    """Return the stages of a bound query, its scans unfinished."""
    stages, known = _laid_out(query.clauses, {}, View(), index)
    returned = query.clauses[-1]
    assert isinstance(returned, ast.Return)
    return (Start(), *stages, *projected(returned.projection, None, known, index))


def lay_out_branch(
    query: ast.Query, known: Known, view: View, index: Index, kind: ast.Asking, *, apart: bool
) -> Branch:
    """Return a query in an expression, or a branch of one. apart: its rows are told apart by what they return."""
    given = {name: node for name, node in known.items() if not name.startswith("@")}
    stages, known = _laid_out(query.clauses, known, view, index, given)
    last = query.clauses[-1]
    value: ast.Expr | None = None
    if isinstance(last, ast.Return):
        projection, read = last.projection, kind == "COLLECT" or apart
        row_by_row = a_row_for_each(projection, index)
        columns: tuple[ast.Expr, ...] = tuple(item.expression for item in projection.items) if read else ()
        if not row_by_row or (kind == "COLLECT" and (projection.order or projection.pareto)):
            stages += projected(projection, None, known, index, view, given)
            columns = tuple(ast.Name(name) for name in column_names(projection))
        else:
            found, table = look_up(columns, known, view, index)
            stages, columns = (*stages, *found), tuple(replaced(column, table) for column in columns)
        value = columns[0] if kind == "COLLECT" else ast.ListLiteral(columns) if apart else None
    split = next((n for n, stage in enumerate(stages) if not isinstance(stage, ROW_BY_ROW)), len(stages))
    return Branch(stages[:split], stages[split:], value)


def _laid_out(
    clauses: tuple[ast.Clause, ...], known: Known, view: View, index: Index, given: Known | None = None
) -> tuple[Stages, Known]:
    """Return the stages of all clauses but RETURN, and the names that rows bind after them.

    given: the names that stay whatever WITH leaves, where the query stands in an expression.
    """
    given = given or {}
    stages: list[Stage] = []
    for clause in clauses:
        match clause:
            case ast.Match():
                stages += _matched(clause, known, view, index)
                known = {**known, **nodes_drawn(clause.patterns)}
            case ast.Unwind():
                stages += _unwound(clause, known, view, index)
                known = {**known, clause.variable: None}
            case ast.With():
                stages += projected(clause.projection, clause.where, known, index, view, given)
                known = {**given, **_after(clause.projection, known)}
            case ast.Return():
                pass
    return tuple(stages), known


def _unwound(clause: ast.Unwind, known: Known, view: View, index: Index) -> Stages:
    found, table = look_up((clause.source,), known, view, index)
    unwound = Unwind(replaced(clause.source, table), clause.variable)
    return (*found, unwound, *(forgotten({**known, clause.variable: None}) if found else ()))


def _matched(match: ast.Match, known: Known, outer: View, index: Index) -> Stages:
    view = replace(outer, as_of=match.as_of or outer.as_of, valid_at=match.valid_at or outer.valid_at)
    if match.optional and draws_maybe_nothing(match.patterns):
        return by_query(match, known, view, index)
    followed, patterns, known = follow_held(match, known)
    return (*followed, *scanned(patterns, match.where, known, view, index, optional=match.optional))


def _after(projection: ast.Projection, known: Known) -> Known:
    """Return what a projection leaves: a node that is only renamed is still the node that was drawn."""
    return {
        item.alias or "": known.get(item.expression.name) if isinstance(item.expression, ast.Name) else None
        for item in projection.items
    }


def projected(
    projection: ast.Projection,
    where: ast.Expr | None,
    known: Known,
    index: Index,
    view: View | None = None,
    given: Known | None = None,
) -> Stages:
    """Return the stages of a bound RETURN or WITH, in the order in which they take effect.

    view: where patterns in its expressions are looked for; the present, unless said. given: as for `_laid_out`.
    """
    view, given = view or View(), given or {}
    found, table = look_up((item.expression for item in projection.items), known, view, index)
    items = tuple(replace(item, expression=replaced(item.expression, table)) for item in projection.items)
    projection = replace(projection, items=items)
    names = column_names(projection)
    behind = tuple(key.expression for key in projection.order), projection.pareto, where
    earlier = tuple(sorted((trees.free_names(behind) - set(names)) & known.keys()))
    shaped = _shaped(projection, earlier, index)
    left = given | {name: known[name] for name in earlier} | _after(projection, known)
    sorted_by = _sorted(projection, left, view, index)
    skipped: Stages = (Skip(projection.skip),) if projection.skip is not None else ()
    cut: Stages = (Limit(projection.limit),) if projection.limit is not None else ()
    tested = filtered(trees.conjuncts(where), left, view, index)
    dropped: Stages = (Drop(names),) if earlier or names != _names(shaped) else ()
    brought: Stages = (Bring(tuple(given)),) if given else ()
    again = brought if dropped else ()
    return (*found, shaped, *brought, *sorted_by, *skipped, *cut, *tested, *dropped, *again)


def _shaped(projection: ast.Projection, earlier: tuple[str, ...], index: Index) -> Project | Aggregate:
    keys = tuple(_column(item) for item in projection.items if not is_aggregated(item.expression, index))
    folds = tuple(_column(item) for item in projection.items if is_aggregated(item.expression, index))
    return Aggregate(keys, folds) if folds else Project(keys, projection.distinct, earlier)


def _names(shaped: Project | Aggregate) -> tuple[str, ...]:
    columns = (*shaped.keys, *shaped.folds) if isinstance(shaped, Aggregate) else shaped.columns
    return tuple(column.name for column in columns)


def _column(item: ast.Item) -> Column:
    """Return the column of an item; that of a front is empty until the rows are sorted into fronts."""
    return Column(item.alias or "", ast.Literal(None) if is_front(item.expression) else item.expression)


def _sorted(projection: ast.Projection, left: Known, view: View, index: Index) -> Stages:
    """Return the stage that puts rows in order, behind those that ask what it goes by. left: what rows bind then."""
    keys, front = projection.order, projection.pareto
    if not keys and front is None:
        return ()
    asked, table = look_up((*keys, *((front,) if front is not None else ())), left, view, index)
    numbered = tuple(item.alias or "" for item in projection.items if is_front(item.expression))
    sort = Sort(tuple(replaced(key, table) for key in keys))
    stage = sort if front is None else ParetoSort(replaced(front, table), numbered)
    return (*asked, stage, *(forgotten(left) if asked else ()))
