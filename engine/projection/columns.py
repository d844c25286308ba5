"""Arrays that grow while others read them.

One writer appends; readers hold views, and a view never changes: rows are appended behind its end, and changing a row
that a view may show makes a new array first. That costs a copy of one column (8 MB for a million rows) for each drain
that retracts something, and spares every reader a lock.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import Any, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

Value = TypeVar("Value", bound=Hashable)

FIRST_CAPACITY = 64


class Column:
    """A growable array of one dtype. New rows wait in a list until the next `view`, for appending to arrays is slow."""

    __slots__ = ("_array", "_edits", "_size", "_tail", "append", "extend")

    def __init__(self, dtype: np.dtype[Any], values: NDArray[Any] | None = None) -> None:
        self._array = np.empty(FIRST_CAPACITY, dtype) if values is None else values
        self._size = 0 if values is None else len(values)
        self._tail: list[Any] = []
        self._edits: dict[int, Any] = {}
        # Bound once: a fold appends a dozen values for every edge, and a method call of ours would double its time.
        self.append: Callable[[Any], None] = self._tail.append
        self.extend: Callable[[Iterable[Any]], None] = self._tail.extend

    def __len__(self) -> int:
        return self._size + len(self._tail)

    def __getitem__(self, row: int) -> Any:
        """Return the newest value of a row, as a plain Python number."""
        if row >= self._size:
            return self._tail[row - self._size]
        return self._edits[row] if row in self._edits else self._array[row].item()

    def __setitem__(self, row: int, value: Any) -> None:
        if row >= self._size:
            self._tail[row - self._size] = value
        else:
            self._edits[row] = value

    def view(self) -> NDArray[Any]:
        """Return all rows, read-only, as they are now and as they stay in this view."""
        if self._edits:
            self._array = self._array[: self._size].copy()
            self._array[list(self._edits)] = list(self._edits.values())
            self._edits.clear()
        if self._tail:
            self._settle()
        view = self._array[: self._size]
        view.flags.writeable = False
        return view

    def _settle(self) -> None:
        size = self._size + len(self._tail)
        if size > len(self._array):
            grown = np.empty(max(size, 2 * len(self._array)), self._array.dtype)
            grown[: self._size] = self._array[: self._size]
            self._array = grown
        self._array[self._size : size] = self._tail
        self._size = size
        self._tail.clear()


class Names(Generic[Value]):
    """Distinct values, numbered in the order in which they came. Append-only: a code means the same for ever."""

    __slots__ = ("_codes", "values")

    def __init__(self, values: Iterable[Value] = ()) -> None:
        self.values: list[Value] = list(values)
        self._codes = {value: code for code, value in enumerate(self.values)}

    def code(self, value: Value) -> int:
        """Return the value's code, a new one where it is new."""
        code = self._codes.get(value)
        if code is None:
            code = self._codes[value] = len(self.values)
            self.values.append(value)
        return code

    def find(self, value: Value) -> int:
        """Return the value's code, or -1."""
        return self._codes.get(value, -1)
