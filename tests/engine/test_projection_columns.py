"""Columns: growth beside readers, and the way of each kind of property through Arrow and back."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from clew.engine.graph import arrow
from clew.engine.projection.columns import Column, Names
from clew.engine.projection.kinds import EVER, Kind, Numbers, Times, WordLists, Words
from clew.engine.projection.vectors import GrowingVectors
from clew.engine.values.times import NEVER, from_micros
from hypothesis import given, settings
from hypothesis import strategies as st

VALUES = st.integers(-(2**40), 2**40)
STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("append"), VALUES),
        st.tuples(st.just("set"), VALUES),
        st.tuples(st.just("view"), st.just(0)),
    ),
    max_size=120,
)


@given(STEPS)
@settings(max_examples=60, deadline=None)
def test_a_column_is_a_list_whose_views_are_kept(steps: list[tuple[str, int]]) -> None:
    """However appending, changing and looking are mixed, each view equals the list at its moment, then and later."""
    column, model = Column(np.dtype(np.int64)), []
    views: list[tuple[np.ndarray[Any, Any], list[int]]] = []
    for step, value in steps:
        if step == "append":
            column.append(value)
            model.append(value)
        elif step == "set" and model:
            row = value % len(model)
            column[row] = value
            model[row] = value
            assert column[row] == value
        elif step == "view":
            views.append((column.view(), list(model)))
    views.append((column.view(), list(model)))
    assert len(column) == len(model)
    assert all(view.tolist() == known for view, known in views)


TEXT = st.text(alphabet=st.one_of(st.sampled_from("ab\0\ud83e\udd76\U0010ffff0d"), st.characters()), max_size=12)
TIMES = st.integers(-60_000_000_000_000_000, 250_000_000_000_000_000)
KINDS: list[tuple[Kind, st.SearchStrategy[Any]]] = [
    (Words(), st.none() | TEXT),
    (WordLists(), st.lists(TEXT, max_size=3)),
    (Times(NEVER), st.none() | TIMES),
    (Times(EVER), st.none() | TIMES),
    (Numbers(np.int32, null=-1), st.none() | st.integers(0, 2**31 - 1)),
    (Numbers(np.float64), st.floats(allow_nan=False)),
    (Numbers(np.bool_), st.booleans()),
]


@given(st.data())
@settings(max_examples=80, deadline=None)
def test_every_kind_survives_the_way_through_arrow(data: st.DataObject) -> None:
    """A column that goes to the graph as Arrow and comes back holds the same values, null for null."""
    kind, values = data.draw(st.sampled_from(KINDS))
    given_values = data.draw(st.lists(values, max_size=8))
    column = np.array([kind.put(value) for value in given_values], kind.dtype)
    table = arrow.table({"x": kind.to_arrow(column)})
    back = kind.from_arrow(table.column("x"))
    assert back.dtype == kind.dtype and back.tolist() == column.tolist()
    wanted = [from_micros(v) if isinstance(kind, Times) and v is not None else v for v in given_values]
    assert kind.to_python(column) == wanted


def test_codes_of_two_tables_are_compared_by_what_they_mean() -> None:
    """Two numberings of the same strings are equal column for column, and a value that differs is found."""
    ours, theirs = Words(), Words()
    a = np.array([ours.put(text) for text in ("x", None, "y", "z")], np.int32)
    b = np.array([theirs.put(text) for text in ("z", "y", None, "x")][::-1], np.int32)
    assert ours.differ(a, theirs, b).tolist() == [False] * 4
    b[3] = theirs.put("unknown to us")
    assert ours.differ(a, theirs, b).tolist() == [False, False, False, True]


def test_names_are_numbered_once() -> None:
    """A value has one code for ever, and what was never given has none."""
    names: Names[str] = Names()
    assert [names.code(text) for text in ("a", "b", "a")] == [0, 1, 0]
    assert (names.find("b"), names.find("c")) == (1, -1)


def unit(*numbers: float) -> np.ndarray[Any, np.dtype[np.float32]]:
    vector = np.array(numbers, np.float32)
    return vector / np.linalg.norm(vector)


def test_vectors_come_late_and_again_and_views_stay() -> None:
    """A vector that comes later is in the next view only; where one is replaced, old views keep the old one."""
    vectors = GrowingVectors()
    assert vectors.view(2).matrix.shape == (2, 0)
    vectors.put(np.array([0, 70]), np.stack([unit(1, 0), unit(0, 1)]))
    first = vectors.view(80)
    assert first.present.nonzero()[0].tolist() == [0, 70] and not first.matrix[1].any()
    vectors.put(np.array([1]), np.stack([unit(1, 1)]))
    assert first.present.nonzero()[0].tolist() == [0, 70]
    vectors.put(np.array([0, 0]), np.stack([unit(1, 2), unit(2, 1)]))
    second = vectors.view(80)
    assert first.matrix[0].tolist() == [1, 0]
    assert second.present.nonzero()[0].tolist() == [0, 1, 70]
    np.testing.assert_allclose(second.matrix[0], unit(2, 1))
    with pytest.raises(ValueError, match="read-only"):
        second.matrix[0] = 0


def test_vectors_that_are_not_of_unit_norm_are_left_out() -> None:
    """A damaged vector would give a wrong cosine: it counts as missing, and the others are there."""
    vectors = GrowingVectors()
    bad = np.array([[np.nan, 0], [3, 4], [0, 0], [0, 1]], np.float32)
    vectors.put(np.arange(4), bad)
    assert vectors.view(4).present.tolist() == [False, False, False, True] and vectors.refused == 3


def test_another_dimension_is_another_model() -> None:
    """Vectors of two models never stand in one matrix."""
    vectors = GrowingVectors()
    vectors.put(np.array([0, 1]), np.stack([unit(1, 0), unit(0, 1)]))
    vectors.put(np.array([1]), np.stack([unit(0, 0, 1)]))
    view = vectors.view(2)
    assert view.matrix.shape == (2, 3) and view.present.tolist() == [False, True]
