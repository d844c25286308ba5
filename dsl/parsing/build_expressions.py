"""Building expressions."""

from __future__ import annotations

from typing import Any

from lark import Token

from ...errors import Span
from .. import ast
from .build_base import (
    LARGEST,
    UNSIGNED,
    Children,
    around,
    between,
    end_of,
    gathered,
    name_of,
    only,
    start_of,
    too_large,
    value,
    widen,
    wrong,
)
from .build_covers import Group, call, comprehension_or_list
from .strings import BadEscape, unquote

_LONGEST = 80
_ESCAPES = r"The escapes are \\ \' \" \n \r \t \b \f \uXXXX; a backslash itself is written twice."


class ExpressionBuilder:
    """One method for each rule and alias of `grammar/expressions.lark`."""

    # ---- operators ----

    def binary(self, children: Children) -> ast.Binary:
        left, operator, right = children
        return ast.Binary(operator.upper(), left, right, span=between(left, right))

    def starts_or_ends(self, children: Children) -> ast.Binary:
        left, which, _, right = children
        operator: Any = f"{which.upper()} WITH"
        return ast.Binary(operator, left, right, span=between(left, right))

    def unary(self, children: Children) -> ast.Unary:
        operator, operand = children
        return ast.Unary(operator.upper(), operand, span=between(operator, operand))

    def sign(self, children: Children) -> ast.Unary | ast.Literal:
        """A minus before a number belongs to the number, so that `-1` is the same as the literal it stands for."""
        operator, operand = children
        if operator == "-" and type(operand) is ast.Literal and _is_unsigned(operand.value):
            if operand.value == LARGEST + 1:
                UNSIGNED.set(tuple(waiting for waiting in UNSIGNED.get() if waiting is not operand))
            return ast.Literal(-operand.value, span=between(operator, operand))  # pyright: ignore
        return self.unary(children)

    def comparison(self, children: Children) -> ast.Comparison:
        rest = tuple((op.value, operand) for op, operand in zip(children[1::2], children[2::2], strict=True))
        return ast.Comparison(children[0], rest, span=between(children[0], children[-1]))

    def is_null(self, children: Children) -> ast.IsNull:
        return ast.IsNull(children[0], False, span=between(children[0], children[-1]))

    def is_not_null(self, children: Children) -> ast.IsNull:
        return ast.IsNull(children[0], True, span=between(children[0], children[-1]))

    def labelled(self, children: Children) -> ast.HasLabels:
        return ast.HasLabels(children[0], children[1], span=between(children[0], children[1]))

    # ---- what follows an atom ----

    def property(self, children: Children) -> ast.Property:
        subject, _, key = children
        return ast.Property(subject, name_of(key), span=between(subject, key))

    def index(self, children: Children) -> ast.Index:
        subject, _, index, close = children
        return ast.Index(subject, index, span=between(subject, close))

    def slice(self, children: Children) -> ast.Slice:
        subject, _, low, _, high, close = children
        return ast.Slice(subject, low, high, span=between(subject, close))

    def call_empty(self, children: Children) -> ast.Expr:
        return call(children[0], end=end_of(children[-1]))

    def call_star(self, children: Children) -> ast.Expr:
        return call(children[0], star=True, end=end_of(children[-1]))

    def call(self, children: Children) -> ast.Expr:
        subject, _, distinct, arguments, where, _, body, close = children
        return call(subject, arguments, distinct=distinct, where=where, body=body, end=end_of(close))

    # ---- cover rules ----

    def bracketed(self, children: Children) -> ast.Expr:
        group: Group = children[0]
        return widen(group.as_value(), group.span)

    def group_chain(self, children: Children) -> ast.Exists:
        """A pattern in an expression. Built up one edge at a time, from the left."""
        left, edge, right = children
        nodes, edges = ((left.as_node(),), ()) if type(left) is Group else _opened(left)
        span = between(left, right)
        pattern = ast.PathPattern((*nodes, right.as_node()), (*edges, edge), span=span)
        return ast.Exists((pattern,), span=span)

    def list_empty(self, children: Children) -> ast.ListLiteral:
        return ast.ListLiteral((), span=around(children))

    def list(self, children: Children) -> ast.Expr:
        open_, items, where, _, projection, close = children
        return comprehension_or_list(items, where, projection, between(open_, close))

    values = staticmethod(gathered)

    # ---- atoms ----

    def name(self, children: Children) -> ast.Name:
        return ast.Name(name_of(children[0]), span=around(children))

    def parameter(self, children: Children) -> ast.Parameter:
        return ast.Parameter(children[0].value[1:], span=around(children))

    def string(self, children: Children) -> ast.Literal:
        token: Token = children[0]
        try:
            return ast.Literal(unquote(token.value), span=around(children))
        except BadEscape as bad:
            start = start_of(token) + bad.start
            span = Span(start, start + len(bad.escape))
            raise wrong(f"`{bad.escape}` is no escape.", span, _ESCAPES) from None

    def integer(self, children: Children) -> ast.Literal:
        token: Token = children[0]
        base = {"0x": 16, "0o": 8}.get(token.value[:2].lower(), 10)
        number = int(token.value, base) if len(token.value) < _LONGEST else LARGEST + 2
        if number > LARGEST + 1:
            raise too_large(around(children))
        literal = ast.Literal(number, span=around(children))
        if number > LARGEST:
            UNSIGNED.set((*UNSIGNED.get(), literal))
        return literal

    def float(self, children: Children) -> ast.Literal:
        number = float(children[0])
        if number == float("inf"):
            raise wrong("This number is larger than a float holds.", around(children), "The largest is about 1.8e308.")
        return ast.Literal(number, span=around(children))

    def boolean(self, children: Children) -> ast.Literal:
        return ast.Literal(children[0].upper() == "TRUE", span=around(children))

    def null(self, children: Children) -> ast.Literal:
        return ast.Literal(None, span=around(children))

    # ---- maps ----

    def map(self, children: Children) -> ast.MapLiteral:
        open_, entries, close = children
        pairs, spans = tuple(entry[:2] for entry in entries or ()), tuple(entry[2] for entry in entries or ())
        return ast.MapLiteral(pairs, span=between(open_, close), spans=spans)

    entries = projected = staticmethod(gathered)

    def entry(self, children: Children) -> tuple[str, ast.Expr, Span]:
        return name_of(children[0]), value(children[1]), around(children[:1])

    def projection_of(self, children: Children) -> ast.MapProjection:
        subject, _, entries, close = children
        name = ast.Name(name_of(subject), span=around([subject]))
        return ast.MapProjection(name, tuple(entry[:2] for entry in entries or ()), span=between(subject, close))

    def projected_property(self, children: Children) -> tuple[str, None]:
        return name_of(children[0]), None

    def projected_all(self, _: Children) -> tuple[str, None]:
        return "*", None

    def projected_name(self, children: Children) -> tuple[str, ast.Name]:
        name = self.name(children)
        return name.name, name

    # ---- CASE ----

    def case(self, children: Children) -> ast.Case:
        open_, subject, branches, default, close = children
        return ast.Case(subject, branches, default, span=between(open_, close))

    branches = staticmethod(gathered)
    otherwise = staticmethod(only)

    def branch(self, children: Children) -> tuple[ast.Expr, ast.Expr]:
        return children[0], children[1]


def _is_unsigned(number: ast.Scalar) -> bool:
    return isinstance(number, int | float) and not isinstance(number, bool) and not str(number).startswith("-")


def _opened(exists: ast.Exists) -> tuple[tuple[ast.NodePattern, ...], tuple[ast.EdgePattern, ...]]:
    return exists.patterns[0].nodes, exists.patterns[0].edges
