"""Patterns and labels as text.

Patterns hold expressions and expressions hold patterns; here the printer of expressions is handed in, so that the two
modules do not import each other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeAlias

from .. import ast
from ..parsing.strings import print_name, print_variable

PrintExpression: TypeAlias = Callable[[ast.Expr], str]

_SELECTORS = {"shortest": "shortestPath", "all shortest": "allShortestPaths"}


def print_patterns(patterns: Iterable[ast.PathPattern], expression: PrintExpression) -> str:
    return ", ".join(_print_path(pattern, expression) for pattern in patterns)


def print_label(label: ast.LabelExpr, *, bare_or: bool = True) -> str:
    """Return a label expression. With `bare_or`, alternatives at the top need no brackets, as in a node of MATCH."""
    match label:
        case ast.LabelOr(operands):
            text = "|".join(_in_brackets(operand, (ast.LabelOr,)) for operand in operands)
            return text if bare_or else f"({text})"
        case ast.LabelAnd(operands):
            return "&".join(_in_brackets(operand, (ast.LabelOr, ast.LabelAnd)) for operand in operands)
        case ast.LabelNot(operand):
            return f"!{_in_brackets(operand, (ast.LabelOr, ast.LabelAnd))}"
        case ast.Label(name):
            return print_name(name)
        case ast.AnyLabel():
            return "%"


def _in_brackets(label: ast.LabelExpr, looser: tuple[type[ast.Node], ...]) -> str:
    text = print_label(label)
    return f"({text})" if isinstance(label, looser) else text


def _print_path(path: ast.PathPattern, expression: PrintExpression) -> str:
    steps = zip(path.edges, path.nodes[1:], strict=True)
    drawn = _print_node(path.nodes[0], expression) + "".join(
        _print_edge(edge, expression) + _print_node(node, expression) for edge, node in steps
    )
    if path.selector is not None:
        drawn = f"{_SELECTORS[path.selector]}({drawn})"
    return drawn if path.variable is None else f"{print_variable(path.variable)} = {drawn}"


def _print_node(node: ast.NodePattern, expression: PrintExpression) -> str:
    labels = "" if node.labels is None else f":{print_label(node.labels)}"
    named = ("" if node.variable is None else print_variable(node.variable)) + labels
    return f"({' '.join(filter(None, (named, *_tail(node, expression))))})"


def _print_edge(edge: ast.EdgePattern, expression: PrintExpression) -> str:
    types = f":{'|'.join(map(print_name, edge.types))}" if edge.types else ""
    named = ("" if edge.variable is None else print_name(edge.variable)) + types + _print_hops(edge.hops, expression)
    inside = " ".join(filter(None, (named, *_tail(edge, expression))))
    left = "<-" if edge.direction == "left" else "-"
    right = "->" if edge.direction == "right" else "-"
    return f"{left}[{inside}]{right}" if inside else f"{left}{right}"


def _tail(part: ast.NodePattern | ast.EdgePattern, expression: PrintExpression) -> tuple[str, str]:
    """Return the properties and the condition inside a node or an edge."""
    properties = "" if part.properties is None else expression(part.properties)
    return properties, "" if part.where is None else f"WHERE {expression(part.where)}"


def _print_hops(hops: ast.Hops | None, expression: PrintExpression) -> str:
    if hops is None:
        return ""
    if hops.low is not None and hops.low == hops.high:
        return f"*{expression(hops.low)}"
    if hops.low is None and hops.high is None:
        return "*"
    low, high = ("" if bound is None else expression(bound) for bound in (hops.low, hops.high))
    return f"*{low}..{high}"
