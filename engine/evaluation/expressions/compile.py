"""Expressions to closures: the table that says, for each class of expression, which function builds it.

A tree-walking interpreter was refused: it would ask what each node is for every row. So was generating Python source:
a little quicker, and a place where text from outside could become code.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ....dsl import ast
from ..context import Context
from ..values import Value
from .access import build_has_labels, build_index, build_map_projection, build_property, build_slice
from .calls import build_call, build_pattern
from .lists import build_list, build_list_comprehension, build_map, build_quantifier, build_reduce
from .operators import build_binary, build_case, build_comparison, build_is_null, build_unary
from .scope import Builder, Closure, Scope
from .terms import build_ago, build_literal, build_name, build_parameter

BUILDERS: Final[dict[type[ast.Node], Builder]] = {
    ast.Literal: build_literal,
    ast.Parameter: build_parameter,
    ast.Name: build_name,
    ast.Ago: build_ago,
    ast.Unary: build_unary,
    ast.Binary: build_binary,
    ast.Comparison: build_comparison,
    ast.IsNull: build_is_null,
    ast.Case: build_case,
    ast.Property: build_property,
    ast.Index: build_index,
    ast.Slice: build_slice,
    ast.MapProjection: build_map_projection,
    ast.HasLabels: build_has_labels,
    ast.ListLiteral: build_list,
    ast.MapLiteral: build_map,
    ast.ListComprehension: build_list_comprehension,
    ast.Quantifier: build_quantifier,
    ast.Reduce: build_reduce,
    ast.Call: build_call,
    ast.Exists: build_pattern,
    ast.CountPattern: build_pattern,
    ast.PatternComprehension: build_pattern,
    ast.Subquery: build_pattern,
}


def compile_expression(expression: ast.Expr, names: Sequence[str]) -> Closure:
    """Return a function of `(row, context)` that evaluates a bound expression.

    names: of the row's positions. Evaluation raises EvaluationError with the span of the part that failed.
    """
    return Scope(tuple(names), BUILDERS).build(expression)


def evaluate_closed(expression: ast.Expr, context: Context) -> Value:
    """Evaluate an expression that names nothing: literals, parameters, spans of time, functions of them."""
    return compile_expression(expression, ())((), context)
