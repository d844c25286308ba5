"""Building the clauses of a pattern query, fronts, and the statements that wrap another."""

from __future__ import annotations

from ...errors import Span
from .. import ast
from .build_base import TEXT, Children, around, gathered, name_of, only, start_of, value, wrong


class QueryBuilder:
    """One method for each rule and alias of `grammar/statements.lark`."""

    start = staticmethod(only)

    def explain(self, children: Children) -> ast.Explain:
        return ast.Explain(children[1], span=around(children))

    def profile(self, children: Children) -> ast.Explain:
        return ast.Explain(children[1], profile=True, span=around(children))

    # ---- queries ----

    def query(self, children: Children) -> ast.Query:
        return ast.Query(tuple(children), span=around(children))

    def union(self, children: Children) -> ast.Union:
        operators = children[1::2]
        if len({keeps_all for keeps_all, _ in operators}) > 1:
            raise wrong(
                "UNION and UNION ALL are mixed here.",
                operators[-1][1],
                "Write ALL at each of them or at none.",
            )
        return ast.Union(tuple(children[::2]), operators[0][0], span=around(children))

    def union_operator(self, children: Children) -> tuple[bool, Span]:
        return children[1] is not None, around(children)

    def match(self, children: Children) -> ast.Match:
        optional, match, patterns, as_of, valid_at, where = children
        span = Span(start_of(optional or match), around(children[1:]).end)
        return ast.Match(patterns, where, optional is not None, as_of, valid_at, span=span)

    def unwind(self, children: Children) -> ast.Unwind:
        _, source, _, name = children
        return ast.Unwind(source, name_of(name), span=around(children))

    def with_clause(self, children: Children) -> ast.With:
        _, projection, where = children
        _refuse_nameless(projection)
        return ast.With(projection, where, span=around(children))

    def return_clause(self, children: Children) -> ast.Return:
        return ast.Return(children[1], span=around(children))

    as_of = valid_at = where = staticmethod(only)

    # ---- projections ----

    def projection(self, children: Children) -> ast.Projection:
        distinct, columns, order, skip, limit = children
        keys, pareto = ((), order) if isinstance(order, ast.ParetoBy) else (order or (), None)
        span = around(children[1:])
        return ast.Projection(columns.items, columns.star, distinct, keys, pareto, skip, limit, span=span)

    def distinct(self, children: Children) -> bool:
        return children[0] is not None

    def columns(self, children: Children) -> ast.Projection:
        star = type(children[0]) is not ast.Item
        return ast.Projection(tuple(children[1:] if star else children), star, span=around(children))

    def item(self, children: Children) -> ast.Item:
        expression, alias = children
        written = value(expression).span
        text = TEXT.get()[written.start : written.end]
        return ast.Item(expression, None if alias is None else name_of(alias), text, span=around(children))

    order_by = staticmethod(gathered)

    def sort_key(self, children: Children) -> ast.SortKey:
        expression, direction = children
        descending = direction is not None and direction.upper().startswith("DESC")
        return ast.SortKey(expression, descending, span=around(children))

    def skip(self, children: Children) -> ast.Expr:
        return _rows(children[0], "SKIP")

    def limit(self, children: Children) -> ast.Expr:
        return _rows(children[0], "LIMIT")

    # ---- fronts ----

    def pareto_by(self, children: Children) -> ast.ParetoBy:
        _, _, levels, partition, order, first_front_only = children
        name, spans = (None, ()) if order is None else (name_of(order), (around([order]),))
        only_first = first_front_only is not None
        return ast.ParetoBy(levels, partition or (), name, only_first, span=around(children), spans=spans)

    def pareto_term(self, children: Children) -> ast.ParetoTerm:
        expression, sense, tolerance = children
        return ast.ParetoTerm(expression, sense and sense.upper(), tolerance, span=around(children))

    levels = level = partition_by = first_front_only = staticmethod(gathered)
    order_front_by = tolerance = staticmethod(only)


def _rows(count: ast.Expr, clause: str) -> ast.Expr:
    if isinstance(count, ast.Literal) and not (type(count.value) is int and count.value >= 0):
        raise wrong(f"{clause} takes a number of rows, from 0 upwards.", count.span, f"For example `{clause} 10`.")
    return count


def _refuse_nameless(projection: ast.Projection) -> None:
    for item in projection.items:
        if item.alias is None and not isinstance(item.expression, ast.Name):
            raise wrong(
                "An expression in WITH needs a name.",
                item.span,
                f"For example `WITH {item.text} AS x`.",
            )
