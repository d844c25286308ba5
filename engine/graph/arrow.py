"""The one room that knows pyarrow: arrays in, tables out, and the other way. It ships no types; here it gets some.

Times travel as microseconds with a sentinel where Arrow has a null, strings as codes into a list of distinct ones:
that is how the columns keep them, and both directions cost little more than a copy.
"""

# pyright: basic, reportAttributeAccessIssue=false

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from .texts import from_graph, to_graph

Ints = NDArray[np.int64]
Codes = NDArray[np.int32]


class Table(Protocol):
    """What we use of a `pyarrow.Table`."""

    num_rows: int
    nbytes: int
    column_names: list[str]

    def column(self, i: int | str) -> Any: ...
    def to_pylist(self) -> list[dict[str, Any]]: ...


def table(columns: Mapping[str, Any]) -> Table:
    import pyarrow as pa

    return pa.table(dict(columns))


def keys(rows: NDArray[np.integer]) -> Any:
    """Return row numbers as the strings that key the nodes."""
    import pyarrow as pa

    return pa.array(rows).cast(pa.string())


def numbers(values: NDArray[Any], null: float | None = None) -> Any:
    """Return integers, floats or booleans; `null` is the value that stands for none."""
    import pyarrow as pa

    wide = values.astype(np.int64) if values.dtype.kind == "i" else values
    return pa.array(wide, mask=None if null is None else values == null)


def times(micros: Ints, null: int) -> Any:
    import pyarrow as pa

    return pa.array(micros, pa.timestamp("us"), mask=micros == null)


def words(codes: Codes, values: Sequence[str]) -> Any:
    """Return strings from codes, -1 for null. Only the values that are in use are read."""
    import pyarrow as pa

    used, compact = np.unique(codes, return_inverse=True)
    known = used[used >= 0]
    texts = pa.array([to_graph(values[int(code)]) for code in known], pa.string())
    indices = pa.array(compact - (len(used) - len(known)), pa.int32(), mask=codes < 0)
    return pa.DictionaryArray.from_arrays(indices, texts).cast(pa.string())


def texts(values: Sequence[str | None]) -> Any:
    """Return strings, most of them distinct."""
    import pyarrow as pa

    return pa.array([None if value is None else to_graph(value) for value in values], pa.string())


def lists(codes: Codes, values: Sequence[Sequence[str]]) -> Any:
    """Return lists of strings from codes; there are few distinct ones."""
    import pyarrow as pa

    distinct = [[to_graph(text) for text in value] for value in values]
    return pa.array(distinct, pa.list_(pa.string())).take(pa.array(codes))


def array_of(column: Any, dtype: np.dtype[Any], null: Any = None) -> NDArray[Any]:
    """Return a column of numbers or times as an array, `null` in place of nulls."""
    import pyarrow as pa
    import pyarrow.compute as pc

    if pa.types.is_timestamp(column.type):
        column = column.cast(pa.int64())
    filled = column if null is None or column.null_count == 0 else pc.fill_null(column, null)
    return filled.to_numpy(zero_copy_only=False).astype(dtype, copy=False)


def values_of(column: Any) -> list[Any]:
    """Return a column as Python values. Strings are as they were given to the graph, which Arrow cannot always hold."""
    import pyarrow as pa

    values = column.to_pylist()
    if pa.types.is_string(column.type):
        return [None if text is None else from_graph(text) for text in values]
    if pa.types.is_list(column.type) and pa.types.is_string(column.type.value_type):
        return [None if texts is None else [from_graph(text) for text in texts] for texts in values]
    return values


def rows_of(answer: Table) -> list[dict[str, Any]]:
    """Return an answer as rows of Python values."""
    columns = [values_of(answer.column(name)) for name in answer.column_names]
    return [dict(zip(answer.column_names, row, strict=True)) for row in zip(*columns, strict=True)]


def item_count(answer: Table) -> int:
    """Return how many values an answer has, those inside its lists too."""
    import pyarrow as pa

    columns = [answer.column(place) for place in range(len(answer.column_names))]
    inside = [column for column in columns if pa.types.is_list(column.type)]
    lists = sum(len(chunk.flatten()) for column in inside for chunk in column.chunks)
    return answer.num_rows * len(columns) + lists


def coded_of(column: Any) -> tuple[Codes, list[str]]:
    """Return (codes, distinct values) of a column of strings, -1 for null."""
    return _coded(column.combine_chunks())


def coded_lists_of(column: Any) -> tuple[Codes, list[tuple[str, ...]]]:
    """Return (codes, distinct lists) of a column of lists of strings without nulls."""
    import pyarrow.compute as pc

    lists = column.combine_chunks()
    words, values = _coded(lists.flatten())
    lengths = array_of(pc.list_value_length(lists), np.dtype(np.int64))
    padded = np.full((len(lists), max(1, lengths.max(initial=0))), -1, np.int32)
    padded[np.arange(padded.shape[1]) < lengths[:, None]] = words  # row by row, which is the order they are flat in
    distinct, codes = np.unique(padded, axis=0, return_inverse=True)
    return codes.astype(np.int32), [tuple(values[word] for word in row if word >= 0) for row in distinct.tolist()]


def _coded(array: Any) -> tuple[Codes, list[str]]:
    coded = array.dictionary_encode()
    return array_of(coded.indices, np.dtype(np.int32), -1), values_of(coded.dictionary)
