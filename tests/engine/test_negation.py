"""What a text denies: the words before a word, in several languages, inside one clause."""

from __future__ import annotations

import pytest
from clew.engine.extraction.negation import said_share
from hypothesis import given
from hypothesis import strategies as st


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("not spicy at all, mild", "spicy"),
        ("It isn't too spicy.", "spicy"),
        ("I can’t stand spicy food", "spicy"),
        ("not a big fan of anything spicy", "spicy"),
        ("no spiciness", "spicy"),
        ("a nut-free bakery", "nuts"),
        ("free of nuts", "nuts"),
        ("no longer uses Redis", "redis"),
        ("nicht scharf", "scharf"),
        ("ein Kuchen ohne Nüsse", "Nüsse"),
        ("keine Nüsse", "nüsse"),
        ("sans piment", "piment"),
        ("sin picante", "picante"),
        ("senza aglio", "aglio"),
        ("这道菜不太辣", "辣"),
        ("没有辣椒", "辣椒"),
    ],
)
def test_a_word_that_is_denied_is_not_said(text: str, word: str) -> None:
    """What stands behind a word that denies, a few words on, is said by nobody."""
    assert said_share(text, word) == 0.0


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("very spicy hotpot", "spicy"),
        ("not only spicy, but hot", "spicy"),
        ("not mild, very spicy", "spicy"),
        ("not sweet but spicy", "spicy"),
        ("Not now. The spicy one, later", "spicy"),
        ("not without nuts", "nuts"),
        ("not spicy at first. Very spicy later", "spicy"),
        ("nicht nur scharf", "scharf"),
        ("nicht mild, sondern scharf", "scharf"),
        ("非常辣", "辣"),
        ("不但辣而且麻", "辣"),
        ("a mild dish", "spicy"),
        ("", "spicy"),
        ("not spicy", ""),
    ],
)
def test_a_word_that_is_said_is_not_denied(text: str, word: str) -> None:
    """Another clause, `not only`, a double denial, and a word that is not there at all deny nothing."""
    assert said_share(text, word) == 1.0


def test_a_text_may_deny_a_part() -> None:
    """Of several words the share counts that is said somewhere."""
    assert said_share("numbing but not spicy", "numbing and spicy") == 0.5
    assert said_share("neither numbing nor spicy", "numbing and spicy") == 0.0


@given(st.text(max_size=60), st.text(max_size=20))
def test_any_text_has_a_share(text: str, wanted: str) -> None:
    """Whatever is written, the share lies in [0, 1], and nothing is raised."""
    assert 0.0 <= said_share(text, wanted) <= 1.0
