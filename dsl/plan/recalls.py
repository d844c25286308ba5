"""Stages of a recall: each takes candidates and gives candidates, until `Emit` makes rows of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from .. import ast
from ..catalog import Decay, Diverse, Explore, Inferable

Direction: TypeAlias = Literal["CAUSES", "EFFECTS", "STEPS"]


@dataclass(frozen=True, slots=True)
class Anchors:
    """Resolve the anchors and the reference time before anything is filtered. Anchors are never candidates.

    ids: the ones given; active: the newest n memories of `tasks`, else of the session.
    as_of: the moment whose store answers, for this stage and all after it, which know it as the parameter `@as_of`.
    reference: the moment that ages are measured from, where another recall has settled it.
    """

    ids: tuple[ast.Expr, ...]
    active: ast.Expr | None
    tasks: tuple[ast.Expr, ...]
    namespaces: tuple[ast.Expr, ...]
    as_of: ast.Expr | None = None
    reference: ast.Expr | None = None


@dataclass(frozen=True, slots=True)
class Require:
    """Keep the candidates that hold every word of every text."""

    texts: tuple[ast.Expr, ...]


@dataclass(frozen=True, slots=True)
class Similar:
    """The vector arm: cosine of each candidate to the need."""

    text: ast.Expr


@dataclass(frozen=True, slots=True)
class Lexical:
    """The word arm: BM25 of each candidate for the need."""

    text: ast.Expr


@dataclass(frozen=True, slots=True)
class Infer:
    """What the need says beside its words. parts: what of it is put to use. given: what a clause says already."""

    text: ast.Expr
    parts: tuple[Inferable, ...]
    given: tuple[Inferable, ...] = ()


@dataclass(frozen=True, slots=True)
class Tagged:
    """The intent arm: tags equal, narrower or broader, or close in meaning."""

    tags: tuple[ast.Expr, ...]


@dataclass(frozen=True, slots=True)
class Mentioning:
    """The entity arm: entities equal, aliased or close."""

    entities: tuple[ast.Expr, ...]


@dataclass(frozen=True, slots=True)
class Exclude:
    """Score by what to stay away from, which relevance then lacks. A HARD text drops what matches it."""

    texts: tuple[ast.Exclusion, ...]


@dataclass(frozen=True, slots=True)
class Spread:
    """The spread arm: what stands next to strong hits in the graph.

    need: the text that is asked for; who it names is heard first.
    reach, hears, succeeds: False where nothing flows, where nobody is heard before others, and where nothing newer
      takes the place of what is older: so that each can be measured.
    """

    need: ast.Expr | None = None
    reach: bool = True
    hears: bool = True
    succeeds: bool = True


@dataclass(frozen=True, slots=True)
class Cut:
    """Keep the best `count` candidates by relevance.

    routes: (type, share of them) for types that are to be there.
    """

    count: ast.Expr
    routes: tuple[tuple[str, float], ...] = ()


@dataclass(frozen=True, slots=True)
class Score:
    """Compute the named objectives for each candidate.

    need: the text that `information` and `provenance` are about.
    half_lives: in days, of the types that were given their own. half_life: that of all others, where a parameter says
      it.
    explore: how `value` is taken, decay: how recency falls, as in `StrategyDef`.
    """

    objectives: tuple[str, ...]
    half_life_days: float
    need: ast.Expr | None = None
    half_lives: tuple[tuple[str, float], ...] = ()
    explore: Explore = "mean"
    decay: Decay = "exponential"
    half_life: ast.Ago | None = None


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
class Diversify:
    """What is taken next inside a front: what adds most to what was taken, instead of the next in order.

    by: information (about `need`), MMR (by `trade`, in [0, 1], 1 is relevance alone), or a group to take turns in.
    """

    by: Diverse
    trade: ast.Expr | None = None
    need: ast.Expr | None = None


@dataclass(frozen=True, slots=True)
class Select:
    """Fill `count` rows front by front, None for as many as there are. budget: tokens that they may take together."""

    count: ast.Expr | None
    first_front_only: bool = False
    diversify: Diversify | None = None
    budget: ast.Expr | None = None


@dataclass(frozen=True, slots=True)
class Expand:
    """Bring what surrounds each hit, within so many edges; it takes of the budget what the hits have left.

    around: (direction, depth). test: what must hold of it. without: HARD texts that it must not match.
    """

    around: tuple[tuple[Direction, ast.Expr], ...]
    variable: str
    test: ast.Expr | None = None
    without: tuple[ast.Exclusion, ...] = ()


@dataclass(frozen=True, slots=True)
class Emit:
    """Turn selected candidates into bindings: the memory under `variable`, and what a recall says of it.

    whole: all of the memory is read later; properties: those that are.
    """

    variable: str
    whole: bool = True
    properties: tuple[str, ...] = ()
