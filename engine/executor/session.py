"""What the stages of one execution share: the store as it stood when the query began, and ways to ask it.

The arrays are those of one moment: a write that arrives meanwhile makes new ones and is seen by the next query. Things
that cost (the need's vector, the background of cosines, the tags' vectors) are made when first asked for and kept for
the run.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from ...dsl import ast
from ...dsl.catalog import Catalog
from ...dsl.plan import OPEN_HOPS
from ...errors import EmbeddingError, ModelChanged
from ..asking.catalog import CATALOG
from ..embedding.texts import embeddable
from ..embedding.tokens import counted
from ..embedding.unrelated import chance
from ..evaluation.context import Context
from ..evaluation.expressions.compile import compile_expression, evaluate_closed
from ..evaluation.values import NodeValue, Value, is_list, utc_datetime
from ..journal.grammar import language_of
from ..journal.words import Found
from ..projection.reader import Reader
from ..retrieval import fusion
from ..retrieval.adjacency import Adjacency, Bools, EdgeKind, Floats, Ints
from ..retrieval.adjacency import View as Seen
from ..running.cancel import Cancel, apart, current
from ..running.limits import current as limits
from ..values.times import NEVER
from .arguments import unfit
from .candidates import Candidates
from .pareto_terms import axis

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..embedding.tokens import TokenCounter
    from ..journal.journal import Journal
    from ..llm.helper import Helper
    from ..projection.memories import MemoryColumns
    from ..projection.projection import Projection
    from ..projection.state import View
    from ..projection.vectors import VectorMatrix
    from ..writing.vectors import Vectorizer
    from .observing import Observer

T = TypeVar("T")


class LazyGraph:
    """The graph, opened when a stage first asks it: most recalls never do."""

    def __init__(self, projection: Projection, context: Context) -> None:
        self._projection = projection
        self._context = context

    def run(self, cypher: str, parameters: Mapping[str, Any]) -> Any:
        work = self._context.cancel
        with work.timeless():  # a graph that is never built to its end would be begun anew by every query
            graph = self._projection.graph
        work.check()
        return graph.run(cypher, parameters, work.left())


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
    seq: the last event that is seen.
    recent: rows that the caller's session wrote, oldest first.
    reference: the moment that ages are measured from, microseconds.
    as_of: microseconds, where the store is asked as it was then; `past` are the memories as they were.
    variable: what a recall calls the memory; its objectives are names of the same scope.
    memo: what this run made. kept: what stays true for every run until something is written.
    catalog: what there is, and what was defined, when the statement was compiled.
    helper: asks a language model, where there is one.
    observer: is handed every step of the run, where somebody asked to be told.
    """

    journal: Journal
    projection: Projection
    vectorizer: Vectorizer
    counter: TokenCounter
    context: Context
    namespaces: tuple[str, ...]
    recent: tuple[int, ...] = ()
    reference: int | None = None
    as_of: int | None = None
    past: MemoryColumns | None = None
    variable: str = "m"
    memo: Memo = field(default_factory=Memo)
    kept: Memo = field(default_factory=Memo)
    catalog: Catalog = CATALOG
    observer: Observer | None = None
    helper: Helper | None = None
    seq: int = 0

    @classmethod
    def begin(
        cls, *, journal: Journal, projection: Projection, view: View, parameters: Mapping[str, Any], **kept: Any
    ) -> Session:
        """Return the session of one run, inside the projection's `reading()`. kept: the fields that it is given.

        The time that a query may take begins here: letting the store catch up before was not its own doing.
        """
        cancel = current() or Cancel()
        cancel.allow(limits().seconds)
        context = Context(
            parameters=parameters,
            reader=Reader(view, journal.memories),
            longest=longest_trail(view.edges.count),
            namespaces=kept["namespaces"],
            cancel=cancel,
        )
        context.graph = LazyGraph(projection, context)
        session = cls(journal=journal, projection=projection, context=context, seq=view.seq, **kept)
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
        return self.projection.memories if self.past is None else self.past

    @property
    def adjacency(self) -> Adjacency:
        return self.projection.adjacency

    @property
    def seen(self) -> Seen:
        """The graph as far as this session may see it: one view, so that every walk knows what the last one counted."""
        return self.once(("seen",), lambda: Seen(self.adjacency, self.visible, self.as_of))

    @property
    def vectors(self) -> VectorMatrix:
        return self.projection.vectors

    @property
    def visible(self) -> Bools:
        """(n_memories,) bool: in one of the namespaces, and known and not forgotten, now or as of then."""
        return self.once(("visible",), self._visible)

    def _visible(self) -> Bools:
        memories = self.memories
        codes = [memories.code("namespace", name) for name in self.namespaces]
        live = np.isin(memories.namespace, codes) & (memories.retracted_at == NEVER)
        return live if self.as_of is None else live & (memories.recorded_at <= self.as_of)

    def once(self, key: tuple[Hashable, ...], make: Callable[[], Any]) -> Any:
        """Return what depends on the scope alone, made once: for as long as nothing is written, or of a past for this
        run.
        """
        memo = self.kept if self.as_of is None else self.memo
        return memo.once((*key, self.namespaces, self.as_of), make)

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

    def share(self, expression: ast.Expr, clause: str) -> float:
        value = self.number(expression, clause)
        if not 0.0 <= value <= 1.0:
            raise unfit(clause, "a number in [0, 1]", expression, value)
        return value

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
        rows = self.context.watched(zip(memories, *columns, strict=True))
        return [closure(row, self.context) for row in rows]

    # ---- the need ------------------------------------------------------------------------------

    def embedded(self, text: str) -> NDArray[np.float32] | None:
        """Return the text's vector, (d,) float32, unit norm; None for a text without words."""
        if not embeddable(text):
            return None
        embed = partial(self.vectorizer.embed_query, text, self.vectors.model)
        return self.memo.once(("vector", text), lambda: self._made(embed))

    def meaning(self, text: str) -> NDArray[np.float32] | None:
        """Return the vector of a text whose meaning may be left out: None where the model fails, too."""
        try:
            return self.embedded(text)
        except ModelChanged:
            raise
        except EmbeddingError:
            return None

    def embedded_names(self, names: Sequence[str]) -> NDArray[np.float32]:
        """Return the vectors of short names, (n, d) float32, unit norm."""
        return self._made(partial(self.vectorizer.embed_names, list(names), self.vectors.model))

    def _made(self, call: Callable[[], T]) -> T:
        """Return what the embedder makes; a slow one is left behind where nobody waits for it any more."""
        return call() if self.vectorizer.embedder.quick else apart(call)

    @property
    def background(self) -> fusion.Background:
        """The cosines of unrelated memories among those that this session sees."""
        return self.once(("background",), lambda: fusion.background(self.sample))

    def background_of(self, text: str) -> fusion.Background:
        """The same, for cosines to a text: a store too small to tell goes by the model, and by the text's language."""
        if self.background.pairs > TELLING_PAIRS:
            return self.background
        language = language_of(text)
        assumed = fusion.prior(self._made(partial(chance, self.vectorizer.embedder, language)))
        return self.once(("background", language), lambda: fusion.background(self.sample, assumed))

    @property
    def sample(self) -> NDArray[np.float32]:
        """(k, d) float32, unit norm: the vectors of some of the memories that this session sees."""
        rows = np.flatnonzero(self.visible & self.vectors.present)
        return self.vectors.matrix[rows[:: max(1, len(rows) // BACKGROUND_ROWS)]]

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

    # ---- counts --------------------------------------------------------------------------------

    def edge_counts(self, kind: EdgeKind) -> Ints:
        """Return (n_memories,) how many open edges of a kind end or begin at each memory."""
        graph = self.adjacency
        live = self.projection.arcs.rows[(graph.kind == kind) & graph.holds(np.arange(len(graph.kind)), self.as_of)]
        ends = np.concatenate([self.projection.edges.source[live], self.projection.edges.target[live]])
        return np.bincount(ends, minlength=graph.n_memories)[: graph.n_memories]

    def tokens(self, rows: Ints) -> Ints:
        """Return (n,) the tokens of each memory's text."""
        memories = self.context.watched(self.journal.memories(rows.tolist()))
        return np.array([counted(memory.text, self.counter) for memory in memories], np.int64)


TELLING_PAIRS = 2_000
"""Of about 64 memories: from here on what is assumed of a small store weighs less than a hundredth."""
BACKGROUND_ROWS = 4_096
"""Memories that the background is drawn from: gathering all of a large store would cost more than scoring them."""


def longest_trail(edges: int) -> int:
    """Return how long a trail in a graph of so many edges can be, rounded up to a power of two: a store that grows has
    few texts for the graph engine to prepare.
    """
    return min(OPEN_HOPS, 1 << edges.bit_length())
