"""The tree of statements about statements: why, compare, run, show. See `ast/__init__.py`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal as Choice
from typing import TypeAlias

from .expressions import Expr, Node
from .statements import Recall

Shown: TypeAlias = Choice[
    "TASKS", "TAGS", "ENTITIES", "TYPES", "AGENTS", "INTENTS", "STRATEGIES", "OBJECTIVES", "STATS"
]


@dataclass(frozen=True, slots=True)
class Why(Node):
    """Why a memory is in a recall, or (`negated`) why it is not. `within` is the recall, or a parameter that holds the
    record of one.
    """

    memory: Expr
    within: Recall | Expr
    negated: bool = False


@dataclass(frozen=True, slots=True)
class Compare(Node):
    """What entered, left and moved between a recall as of one moment and as of another."""

    recall: Recall
    before: Expr
    after: Expr


@dataclass(frozen=True, slots=True)
class Run(Node):
    """A saved intent, with arguments by place and by name."""

    name: str
    arguments: tuple[Expr, ...] = ()
    named: tuple[tuple[str, Expr], ...] = ()


@dataclass(frozen=True, slots=True)
class Show(Node):
    what: Shown
