"""Stored text as a person sees it: nothing in it acts, nothing hides, and everything else stays."""

from __future__ import annotations

import unicodedata

import pytest
from clew.engine.answers.display import one_line, visible
from hypothesis import given, settings
from hypothesis import strategies as st

ANY = st.text(st.characters(), max_size=80)

BIDIRECTIONAL = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
INVISIBLE = "\u180e\u200b\u2028\u2029\u2060\u2064\ufeff\U000e0041"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain\ttext\n", "plain\ttext\n"),
        ("\x1b[31mred\x07", "␛[31mred␇"),
        ("a\rb", "a␍b"),
        ("a\r\nb", "a\nb"),
        ("\0\x7f\x9b", "␀␡⟨009B⟩"),
        ("abc\u202etxt.exe", "abc⟨202E⟩txt.exe"),
        ("\ud800", "⟨D800⟩"),
        ("記憶 é e\u0301", "記憶 é e\u0301"),
        ("👩‍💻 می‌خواهم", "👩‍💻 می‌خواهم"),
    ],
)
def test_what_is_shown(text: str, shown: str) -> None:
    """What would act on a terminal is shown as a mark; words of every script stay as they are."""
    assert visible(text) == shown


@settings(max_examples=200, deadline=None)
@given(ANY | st.text(BIDIRECTIONAL + INVISIBLE + "\r\n\t\x1b a", max_size=20))
def test_nothing_shown_acts(text: str) -> None:
    """No control, no bidirectional control, no half of a pair is left, and what is shown can be written as UTF-8."""
    shown = visible(text)
    shown.encode("utf-8")
    assert not set(shown) & set(BIDIRECTIONAL + INVISIBLE)
    assert all(unicodedata.category(c) != "Cc" or c in "\n\t" for c in shown)
    assert visible(shown) == shown


@settings(max_examples=200, deadline=None)
@given(ANY, st.integers(1, 30))
def test_one_line_is_one_line_and_fits(text: str, width: int) -> None:
    """However wide the marks are, the line fits, has no break in it, and ends in an ellipsis where it was cut."""
    line = one_line(text, width)
    assert len(line) <= width
    assert not set(line) & set("\n\r\t\v\f\u2028\x85")
    whole = " ".join(visible(text).split())
    assert line == whole or line.endswith("…")


def test_one_line_of_a_long_text_looks_at_its_beginning() -> None:
    """A text of millions of characters is cut before it is looked at."""
    assert one_line("word " * 10_000_000, 12) == "word word w…"
