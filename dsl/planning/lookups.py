"""Queries inside expressions: EXISTS, COUNT and COLLECT, and comprehensions of patterns, that the graph engine cannot
answer by itself.

Each is asked for every row before the expression is evaluated, and what it comes to stands in its place from then on,
under a name of the compiler's. So one may stand anywhere and speak of anything, without a second way of matching.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from .. import ast, trees
from ..binding.names import Index
from ..plan import Apply, Drop, Filter, Stage, View
from ..rewrite.scans import Stages, Subquery, refuse_patterns, subqueries
from .scans import Known

ROW, ITEM = "@row", "@item"

Part = TypeVar("Part", bound=ast.Node)


def look_up(
    parts: Iterable[ast.Node], known: Known, view: View, index: Index
) -> tuple[Stages, dict[ast.Expr, ast.Expr]]:
    """Return the stages that ask every query in these parts, and what stands for each of them after that.

    view: the part of the store that they see, where they do not say so themselves.
    """
    depth, number = _depth(known), row_number(known)
    stages: list[Stage] = []
    table: dict[ast.Expr, ast.Expr] = {}
    for subquery in dict.fromkeys(subquery for part in parts for subquery in subqueries(part)):
        answer = ast.Name(f"@found{depth}.{len(table)}", span=subquery.span)
        stages.append(_asked(subquery, answer.name, number, known, view, index))
        table[subquery] = answer
    return tuple(stages), table


def row_number(known: Known) -> str:
    """Return the name under which rows that bind `known` are numbered, where they ask something."""
    return f"{ROW}{_depth(known)}"


def _depth(known: Known) -> int:
    """Return how many askers wait for an answer already."""
    return sum(name.startswith(ROW) for name in known)


def replaced(part: Part, table: dict[ast.Expr, ast.Expr]) -> Part:
    """Return an expression, or what holds some, with its queries given by their answers.

    Raises UnsupportedError for one that a row cannot answer: a pattern about the variable of a comprehension.
    """
    result = trees.replace(part, table)
    refuse_patterns(result)
    return result


def filtered(parts: tuple[ast.Expr, ...], known: Known, view: View, index: Index) -> Stages:
    """Return the stages that keep the rows which fulfil every part, queries asked; the names stay as they were."""
    stages, table = look_up(parts, known, view, index)
    test = trees.conjunction(replaced(part, table) for part in parts)
    tested: Stages = (Filter(test),) if test is not None else ()
    return (*stages, *tested, *(forgotten(known) if stages else ()))


def forgotten(known: Known) -> Stages:
    """Return the stage that leaves what rows bind, and drops the answers of queries."""
    return (Drop(visible(known)),)


def visible(known: Known) -> tuple[str, ...]:
    """Return the names that rows hold from stage to stage: those of a scan's own making end with it."""
    return tuple(name for name in known if name.startswith(ROW) or not name.startswith("@"))


def _asked(subquery: Subquery, answer: str, number: str, known: Known, view: View, index: Index) -> Apply:
    # Imported here: a query's clauses hold expressions, and here an expression holds a query.
    from .queries import lay_out_branch

    kind, query = _as_query(subquery)
    union = query if isinstance(query, ast.Union) else ast.Union((query,), True)
    apart = kind == "COUNT" and not union.all
    inside = {**known, number: None}
    branches = tuple(lay_out_branch(branch, inside, view, index, kind, apart=apart) for branch in union.branches)
    given = tuple(name for name in visible(known) if not name.startswith(ROW))
    return Apply(answer, kind, number, branches, given, not union.all)


def _as_query(subquery: Subquery) -> tuple[ast.Asking, ast.Query | ast.Union]:
    """Return a pattern as the query that it stands for, and what is asked of it."""
    match subquery:
        case ast.Subquery(kind, query):
            return kind, query
        case ast.Exists(patterns, where):
            return "EXISTS", ast.Query((ast.Match(patterns, where),))
        case ast.CountPattern(patterns, where):
            return "COUNT", ast.Query((ast.Match(patterns, where),))
        case ast.PatternComprehension(pattern, where, projection):
            gathered = ast.Projection((ast.Item(projection, ITEM),))
            return "COLLECT", ast.Query((ast.Match((pattern,), where), ast.Return(gathered)))
