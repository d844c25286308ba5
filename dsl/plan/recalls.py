"""Stages of a recall: each takes candidates and gives candidates, until `Emit` makes rows of them."""

from __future__ import annotations

from dataclasses import dataclass

from .. import ast


@dataclass(frozen=True, slots=True)
class Anchors:
    """Resolve the anchors and the reference time before anything is filtered. Anchors are never candidates.

    ids: the ones given; active: the newest n memories of `tasks`, else of the session.
    """

    ids: tuple[ast.Expr, ...]
    active: ast.Expr | None
    tasks: tuple[ast.Expr, ...]
    namespaces: tuple[ast.Expr, ...]


@dataclass(frozen=True, slots=True)
class Similar:
    """The vector arm: cosine of each candidate to the need."""

    text: ast.Expr


@dataclass(frozen=True, slots=True)
class Lexical:
    """The word arm: BM25 of each candidate for the need."""

    text: ast.Expr


@dataclass(frozen=True, slots=True)
class Tagged:
    """The intent arm: tags equal, narrower or broader, or close in meaning."""

    tags: tuple[ast.Expr, ...]


@dataclass(frozen=True, slots=True)
class Mentioning:
    """The entity arm: entities equal, aliased or close."""

    entities: tuple[ast.Expr, ...]


@dataclass(frozen=True, slots=True)
class Spread:
    """The spread arm: what stands next to strong hits in the graph."""


@dataclass(frozen=True, slots=True)
class Cut:
    """Keep the best `count` candidates by relevance."""

    count: ast.Expr


@dataclass(frozen=True, slots=True)
class Score:
    """Compute the named objectives for each candidate."""

    objectives: tuple[str, ...]
    half_life_days: float


@dataclass(frozen=True, slots=True)
class Admit:
    """Keep what reaches each floor: `(objective, least)`; the admission floor stands before the front."""

    floors: tuple[tuple[str, ast.Expr], ...]


@dataclass(frozen=True, slots=True)
class Front:
    """Non-dominated sorting. Terms of a recall are objectives or expressions of the memory."""

    pareto: ast.ParetoBy


@dataclass(frozen=True, slots=True)
class Rank:
    """RANK BY: one expression over objectives and properties, highest first, instead of a front."""

    expression: ast.Expr


@dataclass(frozen=True, slots=True)
class Select:
    """Fill `count` rows front by front. `diversify` and `budget` (tokens) shape the choice where they are given."""

    count: ast.Expr
    first_front_only: bool = False
    diversify: ast.Diversify | None = None
    budget: ast.Expr | None = None


@dataclass(frozen=True, slots=True)
class Emit:
    """Turn selected candidates into bindings: the memory under `variable`, and front, rank, scores, why.

    whole: all of the memory is read later; properties: those that are.
    """

    variable: str
    whole: bool = True
    properties: tuple[str, ...] = ()
