"""Stages of a pattern query: each takes rows of bindings and gives rows of bindings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from .. import ast
from .cypher import PRESENT, Binding, Cypher, View

if TYPE_CHECKING:
    from . import Stage


@dataclass(frozen=True, slots=True)
class Start:
    """One row that binds nothing."""


@dataclass(frozen=True, slots=True)
class Shortest:
    """A shortest path between two nodes that a scan draws, or all of them: found by walking, not by the graph engine.

    edge: which edges it may walk, in which direction, how many, and what each must fulfil. walk: what binds the list of
    them. path: what binds the path, where it has a name.
    """

    start: str
    edge: ast.EdgePattern
    end: str
    walk: str
    path: str | None = None
    every: bool = False


@dataclass(frozen=True, slots=True)
class Tested:
    """Stages that test the rows of a scan, and ask queries to do so; none of them adds a row or a name.

    number: the name under which they carry the place of the row that asked the scan, from 0.
    """

    number: str
    stages: tuple[Stage, ...]


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
    shortest: paths that are looked for between nodes of `patterns`, once those are matched.
    tested: of an OPTIONAL MATCH and a recall, what else is tested before missing rows are filled with null.
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
    view: View = PRESENT
    labelled: tuple[str, ...] = ()
    limit: ast.Expr | None = None
    distinct: bool = False
    probes: tuple[Cypher, ...] = ()
    shortest: tuple[Shortest, ...] = ()
    tested: Tested | None = None


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
class Skip:
    count: ast.Expr


@dataclass(frozen=True, slots=True)
class Limit:
    count: ast.Expr


@dataclass(frozen=True, slots=True)
class ParetoSort:
    """PARETO BY over any expressions of a pattern query: order rows by front, then inside the front.

    numbered: columns that get the number of the row's front, from 1.
    """

    pareto: ast.ParetoBy
    numbered: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Branch:
    """A query inside an expression, or one branch of its UNION.

    each: stages that go from row to row: they run once, for all the rows that ask.
    then: from the first that regards several rows at once (an aggregate, DISTINCT, LIMIT); for each asking row alone.
    value: what COLLECT gathers of each row at the end.
    """

    each: tuple[Stage, ...]
    then: tuple[Stage, ...] = ()
    value: ast.Expr | None = None


@dataclass(frozen=True, slots=True)
class Apply:
    """Ask a query for each row, and add what it comes to under `name`: whether it has rows, how many, or its values.

    number: the name under which the rows that ask are numbered from 0, inside the query. given: their names, which it
    may speak of in all of its clauses. distinct: its branches count each value once.
    """

    name: str
    kind: ast.Asking
    number: str
    branches: tuple[Branch, ...]
    given: tuple[str, ...]
    distinct: bool = False


@dataclass(frozen=True, slots=True)
class Bring:
    """Inside a query in an expression: give each row again these names of the row that asks, where it lost them."""

    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class UnionAll:
    """The rows of each branch (a whole tuple of stages) one after another; `distinct` removes duplicates."""

    branches: tuple[tuple[Stage, ...], ...]
    distinct: bool
