"""What the stages of one execution share: the store as it stood when the query began, and ways to ask it.

The arrays are those of one moment: a write that arrives meanwhile makes new ones and is seen by the next query. Things
that cost (the need's vector, the background of cosines, the tags' vectors) are made when first asked for and kept for
the run.
"""

from __future__ import annotations

import time
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from ...dsl import ast
from ..embedding.texts import embeddable
from ..evaluation.context import Context
from ..evaluation.expressions.compile import compile_expression, evaluate_closed
from ..evaluation.values import NodeValue, Value, is_list, utc_datetime
from ..journal.words import Found
from ..projection.reader import Reader
from ..retrieval import fusion
from ..retrieval.adjacency import Adjacency, Bools, EdgeKind, Floats, Ints
from ..times import NEVER
from .arguments import unfit
from .candidates import Candidates
from .pareto_terms import axis

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..embedding.tokens import TokenCounter
    from ..journal.journal import Journal
    from ..projection.memories import MemoryColumns
    from ..projection.projection import Projection
    from ..projection.state import View
    from ..projection.vectors import VectorMatrix
    from ..vectors import Vectorizer


class LazyGraph:
    """The graph, opened when a stage first asks it: most recalls never do."""

    def __init__(self, projection: Projection, context: Context) -> None:
        self._projection = projection
        self._context = context

    def run(self, cypher: str, parameters: Mapping[str, Any]) -> Any:
        left = None if self._context.deadline is None else max(0.001, self._context.deadline - time.monotonic())
        return self._projection.graph.run(cypher, parameters, left)


@dataclass(slots=True)
class Memo:
    """What was made already: for one run, or for as long as nothing is written."""

    kept: dict[Hashable, Any] = field(default_factory=dict[Hashable, Any])

    def once(self, key: Hashable, make: Any) -> Any:
        if key not in self.kept:
            self.kept[key] = make()
        return self.kept[key]


@dataclass(frozen=True, slots=True)
class Session:
    """The store as one run sees it.

    namespaces: those in scope.
    recent: rows that the caller's session wrote, oldest first.
    reference: microseconds.
    variable: what a recall calls the memory; its objectives are names of the same scope.
    memo: what this run made. kept: what stays true for every run until something is written.
    """

    journal: Journal
    projection: Projection
    vectorizer: Vectorizer
    counter: TokenCounter
    context: Context
    namespaces: tuple[str, ...]
    recent: tuple[int, ...] = ()
    reference: int | None = None
    variable: str = "m"
    memo: Memo = field(default_factory=Memo)
    kept: Memo = field(default_factory=Memo)

    @classmethod
    def begin(
        cls, *, journal: Journal, projection: Projection, view: View, parameters: Mapping[str, Any], **kept: Any
    ) -> Session:
        """Return the session of one run, inside the projection's `reading()`. kept: the fields that it is given."""
        context = Context(
            parameters=parameters,
            reader=Reader(view, journal.memories),
            namespaces=kept["namespaces"],
            deadline=time.monotonic() + QUERY_SECONDS,
        )
        context.graph = LazyGraph(projection, context)
        session = cls(journal=journal, projection=projection, context=context, **kept)
        scope_at = view.memories.at[np.flatnonzero(session.visible)]
        if scope_at.size:
            context.now = utc_datetime(int(scope_at.max()))
        return session

    # ---- scope ---------------------------------------------------------------------------------

    def within(self, namespaces: Sequence[ast.Expr]) -> Session:
        """Return the session of a recall that names its namespaces itself."""
        named = tuple(self.texts(namespaces, "NAMESPACE"))
        return replace(self, namespaces=named) if named else self

    @property
    def memories(self) -> MemoryColumns:
        return self.projection.memories

    @property
    def adjacency(self) -> Adjacency:
        return self.projection.adjacency

    @property
    def vectors(self) -> VectorMatrix:
        return self.projection.vectors

    @property
    def visible(self) -> Bools:
        """(n_memories,) bool: in one of the namespaces, and not forgotten."""
        return self.kept.once(("visible", self.namespaces), self._visible)

    def _visible(self) -> Bools:
        memories = self.memories
        codes = [memories.code("namespace", name) for name in self.namespaces]
        return np.isin(memories.namespace, codes) & (memories.retracted_at == NEVER)

    def in_tasks(self, tasks: Sequence[str]) -> Bools:
        known = [code for task in tasks if (code := self.memories.code("task", task)) >= 0]
        return np.isin(self.memories.task, known)

    def row_of(self, identity: str) -> int | None:
        rows = (self.memories.row_of(namespace, identity) for namespace in self.namespaces)
        return next((row for row in rows if row is not None), None)

    # ---- closed expressions --------------------------------------------------------------------

    def value(self, expression: ast.Expr) -> Value:
        return evaluate_closed(expression, self.context)

    def text(self, expression: ast.Expr, clause: str) -> str:
        value = self.value(expression)
        if not isinstance(value, str):
            raise unfit(clause, "a string", expression, value)
        return value

    def texts(self, expressions: Sequence[ast.Expr], clause: str) -> list[str]:
        """Return the strings of a list of names, where a parameter may hold one or several."""
        return [text for expression in expressions for text in self._strings(expression, clause)]

    def _strings(self, expression: ast.Expr, clause: str) -> Iterator[str]:
        value = self.value(expression)
        for item in value if is_list(value) else [value]:
            if not isinstance(item, str):
                raise unfit(clause, "strings", expression, item, verb="holds" if is_list(value) else "is")
            yield item

    def count(self, expression: ast.Expr, clause: str, least: int) -> int:
        value = self.value(expression)
        if isinstance(value, bool) or not isinstance(value, int) or value < least:
            raise unfit(clause, f"a whole number from {least}", expression, value)
        return value

    def number(self, expression: ast.Expr, clause: str) -> float:
        value = self.value(expression)
        if isinstance(value, bool) or not isinstance(value, int | float) or value != value:
            raise unfit(clause, "a number", expression, value)
        return float(value)

    # ---- expressions over candidates -----------------------------------------------------------

    def column(self, expression: ast.Expr, candidates: Candidates) -> Floats:
        """Return an expression over the candidates as (n,) float64.

        Raises EvaluationError for what is no number or time.
        """
        if isinstance(expression, ast.Name) and expression.name in candidates.scores:
            return candidates.scores[expression.name]
        return axis(self.values(expression, candidates), expression)

    def values(self, expression: ast.Expr, candidates: Candidates) -> list[Value]:
        """Return the value of an expression for each candidate; the memory and its objectives are in scope."""
        names = (self.variable, *candidates.scores)
        closure = compile_expression(expression, names)
        columns = (column.tolist() for column in candidates.scores.values())
        memories = [NodeValue("Memory", row) for row in candidates.rows.tolist()]
        return [closure(row, self.context) for row in zip(memories, *columns, strict=True)]

    # ---- the need ------------------------------------------------------------------------------

    def embedded(self, text: str) -> NDArray[np.float32] | None:
        """Return the text's vector, (d,) float32, unit norm; None for a text without words."""
        return self.memo.once(("vector", text), lambda: self.vectorizer.embed_query(text)) if embeddable(text) else None

    @property
    def background(self) -> fusion.Background:
        """The cosines of unrelated memories among those that this session may see."""
        return self.kept.once(("background", self.namespaces), self._background)

    def _background(self) -> fusion.Background:
        rows = np.flatnonzero(self.visible & self.vectors.present)
        some = rows[:: max(1, len(rows) // BACKGROUND_ROWS)]
        return fusion.background(self.vectors.matrix[some])

    def words(self, text: str) -> Found:
        """Return rows and BM25 scores of the memories in scope that hold any of the text's words."""
        return self._known(self.journal.words(self.namespaces, text))

    def holding_all(self, text: str) -> Bools:
        """Return (n_memories,) bool: the memories in scope that hold every word of the text."""
        mask = np.zeros(self.memories.count, np.bool_)
        mask[self._known(self.journal.words(self.namespaces, text, every=True)).rows] = True
        return mask

    def _known(self, found: Found) -> Found:
        """Leave out what was written after this run began."""
        known = found.rows < self.memories.count
        return Found(found.rows[known], found.scores[known], found.ceilings[known])

    # ---- hubs ----------------------------------------------------------------------------------

    def hub(self, label: str, name: str) -> list[int]:
        """Return the adjacency nodes of a tag or entity in the namespaces in scope, matched by its folded name."""
        rows = (self.projection.hubs.row_of(label, namespace, name) for namespace in self.namespaces)
        return [self.adjacency.n_memories + row for row in rows if row is not None]

    def alike(self, label: str, name: str, least: float) -> list[tuple[int, float]]:
        """Return (adjacency node, calibrated likeness) of the hubs whose names mean nearly the same as `name`."""
        rows, matrix = self.kept.once(("hubs", label, self.namespaces), lambda: self._hub_vectors(label))
        query = self.embedded(name)
        if query is None or not len(rows):
            return []
        alike = fusion.calibrate_cosine(matrix @ query, fusion.PRIOR)
        close = np.flatnonzero(alike >= least)
        return [(self.adjacency.n_memories + int(rows[i]), float(alike[i])) for i in close]

    def hub_names(self, label: str) -> list[str]:
        """Return the names of the tags or entities in scope, MOST_HUB_NAMES at most."""
        return [self.projection.hubs.names[row] for row in self._hubs(label)][:MOST_HUB_NAMES]

    def _hubs(self, label: str) -> list[int]:
        hubs = self.projection.hubs
        mine = np.isin(hubs.namespace, [self.memories.code("namespace", name) for name in self.namespaces])
        return [row for row in map(int, hubs.rows(label)) if mine[row]]

    def _hub_vectors(self, label: str) -> tuple[Ints, NDArray[np.float32]]:
        hubs = self.projection.hubs
        rows = [row for row in self._hubs(label) if embeddable(hubs.names[row])][:MOST_HUB_NAMES]
        return np.array(rows, np.int64), self.vectorizer.embed_names([hubs.names[row] for row in rows])

    # ---- counts --------------------------------------------------------------------------------

    def edge_counts(self, kind: EdgeKind) -> Ints:
        """Return (n_memories,) how many open edges of a kind end or begin at each memory."""
        graph = self.adjacency
        live = self.projection.arcs.rows[(graph.kind == kind) & (graph.retracted_at == NEVER)]
        ends = np.concatenate([self.projection.edges.source[live], self.projection.edges.target[live]])
        return np.bincount(ends, minlength=graph.n_memories)[: graph.n_memories]

    def tokens(self, rows: Ints) -> Ints:
        """Return (n,) the tokens of each memory's text."""
        return np.array([self.counter(memory.text) for memory in self.journal.memories(rows.tolist())], np.int64)


BACKGROUND_ROWS = 4_096
"""Memories that the background is drawn from: gathering all of a large store would cost more than scoring them."""

QUERY_SECONDS = 60.0
"""How long one statement may run."""

MOST_HUB_NAMES = 2_000
"""Names of tags or entities that are compared by meaning; a store with more is asked by exact and folded names."""
