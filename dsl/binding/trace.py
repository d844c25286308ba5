"""Bind TRACE: where it starts, what it follows, how far, and what is returned of each memory it meets."""

from __future__ import annotations

from ...errors import BindError, Span
from .. import ast
from ..frozen import replace
from .expressions import closed, count_of
from .names import Index, unknown
from .patterns import Place
from .projections import bind_projection, column_names, predicate
from .recall import MEMORY, bind_recall
from .scope import Scope, Symbol

COLUMNS = ("m", "depth", "via")


def bind_trace(trace: ast.Trace, index: Index) -> tuple[ast.Trace, tuple[str, ...]]:
    """Return the trace bound, and the names of its columns."""
    memory, depth, via = COLUMNS
    scope = Scope().add(Symbol(memory, "NODE", (MEMORY,)), Symbol(depth, "INTEGER"), Symbol(via, "STRING"))
    place = Place(scope, index, "WHERE")
    _check_via(trace, index)
    bound = replace(
        trace,
        of=_origin(trace.of, place),
        to=None if trace.to is None else _origin(trace.to, place),
        low=None if trace.low is None else count_of(trace.low, place, "DEPTH"),
        high=None if trace.high is None else count_of(trace.high, place, "DEPTH"),
        where=None if trace.where is None else predicate(trace.where, place),
    )
    _check_depth(bound)
    if trace.returning is None:
        return bound, COLUMNS
    returning, _ = bind_projection(trace.returning, replace(place, clause="RETURN"))
    return replace(bound, returning=returning), column_names(returning)


def _origin(origin: ast.Expr | ast.Recall, place: Place) -> ast.Expr | ast.Recall:
    if isinstance(origin, ast.Recall):
        return bind_recall(origin, place.index)[0]
    return closed(origin, place, "TRACE")


def _check_via(trace: ast.Trace, index: Index) -> None:
    between = [name for name, edge in index.edges.items() if edge.source == edge.target == MEMORY]
    timeless = {name for name in between if index.edges[name].earlier == "neither" and trace.kind != "PATH"}
    for name, span in zip(trace.via, trace.spans or (trace.span,) * len(trace.via), strict=True):
        if name not in index.edges:
            raise unknown("edge", name, between, span)
        if name not in between:
            raise BindError(
                f"TRACE follows edges between memories, and {name} is none.",
                span=span,
                hint=f"It can follow {', '.join(between)}.",
            )
        if name in timeless:
            raise BindError(
                f"{name} has no direction in time, so it has no causes and no effects.",
                span=span,
                hint="`TRACE PATH` can follow it.",
            )


def _check_depth(trace: ast.Trace) -> None:
    low = trace.low.value if isinstance(trace.low, ast.Literal) else None
    high = trace.high.value if isinstance(trace.high, ast.Literal) else None
    if isinstance(low, int) and isinstance(high, int) and low > high:
        span = Span(trace.low.span.start, trace.high.span.end) if trace.low and trace.high else trace.span
        raise BindError(
            f"This depth begins at {low} and ends at {high}.", span=span, hint=f"Write `DEPTH {high}..{low}`."
        )
