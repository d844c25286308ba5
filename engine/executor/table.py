"""What pattern stages hand on: names, and rows of values under them."""

from __future__ import annotations

from dataclasses import dataclass

from ...dsl import ast
from ..evaluation.context import Context
from ..evaluation.expressions.compile import compile_expression
from ..evaluation.expressions.scope import Closure
from ..evaluation.limits import check_rows
from ..evaluation.values import Row
from .footprint import check_table


@dataclass(frozen=True, slots=True)
class Table:
    """names: of every row's positions. rows: no stage changes the list of another.

    Raises LimitError for more rows, or more bytes in them, than the limits allow.
    """

    names: tuple[str, ...]
    rows: list[Row]

    def __post_init__(self) -> None:
        check_rows(len(self.rows))
        check_table(self.rows)

    def __len__(self) -> int:
        return len(self.rows)


def compiled(expression: ast.Expr, table: Table, context: Context) -> Closure:
    """Return the closure of an expression over a table's rows, which are announced to the property cache."""
    context.properties.expect(table.rows)
    return compile_expression(expression, table.names)
