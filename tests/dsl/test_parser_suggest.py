"""Near names are found, and far ones are not."""

from __future__ import annotations

import pytest
from clew.dsl.diagnosis.suggest import distance, nearest
from hypothesis import given, settings
from hypothesis import strategies as st

WORDS = st.text("abcd", max_size=6)


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("RECAL", "RECALL"),
        ("recall", "RECALL"),
        ("LIMTI", "LIMIT"),
        ("confidance", "confidence"),
        ("maximum", "MAX"),
        ("import", "importance"),
        ("xyz", None),
        ("id", None),
        ("", None),
    ],
)
def test_a_slip_finds_what_was_meant(written: str, meant: str | None) -> None:
    """One slip in about four letters, whatever the case; nothing for what is like nothing."""
    assert nearest(written, ["RECALL", "LIMIT", "confidence", "MAX", "importance", "IN"]) == meant


def test_the_answer_does_not_depend_on_the_order() -> None:
    """Of equally near names the first in the alphabet is named."""
    assert nearest("tast", ["task", "tasT2", "last"]) == nearest("tast", ["last", "tasT2", "task"])


def test_of_equally_near_names_the_one_with_the_same_beginning_is_named() -> None:
    """An id with a digit too many meant the one without it, and not a shorter one that sorts before."""
    assert nearest("T2-0/480", ["T2-0/4", "T2-0/40", "T2-0/48"]) == "T2-0/48"


@settings(max_examples=60, deadline=None)
@given(WORDS, WORDS, WORDS)
def test_distance_behaves_like_one(a: str, b: str, c: str) -> None:
    """It is zero only for the same, the same both ways, and no more than the longer word."""
    assert (distance(a, b) == 0) == (a == b)
    assert distance(a, b) == distance(b, a)
    assert distance(a, b) <= max(len(a), len(b))
    assert distance(a + c, b + c) <= distance(a, b)
