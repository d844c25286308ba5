"""A walk along edges that rows bind already is followed by an expression, and its two ends are nodes that rows bind.

What is left to the graph engine are those two nodes: that they may be seen, and what a condition says of them.
"""

from __future__ import annotations

from typing import cast

from ...errors import UnsupportedError
from .. import ast, trees
from ..binding.held_walks import HINT
from ..marks import EDGE, ENDS
from ..plan import Filter, Unwind
from ..rewrite.scans import Stages, edges_of
from .scans import Known

PAIR = "@ends"


def follow_held(match: ast.Match, known: Known) -> tuple[Stages, tuple[ast.PathPattern, ...], Known]:
    """Return the stages that follow a walk, what there is still to draw behind them, and what rows bind by then.

    The binder lets such a walk stand alone: where one is drawn, no other edge is. Raises UnsupportedError where there
    need not be one.
    """
    held = next((edge for edge in edges_of(match.patterns) if edge.hops is not None and edge.variable in known), None)
    if held is None:
        return (), match.patterns, known
    if match.optional:
        raise UnsupportedError(
            f"An OPTIONAL MATCH cannot follow the edges that `{held.variable}` holds.", span=held.span, hint=HINT
        )
    (drawn,) = (pattern for pattern in match.patterns if pattern.edges)
    ends = Unwind(ast.Call(ENDS, (ast.Name(held.variable or ""), ast.Literal(held.direction)), span=held.span), PAIR)
    bound = (_bound(node.variable or "", place, known) for place, node in enumerate(drawn.nodes))
    nodes = tuple(ast.PathPattern((node,), (), span=drawn.span) for node in drawn.nodes)
    others = (pattern for pattern in match.patterns if not pattern.edges)
    by_then = {**known, **{node.variable or "": known.get(node.variable or "") for node in drawn.nodes}}
    return (ends, Filter(_fits(held)), *bound), (*nodes, *others), by_then


def _bound(name: str, place: int, known: Known) -> Filter | Unwind:
    """Return what makes a node the end of the walk, or sees whether it is where rows bind it."""
    end = ast.Index(ast.Name(PAIR), ast.Literal(place))
    return (
        Filter(ast.Comparison(ast.Name(name), (("=", end),)))
        if name in known
        else Unwind(ast.ListLiteral((end,)), name)
    )


def _fits(held: ast.EdgePattern) -> ast.Expr:
    """Return that the list is as long as the walk may be, and that its edges are what the pattern asks of each."""
    walk, hops = ast.Name(held.variable or "", span=held.span), held.hops or ast.Hops(None, None)
    size = ast.Call("size", (walk,))
    least = ast.Comparison(size, ((">=", hops.low or ast.Literal(1)),))
    most = None if hops.high is None else ast.Comparison(size, (("<=", hops.high),))
    kinds = ast.HasLabels(ast.Name(EDGE), ast.LabelOr(tuple(map(ast.Label, held.types))))
    each = ast.Quantifier("all", EDGE, walk, trees.conjunction((kinds, held.where)))
    return cast(ast.Expr, trees.conjunction((least, most, each)))
