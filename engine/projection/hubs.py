"""Tasks, tags, entities and agents: what memories meet in. One numbering for all four.

A hub is known by its label, its namespace and its folded name, so that `Redis` and `redis` are one entity, and the same
name in two namespaces is two. It keeps the name as it was first given.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..extraction.keys import match_key
from ..values.schema import HUB_LABELS
from .columns import Column
from .kinds import NO_CODE, Words

LABEL_CODES = {label: code for code, label in enumerate(HUB_LABELS)}
_Index = Mapping[tuple[str, str], Mapping[str, int]]


@dataclass(frozen=True, slots=True)
class HubTable:
    """The first `count` hubs. label: (h,) uint8 into HUB_LABELS; namespace: (h,) int32 codes, the memories' own.

    description: (h,) int32 codes into `descriptions`, -1 for none; only tags have one. `names` may be longer than
    `count`: it is shared with newer moments.
    """

    count: int
    label: NDArray[np.uint8]
    namespace: NDArray[np.int32]
    names: Sequence[str]
    description: NDArray[np.int32]
    namespaces: Words
    descriptions: Words
    index: _Index

    def row_of(self, label: str, namespace: str, name: str) -> int | None:
        """Return the row of the hub that any spelling of `name` means; None where there was none at this moment."""
        row = self.index.get((label, namespace), {}).get(match_key(name))
        return None if row is None or row >= self.count else row

    def rows(self, label: str) -> NDArray[np.int64]:
        """Return the rows of all hubs of one label, rising."""
        return np.flatnonzero(self.label == LABEL_CODES[label])


class GrowingHubs:
    """The hubs as events name them. Spellings are remembered, for folding a name costs more than all the rest."""

    def __init__(self, namespaces: Words) -> None:
        self.names: list[str] = []
        self.index: dict[tuple[str, str], dict[str, int]] = {}
        self.label = Column(np.dtype(np.uint8))
        self.namespace = Column(np.dtype(np.int32))
        self.description = Column(np.dtype(np.int32))
        self.namespaces = namespaces
        self.descriptions = Words()
        self.touched: set[int] = set()
        self._spellings: dict[tuple[str, str, str], int] = {}

    def restore(
        self, names: list[str], labels: NDArray[Any], namespaces: NDArray[Any], descriptions: NDArray[Any]
    ) -> None:
        """Take over what a snapshot held, in the order of rows."""
        self.names = names
        self.description = Column(descriptions.dtype, descriptions)
        self.label, self.namespace = Column(labels.dtype, labels), Column(namespaces.dtype, namespaces)
        spaces = self.namespaces.to_python(namespaces)
        for row, (name, label, namespace) in enumerate(zip(names, labels, spaces, strict=True)):
            self.index.setdefault((HUB_LABELS[int(label)], namespace), {})[match_key(name)] = row

    def row(self, label: str, namespace: str, name: str) -> int:
        """Return the hub's row, a new one where nothing has named it before."""
        spelling = (label, namespace, name)
        row = self._spellings.get(spelling)
        if row is None:
            row = self._spellings[spelling] = self._find_or_add(label, namespace, name)
        return row

    def row_of(self, label: str, namespace: str, name: str) -> int | None:
        return self.index.get((label, namespace), {}).get(match_key(name))

    def describe(self, row: int, description: str | None) -> None:
        """Say what a hub means; None takes back what was said."""
        self.description[row] = self.descriptions.put(description)
        self.touched.add(row)

    def view(self) -> HubTable:
        return HubTable(
            count=len(self.names),
            label=self.label.view(),
            namespace=self.namespace.view(),
            names=self.names,
            description=self.description.view(),
            namespaces=self.namespaces,
            descriptions=self.descriptions,
            index=self.index,
        )

    def _find_or_add(self, label: str, namespace: str, name: str) -> int:
        rows = self.index.setdefault((label, namespace), {})
        row = rows.setdefault(match_key(name), len(self.names))
        if row == len(self.names):
            self.names.append(name)
            self.label.append(LABEL_CODES[label])
            self.namespace.append(self.namespaces.put(namespace))
            self.description.append(NO_CODE)
        return row
