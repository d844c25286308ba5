"""What a query answers with loses nothing on its way to dicts and to a frame."""

from __future__ import annotations

import json
from typing import Any

import polars as pl
import pytest
from clew.engine.handle.engine import Engine


@pytest.mark.parametrize(
    ("items", "dtype", "values"),
    [
        ("[1, 2.5, null]", pl.Float64(), [1.0, 2.5, None]),
        ("[1, 9007199254740993, 2.5]", pl.String(), ["1", "9007199254740993", "2.5"]),
        ("['1', 1]", pl.String(), ['"1"', "1"]),
        ("[true, 1, null]", pl.String(), ["true", "1", None]),
        ("['a', null]", pl.String(), ["a", None]),
        ("[null]", pl.Null(), [None]),
        ("[9223372036854775807]", pl.Int64(), [2**63 - 1]),
        ("[['a'], [], null]", pl.List(pl.String()), [["a"], [], None]),
        ("[['a', null], [1]]", pl.String(), ['["a", null]', "[1]"]),
        ("[duration('P1DT2H'), date('2025-01-31')]", pl.String(), ["P1DT2H", "2025-01-31"]),
        ("[datetime('2025-01-01T10:00:00.123456789+02:00')]", pl.String(), ["2025-01-01T10:00:00.123456789+02:00"]),
        ("[{a: [1, {b: null}]}, {}]", pl.String(), ['{"a": [1, {"b": null}]}', "{}"]),
    ],
)
def test_a_column_keeps_every_value(store: Engine, items: str, dtype: pl.DataType, values: list[Any]):
    """A column has one type where its values share one that holds each of them, and is JSON text where not."""
    column = store.query(f"UNWIND {items} AS x RETURN x").frame["x"]
    assert (column.dtype, column.to_list()) == (dtype, values)


def test_edges_name_their_ends(store: Engine):
    """An edge, alone and in a path, says between which memories it runs: by their ids, never by private numbers."""
    text = "MATCH p = (a:Memory)-[r:CAUSED]->(b:Memory) RETURN a.id AS a, r, p, b.id AS b LIMIT 3"
    for row in store.query(text):
        assert (row["r"]["source"], row["r"]["target"]) == (row["a"], row["b"])
        assert row["p"]["edges"] == [row["r"]]
        assert [node["id"] for node in row["p"]["nodes"]] == [row["a"], row["b"]]


def test_a_frame_holds_what_the_dicts_hold(store: Engine):
    """Memories, edges, paths and lists of them are JSON in a frame, equal to the dicts but for the form of times."""
    rows = store.query("MATCH p = (a:Memory)-[r:CAUSED]->(b) RETURN a, r, p, nodes(p) AS ns, a.at AS at LIMIT 3")
    for framed, row in zip(rows.frame.iter_rows(named=True), rows, strict=True):
        assert framed["at"] == row["at"]
        for name in ("a", "r", "p", "ns"):
            assert json.loads(framed[name]) == json.loads(json.dumps(row[name], default=lambda time: time.isoformat()))
