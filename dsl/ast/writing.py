"""The tree of statements that write. See `ast/__init__.py`, which gathers all nodes under one name."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal as Choice
from typing import TypeAlias

from ...errors import Span
from .explanations import Compare, Run, Show, Why
from .expressions import Ago, Expr, MapLiteral, Node, Parameter
from .statements import Query, Recall, Trace, Union

# ---- memories and edges --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Cause(Node):
    """One id in CAUSED BY, and the reason behind BECAUSE."""

    memory: Expr
    reason: Expr | None = None


@dataclass(frozen=True, slots=True)
class Remember(Node):
    """A new memory. `name`: the parameter under which later statements of a script know its id."""

    fields: MapLiteral
    causes: tuple[Cause, ...] = ()
    supersedes: tuple[Expr, ...] = ()
    name: Parameter | None = None


@dataclass(frozen=True, slots=True)
class Link(Node):
    """An edge drawn from `source` to `target`, or (`removed`) taken back. `spans`: where its type stands."""

    source: Expr
    type: str
    target: Expr
    properties: MapLiteral | None = None
    removed: bool = False
    spans: tuple[Span, ...] = field(default=(), compare=False, repr=False, kw_only=True)


# ---- what is thought of memories -----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Reinforce(Node):
    memories: tuple[Expr, ...]
    by: Expr | None = None


@dataclass(frozen=True, slots=True)
class Pin(Node):
    memories: tuple[Expr, ...]
    pinned: bool = True


@dataclass(frozen=True, slots=True)
class Feedback(Node):
    """How it went, for the memories of a recorded recall or for memories by id. `outcome`: a name or a number."""

    outcome: Expr
    recall: Expr | None = None
    memories: tuple[Expr, ...] = ()


# ---- the life of memories ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Retire(Node):
    """FORGET, RESTORE and PURGE, of memories by id or of those that a condition on `m` holds for."""

    kind: Choice["FORGET", "RESTORE", "PURGE"]
    memories: tuple[Expr, ...] = ()
    where: Expr | None = None
    dry_run: bool = False


@dataclass(frozen=True, slots=True)
class Consolidate(Node):
    tasks: tuple[Expr, ...] = ()
    where: Expr | None = None
    dry_run: bool = False


# ---- definitions ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class IntentParameter(Node):
    """A parameter of a saved intent, and the value that it has where none is given."""

    name: str
    default: Expr | None = None


@dataclass(frozen=True, slots=True)
class DefineIntent(Node):
    name: str
    parameters: tuple[IntentParameter, ...]
    statement: Query | Union | Recall | Trace | Why | Compare | Run | Show
    description: Expr | None = None


@dataclass(frozen=True, slots=True)
class DefineStrategy(Node):
    """A strategy: the ranking clauses of a recall, to be filled in where a recall that uses it is silent."""

    name: str
    clauses: Recall
    description: Expr | None = None


@dataclass(frozen=True, slots=True)
class DefineTag(Node):
    name: Expr
    under: Expr | None = None
    description: Expr | None = None


@dataclass(frozen=True, slots=True)
class DefineType(Node):
    name: Expr
    description: Expr | None = None
    half_life: Ago | None = None


@dataclass(frozen=True, slots=True)
class Drop(Node):
    kind: Choice["INTENT", "STRATEGY", "TAG", "TYPE"]
    name: Expr


Definition: TypeAlias = DefineIntent | DefineStrategy | DefineTag | DefineType
Writing: TypeAlias = Remember | Link | Reinforce | Pin | Feedback | Retire | Consolidate | Definition | Drop
