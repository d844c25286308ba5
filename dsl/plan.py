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

from . import ast
from .catalog import Type

OPEN_HOPS = 1000
"""What an open end (`*`, `*2..`) stands for. A longer trail in the graph is a LimitError, never a short answer."""

# ---- what the graph is asked ---------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Argument:
    """One generated parameter of emitted Cypher.

    value: closed, that is, it names nothing that is bound by a row.
    type: what it is cast to. A value that is not of the type is a ParameterError: it never becomes another comparison.
      null is of every type, but an item of a list may not be null. FLOAT takes integers and refuses NaN; INTEGER takes
      a float that is whole; TIMESTAMP takes a datetime, an ISO 8601 string or an `Ago`; ANY takes it as it is.
    splice: `value` is a list of names in which a parameter may stand for one name or for a list of them.
    """

    name: str
    value: ast.Expr
    type: Type
    splice: bool = False


@dataclass(frozen=True, slots=True)
class Cypher:
    """Emitted for the graph engine: no character of the query is in `text`.

    Nodes are n0, n1, ..., edges e0, e1, ..., by their place in the patterns; values are the generated `arguments`.

    Columns, in order, for each `Binding` of the stage (all 64-bit integers unless said otherwise):
      node   `row`, and before it `label` (STRING) where `Binding.label` is None
      edge   `row`: edges are numbered across all types
      walk   `rows`: the list of edge rows of a variable-length edge, from left to right in the pattern
      path   none: it is put together from the bindings that it names
      then one column for each property in `Binding.properties`

    A stage with inputs is called with `$inputs`, a list of {i, k0, k1, ...}: k0 belongs to `inputs[0]` and is a node's
    key (STRING) or an edge's row (INT64); a node in `labelled` also gives its label as l0, l1, ... The answer holds `i`
    first, so that each row can be joined to the row that asked.

    hops: bounds of variable-length edges that are parameters, as `$h0`, ... in `text`. The graph engine takes none
      there: `emitter.fill_hops` writes them in, as integers that it has checked.
    inputs: the names behind k0, k1, ...; a probe asks for fewer of them than its stage has.
    """

    text: str
    arguments: tuple[Argument, ...]
    hops: tuple[Argument, ...] = ()
    inputs: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Binding:
    """A name that a scan binds. A name with `@` was made by the compiler and can be written by no text.

    label: the node's label or the edge's type, where the pattern leaves no choice.
    properties, journal: what a later stage reads of it, held by the graph and by the journal. whole: all of it.
    path: for kind "path", the names of the nodes and edges, in turn, that it is made of.
    """

    name: str
    kind: Literal["node", "edge", "walk", "path"]
    label: str | None = None
    properties: tuple[str, ...] = ()
    whole: bool = False
    hidden: bool = False
    path: tuple[str, ...] = ()
    journal: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class View:
    """Which part of the store a scan sees: what is not retracted and is in the session's namespaces, unless said.

    as_of: as the store knew it then. valid_at: what held in the world then. namespaces: instead of the session's.
    """

    as_of: ast.Expr | None = None
    valid_at: ast.Expr | None = None
    namespaces: tuple[ast.Expr, ...] = ()


# ---- stages of a pattern query -------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Start:
    """One row that binds nothing."""


@dataclass(frozen=True, slots=True)
class GraphScan:
    """Match patterns in the graph.

    memory: in the first stage of a recall, the binding whose rows are the candidates.
    pushed: what the emitted Cypher filters by. residual: what remains of the condition, evaluated on the joined rows
      (for an OPTIONAL MATCH before missing rows are filled with null).
    distinct_edges: edges and walks of which no two may share an edge, where the graph engine did not see to it.
    labelled: those of `inputs` whose label must be given.
    limit: so many rows are enough. distinct: the emitted Cypher drops doubles.
    probes: one for each walk with an open end, called with the same inputs; if one answers with a row, the graph holds
      a trail longer than OPEN_HOPS edges, and the query is a LimitError.
    """

    patterns: tuple[ast.PathPattern, ...]
    inputs: tuple[str, ...]
    bindings: tuple[Binding, ...]
    cypher: Cypher
    pushed: ast.Expr | None = None
    residual: ast.Expr | None = None
    optional: bool = False
    distinct_edges: tuple[str, ...] = ()
    memory: str | None = None
    view: View = View()
    labelled: tuple[str, ...] = ()
    limit: ast.Expr | None = None
    distinct: bool = False
    probes: tuple[Cypher, ...] = ()


@dataclass(frozen=True, slots=True)
class Filter:
    predicate: ast.Expr


@dataclass(frozen=True, slots=True)
class Unwind:
    source: ast.Expr
    variable: str


@dataclass(frozen=True, slots=True)
class Column:
    name: str
    expression: ast.Expr


@dataclass(frozen=True, slots=True)
class Project:
    """Replace the row by `columns`. keep: earlier bindings that ORDER BY still needs, dropped by the next `Drop`."""

    columns: tuple[Column, ...]
    distinct: bool = False
    keep: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Aggregate:
    """Group by `keys`. folds: columns whose expressions hold aggregate calls.

    Each call is one fold over the group, its arguments evaluated on each row; the rest of the expression sees the keys
    by their column names.
    """

    keys: tuple[Column, ...]
    folds: tuple[Column, ...]


@dataclass(frozen=True, slots=True)
class Drop:
    """Keep only these names, in this order."""

    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Sort:
    keys: tuple[ast.SortKey, ...]


@dataclass(frozen=True, slots=True)
class Number:
    """Number the rows from 0 under `name`, so that a later Aggregate can tell equal rows apart."""

    name: str


@dataclass(frozen=True, slots=True)
class Skip:
    count: ast.Expr


@dataclass(frozen=True, slots=True)
class Limit:
    count: ast.Expr


@dataclass(frozen=True, slots=True)
class ParetoSort:
    """PARETO BY over any expressions of a pattern query: order rows by front, then inside the front."""

    pareto: ast.ParetoBy


@dataclass(frozen=True, slots=True)
class UnionAll:
    """The rows of each branch (a whole tuple of stages) one after another; `distinct` removes duplicates."""

    branches: tuple[tuple[Stage, ...], ...]
    distinct: bool


# ---- stages of a recall --------------------------------------------------------------------------


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


# ---- lineage -------------------------------------------------------------------------------------


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


Stage: TypeAlias = (
    Start
    | GraphScan
    | Filter
    | Unwind
    | Project
    | Aggregate
    | Drop
    | Sort
    | Number
    | Skip
    | Limit
    | ParetoSort
    | UnionAll
    | Anchors
    | Similar
    | Lexical
    | Tagged
    | Mentioning
    | Spread
    | Cut
    | Score
    | Admit
    | Front
    | Rank
    | Select
    | Emit
    | Walk
)


@dataclass(frozen=True, slots=True)
class Plan:
    """What `compile` returns.

    kind: which sort of statement it was.
    mode: whether to run it, only to explain it, or to run it and report each stage.
    columns: the names of the answer's columns.
    parameters: the names that must be given, and no others may be.
    """

    kind: Literal["query", "recall", "trace"]
    mode: Literal["run", "explain", "profile"]
    stages: tuple[Stage, ...]
    columns: tuple[str, ...]
    parameters: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    text: str = field(default="", compare=False)
