"""What to write where a property is compared with a value of another type: the same comparison, with one that fits."""

from __future__ import annotations

import re

from .. import ast
from ..printing.expressions import print_expression
from .types import Family, Type, family, in_words

_NUMBER = re.compile(r"\d{1,9}(\.\d{1,9})?", re.ASCII)


def fitting(column: ast.Expr, kind: Type, other: ast.Expr, operator: ast.ComparisonOperator, *, first: bool) -> str:
    """Return a hint. column: the property, of type `kind`; first: whether it stands before the operator."""
    name = print_expression(column)
    if family(kind) == "list" and not isinstance(other, ast.ListLiteral):
        return f"`{name}` is {in_words(kind)}: `{print_expression(other)} IN {name}`."
    value = _value(family(kind), str(other.value) if isinstance(other, ast.Literal) else "")
    if value is None:
        return f"`{name}` is {in_words(kind)}."
    shown = print_expression(ast.Literal(value))
    sides = f"{name} {operator} {shown}" if first else f"{shown} {operator} {name}"
    return f"`{name}` is {in_words(kind)}: `{sides}`."


def _value(due: Family, written: str) -> ast.Scalar:
    """Return a value of the kind that is due: what was written, where it can be read so; None where there is none."""
    match due:
        case "string":
            return written or "..."
        case "number":
            number = _NUMBER.fullmatch(written)
            return 3 if number is None else float(written) if number[1] else int(written)
        case "boolean":
            return written.casefold() != "false"
        case "time":
            return "2024-03-01"
        case _:
            return None
