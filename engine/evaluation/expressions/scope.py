"""Names to positions: what an expression can see, and how its parts are built.

An expression is compiled once per stage into closures over `(row, context)`; names become positions in the row while
compiling, so that nothing is looked up by name while rows are read. A comprehension's variable is one more position at
the row's end, which hides an earlier name of the same spelling.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from ....dsl import ast
from ....errors import BindError, EvaluationError, ParameterError, Span, UnsupportedError
from ..context import Context
from ..nesting import too_deep
from ..values import Row, Value

Closure: TypeAlias = Callable[[Row, Context], Value]
Builder: TypeAlias = Callable[[Any, "Scope"], Closure]


@dataclass(frozen=True, slots=True)
class Scope:
    """names: of the row's positions, in order. builders: how each class of expression is built."""

    names: tuple[str, ...]
    builders: Mapping[type[ast.Node], Builder]

    def build(self, expression: ast.Expr) -> Closure:
        """Return the closure that evaluates `expression`; its errors point at the innermost part that failed."""
        return _located(self.builders[type(expression)](expression, self), expression)

    def position(self, name: str, span: Span) -> int:
        """Return where `name` stands; the last of two equal names counts."""
        for index in range(len(self.names) - 1, -1, -1):
            if self.names[index] == name:
                return index
        raise BindError(f"The name `{name}` is not bound here.", span=span)

    def extended(self, *names: str) -> Scope:
        return Scope((*self.names, *names), self.builders)


_CANNOT_FAIL = (ast.Literal, ast.Name, ast.IsNull)


def _located(closure: Closure, expression: ast.Expr) -> Closure:
    """Give an error the place of the innermost expression that raised it."""
    if isinstance(expression, _CANNOT_FAIL):
        return closure
    span = expression.span

    def run(row: Row, context: Context) -> Value:
        try:
            return closure(row, context)
        except (EvaluationError, ParameterError, UnsupportedError) as error:
            if error.span is None:
                error.span = span
            raise
        except RecursionError:
            raise too_deep() from None

    return run
