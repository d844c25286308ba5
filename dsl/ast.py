"""The abstract syntax tree: frozen, inert, and equal by meaning.

Nodes carry no behaviour. A node's `span` says where in the text it stood and takes no part in equality or hashing, so
that
the same statement written by hand, by the Python builder or in JSON is the same tree. Sequences are tuples, so that a
tree
can be hashed and kept as a cache key. Visitors with double dispatch were refused: `match` statements read in one place.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal as Choice
from typing import TypeAlias

from ..errors import Span

NOWHERE = Span(0, 0)
Scalar: TypeAlias = bool | int | float | str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """The root of every node: only a place in the text."""

    span: Span = field(default=NOWHERE, compare=False, repr=False)


# ---- expressions ---------------------------------------------------------------------------------


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
    entries: tuple[tuple[str, Expr], ...]


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
    """A function or an aggregate. `count(*)` is `Call("count", (), star=True)`. Names keep the case they were written
    in.
    """

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
    | Ago
)

# ---- patterns ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Label(Node):
    name: str


@dataclass(frozen=True, slots=True)
class LabelNot(Node):
    operand: LabelExpr


@dataclass(frozen=True, slots=True)
class LabelAnd(Node):
    operands: tuple[LabelExpr, ...]


@dataclass(frozen=True, slots=True)
class LabelOr(Node):
    operands: tuple[LabelExpr, ...]


@dataclass(frozen=True, slots=True)
class AnyLabel(Node):
    """`%`: at least one label."""


LabelExpr: TypeAlias = Label | LabelNot | LabelAnd | LabelOr | AnyLabel


@dataclass(frozen=True, slots=True)
class NodePattern(Node):
    variable: str | None = None
    labels: LabelExpr | None = None
    properties: MapLiteral | Parameter | None = None
    where: Expr | None = None


@dataclass(frozen=True, slots=True)
class Hops(Node):
    """`*`, `*2`, `*1..4`, `*..$k`: how many edges; None is an open end (low open means 1)."""

    low: Expr | None
    high: Expr | None


Direction: TypeAlias = Choice["right", "left", "both"]


@dataclass(frozen=True, slots=True)
class EdgePattern(Node):
    variable: str | None = None
    types: tuple[str, ...] = ()
    direction: Direction = "both"
    hops: Hops | None = None
    properties: MapLiteral | Parameter | None = None
    where: Expr | None = None


@dataclass(frozen=True, slots=True)
class PathPattern(Node):
    """Nodes and edges in turn: `nodes[i] - edges[i] - nodes[i + 1]`."""

    nodes: tuple[NodePattern, ...]
    edges: tuple[EdgePattern, ...]
    variable: str | None = None
    selector: Choice["shortest", "all shortest"] | None = None


# ---- clauses of a pattern query ------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Match(Node):
    patterns: tuple[PathPattern, ...]
    where: Expr | None = None
    optional: bool = False
    as_of: Expr | None = None
    valid_at: Expr | None = None


@dataclass(frozen=True, slots=True)
class Unwind(Node):
    source: Expr
    variable: str


@dataclass(frozen=True, slots=True)
class Item(Node):
    """One thing that is returned. Without an alias its column is named by `text`, the expression as it was written."""

    expression: Expr
    alias: str | None = None
    text: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class SortKey(Node):
    expression: Expr
    descending: bool = False


@dataclass(frozen=True, slots=True)
class ParetoTerm(Node):
    """One axis of a front. `sense` None takes the objective's own (for a free expression the binder asks for one)."""

    expression: Expr
    sense: Choice["MAX", "MIN"] | None = None
    tolerance: Expr | None = None


@dataclass(frozen=True, slots=True)
class ParetoBy(Node):
    """`levels` are tried in turn (PRIOR TO); inside a level its terms are traded against each other."""

    levels: tuple[tuple[ParetoTerm, ...], ...]
    partition: tuple[Expr, ...] = ()
    order: str | None = None
    first_front_only: bool = False


@dataclass(frozen=True, slots=True)
class Projection(Node):
    items: tuple[Item, ...]
    star: bool = False
    distinct: bool = False
    order: tuple[SortKey, ...] = ()
    pareto: ParetoBy | None = None
    skip: Expr | None = None
    limit: Expr | None = None


@dataclass(frozen=True, slots=True)
class With(Node):
    projection: Projection
    where: Expr | None = None


@dataclass(frozen=True, slots=True)
class Return(Node):
    projection: Projection


Clause: TypeAlias = Match | Unwind | With | Return


@dataclass(frozen=True, slots=True)
class Query(Node):
    """Clauses in the order in which they run; the last is RETURN."""

    clauses: tuple[Clause, ...]


@dataclass(frozen=True, slots=True)
class Union(Node):
    branches: tuple[Query, ...]
    all: bool


# ---- recall --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Exclusion(Node):
    text: Expr
    hard: bool = False


@dataclass(frozen=True, slots=True)
class Near(Node):
    """The anchors: given ids, or the `active` newest memories of the scope."""

    ids: tuple[Expr, ...] = ()
    active: Expr | None = None


@dataclass(frozen=True, slots=True)
class Floor(Node):
    objective: str
    least: Expr


@dataclass(frozen=True, slots=True)
class Diversify(Node):
    by: str
    trade: Expr | None = None


@dataclass(frozen=True, slots=True)
class Expand(Node):
    direction: Choice["CAUSES", "EFFECTS", "STEPS"]
    depth: Expr


@dataclass(frozen=True, slots=True)
class Recall(Node):
    """A recall. Each field is a clause, None or empty where it was not written; the order of fields is the order
    of execution.

        Names in lists (`intents`, `about`, `types`, ...) are `Literal` strings or `Parameter`s: a bare name and a
    quoted one are the same.
    """

    count: Expr | None = None
    variable: str | None = None
    need: Expr | None = None
    excluding: tuple[Exclusion, ...] = ()
    intents: tuple[Expr, ...] = ()
    about: tuple[Expr, ...] = ()
    requiring: tuple[Expr, ...] = ()
    doing: tuple[Expr, ...] = ()
    types: tuple[Expr, ...] = ()
    namespaces: tuple[Expr, ...] = ()
    tasks: tuple[Expr, ...] = ()
    steps: tuple[Expr | None, Expr | None] | None = None
    since: Expr | None = None
    until: Expr | None = None
    between: tuple[Expr, Expr] | None = None
    as_of: Expr | None = None
    valid_at: Expr | None = None
    min_trust: Expr | None = None
    with_archived: bool = False
    near: Near | None = None
    patterns: tuple[PathPattern, ...] = ()
    where: Expr | None = None
    candidates: Expr | None = None
    using: Expr | None = None
    floors: tuple[Floor, ...] = ()
    pareto: ParetoBy | None = None
    rank: Expr | None = None
    diversify: Diversify | None = None
    budget: Expr | None = None
    expand: tuple[Expand, ...] = ()
    returning: Projection | None = None
    limit: Expr | None = None


# ---- lineage and explanations --------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Trace(Node):
    """`of` is an id (literal or parameter) or a recall whose first hit is meant; `to` is set for TRACE PATH only."""

    kind: Choice["CAUSES", "EFFECTS", "LINEAGE", "HISTORY", "PATH"]
    of: Expr | Recall
    to: Expr | Recall | None = None
    via: tuple[str, ...] = ()
    low: Expr | None = None
    high: Expr | None = None
    where: Expr | None = None
    returning: Projection | None = None


Readable: TypeAlias = Query | Union | Recall | Trace


@dataclass(frozen=True, slots=True)
class Explain(Node):
    statement: Readable
    profile: bool = False


Statement: TypeAlias = Readable | Explain
