"""Frames: what two sentences begin and end with, as a share of the shorter one."""

from __future__ import annotations

import pytest
from clew.engine.extraction.frames import frame_share, words_in_order
from hypothesis import given
from hypothesis import strategies as st

TEXTS = st.lists(st.sampled_from(["the", "cake", "is", "a", "lemon", "walnut", "red"]), max_size=8).map(tuple)


@pytest.mark.parametrize(
    ("one", "other", "share"),
    [
        ("The cake is a lemon cake.", "The cake is a walnut cake.", 5 / 6),
        ("The shirts are red.", "The shirts are striped in blue.", 3 / 4),
        ("It is so.", "It is so not.", 0.0),  # three words, and none with a meaning of its own
        ("Bins go out today.", "The dog eats chicken.", 0.0),
        ("", "The cake is a lemon cake.", 0.0),
    ],
)
def test_the_frame_is_what_both_begin_and_end_with(one: str, other: str, share: float) -> None:
    """A filler between the same words is left out; grammar alone makes no frame."""
    assert frame_share(words_in_order(one), words_in_order(other)) == pytest.approx(share)


@given(TEXTS, TEXTS)
def test_a_share_is_a_share_of_both_alike(one: tuple[str, ...], other: tuple[str, ...]) -> None:
    """In [0, 1], whichever is named first, and 1 for a text beside itself, where it says anything at all."""
    share = frame_share(one, other)
    assert 0.0 <= share <= 1.0 and share == frame_share(other, one)
    assert frame_share(one, one) == float(len(one) >= 3 and bool({"cake", "lemon", "walnut", "red"} & set(one)))
