"""Expressions as text, with no more brackets than the grammar needs.

Each kind of expression has the level of the grammar rule that reads it (`grammar/expressions.lark`, from loose to
tight); an operand that binds looser than its place allows gets brackets.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from .. import ast
from ..parsing.strings import print_name, print_variable, quote
from .patterns import print_label, print_patterns

OR, XOR, AND, NOT, COMPARISON, PREDICATE, SUM, PRODUCT, POWER, SIGN, LABELLED, POSTFIX, ATOM = range(13)

_LEVEL = {
    "OR": OR,
    "XOR": XOR,
    "AND": AND,
    "IN": PREDICATE,
    "STARTS WITH": PREDICATE,
    "ENDS WITH": PREDICATE,
    "CONTAINS": PREDICATE,
    "=~": PREDICATE,
    "+": SUM,
    "-": SUM,
    "*": PRODUCT,
    "/": PRODUCT,
    "%": PRODUCT,
    "^": POWER,
}


def print_expression(node: ast.Expr) -> str:
    """Return the canonical text of an expression; parsing it gives an equal one."""
    return _at(node, OR)


def _at(node: ast.Expr, place: int) -> str:
    """Return the text of an operand, in brackets where it binds looser than `place`."""
    text = _print(node)
    return text if _level(node) >= place else f"({text})"


def _level(node: ast.Expr) -> int:
    match node:
        case ast.Binary(operator):
            return _LEVEL[operator]
        case ast.Unary("NOT"):
            return NOT
        case ast.Comparison():
            return COMPARISON
        case ast.IsNull():
            return PREDICATE
        case ast.Unary():
            return SIGN
        case ast.Literal(int() | float() as number) if not isinstance(number, bool):
            return SIGN if repr(number).startswith("-") else LABELLED
        case ast.HasLabels():
            return LABELLED
        case ast.Property() | ast.Index() | ast.Slice() | ast.Call():
            return POSTFIX
        case _:
            return ATOM


def _print(node: ast.Expr) -> str:
    match node:
        case ast.Literal(value):
            return print_literal(value)
        case ast.Parameter(name):
            return f"${name}"
        case ast.Name(name):
            return print_variable(name)
        case ast.Ago(amount, unit):
            return f"{_print(amount)} {unit[:-1] if amount == ast.Literal(1) else unit}"
        case ast.Binary() | ast.Unary() | ast.Comparison() | ast.IsNull() | ast.HasLabels():
            return _print_operator(node)
        case ast.Property() | ast.Index() | ast.Slice() | ast.Call():
            return _print_postfix(node)
        case ast.ListLiteral() | ast.MapLiteral() | ast.MapProjection() | ast.Case():
            return _print_container(node)
        case _:
            return _print_scope(node)


def print_literal(value: ast.Scalar) -> str:
    match value:
        case None:
            return "null"
        case bool():
            return "true" if value else "false"
        case str():
            return quote(value)
        case _:
            return repr(value)


def _print_operator(node: ast.Binary | ast.Unary | ast.Comparison | ast.IsNull | ast.HasLabels) -> str:
    match node:
        case ast.Binary(operator, left, right):
            level = _LEVEL[operator]
            return f"{_at(left, level)} {operator} {_at(right, level + 1)}"
        case ast.Unary("NOT", operand):
            return f"NOT {_at(operand, NOT)}"
        case ast.Unary(sign, operand):
            text = _at(operand, SIGN)
            return f"{sign} {text}" if text[0] in "+-" else f"{sign}{text}"
        case ast.Comparison(first, rest):
            pairs = "".join(f" {operator} {_at(operand, PREDICATE)}" for operator, operand in rest)
            return _at(first, PREDICATE) + pairs
        case ast.IsNull(operand, negated):
            return f"{_at(operand, PREDICATE)} IS {'NOT ' if negated else ''}NULL"
        case ast.HasLabels(subject, labels):
            return f"{_at(subject, POSTFIX)}:{print_label(labels, bare_or=False)}"


def _print_postfix(node: ast.Property | ast.Index | ast.Slice | ast.Call) -> str:
    match node:
        case ast.Property(subject, key):
            return f"{_at(subject, POSTFIX)}.{print_name(key)}"
        case ast.Index(subject, index):
            return f"{_at(subject, POSTFIX)}[{print_expression(index)}]"
        case ast.Slice(subject, start, stop):
            low, high = ("" if bound is None else print_expression(bound) for bound in (start, stop))
            return f"{_at(subject, POSTFIX)}[{low}..{high}]"
        case ast.Call(name, arguments, distinct, star):
            inside = "*" if star else ", ".join(map(print_expression, arguments))
            return f"{_print_function(name)}({'DISTINCT ' if distinct else ''}{inside})"


def _print_function(name: str) -> str:
    first, *rest = name.split(".")
    head = first if first.upper() in ("EXISTS", "COUNT", "COLLECT") else print_variable(first)
    return ".".join((head, *map(print_name, rest)))


def _print_container(node: ast.ListLiteral | ast.MapLiteral | ast.MapProjection | ast.Case) -> str:
    match node:
        case ast.ListLiteral((ast.Binary("IN", ast.Name()) as only,)):
            return f"[({print_expression(only)})]"  # without the brackets it would be a comprehension
        case ast.ListLiteral(items):
            return f"[{', '.join(map(print_expression, items))}]"
        case ast.MapLiteral(entries):
            return print_map(entries)
        case ast.MapProjection(subject, entries):
            return f"{_print(subject)} {{{', '.join(_print_projected(*entry) for entry in entries)}}}"
        case ast.Case(subject, branches, default):
            head = "" if subject is None else f" {print_expression(subject)}"
            whens = "".join(f" WHEN {print_expression(w)} THEN {print_expression(t)}" for w, t in branches)
            otherwise = "" if default is None else f" ELSE {print_expression(default)}"
            return f"CASE{head}{whens}{otherwise} END"


def print_map(entries: Iterable[tuple[str, ast.Expr]]) -> str:
    return f"{{{', '.join(f'{print_name(key)}: {print_expression(value)}' for key, value in entries)}}}"


def _print_projected(key: str, value: ast.Expr | None) -> str:
    if value is None:
        return ".*" if key == "*" else f".{print_name(key)}"
    if isinstance(value, ast.Name) and value.name == key:
        return print_name(key)
    return f"{print_name(key)}: {print_expression(value)}"


_Scope: TypeAlias = (
    ast.ListComprehension
    | ast.PatternComprehension
    | ast.Quantifier
    | ast.Reduce
    | ast.Exists
    | ast.CountPattern
    | ast.Subquery
)


def _print_scope(node: _Scope) -> str:
    """Print what binds a name, or draws a pattern, for a part of itself."""
    match node:
        case ast.ListComprehension(variable, source, where, projection):
            return f"[{_membership(variable, source)}{_where(where)}{_mapped(projection)}]"
        case ast.PatternComprehension(pattern, where, projection):
            return f"[{print_patterns((pattern,), print_expression)}{_where(where)}{_mapped(projection)}]"
        case ast.Quantifier(kind, variable, source, where):
            return f"{kind}({_membership(variable, source)}{_where(where)})"
        case ast.Reduce(accumulator, initial, variable, source, body):
            start = f"{print_variable(accumulator)} = {_at(initial, PREDICATE)}"
            return f"reduce({start}, {_membership(variable, source)}{_mapped(body)})"
        case ast.Exists(patterns, where):
            return f"EXISTS {{ {print_patterns(patterns, print_expression)}{_where(where)} }}"
        case ast.CountPattern(patterns, where):
            return f"COUNT {{ {print_patterns(patterns, print_expression)}{_where(where)} }}"
        case ast.Subquery(kind, query):
            # Imported here: clauses hold expressions, and this expression holds clauses.
            from .queries import query_lines

            return f"{kind} {{ {' '.join(line.strip() for line in query_lines(query))} }}"


def _membership(variable: str, source: ast.Expr) -> str:
    return f"{print_variable(variable)} IN {_at(source, SUM)}"


def _where(condition: ast.Expr | None) -> str:
    return "" if condition is None else f" WHERE {print_expression(condition)}"


def _mapped(projection: ast.Expr | None) -> str:
    return "" if projection is None else f" | {print_expression(projection)}"
