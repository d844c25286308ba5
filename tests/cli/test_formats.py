"""How answers are drawn: golden files for what a person sees, and reading back for what a program does.

`CLEW_UPDATE_GOLDEN=1 pytest` draws them anew: look at them as whoever asked would.
"""

from __future__ import annotations

import csv
import json
import math
from datetime import UTC, datetime, timedelta, timezone
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from clew.cli.formats import format_for, in_text
from clew.cli.look import Look
from clew.cli.tables import fold, table
from clew.engine.answers.plain_json import json_array, json_text, not_in_json
from clew.engine.answers.results import Rows
from golden_files import hold
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len

FOLDER = Path(__file__).parents[1] / "golden" / "cli"
AT = datetime(2024, 3, 1, 9, 0, tzinfo=UTC)
HOSTILE = "a \x1b[31mred\x1b[0m | pipe, \\ slash, <b>tag</b>\nand a \u202eturned\u2066 line"

MIXED = Rows(
    ("id", "n", "at", "said", "more"),
    (
        ("m-1", 1, AT, "We take vendor C, for it is the one that has seats left in the first row", ["a", 1, None]),
        ("m-2", 22.5, AT, HOSTILE, {"x": math.nan, "y": True}),
        ("記憶-3", None, None, "全角の文字は二つ分の幅を取る。だから列は幅で揃える。", True),
    ),
)
MEMORY = {
    "label": "Memory",
    "id": "m-7",
    "type": "decision",
    "action_type": "decide",
    "agent": "clerk",
    "at": AT,
    "text": "We take vendor C. " * 20,
}
HITS = Rows(
    ("m", "front", "rank", "scores", "why"),
    (
        (MEMORY, 1, 1, {"relevance": 0.97, "recency": 0.5, "cost": 1200.0}, "found by words 1.00; beats 179"),
        ({**MEMORY, "id": "m-\x1b8", "text": "short", "agent": None}, 2, 2, {"relevance": 0.0}, ""),
    ),
)
SURROUNDED = Rows(
    (*HITS.columns, "expanded_from"),
    ((*HITS.values[0], None), (MEMORY, 1, 1, {}, "1 cause before `m-7`", "m-7")),
)
EMPTY = Rows(("id", "n"), ())
EXPLAINED = Rows(("plan",), (("x",),), explanation="RECALL\n  Emit")
ANSWERS = {"mixed": MIXED, "hits": HITS, "surrounded": SURROUNDED, "empty": EMPTY, "explained": EXPLAINED}
LOOKS = {
    "pipe": Look(),
    "narrow": Look(60, terminal=True),
    "very_narrow": Look(30, terminal=True),
    "ascii": Look(80, unicode=False, terminal=True),
    "coloured": Look(80, colour=True, terminal=True),
}
CASES = [("mixed", "table", look) for look in LOOKS]
CASES += [("hits", "table", look) for look in ("pipe", "narrow", "coloured")]
CASES += [("surrounded", "table", "narrow"), ("empty", "table", "pipe"), ("explained", "table", "pipe")]
CASES += [
    (answer, format_, "pipe") for answer in ("mixed", "empty") for format_ in ("json", "jsonl", "csv", "markdown")
]
CASES += [("mixed", "csv", "narrow")]


@pytest.mark.parametrize(("answer", "format_", "look"), CASES)
def test_answers_are_drawn_as_ever(answer: str, format_: str, look: str) -> None:
    """Each answer in each format looks as its golden file does."""
    drawn = "".join(in_text(ANSWERS[answer], format_, LOOKS[look]))
    hold(FOLDER / f"{answer}.{look}.{format_}", drawn)


@pytest.mark.parametrize("format_", ["table", "csv", "markdown", "json", "jsonl"])
@pytest.mark.parametrize("look", LOOKS)
def test_nothing_stored_acts_on_a_terminal(format_: str, look: str) -> None:
    """Whatever the format, control characters and those that turn a line around do not reach a terminal."""
    if LOOKS[look].terminal and not LOOKS[look].colour:
        drawn = "".join(in_text(MIXED, format_, LOOKS[look]))
        assert not set(drawn) & {"\x1b", "\u202e", "\u2066"}


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.characters(categories=["Cs"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=12,
)


def finite(value: Any) -> Any:
    """Return a value with null for each number that JSON has not."""
    match value:
        case float():
            return value if math.isfinite(value) else None
        case list():
            return [finite(item) for item in value]
        case dict():
            return {key: finite(item) for key, item in value.items()}
        case _:
            return value


@settings(max_examples=60)
@given(VALUES, st.booleans())
def test_json_is_lossless_and_harmless(value: Any, ascii_only: bool) -> None:
    """Any value comes back from its JSON, which holds nothing that acts on a terminal; what is lost is counted."""
    text = json_text(value, ascii_only=ascii_only)
    assert json.loads(text) == finite(value) and (text.isascii() or not ascii_only)
    assert not set(text) & {"\x1b", "\x7f", "\x9b", "\u2028", "\u202e"} and "\n" not in text
    lost: list[str] = []
    json.loads(json.dumps(value), parse_constant=lost.append)
    assert not_in_json(value) == len(lost)


@settings(max_examples=30)
@given(st.lists(VALUES, max_size=4))
def test_an_array_in_pieces_is_the_array(values: list[Any]) -> None:
    """What is written piece by piece is what JSON would be written whole."""
    whole = json.loads("".join(json_array(values)))
    assert whole == finite(values)


@settings(max_examples=40)
@given(st.lists(st.tuples(st.text(max_size=20), st.floats(allow_nan=False) | st.integers()), max_size=4))
def test_csv_is_lossless(cells: list[tuple[str, float]]) -> None:
    """Texts and numbers come back from CSV, newlines and quotes in them too."""
    drawn = "".join(in_text(Rows(("t", "n"), tuple(cells)), "csv", Look()))
    found = list(csv.reader(StringIO(drawn, newline="")))[1:]
    assert [(t, float(n)) for t, n in found] == [(t, float(n)) for t, n in cells]


def test_times_are_written_in_utc() -> None:
    """A time of any zone is written as its instant, with a Z."""
    there = timezone(timedelta(hours=2))
    assert json_text(datetime(2024, 3, 1, 11, 0, 0, 5, tzinfo=there)) == '"2024-03-01T09:00:00.000005Z"'


@settings(max_examples=60)
@given(
    st.integers(2, 4).flatmap(
        lambda n: st.lists(st.lists(st.text("ab 記é", max_size=30), min_size=n, max_size=n), min_size=1, max_size=4)
    ),
    st.integers(20, 80),
)
def test_a_table_keeps_to_its_width(rows: list[list[str]], width: int) -> None:
    """No line is wider than the terminal, and without blanks every cell's text is there, in order."""
    columns = [f"c{place}" for place in range(len(rows[0]))]
    lines = list(table(columns, rows, Look(width)))
    assert max(map(cell_len, lines)) <= width
    wide = list(table(columns, rows, Look()))
    assert len(wide) == len(rows) + 2


@settings(max_examples=60)
@given(st.text("ab 記é-", max_size=60), st.integers(2, 20))
def test_folding_loses_no_letter(text: str, width: int) -> None:
    """Lines fit, and hold the text without its blanks."""
    lines = fold(text, width)
    assert all(cell_len(line) <= width for line in lines)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")


def test_formats_by_name() -> None:
    """What is asked for wins over the name of the file."""
    assert format_for(Path("a.CSV"), None) == "csv" and format_for(Path("a.csv"), "json") == "json"
    assert format_for(Path("a"), None) == format_for(None, None) == "table"
