"""Patterns inside expressions: EXISTS, COUNT and comprehensions that the graph engine cannot test by itself.

The rows are numbered, the pattern is matched as an OPTIONAL MATCH, and the matches of each row are folded into one
value under a name of the compiler's, which stands in the expression from then on. So a pattern may be asked for
anywhere, and its condition may speak of anything, without a second way of matching.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from ...errors import UnsupportedError
from .. import ast, trees
from ..plan import Aggregate, Column, Drop, Filter, GraphScan, Number, Stage, View
from ..rewrite.scans import Stages, Subquery, refuse_patterns, subqueries
from .scans import Known, scan

ROW, ITEM = "@row", "@item"


def look_up(exprs: Iterable[ast.Expr], known: Known, view: View) -> tuple[Stages, dict[ast.Expr, ast.Expr]]:
    """Return the stages that look for every pattern in `exprs`, and what stands for each pattern after them.

    view: the part of the store that they see.
    """
    found = tuple(dict.fromkeys(subquery for expr in exprs for subquery in subqueries(expr)))
    if not found:
        return (), {}
    names = _visible(known)
    stages: list[Stage] = [Number(ROW)]
    table: dict[ast.Expr, ast.Expr] = {}
    for subquery in found:
        answer = ast.Name(f"@found{len(table)}", span=subquery.span)
        matched = _matched(subquery, known, view)
        kept = (*names, ROW, *(n.name for n in table.values() if isinstance(n, ast.Name)))
        keys = tuple(Column(name, ast.Name(name)) for name in kept)
        stages += [matched, Aggregate(keys, (Column(answer.name, _folded(subquery, matched)),))]
        table[subquery] = answer
    return tuple(stages), table


def replaced(expr: ast.Expr, table: dict[ast.Expr, ast.Expr]) -> ast.Expr:
    """Return `expr` with its patterns given by their answers.

    Raises UnsupportedError for one that a row cannot answer: a pattern about the variable of a comprehension.
    """
    result = trees.replace(expr, table)
    refuse_patterns(result)
    return result


def filtered(parts: tuple[ast.Expr, ...], known: Known, view: View) -> Stages:
    """Return the stages that keep the rows which fulfil every part, patterns looked up; the names stay as they were."""
    stages, table = look_up(parts, known, view)
    test = trees.conjunction(replaced(part, table) for part in parts)
    tested: Stages = (Filter(test),) if test is not None else ()
    dropped: Stages = (Drop(_visible(known)),) if stages else ()
    return (*stages, *tested, *dropped)


def _visible(known: Known) -> tuple[str, ...]:
    """Return the names that rows hold from stage to stage: those of a scan's own making end with it."""
    return tuple(name for name in known if not name.startswith("@"))


def _matched(subquery: Subquery, known: Known, view: View) -> GraphScan:
    """Return the optional scan of a pattern. What tells a match from none must outlive it, so nothing is hidden."""
    patterns = (subquery.pattern,) if isinstance(subquery, ast.PatternComprehension) else subquery.patterns
    made = scan(patterns, subquery.where, known, optional=True, view=view)
    if not made.bindings:
        raise UnsupportedError(
            "A pattern that draws nothing new is not supported here.",
            span=subquery.span,
            hint="Write its condition as it is.",
        )
    return replace(made, bindings=tuple(replace(binding, hidden=False) for binding in made.bindings))


def _folded(subquery: Subquery, matched: GraphScan) -> ast.Expr:
    """Return what a row's matches come to. Where there are none, OPTIONAL MATCH has left null in all that it binds."""
    witness = ast.Name(next(binding.name for binding in matched.bindings if binding.kind != "path"))
    match subquery:
        case ast.CountPattern():
            return ast.Call("count", (witness,))
        case ast.Exists():
            return ast.Comparison(ast.Call("count", (witness,)), ((">", ast.Literal(0)),))
        case ast.PatternComprehension():
            boxed = ast.Case(None, ((ast.IsNull(witness, True), ast.ListLiteral((subquery.projection,))),), None)
            item = ast.Index(ast.Name(ITEM), ast.Literal(0))
            return ast.ListComprehension(ITEM, ast.Call("collect", (boxed,)), None, item)
