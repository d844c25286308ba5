"""What a query may name: labels, properties, edges, objectives, functions, strategies.

Plain data, handed in by the engine. So a query binds, prints, completes and explains itself with no store open, and the
language never has to ask a database what it holds.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

Type: TypeAlias = Literal[
    "STRING",
    "INTEGER",
    "FLOAT",
    "BOOLEAN",
    "TIMESTAMP",
    "LIST<STRING>",
    "LIST<INTEGER>",
    "LIST<FLOAT>",
    "LIST<BOOLEAN>",
    "LIST<TIMESTAMP>",
    "MAP",
    "NODE",
    "EDGE",
    "PATH",
    "LIST",
    "ANY",
]
Home: TypeAlias = Literal["graph", "journal"]
Inferable: TypeAlias = Literal["time", "intents", "entities", "types", "rewrites"]
"""What can be inferred from the text of a need; `rewrites` are the parts of a need that has several."""
Decay: TypeAlias = Literal["linear", "exponential", "power"]
"""How recency falls with age; each is 1/2 at the half-life."""
Diverse: TypeAlias = Literal["information", "type", "task", "entity", "cluster", "MMR"]
"""What makes the next row of a front worth taking, beside its place in it."""
Explore: TypeAlias = Literal["mean", "ucb", "thompson"]
"""How an objective that is believed and not known is taken: by its mean, by the mean and one standard deviation (upper
confidence bound), or by one draw from what is believed (Thompson sampling)."""


@dataclass(frozen=True, slots=True)
class PropertyDef:
    """home: who answers for it, the graph (a filter on it can be pushed down) or the journal (texts, user fields).

    changes: it changes in place, so what it was at an earlier moment is not the graph's to say.
    """

    name: str
    type: Type
    home: Home
    doc: str
    changes: bool = False


@dataclass(frozen=True, slots=True)
class NodeDef:
    label: str
    properties: tuple[PropertyDef, ...]
    doc: str


@dataclass(frozen=True, slots=True)
class EdgeDef:
    """`source` and `target` are node labels; `earlier` says which end came first in time."""

    type: str
    source: str
    target: str
    properties: tuple[PropertyDef, ...]
    earlier: Literal["source", "target", "neither"]
    doc: str


UNBOUNDED = "cost"
"""The one objective that is not in [0, 1]: it is in tokens."""


@dataclass(frozen=True, slots=True)
class ObjectiveDef:
    """An axis of a recall's front. Every objective is in [0, 1] but `cost`, which is in tokens."""

    name: str
    sense: Literal["MAX", "MIN"]
    doc: str
    needs: Literal["", "need", "near", "text"] = ""


@dataclass(frozen=True, slots=True)
class FunctionDef:
    """`least` and `most` count arguments; `most` None is any number. `aggregate` functions fold over rows."""

    name: str
    least: int
    most: int | None
    doc: str
    aggregate: bool = False
    of_memory: bool = False
    returns: Type = "ANY"


@dataclass(frozen=True, slots=True)
class StrategyDef:
    """A named preset, as data.

    objectives: the axes of the front.
    then: what decides among rows that are equal on all of those (PRIOR TO).
    tolerance: by objective; rows within a step of it count as equal.
    floor: the least relevance, in [0, 1].
    order: how a front is ordered inside.
    k: how many rows, when the text does not say.
    candidates: how many survive to be scored against each other.
    half_life_days, decay: of recency.
    diversify: what the choice inside a front goes by, where the text does not say and it has a meaning.
    routes: (type, share of the candidates) for types that are not to be crowded out.
    infers: what is inferred from the need's text where no clause gives it.
    explore: how `value` is taken.
    text: the statement that defined it, for one that a user defined: its clauses are filled in where a recall that uses
      it is silent, and the other fields are those of the strategy that it begins with.
    """

    name: str
    objectives: tuple[str, ...]
    floor: float
    order: str
    k: int
    candidates: int
    half_life_days: float
    doc: str
    tolerance: tuple[tuple[str, float], ...] = ()
    then: tuple[str, ...] = ()
    routes: tuple[tuple[str, float], ...] = ()
    infers: tuple[Inferable, ...] = ("time", "intents", "entities", "types")
    text: str = ""
    explore: Explore = "mean"
    decay: Decay = "exponential"
    diversify: Diverse | None = None


@dataclass(frozen=True, slots=True)
class IntentDef:
    """A saved intent. text: the statement that defined it, DEFINE INTENT and all."""

    name: str
    text: str
    doc: str = ""


@dataclass(frozen=True, slots=True)
class TagDef:
    """A tag that was defined. under: the broader one."""

    name: str
    doc: str = ""
    under: str | None = None


@dataclass(frozen=True, slots=True)
class TypeDef:
    """A type of memories that was defined. half_life_days: of their recency; None for the strategy's own."""

    name: str
    doc: str = ""
    half_life_days: float | None = None


@dataclass(frozen=True, slots=True)
class Catalog:
    """What there is, and what was defined in a namespace: intents, strategies beside the built-in ones, tags, types.

    fields: what REMEMBER takes.
    """

    nodes: tuple[NodeDef, ...] = ()
    edges: tuple[EdgeDef, ...] = ()
    objectives: tuple[ObjectiveDef, ...] = ()
    functions: tuple[FunctionDef, ...] = ()
    strategies: tuple[StrategyDef, ...] = ()
    orders: tuple[str, ...] = ("knee", "crowding", "sum", "either")
    fields: tuple[str, ...] = ()
    intents: tuple[IntentDef, ...] = ()
    tags: tuple[TagDef, ...] = ()
    types: tuple[TypeDef, ...] = ()
