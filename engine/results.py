"""What comes back: rows of a query, hits of a recall, a packed context. Frozen, and able to say why."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, overload

from .model import Memory
from .plain import to_plain

if TYPE_CHECKING:
    import polars as pl


@dataclass(frozen=True, slots=True)
class StageReport:
    """One stage of an execution: rows in, rows out, and the seconds it took."""

    stage: str
    rows_in: int
    rows_out: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Rows:
    """The answer to a query: named columns, rows of plain values (nodes and edges as dicts), and how it was come by.

    `stages` are filled for every run; `pending` counts memories whose vectors were not there yet; `notes` are
    sentences a person should see (a front of many axes, an objective left out, a stage that cut everything).
    """

    columns: tuple[str, ...]
    values: tuple[tuple[Any, ...], ...]
    stages: tuple[StageReport, ...] = ()
    notes: tuple[str, ...] = ()
    pending: int = 0
    explanation: str | None = None

    def __len__(self) -> int:
        return len(self.values)

    def __iter__(self) -> Iterator[dict[str, Any]]:
        """Yield the rows as dicts of plain values: nodes and edges become dicts, times stay aware datetimes."""
        return ({c: to_plain(v) for c, v in zip(self.columns, row, strict=True)} for row in self.values)

    def to_dicts(self) -> list[dict[str, Any]]:
        """Return the rows as `iter` yields them, in a list."""
        return list(self)

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
    """

    memory: Memory
    front: int
    rank: int
    scores: Mapping[str, float]
    arms: Mapping[str, float]
    dominates: int
    dominated_by: int
    why: str


@dataclass(frozen=True, slots=True)
class Front(Sequence[Hit]):
    """The hits of a recall in the order of their rank."""

    hits: tuple[Hit, ...]
    stages: tuple[StageReport, ...] = ()
    notes: tuple[str, ...] = ()
    pending: int = 0
    objectives: tuple[str, ...] = field(default=())

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


@dataclass(frozen=True, slots=True)
class Context:
    """A recall packed for a prompt. `tokens` is exact by the tokenizer that was used, and never above the budget."""

    text: str
    tokens: int
    ids: tuple[str, ...]
    left_out: int

    def __str__(self) -> str:
        return self.text
