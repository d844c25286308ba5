"""The canvas and the scales: every dot is where it was set, and every value where its number says."""

from __future__ import annotations

import numpy as np
import pytest
from clew.adapters.pictures.ascii import BRAILLE, DOTTED, in_ascii
from clew.adapters.pictures.canvas import BITS, Canvas
from clew.adapters.pictures.scales import SECOND, scale_of, value_text
from clew.adapters.pictures.texts import apart, filled, said, width_of
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len

DAY = 86_400 * SECOND


def text_of(canvas: Canvas) -> list[str]:
    return ["".join(text for text, _ in line) for line in canvas.lines()]


def dots_in(rows: list[str]) -> set[tuple[int, int]]:
    """Return (column, row) of every dot that braille shows."""
    return {
        (2 * column + place, 4 * row + line)
        for row, text in enumerate(rows)
        for column, character in enumerate(text)
        if ord(character) >= BRAILLE
        for line in range(4)
        for place in range(2)
        if (ord(character) - BRAILLE) & BITS[line, place]
    }


# ---- dots ------------------------------------------------------------------------------------------


@given(st.sets(st.tuples(st.integers(-3, 25), st.integers(-3, 25)), max_size=40))
@settings(max_examples=60)
def test_a_dot_is_where_it_was_set(points: set[tuple[int, int]]) -> None:
    """Read back from the characters, exactly the dots inside the canvas are there."""
    canvas = Canvas(10, 5)
    columns, rows = (np.array([point[side] for point in points], np.int64) for side in (0, 1))
    canvas.dots(columns, rows, "front")
    assert dots_in(text_of(canvas)) == {(x, y) for x, y in points if 0 <= x < 20 and 0 <= y < 20}


def test_what_is_drawn_later_lies_above() -> None:
    """A cell has the role of what was drawn last in it, keeps all its dots, and a mark hides them."""
    canvas = Canvas(3, 1)
    canvas.dots(np.array([0, 2]), np.array([0, 0]), "later")
    canvas.dots(np.array([1]), np.array([3]), "front")
    canvas.mark(1, 0, "77", "chosen")
    assert list(canvas.lines()) == [(("⢁", "front"), ("77", "chosen"))]


def test_marks_outside_are_left_out() -> None:
    """Characters beyond the edge are cut, and no line grows."""
    canvas = Canvas(3, 2)
    canvas.mark(2, 0, "12", "chosen")
    canvas.mark(0, 7, "x", "chosen")
    assert text_of(canvas) == ["  1", "   "]


def test_a_path_goes_from_corner_to_corner() -> None:
    """All dots of the lines between corners are set, and no other."""
    canvas = Canvas(4, 2)
    canvas.path([0, 0, 5], [7, 2, 2], "step")
    assert dots_in(text_of(canvas)) == {(0, row) for row in range(2, 8)} | {(column, 2) for column in range(6)}


def test_without_unicode_a_cell_tells_how_full_it_is() -> None:
    """Of 0 to 8 dots each number has its character, and all are ASCII."""
    canvas = Canvas(9, 1)
    for column in range(9):
        some = np.arange(column)
        canvas.dots(2 * column + some % 2, some // 2, "later")
    assert list(map(in_ascii, text_of(canvas))) == [DOTTED] and DOTTED.isascii()


# ---- scales ----------------------------------------------------------------------------------------

finite = st.floats(-1e9, 1e9, allow_nan=False)


@given(st.lists(finite, max_size=8), st.integers(1, 12), st.sampled_from(("", "tokens", "time")))
@settings(max_examples=200)
def test_a_scale_holds_its_values_and_has_ticks(values: list[float], ticks: int, unit: str) -> None:
    """Every value and every tick lies on the axis, there are at least two ticks, and not too many."""
    column = np.array(values, np.float64)
    scale = scale_of(column, unit, ticks)
    places = scale.place(np.append(column, scale.ticks()), 100)
    assert ((places >= 0) & (places <= 99)).all()
    assert 2 <= len(scale.ticks()) <= 3 * max(ticks, 3)
    assert len({scale.label(tick) for tick in scale.ticks()}) == len(scale.ticks())


@given(st.lists(finite, min_size=2, max_size=8))
@settings(max_examples=50)
def test_a_scale_keeps_the_order(values: list[float]) -> None:
    """More lies further on, and turned it lies further back."""
    column = np.sort(np.array(values, np.float64))
    scale = scale_of(column, "", 5)
    assert (np.diff(scale.place(column, 50)) >= 0).all()
    assert (np.diff(scale.place(column, 50, turned=True)) <= 0).all()


@pytest.mark.parametrize(
    ("values", "unit", "labels"),
    [
        ([0.0, 1.0], "", ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]),
        ([0.31, 0.34], "", ["0.31", "0.32", "0.33", "0.34"]),
        ([12.0, 4_800.0], "tokens", ["0", "1,000", "2,000", "3,000", "4,000", "5,000"]),
        ([0.0, 3.0 * DAY], "time", ["1970-01-01", "1970-01-02", "1970-01-03", "1970-01-04"]),
        (
            [0.0, 4.0 * 3_600 * SECOND],
            "time",
            ["01-01 00:00", "01-01 01:00", "01-01 02:00", "01-01 03:00", "01-01 04:00"],
        ),
        ([0.0, 0.0], "", ["0.00", "0.02", "0.04", "0.06", "0.08", "0.10"]),
        ([0.5, 0.5], "", ["0.40", "0.45", "0.50", "0.55", "0.60"]),
        ([], "", ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]),
    ],
)
def test_ticks_are_round(values: list[float], unit: str, labels: list[str]) -> None:
    """Numbers a person would choose, with no idle zero; a score does not leave [0, 1] for want of spread."""
    scale = scale_of(np.array(values, np.float64), unit, 5)
    assert [scale.label(tick) for tick in scale.ticks()] == labels


def test_values_are_told_by_their_unit() -> None:
    """Tokens are whole, moments have a date and a time, a score four figures."""
    assert value_text(1234.0, "tokens") == "1,234"
    assert value_text(0.123456, "") == "0.1235"
    assert value_text(90_061.0 * SECOND, "time") == "1970-01-02 01:01:01"


# ---- words -----------------------------------------------------------------------------------------


@given(st.text(max_size=30), st.integers(0, 20))
@settings(max_examples=150)
def test_words_fit_and_do_not_act(text: str, cells: int) -> None:
    """Any text is cut to its cells, wide characters and all, on one line and with nothing that acts on a terminal."""
    line = said(text, cells)
    assert width_of([(line, "label")]) <= cells
    assert not any(character < " " or "\x7f" <= character < "\xa0" for character in line)
    assert width_of(filled([(line, "label")], 25)) == 25


def test_what_stands_right_gives_way() -> None:
    """Both ends of a line are there where they fit, else the left one."""
    left, right = [("left", "label")], [("right", "axis")]
    assert "".join(text for text, _ in apart(left, right, 12)) == "left   right"
    assert "".join(text for text, _ in apart(left, right, 10)) == "left      "


# ---- plain ASCII -----------------------------------------------------------------------------------


@given(st.text(max_size=12), st.sampled_from(("ascii", "latin-1", "utf-8")))
def test_in_ascii_nothing_moves(text: str, encoding: str) -> None:
    """Whatever the text, it takes as many cells as before, and the encoding can show it."""
    shown = in_ascii(text, encoding)
    shown.encode(encoding)
    assert cell_len(shown) == cell_len(text)


@pytest.mark.parametrize(
    ("text", "encoding", "shown"),
    [
        ("│ Zoë → 本 …", "ascii", "| Zo? > ?? ~"),
        ("│ Zoë → 本 …", "latin-1", "| Zoë > ?? ~"),
        ("│ Zoë → 本 …", "utf-8", "| Zoë > 本 ~"),
        ("Zoe\u0308 1\ufe0f\u20e3", "ascii", "Zoe ??"),
    ],
)
def test_letters_pass_where_the_encoding_has_them(text: str, encoding: str, shown: str) -> None:
    """Signs are ASCII in every encoding; a letter is a question mark for each of its cells, only where it has to be."""
    assert in_ascii(text, encoding) == shown
