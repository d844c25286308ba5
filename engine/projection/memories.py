"""The memories as columns: everything but their texts, which stay in the journal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..graph.ddl import graph_homed
from ..values.schema import MEMORY
from ..values.times import NEVER
from ..writing.esteem import Esteem
from .columns import Column
from .kinds import EVER, Kind, Words, kind_of

Codes = NDArray[np.int32]
Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]

PROPERTIES = tuple(p for p in graph_homed(MEMORY) if p.name != "id")
"""What is kept in columns. Ids are distinct by nature, so they are a list and not codes."""

ESTEEMED = tuple(field.name for field in fields(Esteem))
"""The columns that change when a memory is reinforced, pinned or judged."""


@dataclass(frozen=True, slots=True)
class MemoryColumns:
    """The first `count` memories as they were at one moment; index `i` of every array is the memory of row `i`.

    Arrays are (n,) and read-only. Times are microseconds; NEVER means not retracted or no known end, EVER no known
    beginning or never used. `step` -1 means none. Codes are (n,) int32, -1 for null; `code` and `values` read them.
    `ids` may be longer than `count`: it is shared with newer moments.
    """

    count: int
    ids: Sequence[str]
    namespace: Codes
    task: Codes
    type: Codes
    types: Codes
    action_type: Codes
    agent: Codes
    tier: Codes
    source: Codes
    step: NDArray[np.int32]
    access_count: NDArray[np.int32]
    at: Ints
    recorded_at: Ints
    retracted_at: Ints
    valid_from: Ints
    valid_to: Ints
    last_access: Ints
    importance: Floats
    confidence: Floats
    trust: Floats
    valence: Floats
    successes: Floats
    failures: Floats
    pinned: Bools
    kinds: Mapping[str, Kind]
    index: Mapping[str, Mapping[str, int]]

    def row_of(self, namespace: str, id: str) -> int | None:
        """Return the row of a memory, retracted or not; None where there was none at this moment."""
        row = self.index.get(namespace, {}).get(id)
        return None if row is None or row >= self.count else row

    def column(self, name: str) -> NDArray[Any]:
        return getattr(self, name)

    def code(self, name: str, value: str) -> int:
        """Return the code of a string in the column `name`; -1 where no memory has it."""
        kind = self.kinds[name]
        return kind.names.find(value) if isinstance(kind, Words) else -1

    def values(self, name: str) -> Sequence[str]:
        """Return the distinct strings of the column `name`, by code."""
        kind = self.kinds[name]
        return kind.names.values if isinstance(kind, Words) else ()

    def properties(self, rows: Sequence[int], names: Sequence[str]) -> list[dict[str, Any]]:
        """Return, for each row, the named properties as Python values: None for null, aware datetimes in UTC."""
        wanted = np.asarray(rows, np.int64)
        parts = [
            [self.ids[row] for row in rows] if name == "id" else self.kinds[name].to_python(self.column(name)[wanted])
            for name in names
        ]
        return [dict(zip(names, values, strict=True)) for values in zip(*parts, strict=True)]


class GrowingMemories:
    """The memories as their events come in."""

    def __init__(self) -> None:
        self.ids: list[str] = []
        self.index: dict[str, dict[str, int]] = {}
        self.namespaces = Words()
        self.kinds: dict[str, Kind] = {p.name: kind_of(p) for p in PROPERTIES} | {"namespace": self.namespaces}
        self.touched: set[int] = set()
        self._use({name: Column(kind.dtype) for name, kind in self.kinds.items()})

    def add(self, namespace: str, id: str, values: Mapping[str, Any]) -> int:
        """Append a memory and return its row. `values` by property; times in microseconds, None for null."""
        row = len(self.ids)
        self.ids.append(id)
        self.index.setdefault(namespace, {})[id] = row
        for name, put, append in self._writers:
            append(put(values.get(name)))
        return row

    def restore(self, ids: list[str], columns: Mapping[str, NDArray[Any]]) -> None:
        """Take over what a snapshot held, in the order of rows."""
        self.ids = ids
        self._use({name: Column(kind.dtype, columns[name]) for name, kind in self.kinds.items()})
        for code, namespace in enumerate(self.namespaces.names.values):
            rows = np.flatnonzero(columns["namespace"] == code).tolist()
            self.index[namespace] = dict(zip([ids[row] for row in rows], rows, strict=True))

    def row_of(self, namespace: str, id: str) -> int | None:
        return self.index.get(namespace, {}).get(id)

    def retract(self, row: int, at: int) -> None:
        """Set when a memory was unlearned; the first time stands. NEVER undoes it."""
        if at == NEVER or self.columns["retracted_at"][row] == NEVER:
            self.columns["retracted_at"][row] = at
            self.touched.add(row)

    def esteem(self, row: int) -> Esteem:
        """Return what is thought of a memory now."""
        values: dict[str, Any] = {name: self.columns[name][row] for name in ESTEEMED}
        if values["last_access"] == EVER:
            values["last_access"] = None
        return Esteem(**values)

    def think(self, row: int, esteem: Esteem) -> None:
        """Set what is thought of a memory."""
        for name in ESTEEMED:
            self.columns[name][row] = self.kinds[name].put(getattr(esteem, name))
        self.touched.add(row)

    def view(self) -> MemoryColumns:
        columns: dict[str, Any] = {name: column.view() for name, column in self.columns.items()}
        return MemoryColumns(count=len(self.ids), ids=self.ids, kinds=self.kinds, index=self.index, **columns)

    def _use(self, columns: dict[str, Column]) -> None:
        self.columns = columns
        # Looked up once and not for each of two dozen values of each memory: half of the time of `add`.
        self._writers = [(name, kind.put, columns[name].append) for name, kind in self.kinds.items()]
