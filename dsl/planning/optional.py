"""An OPTIONAL MATCH that no single scan can draw: its matches are gathered for each row, and made rows of again.

A walk that may be empty takes two scans, and only what comes back from both says whether a row has a match at all.
"""

from __future__ import annotations

from .. import ast
from ..binding.names import Index
from ..plan import Drop, Unwind, View
from ..rewrite.scans import Stages
from .lookups import ITEM, look_up, visible
from .scans import Known, nodes_drawn

MATCHED = "@matched"


def by_query(match: ast.Match, known: Known, view: View, index: Index) -> Stages:
    """Return the stages: gather what each row matches, or one match of nulls, and bind it again name by name."""
    drawn = nodes_drawn(match.patterns)
    new = tuple(name for name in drawn if name not in known and not name.startswith("@"))
    gathered = ast.Projection((ast.Item(ast.ListLiteral(tuple(map(ast.Name, new))), ITEM),))
    query = ast.Query((ast.Match(match.patterns, match.where), ast.Return(gathered)))
    asked = ast.Subquery("COLLECT", query, span=match.span)
    stages, table = look_up((asked,), known, view, index)
    each = (Unwind(_part(place), name) for place, name in enumerate(new))
    left = Drop(visible({**known, **drawn}))
    return (*stages, Unwind(_or_nulls(table[asked], len(new)), MATCHED), *each, left)


def _or_nulls(found: ast.Expr, width: int) -> ast.Expr:
    nulls = ast.ListLiteral((ast.ListLiteral((ast.Literal(None),) * width),))
    none = ast.Comparison(found, (("=", ast.ListLiteral(())),))
    return ast.Case(None, ((none, nulls),), found)


def _part(place: int) -> ast.Expr:
    return ast.ListLiteral((ast.Index(ast.Name(MATCHED), ast.Literal(place)),))
