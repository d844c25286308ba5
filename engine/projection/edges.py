"""All edges in one table, numbered across their types in the order in which they were made. None is ever removed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..values.schema import EDGES
from ..values.times import NEVER
from .columns import Column
from .kinds import Kind, Numbers, Times, Words

TYPE_CODES = {definition.type: code for code, definition in enumerate(EDGES)}


@dataclass(frozen=True, slots=True)
class EdgeTable:
    """The first `count` edges; arrays are (e,) and read-only.

    type: uint8 into `schema.EDGES`. source, target: int32, a memory row or a hub row according to the type.
    recorded_at, retracted_at: int64 microseconds, NEVER while it holds. weight: float64 in [0, 1]. reason: int32 codes
    into the values of its kind, -1 for none.
    """

    count: int
    type: NDArray[np.uint8]
    source: NDArray[np.int32]
    target: NDArray[np.int32]
    recorded_at: NDArray[np.int64]
    retracted_at: NDArray[np.int64]
    inferred: NDArray[np.bool_]
    weight: NDArray[np.float64]
    reason: NDArray[np.int32]
    kinds: Mapping[str, Kind]

    def column(self, name: str) -> NDArray[Any]:
        return getattr(self, name)

    def rows(self, type: str) -> NDArray[np.int64]:
        """Return the rows of all edges of one type, rising."""
        return np.flatnonzero(self.type == TYPE_CODES[type])


class GrowingEdges:
    """The edges as events draw them. At most one edge of a type holds between two nodes at a time."""

    def __init__(self) -> None:
        self.kinds: dict[str, Kind] = {
            "recorded_at": Times(NEVER),
            "retracted_at": Times(NEVER),
            "inferred": Numbers(np.bool_),
            "weight": Numbers(np.float64),
            "reason": Words(),
        }
        self.columns = {name: Column(kind.dtype) for name, kind in self.kinds.items()}
        self.columns["type"] = Column(np.dtype(np.uint8))
        self.columns["source"] = Column(np.dtype(np.int32))
        self.columns["target"] = Column(np.dtype(np.int32))
        self.touched: set[int] = set()
        self._live: dict[int, dict[int, int]] = {}
        self._shown: EdgeTable | None = None

    def __len__(self) -> int:
        return len(self.columns["type"])

    def restore(self, columns: Mapping[str, NDArray[Any]]) -> None:
        """Take over what a snapshot held, in the order of rows."""
        self.columns = {name: Column(values.dtype, values) for name, values in columns.items()}

    def add(
        self,
        type: int,
        source: int,
        targets: Sequence[int],
        recorded_at: int,
        inferred: Sequence[bool],
        weight: float = 1.0,
        reason: str | None = None,
    ) -> None:
        """Append an edge of a type (by code) from `source` to each of `targets`; none of them may hold already."""
        count, row, columns = len(targets), len(self), self.columns
        columns["type"].extend([type] * count)
        columns["source"].extend([source] * count)
        columns["target"].extend(targets)
        columns["recorded_at"].extend([recorded_at] * count)
        columns["retracted_at"].extend([NEVER] * count)
        columns["inferred"].extend(inferred)
        columns["weight"].extend([weight] * count)
        columns["reason"].extend([self.kinds["reason"].put(reason)] * count)
        if type in self._live:
            self._live[type].update((_key(source, target), row + i) for i, target in enumerate(targets))

    def find(self, type: int, source: int, target: int) -> int | None:
        """Return the row of the edge that holds between two nodes, if one does."""
        if type not in self._live:
            self._live[type] = self._index(type)
        return self._live[type].get(_key(source, target))

    def says(self, row: int) -> tuple[str | None, float, bool]:
        """Return what an edge claims beyond its ends: reason, weight, inferred."""
        code = self.columns["reason"][row]
        reason = self.kinds["reason"].to_python(np.array([code]))[0]
        return reason, self.columns["weight"][row], self.columns["inferred"][row]

    def retract(self, row: int, at: int) -> None:
        """Set when an edge that holds was unlearned."""
        columns = self.columns
        columns["retracted_at"][row] = at
        self.touched.add(row)
        self._live[columns["type"][row]].pop(_key(columns["source"][row], columns["target"][row]))

    def view(self) -> EdgeTable:
        """Return the table as it is now: the same object for as long as no edge has changed."""
        shown = self._shown
        if shown is None or self.touched or shown.count != len(self):
            columns: dict[str, Any] = {name: column.view() for name, column in self.columns.items()}
            shown = self._shown = EdgeTable(count=len(self), kinds=self.kinds, **columns)
        return shown

    def _index(self, type: int) -> dict[int, int]:
        """Return the rows of the edges of one type that hold, by their ends. Few stores need this for every type."""
        table = self.view()
        rows = np.flatnonzero((table.type == type) & (table.retracted_at == NEVER))
        keys = table.source[rows].astype(np.int64) << 32 | table.target[rows]
        return dict(zip(keys.tolist(), rows.tolist(), strict=True))


def _key(source: int, target: int) -> int:
    return source << 32 | target
