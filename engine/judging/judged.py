"""A store under judgement: the plan of a need by a strategy, and what stands after any stage of it.

A ranker that is ours and one that is not obey the same scan (task, time, what is at hand), and read the same arrays.
Recalls are run as they always are, only that nobody asks for reasons: those take milliseconds a row, and change no
order.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import takewhile
from typing import TypeVar

import numpy as np

from ...dsl.compiler import compile_within
from ...dsl.plan import Anchors, GraphScan, Plan, Require
from ...dsl.plan import Stage as PlanStage
from ..asking.asker import Asker
from ..asking.choosing import index_for
from ..asking.recall_arguments import recall_of
from ..asking.strategies import DEFAULT
from ..embedding.port import Embedder, Fingerprint, Vectors
from ..embedding.tokens import count_tokens
from ..executor.candidates import Candidates
from ..executor.run import selected
from ..executor.session import Session
from ..handle.engine import Engine
from ..retrieval.adjacency import Ints
from ..running.operation import operation
from ..writing.definitions import Definitions
from ..writing.scribe import Scribe
from .metrics import words_and_marks
from .suite import Need

T = TypeVar("T")
S = TypeVar("S", bound=PlanStage)

WRITTEN = "judged"
"""What a strategy is called that is given by its clauses."""

Change = Callable[[Plan], Plan]


@dataclass(frozen=True, slots=True)
class Texts:
    """What is counted of every memory's text, by row: words and marks, and those of them with a digit."""

    lengths: Ints
    digits: Ints


class Judged:
    """One open store, asked again and again. Close the engine, not this."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        store, definitions = engine.store, Definitions(engine.journal, engine.namespace)
        self._asker = Asker(store, Scribe(store, engine.namespace), definitions, count_tokens)
        self._definitions = definitions

    def plan(self, need: Need, using: str = DEFAULT.name, clauses: str = "", k: int | None = None) -> Plan:
        """Return the plan of a recall for the need. clauses: as behind DEFINE STRATEGY ... AS, in place of `using`.

        Raises QueryError where the clauses or the need's scope cannot be taken.
        """
        recall = recall_of(need.text, **need.scope, using=WRITTEN if clauses else using, k=k)
        catalog = self._definitions.catalog
        if clauses:
            text = f"DEFINE STRATEGY {WRITTEN} AS {clauses}"
            written = replace(DEFAULT, name=WRITTEN, text=text)
            catalog = replace(catalog, strategies=(*catalog.strategies, written))
        return compile_within(index_for(catalog, {}), recall)

    def look(self, plan: Plan, see: Callable[[Candidates, Session], T]) -> T:
        """Return what is seen in the candidates as they stand where the plan ends, or makes rows of them."""
        with operation(self.engine.limits):
            return self._asker.looking(plan, lambda plan, session: see(*selected(plan, session)))

    def ids(self, plan: Plan) -> tuple[str, ...]:
        """Return the ids that a plan selects, best first."""
        return self.look(plan, ids_of)

    def in_scope(self, need: Need, see: Callable[[Candidates, Session], T]) -> T:
        """Return what is seen in all memories that may be an answer at all, in the order in which they were learned."""
        plan = self.plan(need)
        return self.look(until(plan, lambda stage: isinstance(stage, Anchors | GraphScan | Require)), see)

    def lengths_of(self, ids: Sequence[str]) -> Ints:
        """Return (n,) the words and marks of memories, by their ids."""
        memories, namespace = self.engine.projection.memories, self.engine.namespace
        rows = [memories.row_of(namespace, id_) for id_ in ids]
        return self.texts.lengths[np.array(rows, np.int64)]

    @cached_property
    def texts(self) -> Texts:
        """What is counted of every memory's text, read once."""
        rows = range(self.engine.projection.memories.count)
        texts = [memory.text for memory in self.engine.journal.memories(rows)]
        with_digit = [sum(any(c.isdigit() for c in word) for word in text.split()) for text in texts]
        return Texts(np.array([words_and_marks(text) for text in texts], np.int64), np.array(with_digit, np.int64))


def ids_of(candidates: Candidates, session: Session) -> tuple[str, ...]:
    """Return the ids of candidates, in their order."""
    rows: list[int] = candidates.rows.tolist()
    return tuple(session.memories.ids[row] for row in rows)


def until(plan: Plan, kept: Callable[[PlanStage], bool]) -> Plan:
    """Return the plan up to the first stage that is not kept."""
    return replace(plan, stages=tuple(takewhile(kept, plan.stages)))


def edited(plan: Plan, kind: type[S], edit: Callable[[S], PlanStage | None]) -> Plan:
    """Return the plan with each stage of a kind as `edit` returns it, or without it for None."""
    stages = [edit(stage) if isinstance(stage, kind) else stage for stage in plan.stages]
    return replace(plan, stages=tuple(stage for stage in stages if stage is not None))


class Remembering:
    """An embedder that embeds each question once: twenty rankers ask the same ones."""

    def __init__(self, inner: Embedder) -> None:
        self._inner = inner
        self._known: dict[str, Vectors] = {}
        self.quick = inner.quick

    @property
    def fingerprint(self) -> Fingerprint:
        return self._inner.fingerprint

    def embed(self, texts: Sequence[str]) -> Vectors:
        return self._inner.embed(texts)

    def embed_query(self, text: str) -> Vectors:
        if text not in self._known:
            self._known[text] = self._inner.embed_query(text)
        return self._known[text]
