"""Names meet by their keys, however they were typed."""

import unicodedata

import pytest
from clew.engine.extraction.keys import match_key
from hypothesis import given
from hypothesis import strategies as st


@given(st.text(st.characters(codec=None)))
def test_a_key_is_its_own_key(name):
    """Folding twice changes nothing, for any text, half surrogate pairs included."""
    assert match_key(match_key(name)) == match_key(name)


def test_no_single_character_folds_twice():
    """The same for every character that Unicode has, those with several marks above all."""
    characters = [chr(code) for code in range(0x110000) if unicodedata.category(chr(code)) not in ("Cn", "Co")]
    assert [character for character in characters if match_key(match_key(character)) != match_key(character)] == []


@given(st.text())
def test_composed_and_decomposed_meet(name):
    """The two ways to type an accent have one key, and it is composed."""
    keys = {match_key(unicodedata.normalize(form, name)) for form in ("NFC", "NFD")}
    assert keys == {match_key(name)}
    assert unicodedata.is_normalized("NFC", match_key(name))


@given(st.text(st.characters(max_codepoint=0x24F, exclude_characters="ıİſŉǰ")))
def test_case_does_not_matter(name):
    """A name in capitals meets the same name in small letters."""
    assert match_key(name.upper()) == match_key(name.lower())


@pytest.mark.parametrize(
    ("one", "other"), [("STRASSE", "straße"), ("Émile", "e\u0301mile"), ("ΣΊΣΥΦΟΣ", "Σίσυφος"), ("HAT136", "hat136")]
)
def test_known_pairs_meet(one, other):
    """Sharp s, an accent as its own character and the two small sigmas are no difference."""
    assert match_key(one) == match_key(other)


def test_different_names_stay_apart():
    """An accent, a mark and a space are differences."""
    assert len({match_key(name) for name in ("resume", "résumé", "mia li", "mia_li", "mia  li")}) == 5
