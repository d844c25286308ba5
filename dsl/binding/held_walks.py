"""A walk along edges that a name holds already: `MATCH (a)-[rs*]->(b)`, where `rs` is a list from an earlier clause.

Such a list says where it begins and where it ends, so it is followed and not looked for. That is done for a MATCH that
draws this walk and nothing else; beside other edges, or as a part of a path, it would be a second kind of matching.
"""

from __future__ import annotations

from collections.abc import Iterable

from ...errors import UnsupportedError
from .. import ast
from .scope import Symbol

HINT = "Draw the walk anew, name its path, and compare: `relationships(p) = ...`."


def is_held(edge: ast.EdgePattern, symbol: Symbol | None) -> bool:
    """Return whether the edge is a walk by the name of a list that no walk has drawn; symbol: what it names so far."""
    return edge.hops is not None and symbol is not None and symbol.type in ("LIST", "ANY") and not symbol.labels


def check_held(edge: ast.EdgePattern, patterns: Iterable[ast.PathPattern], *, drawn_by_match: bool) -> None:
    """Raise UnsupportedError for a walk along a list that cannot be followed: it stands alone, in a MATCH."""
    patterns = tuple(patterns)
    alone = [part for pattern in patterns for part in pattern.edges] == [edge]
    named = any(pattern.variable is not None for pattern in patterns)
    if named or not (alone and drawn_by_match and _has_plain_bounds(edge)):
        message = f"A walk along the edges that `{edge.variable}` holds already can be followed by itself only."
        raise UnsupportedError(message, span=edge.span, hint=HINT)


def _has_plain_bounds(edge: ast.EdgePattern) -> bool:
    """Return whether the bounds are numbers that are written, and leave out the walk of no edges."""
    hops = edge.hops or ast.Hops(None, None)
    plain = all(bound is None or isinstance(bound, ast.Literal) for bound in (hops.low, hops.high))
    return plain and hops.low != ast.Literal(0)
