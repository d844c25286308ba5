"""Building patterns, labels, and the queries of EXISTS, COUNT and COLLECT."""

from __future__ import annotations

from typing import Any

from ...errors import Span
from .. import ast
from .build_base import Children, around, between, end_of, gathered, name_of, only, start_of, wrong
from .build_covers import Group

_SELECTORS: dict[str, Any] = {"shortestpath": "shortest", "allshortestpaths": "all shortest"}


class PatternBuilder:
    """One method for each rule and alias of `grammar/patterns.lark`, and the patterns of `expressions.lark`."""

    # ---- paths ----

    patterns = staticmethod(gathered)

    def named_path(self, children: Children) -> ast.PathPattern:
        name, path = children
        return ast.PathPattern(path.nodes, path.edges, name_of(name), path.selector, span=between(name, path))

    def selected(self, children: Children) -> ast.PathPattern:
        name, _, path, close = children
        selector = _SELECTORS.get(name_of(name).lower())
        if selector is None:
            raise wrong(
                f"`{name}` does not choose paths.",
                around([name]),
                "`shortestPath((a)-[*]->(b))` and `allShortestPaths((a)-[*]->(b))` do.",
            )
        return ast.PathPattern(path.nodes, path.edges, None, selector, span=between(name, close))

    def chain(self, children: Children) -> ast.PathPattern:
        return ast.PathPattern(tuple(children[::2]), tuple(children[1::2]), span=between(children[0], children[-1]))

    # ---- nodes and edges ----

    def node(self, children: Children) -> ast.NodePattern:
        open_, name, labels, properties, where, close = children
        return ast.NodePattern(name_of(name), labels, properties, where, span=between(open_, close))

    def node_unnamed(self, children: Children) -> ast.NodePattern:
        open_, labels, properties, close = children
        return ast.NodePattern(None, labels, properties, span=between(open_, close))

    def edge(self, children: Children) -> ast.EdgePattern:
        arrow = children[0].value
        direction = _direction(arrow.startswith("<"), arrow.endswith(">"))
        return ast.EdgePattern(direction=direction, span=around(children))

    def edge_unnamed(self, children: Children) -> ast.EdgePattern:
        open_, types, hops, properties, _, close = children
        direction = _direction(open_.startswith("<"), close.endswith(">"))
        return ast.EdgePattern(None, types or (), direction, hops, properties, span=between(open_, close))

    def edge_named(self, children: Children) -> ast.EdgePattern:
        open_, name, types, hops, properties, where, _, close = children
        direction = _direction(open_.startswith("<"), close.endswith(">"))
        span = between(open_, close)
        return ast.EdgePattern(name_of(name), types or (), direction, hops, properties, where, span=span)

    def types(self, children: Children) -> tuple[str, ...]:
        return tuple(name_of(name) for name in children)

    def hops(self, children: Children) -> ast.Hops:
        bounds = children[1]
        return ast.Hops(bounds and bounds.low, bounds and bounds.high, span=around(children))

    # ---- labels ----

    labels = staticmethod(only)

    def narrow_labels(self, children: Children) -> ast.LabelExpr:
        return _joined(ast.LabelAnd, children)

    def label_and(self, children: Children) -> ast.LabelExpr:
        return _joined(ast.LabelAnd, children)

    def wide_labels(self, children: Children) -> ast.LabelExpr:
        return _joined(ast.LabelOr, children)

    def label_or(self, children: Children) -> ast.LabelExpr:
        return _joined(ast.LabelOr, children)

    def label_not(self, children: Children) -> ast.LabelNot:
        return ast.LabelNot(children[1], span=around(children))

    def label(self, children: Children) -> ast.Label:
        return ast.Label(name_of(children[0]), span=around(children))

    def any_label(self, children: Children) -> ast.AnyLabel:
        return ast.AnyLabel(span=around(children))

    # ---- the cover rule for round brackets ----

    def group_empty(self, children: Children) -> Group:
        return Group(around(children))

    def group_value(self, children: Children) -> Group:
        _, inner, where, _ = children
        return Group(around(children), inner, where=where)

    def group_labelled(self, children: Children) -> Group:
        _, inner, properties, where, _ = children
        return Group(around(children), inner, None, properties, where)

    def group_wide(self, children: Children) -> Group:
        _, inner, labels, properties, where, _ = children
        return Group(around(children), inner, labels, properties, where)

    def group_unnamed(self, children: Children) -> Group:
        _, labels, properties, _ = children
        return Group(around(children), None, labels, properties)

    # ---- EXISTS, COUNT and COLLECT ----

    def exists(self, children: Children) -> ast.Exists | ast.Subquery:
        span, drawn = around(children), _drawn(children[2])
        return ast.Subquery("EXISTS", children[2], span=span) if drawn is None else ast.Exists(*drawn, span=span)

    def count_of(self, children: Children) -> ast.CountPattern | ast.Subquery:
        span, drawn = around(children), _drawn(children[2])
        return ast.Subquery("COUNT", children[2], span=span) if drawn is None else ast.CountPattern(*drawn, span=span)

    def collect_of(self, children: Children) -> ast.Subquery:
        return ast.Subquery("COLLECT", children[2], span=around(children))

    def clauses(self, children: Children) -> ast.Query:
        return ast.Query(tuple(children), span=around(children))

    drawn = staticmethod(gathered)


def _drawn(asked: Any) -> tuple[tuple[ast.PathPattern, ...], ast.Expr | None] | None:
    """Return the patterns and the condition of what asks for nothing else, with the word MATCH or without it."""
    match asked:
        case ast.Query((ast.Match(patterns, where, optional=False, as_of=None, valid_at=None),)):
            return None if any(pattern.selector for pattern in patterns) else (patterns, where)
        case ast.Query() | ast.Union():
            return None
        case _:
            return asked


def _direction(leftward: bool, rightward: bool) -> ast.Direction:
    if leftward == rightward:
        return "both"
    return "left" if leftward else "right"


def _joined(join: type[ast.LabelAnd] | type[ast.LabelOr], operands: Children) -> ast.LabelExpr:
    if len(operands) == 1:
        return operands[0]
    return join(tuple(operands), span=Span(start_of(operands[0]), end_of(operands[-1])))
