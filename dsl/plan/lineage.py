"""The stage of a trace."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from .. import ast

if TYPE_CHECKING:
    from . import Stage


@dataclass(frozen=True, slots=True)
class Walk:
    """TRACE: follow edges from one memory in the order of time. Binds `m`, `depth`, `via`.

    of, to: an id, or the stages of a recall whose first hit is meant. low, high: depth bounds, high None is unbounded.
    """

    kind: Literal["CAUSES", "EFFECTS", "LINEAGE", "HISTORY", "PATH"]
    of: ast.Expr | tuple[Stage, ...]
    to: ast.Expr | tuple[Stage, ...] | None
    via: tuple[str, ...]
    low: ast.Expr
    high: ast.Expr | None
