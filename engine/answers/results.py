"""What comes back: rows of a query, hits of a recall, a packed context. Frozen, and able to say why."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Any, overload

from ...errors import QueryError
from ..asking.reasons import Reasons
from ..values.model import Memory
from .plain import to_plain

if TYPE_CHECKING:
    import polars as pl

    from ...dsl import ast
    from ..asking.recall_record import RecallRecord
    from ..need.inferred import Inferred
    from ..refining.port import AnyReranker, Reranker


@dataclass(frozen=True, slots=True)
class StageReport:
    """One stage of an execution: rows in, rows out, and the seconds it took.

    inside: of the stages that it ran itself, a tuple for each run. found: what PROFILE adds to that.
    """

    stage: str
    rows_in: int
    rows_out: int
    seconds: float
    inside: tuple[tuple[StageReport, ...], ...] = ()
    found: str = ""


@dataclass(frozen=True, slots=True)
class Rows:
    """The answer to a query: named columns, rows of plain values (nodes and edges as dicts), and how it was come by.

    `stages` are filled for every run; `pending` counts memories whose vectors were not there yet; `notes` are
    sentences a person should see (a front of many axes, an objective left out, a stage that cut everything).
    explanation: the plan as a tree, of EXPLAIN and PROFILE. reasons: what WHY found, as data. recorder: makes the
    record of a RECALL.
    """

    columns: tuple[str, ...]
    values: tuple[tuple[Any, ...], ...]
    stages: tuple[StageReport, ...] = ()
    notes: tuple[str, ...] = ()
    pending: int = 0
    explanation: str | None = None
    reasons: Reasons | None = None
    recorder: Callable[[], RecallRecord] | None = field(default=None, repr=False, compare=False)

    def __repr__(self) -> str:
        return f"<Rows: {len(self)} of {', '.join(self.columns)}>"

    def __len__(self) -> int:
        return len(self.values)

    def __iter__(self) -> Iterator[dict[str, Any]]:
        """Yield the rows as dicts of plain values: nodes and edges become dicts, times stay aware datetimes."""
        return ({c: to_plain(v) for c, v in zip(self.columns, row, strict=True)} for row in self.values)

    def to_dicts(self) -> list[dict[str, Any]]:
        """Return the rows as `iter` yields them, in a list."""
        return list(self)

    @property
    def record(self) -> RecallRecord:
        """What a RECALL asked and answered, as data: for `WHY ... IN $record`, and for feedback.

        Raises QueryError where these rows are no answer of a RECALL.
        """
        if self.recorder is None:
            raise QueryError("Only a RECALL has a record, and these rows answered something else.")
        return self.recorder()

    @property
    def frame(self) -> pl.DataFrame:
        """The rows as a Polars frame. A column whose values do not share a type is kept as JSON text."""
        from .frames import frame_of

        return frame_of(self.columns, [[to_plain(value) for value in row] for row in self.values])


@dataclass(frozen=True, slots=True)
class Hit:
    """One memory of a recall's answer, and why it is there.

    front: 1 is best.
    rank: place in the answer, from 1.
    scores: each objective, in [0, 1], higher is better (`cost` in tokens); `rank` is what RANK BY came to.
    arms: each arm's calibrated score, in [0, 1].
    dominates, dominated_by: counts among the candidates.
    was: its place before `refine` moved it.
    expanded_from: the id of the hit that EXPAND brought this memory with, whose front and rank it has; None for a hit.
    """

    memory: Memory
    front: int
    rank: int
    scores: Mapping[str, float]
    arms: Mapping[str, float]
    dominates: int
    dominated_by: int
    why: str
    expanded_from: str | None = None
    was: int | None = None


@dataclass(frozen=True, slots=True)
class Question:
    """What a recall was asked, and where: what its record needs beside the answer. Fields as in `RecallRecord`.

    statement: the recall as a tree, whose text the record holds. why: answers for a memory in a record.
    trial: the two strategies that the statement's was drawn from, where it was.
    """

    statement: ast.Recall
    namespaces: tuple[str, ...]
    recent: tuple[str, ...]
    seq: int
    reference: datetime
    why: Callable[[str, RecallRecord], Reasons]
    trial: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Front(Sequence[Hit]):
    """The hits of a recall in the order of their rank. need: what was inferred from its text."""

    hits: tuple[Hit, ...]
    stages: tuple[StageReport, ...] = ()
    notes: tuple[str, ...] = ()
    pending: int = 0
    objectives: tuple[str, ...] = field(default=())
    question: Question | None = field(default=None, repr=False, compare=False)
    need: Inferred | None = field(default=None, repr=False, compare=False)

    def __repr__(self) -> str:
        return f"<Front: {', '.join(f'{hit.rank}. {hit.memory.id}' for hit in self.hits) or 'nothing'}>"

    def __len__(self) -> int:
        return len(self.hits)

    @overload
    def __getitem__(self, index: int) -> Hit: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Hit]: ...
    def __getitem__(self, index: int | slice) -> Hit | Sequence[Hit]:
        return self.hits[index]

    @property
    def ids(self) -> list[str]:
        return [hit.memory.id for hit in self.hits]

    @property
    def record(self) -> RecallRecord:
        """What was asked and answered, as data: for `WHY ... IN $record`, and for feedback by its `id`."""
        from ..asking.recall_record import record_of

        return record_of(self)

    def why(self, id: str) -> Reasons:
        """Return why a memory is among these, or is not; the store answers as it was when it was asked.

        Raises StoreClosed where it is not open any more.
        """
        record = self.record
        assert self.question is not None
        return self.question.why(id, record)

    def refine(self, reranker: Reranker) -> Front:
        """Return the hits in the order that a reranker gives them, each with the place that it had (`was`).

        A reranker that fails changes nothing, and a note says so.
        """
        from ..refining.refine import refine

        return refine(self, reranker)

    async def arefine(self, reranker: AnyReranker) -> Front:
        """The same without holding up an event loop; the reranker may be one that is awaited."""
        from ..refining.refine import arefine

        return await arefine(self, reranker)


@dataclass(frozen=True, slots=True)
class Context:
    """A recall packed for a prompt. `tokens` is exact by the tokenizer that was used, and never above the budget.

    ids: in the order of the text. left_out: memories that were found and had no room. sections: the ids of each.
    """

    text: str
    tokens: int
    ids: tuple[str, ...]
    left_out: int
    sections: Mapping[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])

    def __str__(self) -> str:
        return self.text
