"""A Plan: what will be done, as a short tuple of stages.

A Plan is plain frozen data. It holds the *text* to embed, never a vector; parameters by name, never by value; spans of
time, never a clock's reading. So it prints, hashes, caches, travels as JSON, and the same Plan serves every store with
the same catalog.

Stages run in order; each takes the rows of the one before. A pattern query carries *bindings* (names to values) from
stage to stage. A recall carries *candidates* (memory rows with a column for each arm and objective) from its first
GraphScan up to `Emit`, which turns the selected ones into bindings; from there on both are the same.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from .cypher import OPEN_HOPS, Argument, Binding, Cypher, View
from .explanations import Compare, Condition, Why
from .lineage import Walk
from .recalls import (
    Admit,
    Anchors,
    Cut,
    Diversify,
    Emit,
    Exclude,
    Expand,
    Front,
    Infer,
    Lexical,
    Mentioning,
    Rank,
    Require,
    Score,
    Select,
    Similar,
    Spread,
    Tagged,
)
from .rows import (
    Aggregate,
    Apply,
    Branch,
    Bring,
    Column,
    Drop,
    Filter,
    GraphScan,
    Limit,
    ParetoSort,
    Project,
    Shortest,
    Skip,
    Sort,
    Start,
    Tested,
    UnionAll,
    Unwind,
)
from .show import Show
from .writing import Define, Write

__all__ = [
    "OPEN_HOPS",
    "Admit",
    "Aggregate",
    "Anchors",
    "Apply",
    "Argument",
    "Binding",
    "Branch",
    "Bring",
    "Column",
    "Compare",
    "Condition",
    "Cut",
    "Cypher",
    "Define",
    "Diversify",
    "Drop",
    "Emit",
    "Exclude",
    "Expand",
    "Filter",
    "Front",
    "GraphScan",
    "Infer",
    "Lexical",
    "Limit",
    "Mentioning",
    "ParetoSort",
    "Plan",
    "Project",
    "Rank",
    "Require",
    "Score",
    "Select",
    "Shortest",
    "Show",
    "Similar",
    "Skip",
    "Sort",
    "Spread",
    "Stage",
    "Start",
    "Tagged",
    "Tested",
    "UnionAll",
    "Unwind",
    "View",
    "Walk",
    "Why",
    "Write",
]

Stage: TypeAlias = (
    Start
    | GraphScan
    | Filter
    | Unwind
    | Project
    | Aggregate
    | Drop
    | Sort
    | Apply
    | Bring
    | Skip
    | Limit
    | ParetoSort
    | UnionAll
    | Anchors
    | Require
    | Similar
    | Lexical
    | Infer
    | Tagged
    | Mentioning
    | Exclude
    | Spread
    | Cut
    | Score
    | Admit
    | Front
    | Rank
    | Select
    | Expand
    | Emit
    | Walk
    | Why
    | Compare
    | Show
    | Write
    | Define
)


@dataclass(frozen=True, slots=True)
class Plan:
    """What `compile` returns.

    kind: which sort of statement it was.
    mode: whether to run it, only to explain it, or to run it and report each stage.
    columns: the names of the answer's columns.
    parameters: the names that must be given, and no others may be.
    by_need: whether another need may have another plan: a recall in it is USING auto, compiled without its need.
    trial: the two strategies of which one is drawn when the recall is answered. rival: the plan by the second of them.
    """

    kind: Literal["query", "recall", "trace", "why", "compare", "show", "write"]
    mode: Literal["run", "explain", "profile"]
    stages: tuple[Stage, ...]
    columns: tuple[str, ...]
    parameters: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    text: str = field(default="", compare=False)
    by_need: bool = False
    trial: tuple[str, ...] = ()
    rival: Plan | None = None
