"""What `shortestPath(...)` and `allShortestPaths(...)` may hold, and what a condition may say of them.

A shortest path is one walk between two nodes. What its edges must fulfil is written inside it, and then the shortest of
such walks is found. A condition on the found path could mean that, or that the path which is shortest anyhow is kept or
not: openCypher does not say, and engines differ, so none is taken where it could be either.
"""

from __future__ import annotations

from collections.abc import Iterable

from ...errors import BindError, UnsupportedError
from .. import ast, trees

NAMES = {"shortest": "shortestPath", "all shortest": "allShortestPaths"}
_FORM = "For example `p = shortestPath((a)-[:CAUSED*..6]->(b))`."


def check_shortest(pattern: ast.PathPattern, *, drawn_by_match: bool) -> None:
    """Raise BindError or UnsupportedError for a shortest path that cannot be looked for."""
    name = NAMES[pattern.selector or "shortest"]
    if not drawn_by_match:
        raise UnsupportedError(
            f"`{name}` can be looked for by MATCH alone.",
            span=pattern.span,
            hint="Draw it in a MATCH or OPTIONAL MATCH, and use its name here.",
        )
    if len(pattern.edges) != 1 or pattern.edges[0].hops is None:
        raise BindError(f"`{name}` takes one walk between two nodes.", span=pattern.span, hint=_FORM)
    low = pattern.edges[0].hops.low
    if low not in (None, ast.Literal(0), ast.Literal(1)):
        raise UnsupportedError(
            f"`{name}` begins at 0 edges or at 1: a shortest path of more is another search.",
            span=low.span,
            hint="Leave the low bound out, `*..6`, and test `length(p)` after a WITH.",
        )


def check_tested_later(patterns: Iterable[ast.PathPattern], where: ast.Expr | None) -> None:
    """Raise UnsupportedError where the condition of a MATCH speaks of a shortest path that it finds."""
    found = {pattern.variable for pattern in patterns if pattern.selector is not None}
    found |= {edge.variable for pattern in patterns if pattern.selector is not None for edge in pattern.edges}
    for part in trees.conjuncts(where) if found else ():
        for name in sorted(trees.free_names(part) & found):
            raise UnsupportedError(
                f"`{name}` is a shortest path, and cannot be tested where it is looked for.",
                span=part.span,
                hint="What its edges must fulfil stands inside it, `[r:CAUSED* WHERE r.weight > 0.5]`; "
                "to keep some of the found ones, `WITH * WHERE ...` goes after this.",
            )
