"""The tree of clauses and statements. See `ast.py`, which gathers all nodes under one name."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal as Choice
from typing import TypeAlias

from ...errors import Span
from .expressions import Ago, Expr, Node
from .patterns import PathPattern

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
    # Where the name of `order` stands.
    spans: tuple[Span, ...] = field(default=(), compare=False, repr=False, kw_only=True)


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
    """A recall. Each field is a clause, None or empty where it was not written, in the order of execution.

    Names in lists (`intents`, `about`, `types`, ...) are `Literal` strings or `Parameter`s: a bare name and a quoted
    one are the same. `spans`: where the name behind AS stands, for errors.
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
    without_inference: bool = False
    near: Near | None = None
    patterns: tuple[PathPattern, ...] = ()
    where: Expr | None = None
    candidates: Expr | None = None
    using: Expr | None = None
    rival: Expr | None = None
    half_life: Ago | None = None
    decay: Expr | None = None
    explore: Expr | None = None
    floors: tuple[Floor, ...] = ()
    pareto: ParetoBy | None = None
    rank: Expr | None = None
    diversify: Diversify | None = None
    budget: Expr | None = None
    expand: tuple[Expand, ...] = ()
    returning: Projection | None = None
    limit: Expr | None = None
    spans: tuple[Span, ...] = field(default=(), compare=False, repr=False, kw_only=True)


# ---- lineage --------------------------------------------------------------------


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
    # Where each of the names in `via` stands.
    spans: tuple[Span, ...] = field(default=(), compare=False, repr=False, kw_only=True)
