"""The stages of WHY and COMPARE: each holds the whole recall that it is about, as stages that run as they always do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from .. import ast
from .rows import GraphScan

if TYPE_CHECKING:
    from . import Stage


@dataclass(frozen=True, slots=True)
class Condition:
    """One condition of a recall, under the clause that wrote it.

    test: what must be true of the memory; None where the pattern alone is the condition.
    asked: the clause as text, for a person. scan: what finds the memory if the condition holds; None until it is known
      which memory is meant.
    """

    clause: str
    test: ast.Expr | None
    asked: str = ""
    scan: GraphScan | None = None


@dataclass(frozen=True, slots=True)
class Why:
    """Follow one memory through the stages of a recall, and say where it stands or where it was lost.

    memory: its id. negated: whether WHY NOT was asked. conditions: those of the recall, in the order in which they are
    told. within: the stages, up to Emit; or what gives the record of a recall, which is turned into stages at first.
    """

    memory: ast.Expr
    within: tuple[Stage, ...] | ast.Expr
    negated: bool = False
    variable: str = "m"
    conditions: tuple[Condition, ...] = ()


@dataclass(frozen=True, slots=True)
class Compare:
    """Run a recall as of two moments, and tell what entered, left, moved and stayed."""

    before: tuple[Stage, ...]
    after: tuple[Stage, ...]
