"""How each kind of property is kept: as a number in a column, as Arrow for the graph, as a Python value for a reader.

One class for each kind, so that a property added to the schema is at once in the columns, the tables, the snapshots and
the comparison. Strings are codes into their distinct values: a store has few types, tasks and agents, and equality of
two numbers is what a filter wants.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from ...dsl.catalog import PropertyDef
from ..graph import arrow
from ..values.times import NEVER, from_micros
from .columns import Names

EVER = -(2**63)
"""Where a beginning is not known: it has held ever since. The counterpart of NEVER, so that comparisons just work."""
NO_CODE = -1


class Kind(Protocol):
    """`put` takes a Python value to what a column of `dtype` holds; the others translate whole columns."""

    dtype: np.dtype[Any]

    def put(self, value: Any) -> Any: ...
    def to_arrow(self, column: NDArray[Any]) -> Any: ...
    def to_python(self, column: NDArray[Any]) -> list[Any]: ...
    def from_arrow(self, column: Any) -> NDArray[Any]: ...

    def differ(self, column: NDArray[Any], other: Any, others: NDArray[Any]) -> NDArray[np.bool_]:
        """Return where two columns hold different values; `other` is the kind of the second one."""
        ...


class Numbers:
    """Integers, floats, booleans; `null` stands for none where there may be none."""

    def __init__(self, dtype: type[np.generic], null: int | None = None) -> None:
        self.dtype = np.dtype(dtype)
        self.null = null

    def put(self, value: Any) -> Any:
        return self.null if value is None else value

    def to_arrow(self, column: NDArray[Any]) -> Any:
        return arrow.numbers(column, self.null)

    def to_python(self, column: NDArray[Any]) -> list[Any]:
        return [None if value == self.null else value for value in column.tolist()]

    def from_arrow(self, column: Any) -> NDArray[Any]:
        return arrow.array_of(column, self.dtype, self.null)

    def differ(self, column: NDArray[Any], other: Any, others: NDArray[Any]) -> NDArray[np.bool_]:
        return column != others


class Times(Numbers):
    """Microseconds since 1970 in UTC; `null` (NEVER or EVER) where a time is open. Readers get aware datetimes."""

    def __init__(self, null: int) -> None:
        super().__init__(np.int64, null)
        self._open = null

    def to_arrow(self, column: NDArray[Any]) -> Any:
        return arrow.times(column, self._open)

    def to_python(self, column: NDArray[Any]) -> list[Any]:
        return [None if value == self._open else from_micros(value) for value in column.tolist()]


class Words:
    """Strings, as codes into `names`; -1 is null."""

    def __init__(self, names: Names[str] | None = None) -> None:
        self.dtype = np.dtype(np.int32)
        self.names: Names[str] = Names() if names is None else names

    def put(self, value: Any) -> Any:
        return NO_CODE if value is None else self.names.code(value)

    def to_arrow(self, column: NDArray[Any]) -> Any:
        return arrow.words(column, self.names.values)

    def to_python(self, column: NDArray[Any]) -> list[Any]:
        values = self.names.values
        return [None if code < 0 else values[code] for code in column.tolist()]

    def from_arrow(self, column: Any) -> NDArray[Any]:
        codes, values = arrow.coded_of(column)
        return recoded(codes, [self.names.code(value) for value in values])

    def differ(self, column: NDArray[Any], other: Words, others: NDArray[Any]) -> NDArray[np.bool_]:
        return _codes_differ(self.names, column, other.names, others)


class WordLists:
    """Lists of strings, as codes into the distinct lists."""

    def __init__(self) -> None:
        self.dtype = np.dtype(np.int32)
        self.names: Names[tuple[str, ...]] = Names()

    def put(self, value: Sequence[str] | None) -> Any:
        return self.names.code(tuple(value or ()))

    def to_arrow(self, column: NDArray[Any]) -> Any:
        return arrow.lists(column, self.names.values)

    def to_python(self, column: NDArray[Any]) -> list[Any]:
        return [list(self.names.values[int(code)]) for code in column]

    def from_arrow(self, column: Any) -> NDArray[Any]:
        codes, lists = arrow.coded_lists_of(column)
        return recoded(codes, [self.names.code(words) for words in lists])

    def differ(self, column: NDArray[Any], other: WordLists, others: NDArray[Any]) -> NDArray[np.bool_]:
        return _codes_differ(self.names, column, other.names, others)


def _codes_differ(names: Names[Any], codes: NDArray[Any], other: Names[Any], others: NDArray[Any]) -> NDArray[np.bool_]:
    """Return where codes of two numberings mean different values; -2 is what the first does not know."""
    known = [names.find(value) for value in other.values]
    return codes != recoded(others, [-2 if code < 0 else code for code in known])


def recoded(codes: NDArray[Any], new: Sequence[int]) -> NDArray[np.int32]:
    """Return `new[code]` for each code, -1 for -1."""
    return np.array([*new, NO_CODE], np.int32)[codes]


_OPEN_STARTS = frozenset({"valid_from", "last_access"})


def kind_of(definition: PropertyDef) -> Kind:
    """Return a fresh kind for a property of the schema."""
    match definition.type:
        case "TIMESTAMP":
            return Times(EVER if definition.name in _OPEN_STARTS else NEVER)
        case "STRING":
            return Words()
        case "LIST<STRING>":
            return WordLists()
        case "INTEGER":
            return Numbers(np.int32, null=-1)
        case "BOOLEAN":
            return Numbers(np.bool_)
        case _:
            return Numbers(np.float64)
