"""The tree of patterns: what MATCH draws. See `ast.py`, which gathers all nodes under one name."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias
from typing import Literal as Choice

from .expressions import Node

if TYPE_CHECKING:
    from .expressions import Expr, MapLiteral, Parameter


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
