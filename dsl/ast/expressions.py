"""The tree of expressions, and the root of every node. See `ast.py`, which gathers all nodes under one name."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias
from typing import Literal as Choice

from ...errors import Span

if TYPE_CHECKING:
    from .patterns import LabelExpr, PathPattern
    from .statements import Query, Union

NOWHERE = Span(0, 0)
Scalar: TypeAlias = bool | int | float | str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """The root of every node: only a place in the text."""

    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True, eq=False)
class Literal(Node):
    """A value written out. To Python `1`, `1.0` and `true` are equal, and `0.0` and `-0.0`; to a query they are not."""

    value: Scalar

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Literal) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def _key(self) -> tuple[type, Scalar]:
        return type(self.value), repr(self.value) if isinstance(self.value, float) else self.value


@dataclass(frozen=True, slots=True)
class Parameter(Node):
    name: str


@dataclass(frozen=True, slots=True)
class Name(Node):
    """A reference to something bound: a memory, an edge, a path, or a value."""

    name: str


@dataclass(frozen=True, slots=True)
class Property(Node):
    subject: Expr
    key: str


@dataclass(frozen=True, slots=True)
class Index(Node):
    subject: Expr
    index: Expr


@dataclass(frozen=True, slots=True)
class Slice(Node):
    subject: Expr
    start: Expr | None
    stop: Expr | None


@dataclass(frozen=True, slots=True)
class ListLiteral(Node):
    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class MapLiteral(Node):
    """`spans`: where each key stands, for errors; empty in a map that was not read."""

    entries: tuple[tuple[str, Expr], ...]
    spans: tuple[Span, ...] = field(default=(), compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class MapProjection(Node):
    """`m {.text, .*, other: expression, name}`: `.*` is the entry ("*", None), `.text` is ("text", None)."""

    subject: Name
    entries: tuple[tuple[str, Expr | None], ...]


UnaryOperator: TypeAlias = Choice["NOT", "-", "+"]
BinaryOperator: TypeAlias = Choice[
    "OR", "XOR", "AND", "+", "-", "*", "/", "%", "^", "IN", "STARTS WITH", "ENDS WITH", "CONTAINS", "=~"
]
ComparisonOperator: TypeAlias = Choice["=", "<>", "<", "<=", ">", ">="]


@dataclass(frozen=True, slots=True)
class Unary(Node):
    operator: UnaryOperator
    operand: Expr


@dataclass(frozen=True, slots=True)
class Binary(Node):
    operator: BinaryOperator
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Comparison(Node):
    """`first op operand op operand ...`; a chain of two or more is the conjunction of its pairs."""

    first: Expr
    rest: tuple[tuple[ComparisonOperator, Expr], ...]


@dataclass(frozen=True, slots=True)
class IsNull(Node):
    operand: Expr
    negated: bool


@dataclass(frozen=True, slots=True)
class HasLabels(Node):
    subject: Expr
    labels: LabelExpr


@dataclass(frozen=True, slots=True)
class Call(Node):
    """A function or an aggregate. `count(*)` is `Call("count", (), star=True)`. Names keep their case."""

    name: str
    arguments: tuple[Expr, ...]
    distinct: bool = False
    star: bool = False


@dataclass(frozen=True, slots=True)
class Case(Node):
    """With a subject, each `when` is compared with it; without one, each `when` is a predicate."""

    subject: Expr | None
    branches: tuple[tuple[Expr, Expr], ...]
    default: Expr | None


@dataclass(frozen=True, slots=True)
class ListComprehension(Node):
    variable: str
    source: Expr
    where: Expr | None
    projection: Expr | None


@dataclass(frozen=True, slots=True)
class PatternComprehension(Node):
    pattern: PathPattern
    where: Expr | None
    projection: Expr


@dataclass(frozen=True, slots=True)
class Quantifier(Node):
    kind: Choice["all", "any", "none", "single"]
    variable: str
    source: Expr
    where: Expr | None


@dataclass(frozen=True, slots=True)
class Reduce(Node):
    accumulator: str
    initial: Expr
    variable: str
    source: Expr
    body: Expr


@dataclass(frozen=True, slots=True)
class Exists(Node):
    """`EXISTS { pattern, ... WHERE ... }`, and a bare pattern used as a predicate."""

    patterns: tuple[PathPattern, ...]
    where: Expr | None = None


@dataclass(frozen=True, slots=True)
class CountPattern(Node):
    """`COUNT { pattern, ... WHERE ... }`."""

    patterns: tuple[PathPattern, ...]
    where: Expr | None = None


Asking: TypeAlias = Choice["EXISTS", "COUNT", "COLLECT"]


@dataclass(frozen=True, slots=True)
class Subquery(Node):
    """`EXISTS { MATCH ... WITH ... }`, and COUNT and COLLECT of one: a query that is asked for each row.

    For EXISTS and COUNT its last clause need not be RETURN.
    """

    kind: Asking
    query: Query | Union


Unit: TypeAlias = Choice["SECONDS", "MINUTES", "HOURS", "DAYS", "WEEKS", "MONTHS", "YEARS"]


@dataclass(frozen=True, slots=True)
class Ago(Node):
    """A span of time before the reference time, as in `SINCE 7 DAYS`. Resolved at execution, never by the compiler."""

    amount: Expr
    unit: Unit


Expr: TypeAlias = (
    Literal
    | Parameter
    | Name
    | Property
    | Index
    | Slice
    | ListLiteral
    | MapLiteral
    | MapProjection
    | Unary
    | Binary
    | Comparison
    | IsNull
    | HasLabels
    | Call
    | Case
    | ListComprehension
    | PatternComprehension
    | Quantifier
    | Reduce
    | Exists
    | CountPattern
    | Subquery
    | Ago
)
